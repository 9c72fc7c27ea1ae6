/* SPDX-License-Identifier: BSD-2-Clause */
/* From an instruction's flags to signals, and from these to counts of events. */
#include <pmc/profile.h>

#include "core/base/bits.h"
#include "core/event/generic.h"
#include "emu/launch.h"
#include "lib/profile/model/exact.h"
#include "lib/set/signals.h"

#define S(signal) (1u << EMU_##signal)

/* Names with their modifier: the emulated backend counts user mode alone. */
/* clang-format off */
static const struct { u8 kind; u8 id; const char *name; } events[] = {
#define HW(id, nam) { EVENT_HARDWARE, HW_##id, nam ":u" },
#define STREAM(id, nam, ...) { EVENT_STREAM, STREAM_##id, nam ":u" },
	HW(INSTRUCTIONS, "instructions")
	HW(BRANCHES, "branches")
	EVENT_STREAM_LIST(STREAM)
};
/* clang-format on */

_Static_assert(sizeof(events) / sizeof(events[0]) <= EXACT_EVENTS_MAX, "events fit");
_Static_assert(EXACT_EVENTS_MAX <= PMC_PROFILE_EVENTS, "a place has a count for each");

/* The signals that each execution gives, whichever way a conditional branch goes. */
static u32 signals_of(unsigned flags)
{
	bool indirect = flags & PMC_PLACE_INDIRECT;
	u32 signals = S(INSTRUCTIONS);

	if (flags & PMC_PLACE_LOAD)
		signals |= S(LOADS);
	if (flags & PMC_PLACE_STORE)
		signals |= S(STORES);
	if (flags & PMC_PLACE_JUMP)
		signals |= indirect ? S(JUMP_INDIRECT) : S(JUMP_DIRECT);
	if (flags & PMC_PLACE_CALL)
		signals |= indirect ? S(CALL_INDIRECT) : S(CALL_DIRECT);
	if (flags & PMC_PLACE_RETURN)
		signals |= S(RETURNS);
	if (flags & PMC_PLACE_SYSCALL)
		signals |= S(SYSCALLS);
	return signals;
}

void exact_init(struct exact *exact)
{
	u32 signals[EXACT_EVENTS_MAX], given;
	unsigned i, flags;

	exact->n = sizeof(events) / sizeof(events[0]);
	for (i = 0; i < exact->n; i++) {
		exact->name[i] = events[i].name;
		signals[i] = event_signals(events[i].kind, events[i].id);
		exact->taken[i] = !!(signals[i] & S(COND_TAKEN));
		exact->not_taken[i] = !!(signals[i] & S(COND_NOT));
	}
	for (flags = 0; flags < 256; flags++) {
		given = signals_of(flags);
		exact->weighed[flags] = 0;
		for (i = 0; i < exact->n; i++) {
			exact->weight[flags][i] = (u8)bits_count(signals[i] & given);
			exact->weighed[flags] |= (u32) !!exact->weight[flags][i] << i;
		}
	}
}

unsigned exact_find(u32 signals)
{
	unsigned n = sizeof(events) / sizeof(events[0]), i;

	for (i = 0; i < n; i++)
		if (event_signals(events[i].kind, events[i].id) == signals)
			return i;
	return 0;
}

void exact_add(const struct exact *exact, unsigned flags, u64 executions, u64 taken, u64 *counts)
{
	const u8 *weight = exact->weight[flags];
	u32 left;
	unsigned i;

	for (left = exact->weighed[flags]; left; left &= left - 1) {
		i = (unsigned)__builtin_ctz(left);
		counts[i] += weight[i] * executions;
	}
	if (!(flags & PMC_PLACE_COND))
		return;
	for (i = 0; i < exact->n; i++)
		counts[i] += exact->taken[i] * taken + exact->not_taken[i] * (executions - taken);
}

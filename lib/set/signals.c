/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The engine's signals that make up each event. Every event that the engine counts is a sum of
 * signals. An event that is not in this table does not show in the instruction stream, or needs a
 * model.
 */
#include "core/event/generic.h"
#include "emu/launch.h"
#include "lib/set/signals.h"

#define S(signal) (1u << EMU_##signal)

#define CONDITIONAL   (S(COND_TAKEN) | S(COND_NOT))
#define JUMPS	      (S(JUMP_DIRECT) | S(JUMP_INDIRECT))
#define CALLS	      (S(CALL_DIRECT) | S(CALL_INDIRECT))
#define UNCONDITIONAL (JUMPS | CALLS | S(RETURNS))

static const u32 hardware[HW_COUNT] = {
	[HW_INSTRUCTIONS] = S(INSTRUCTIONS),
	[HW_BRANCHES] = CONDITIONAL | UNCONDITIONAL,
};

static const u32 stream[STREAM_COUNT] = {
	[STREAM_BRANCHES_CONDITIONAL] = CONDITIONAL,
	[STREAM_BRANCHES_CONDITIONAL_TAKEN] = S(COND_TAKEN),
	[STREAM_BRANCHES_NOT_TAKEN] = S(COND_NOT),
	[STREAM_BRANCHES_TAKEN] = S(COND_TAKEN) | UNCONDITIONAL,
	[STREAM_BRANCHES_UNCONDITIONAL] = UNCONDITIONAL,
	[STREAM_BRANCHES_INDIRECT] = S(JUMP_INDIRECT) | S(CALL_INDIRECT),
	[STREAM_JUMPS] = JUMPS,
	[STREAM_JUMPS_DIRECT] = S(JUMP_DIRECT),
	[STREAM_JUMPS_INDIRECT] = S(JUMP_INDIRECT),
	[STREAM_CALLS] = CALLS,
	[STREAM_CALLS_DIRECT] = S(CALL_DIRECT),
	[STREAM_CALLS_INDIRECT] = S(CALL_INDIRECT),
	[STREAM_RETURNS] = S(RETURNS),
	[STREAM_LOADS] = S(LOADS),
	[STREAM_STORES] = S(STORES),
	[STREAM_SYSCALLS] = S(SYSCALLS),
};

u32 event_signals(enum event_kind kind, u32 id)
{
	if (kind == EVENT_HARDWARE && id < HW_COUNT)
		return hardware[id];
	if (kind == EVENT_STREAM && id < STREAM_COUNT)
		return stream[id];
	return 0;
}

u64 event_value(enum event_kind kind, u32 id, const u64 *signal)
{
	u32 signals = event_signals(kind, id);
	u64 sum = 0;
	int s;

	for (s = 0; s < EMU_NSIGNALS; s++)
		if (signals >> s & 1)
			sum += signal[s];
	return sum;
}

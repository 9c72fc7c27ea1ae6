/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of an exact profile. They are those that the emulated backend counts, and each is a
 * sum of the engine's signals. What an instruction is, how often it was executed and how often it
 * was taken says which signals it gave, so a profile keeps these three alone.
 */
#ifndef PMC_LIB_PROFILE_EXACT_H
#define PMC_LIB_PROFILE_EXACT_H

#include <pmc/profile.h>

#include "core/base/types.h"

#define EXACT_EVENTS_MAX 32

struct exact {
	unsigned n;
	const char *name[EXACT_EVENTS_MAX]; /* "instructions:u" */
	/*
	 * How many of an event's signals each execution gives, by the instruction's flags; and
	 * those of conditional branches, when they are taken and when not.
	 */
	u8 weight[256][EXACT_EVENTS_MAX];
	u32 weighed[256]; /* a bit for each event whose weight is not 0: two or three */
	u8 taken[EXACT_EVENTS_MAX], not_taken[EXACT_EVENTS_MAX];
};

/* The events, instructions first. */
void exact_init(struct exact *exact);
/* The number of the event that is the sum of these signals (event_signals()). */
unsigned exact_find(u32 signals);
/*
 * Adds what an instruction with these flags (PMC_PLACE_) gives to each event's count. taken: of
 * conditional branches; of others it is not looked at.
 */
void exact_add(const struct exact *exact, unsigned flags, u64 executions, u64 taken, u64 *counts);

/* What it gives to one event. */
static inline u64 exact_count(const struct exact *exact, unsigned flags, u64 executions, u64 taken,
			      unsigned event)
{
	u64 count = exact->weight[flags][event] * executions;

	if (flags & PMC_PLACE_COND)
		count += exact->taken[event] * taken +
			 exact->not_taken[event] * (executions - taken);
	return count;
}

#endif

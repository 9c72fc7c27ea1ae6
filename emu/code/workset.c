// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See workset.h. What is wrong here costs time only. */
#include "emu/code/workset.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/nanoseconds.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/heat.h"
#include "emu/count/count.h"

#include <linux/time.h>

#define LOOKS	   64		     /* one call in so many looks at the clock, … */
#define HASTY	   8		     /* … or, hastily, says yes */
#define WHILE	   (100 * 1000000ll) /* nanoseconds of processor time, then a quarter more, … */
#define IN_A_ROW   2		     /* whiles that must say the same */
#define FEW	   2048		     /* counters have 95 % of what is counted, or … */
#define MANY	   4096		     /* … more than that */
#define BUSY	   (8u << 20)	     /* so much is counted while it goes round in few, … */
#define AT_WORK	   (1u << 20)	     /* … and so much while it does more than begin */
#define LOG_COUNTS 32

/* The counters at the last look, their low halves. Most programs need none. */
static u32 *before;
static u32 n_before; /* so many are not 0 */

FORKED static struct {
	const struct thread *t; /* whose they are, … */
	u32 epoch;		/* … since which flush */
	s64 process, thread;	/* processor times */
	s64 pause;		/* until the next look; 0: there was none */
	u32 calls;
	u32 row; /* looks that have said the same; the first one only notes the counters */
} last;

/* In how many counters lie 95 % of what was counted since the last look? By powers of two. */
static u32 spread(const struct thread *t, u64 *all)
{
	const u64 *counters = (const u64 *)((u64)t + T_COUNT);
	u64 sums[LOG_COUNTS] = { 0 }, sum = 0;
	u32 numbers[LOG_COUNTS] = { 0 }, n = 0;

	*all = 0;
	n_before = count_vectors->n;
	for (u32 i = 0; i < count_vectors->n; i++) {
		u32 more = (u32)counters[i] - before[i], log;

		before[i] += more;
		if (!more)
			continue;
		log = 31 - (u32)__builtin_clz(more);
		sums[log] += more;
		numbers[log]++;
		*all += more;
	}
	for (u32 i = LOG_COUNTS; i-- && sum < *all - *all / 20;) {
		sum += sums[i];
		n += numbers[i];
	}
	return n;
}

/* Does what was counted since the last look say so? */
static bool says_other(const struct thread *t)
{
	u64 all;
	u32 n = spread(t, &all);

	return cache.pairs ? all >= BUSY && n <= FEW : all >= AT_WORK && n > MANY;
}

/* Has this thread done nearly all of the process's work since the last look? */
static bool goes_on(const struct thread *t, s64 process, s64 thread)
{
	bool same = last.t == t && last.epoch == cache.epoch && process >= last.process &&
		    thread - last.thread > (process - last.process) / 8 * 7;

	last.t = t;
	last.epoch = cache.epoch;
	last.process = process;
	last.thread = thread;
	return same;
}

static bool is_time(s64 *process)
{
	if (!last.pause)
		last.pause = WHILE;
	*process = (s64)nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
	if (*process >= last.process && *process - last.process < last.pause)
		return false;
	last.pause += last.pause / 4;
	return true;
}

/* Where the engine counts down, not all that happens is in counters. */
static bool may_turn(void)
{
	return cache.pairs != cache.unpaired && !engine.due && !engine.strict;
}

bool workset_is_other(const struct thread *t)
{
	s64 process;

	if (!may_turn() || ++last.calls < (heat_hastily() ? HASTY : LOOKS))
		return false;
	last.calls = 0;
	if (heat_hastily())
		return true;
	/* A test that asks for pairs wants them to the end. */
	if (engine.shm->flags & EMU_F_PAIRS || !is_time(&process))
		return false;
	if (!before)
		before = arena_alloc(count_most() * sizeof(*before));
	if (!before)
		return false;
	if (!last.row)
		arena_fill(before, count_vectors->n * sizeof(*before));
	if (last.epoch != cache.epoch) { /* the counters began at 0 again */
		memset(before, 0, n_before * sizeof(*before));
		n_before = 0;
	}
	if (!goes_on(t, process, (s64)nanoseconds_of(CLOCK_THREAD_CPUTIME_ID)))
		last.row = 0;
	else
		last.row = says_other(t) && last.row ? last.row + 1 : 1;
	return last.row > IN_A_ROW;
}

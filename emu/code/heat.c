// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See heat.h. What the tables forget or mix up costs time only. */
#include "emu/code/heat.h"
#include "emu/base/engine.h"
#include "emu/base/nanoseconds.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/guess.h"
#include "emu/code/hashed.h"
#include "emu/code/link.h"
#include "emu/code/pcset.h"
#include "emu/count/burst.h"
#include "emu/count/count.h"
#include "emu/count/due.h"
#include "emu/count/vector.h"

#include <linux/time.h>

#define LOOKS	     64		       /* one call in so many looks at the clock */
#define EXITS	     16		       /* hastily: one for each so many exits, if that is more */
#define RUN	     (150 * 1000000ll) /* nanoseconds of processor time, then a quarter more, … */
#define TRANSLATION  1000	       /* of it for each exit that was made, and its trace */
#define PART	     20000	       /* a trace is hot that has this part of all passages */
#define PART_AGAIN   1000	       /* … and much hotter, that has this part */
#define LOG_BRANCHES 13
#define LOG_HEADS    16

static struct heat_branch branches[1 << LOG_BRANCHES];
FORKED static struct hashed ways = { .log = HASHED_LOG };

static u64 hash_of(const void *entry)
{
	return pc_hash(((const struct heat_branch *)entry)->pc);
}

static const struct hashed_kind kind = { branches, sizeof(branches[0]), LOG_BRANCHES, hash_of };

static struct heat_branch *branch_at(u64 pc)
{
	return hashed_at(&ways, &kind, pc_hash(pc));
}

/* Where traces have been dropped: sets of addresses. */
static u8 heads[(1 << LOG_HEADS) / 8];	    /* here … */
static u8 heads_then[(1 << LOG_HEADS) / 8]; /* … and in processes that have left what this one began
					     * with */
FORKED static u32 looks;
static s64 run = RUN;
static bool done;

bool heat_hastily(void)
{
	return engine.shm->flags & EMU_F_HASTY;
}

/* What counters of other threads say is not looked at: there is one thread, or one does nearly all
 * of the work, since else pairs would not have ended (workset.h). Large programs have too much hot
 * code as it is. */
static bool may_drop(void)
{
	return !done && (threads_count == 1 || cache.unpaired) && !cache.pairs && guess_may();
}

bool heat_wants(void)
{
	if (heat_hastily()) /* a test wants exits of both kinds */
		return cache.n_exits & 1;
	return may_drop();
}

bool heat_is_hot(u64 pc)
{
	return pcset_has(heads, LOG_HEADS, pc) || pcset_has(heads_then, LOG_HEADS, pc);
}

void heat_inherit(u64 pc)
{
	pcset_add(heads_then, LOG_HEADS, pc);
}

int heat_way(u64 pc)
{
	const struct heat_branch *b = branch_at(pc);

	return b->pc != pc || b->taken == b->fell ? -1 : b->taken > b->fell;
}

static const u64 *counters_of(const struct thread *t)
{
	return (const u64 *)((u64)t + T_COUNT);
}

u64 heat_passages(const struct thread *t, const struct exit *x)
{
	return x->id >= EXIT_UNCOUNTED || x->kind == X_ENTRY ? 0 : counters_of(t)[x->id];
}

static void note(u64 pc, u8 cls, u64 n)
{
	struct heat_branch *b = branch_at(pc);
	int signal = IC_SIGNAL(cls);

	if (signal != EMU_COND_TAKEN && signal != EMU_COND_NOT)
		return;
	if (b->pc != pc) {
		if (b->taken + b->fell > n)
			return;
		b = hashed_put(&ways, &kind, &(struct heat_branch){ .pc = pc });
	}
	*(signal == EMU_COND_TAKEN ? &b->taken : &b->fell) += n;
}

u32 heat_branches(struct heat_branch *to)
{
	return hashed_list(&ways, &kind, to);
}

void heat_expect_branches(u32 n)
{
	hashed_expect(&ways, &kind, n);
}

void heat_inherit_branch(const struct heat_branch *b)
{
	u64 most = b->taken > b->fell ? b->taken : b->fell;
	u32 by = most >> 6 ? 58 - (u32)__builtin_clzll(most) : 0;
	const struct heat_branch less = { b->pc, b->taken >> by, b->fell >> by };

	hashed_put(&ways, &kind, &less);
}

/* The branches on the way to the exit. */
static void note_way(const struct exit *x, u64 n)
{
	const struct trace *tr = &cache.traces[x->trace];

	for (u32 i = 0; i < x->n; i++) {
		const struct irec *r = &cache.irecs[tr->irec + i];

		note(trace_pc(tr) + (u64)(s64)r->dpc, i + 1 < x->n ? r->cls : x->last, n);
	}
}

/* All passages. With samples, what is counted down tells of those without counters, too. Counters
 * are a seventh of what exits are. */
static u64 all_passages(const struct thread *t)
{
	const u64 *counters = counters_of(t);
	u64 all = 0, due = 0;

	for (u32 i = 0; i < count_vectors->n; i++) {
		all += counters[i];
		if (engine.sampled && counters[i])
			due += counters[i] * due_weight(count_vectors->vec[i]);
	}
	return due ? all * (due_spent(t) / due + 1) : all;
}

/* Should the trace be made anew? One that another process has made anew should if it is much hotter
 * than that, and follows another way: most passages leave it by one exit on the way. */
static bool is_bad(u64 pc, u64 all, u64 sum, u64 aside)
{
	if (heat_hastily())
		return true;
	return !pcset_has(heads, LOG_HEADS, pc) && (!pcset_has(heads_then, LOG_HEADS, pc) ||
						    (sum > all / PART_AGAIN && aside > sum / 2));
}

static void drop_hot(const struct thread *t)
{
	const u8 stay = TR_DEAD | TR_CHECKED | TR_ALONE | (guess_may_ask() ? 0 : TR_MODEL);
	u64 all = all_passages(t), sum, aside;
	u32 i, end;

	for (i = 0; i < cache.n_exits; i = end) {
		u32 number = cache.exits[i].trace;
		struct trace *tr = &cache.traces[number];

		/* The exits of a trace lie together, but for those that it has got since. */
		sum = aside = 0;
		for (end = i; end < cache.n_exits && cache.exits[end].trace == number; end++) {
			u64 n = heat_passages(t, &cache.exits[end]);

			sum += n;
			if (n > aside && cache.exits[end].n < tr->n_irec)
				aside = n;
			if (n > all / PART / 8)
				note_way(&cache.exits[end], n);
		}
		if (sum <= all / PART || tr->flags & stay || !is_bad(trace_pc(tr), all, sum, aside))
			continue;
		pcset_add(heads, LOG_HEADS, trace_pc(tr));
		link_drop(tr);
	}
}

/* The program's processor time from the first look on: an exec does not set it back. What was
 * needed for translations says nothing of how hot a trace is. */
static bool processor_time(s64 *ns)
{
	static s64 begun;
	static u32 known;

	*ns = (s64)nanoseconds_of(CLOCK_PROCESS_CPUTIME_ID);
	if (!*ns)
		return false;
	if (!begun) {
		begun = *ns;
		known = cache.n_exits;
	}
	*ns -= begun;
	if (cache.n_exits > known)
		*ns -= TRANSLATION * (s64)(cache.n_exits - known);
	return true;
}

/* In bursts instructions count instead, one for a nanosecond: a phase ends where a trace begins, so
 * which traces there are must not depend on time. */
static bool has_run(const struct thread *t)
{
	s64 now;

	if (heat_hastily())
		return true;
	if (engine.bursts)
		now = (s64)burst_instructions(t);
	else if (!processor_time(&now))
		return false;
	if (now < run)
		return false;
	while (run <= now) /* a process may go round in translated code for long */
		run += run / 4;
	done = engine.sampled; /* what comes now has no counters */
	return true;
}

/* Is it time to look? A hasty look is one at all exits, so hasty looks become rarer as these grow
 * more: else a program that needs many traces would hardly get on. */
static bool looks_now(void)
{
	u32 pause = LOOKS;

	if (heat_hastily() && cache.n_exits > LOOKS * EXITS)
		pause = cache.n_exits / EXITS;
	if (++looks < pause && (!engine.bursts || heat_hastily()))
		return false;
	looks = 0;
	return true;
}

/* Strict seccomp allows no clock_gettime(2). */
void heat_look(const struct thread *t)
{
	if (looks_now() && may_drop() && !engine.strict && has_run(t))
		drop_hot(t);
}

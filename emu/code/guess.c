// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * See guess.h. What is known is kept by trace and branch, since a return of a function leads
 * elsewhere from one trace than from another. It stays when the cache is flushed.
 *
 * In an X_INDIRECT exit that asks, `stub` is how many passages its trace has had where the guess
 * was right, when it asked last. While samples are taken, the exits behind a guess have no counters
 * (path.h), and it is how often the event had happened. A guess that is seldom wrong, for the time
 * that it takes, may stay, and has shown that after a while. Another one gets counters, until they
 * have told whether it is right.
 */
#include "emu/code/guess.h"
#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/hashed.h"
#include "emu/code/heat.h"
#include "emu/code/link.h"
#include "emu/count/due.h"
#include "emu/model/model.h"

#define LOG_SITES 13
#define ASKS	  256 /* a branch asks once in so many passages: when its counter's low byte is 0 */
#define IN_A_ROW  5   /* the same place again, so often: that is where it leads */
#define CHANGES	  5   /* of the place while the branch is watched, … */
#define WRONG	  4   /* … and guesses that came to nothing: it leads to many */
#define SELDOM	  2000 /* once in so many events, … */
#define SHOWN	  8    /* … so often: then it is not asked for any more */
#define WORTH	  7    /* a guess must be right so many times as often as wrong */

/* Another one may take the place of one, which is then watched anew. */
static struct guess_site sites[1 << LOG_SITES];
FORKED static struct hashed known = { .log = HASHED_LOG };

static u64 hash(u64 head, u64 pc)
{
	return (pc + head * 0x9e3779b97f4a7c15ull) * 0xd6e8feb86659fd93ull;
}

static u64 hash_of(const void *entry)
{
	const struct guess_site *s = entry;

	return hash(s->head, s->pc);
}

static const struct hashed_kind kind = { sites, sizeof(sites[0]), LOG_SITES, hash_of };

static struct guess_site *site_at(u64 head, u64 pc)
{
	return hashed_at(&known, &kind, hash(head, pc));
}

bool guess_may(void)
{
	return cache.bmi2 && !engine.tree && (guess_may_ask() || engine.bursts) &&
	       !engine.lazy_memory;
}

bool guess_may_ask(void)
{
	return !engine.model || (!engine.bursts && !model_facts.branches && !cache.large);
}

void guess_expect(u32 n)
{
	hashed_expect(&known, &kind, n);
}

enum guess guess_find(u64 head, u64 pc, u64 *to)
{
	const struct guess_site *s = site_at(head, pc);

	if (!guess_may())
		return GUESS_MANY;
	if (s->head != head || s->pc != pc)
		return GUESS_OPEN;
	if (s->state == GUESS_KNOWN)
		*to = s->to;
	return (enum guess)s->state;
}

static const struct guess_site *find(u64 head, u64 pc)
{
	const struct guess_site *s = site_at(head, pc);

	return s->head == head && s->pc == pc && s->state == GUESS_KNOWN ? s : NULL;
}

bool guess_is_judged(u64 head, u64 pc)
{
	const struct guess_site *s = find(head, pc);

	return s && s->judged;
}

bool guess_is_settled(u64 head, u64 pc)
{
	const struct guess_site *s = find(head, pc);

	return s && s->settled;
}

/* How often the thread has gone on behind the branch that exit x misses. */
static u64 passages_behind(const struct thread *t, u32 x)
{
	const struct exit *from = &cache.exits[x];
	u64 sum = 0;
	u32 first = x, i;

	while (first && cache.exits[first - 1].trace == from->trace)
		first--;
	for (i = first; i < cache.n_exits && cache.exits[i].trace == from->trace; i++)
		if (i != x && cache.exits[i].n >= from->n)
			sum += heat_passages(t, &cache.exits[i]);
	return sum;
}

/* Watches a branch that is at `to`. Is that enough? */
static bool watch(struct guess_site *s, u64 to)
{
	if (s->to == to || heat_hastily()) {
		s->to = to;
		if (++s->row < IN_A_ROW && !heat_hastily())
			return false;
		s->state = to >> 47 ? GUESS_MANY : GUESS_KNOWN;
		return true;
	}
	s->to = to;
	s->row = 0;
	if (++s->changes <= CHANGES)
		return false;
	s->state = GUESS_MANY;
	return true;
}

/* A guess was wrong ASKS times, while it was right `right` times. Must the code change? */
static bool judge(struct guess_site *s, u32 right)
{
	if (right >= WORTH * (heat_hastily() ? 1 : ASKS))
		return false;
	s->row = s->changes = 0;
	s->state = heat_hastily() || ++s->wrong < WRONG ? GUESS_OPEN : GUESS_MANY;
	return true;
}

/* With counters in the trace. */
static bool judge_counted(struct guess_site *s, const struct thread *t, u32 x)
{
	struct exit *from = &cache.exits[x];
	u32 behind = (u32)passages_behind(t, x), right = behind - from->stub;

	from->stub = behind;
	if (judge(s, right)) {
		s->judged = false;
		return true;
	}
	s->settled = s->judged;
	return s->settled;
}

/* Without. */
static bool judge_uncounted(struct guess_site *s, const struct thread *t, struct exit *from)
{
	u32 now = (u32)due_spent(t), before = from->stub;

	from->stub = now | 1;
	if (!before)
		return false;
	s->judged = now - before < SELDOM * ASKS;
	s->seldom = s->judged ? 0 : s->seldom + 1;
	s->settled = s->seldom == SHOWN;
	return s->judged || s->settled;
}

bool guess_learn(const struct thread *t, u32 x, u64 to)
{
	struct exit *from = &cache.exits[x];
	struct trace *tr = &cache.traces[from->trace];
	struct guess_site *s = site_at(trace_pc(tr), exit_target(from));
	u64 n = heat_passages(t, from);
	bool guessed = tr->count_exit != x, change = true;

	if (!from->asks || tr->flags & TR_DEAD || ((!n || n % ASKS) && !heat_hastily()))
		return false;
	if (s->head != trace_pc(tr) || s->pc != exit_target(from)) {
		const struct guess_site first = {
			.head = trace_pc(tr),
			.pc = exit_target(from),
			.to = to,
			.state = guessed ? GUESS_KNOWN : GUESS_OPEN,
		};

		s = hashed_put(&known, &kind, &first);
	}
	if (guessed) {
		change = engine.sampled && !(tr->flags & TR_COUNTED) ? judge_uncounted(s, t, from) :
								       judge_counted(s, t, x);
	} else if (s->state == GUESS_OPEN) {
		change = watch(s, to);
	}
	if (change)
		link_drop(tr);
	return change;
}

u32 guess_sites(struct guess_site *to)
{
	return hashed_list(&known, &kind, to);
}

void guess_inherit(const struct guess_site *s)
{
	hashed_put(&known, &kind, s);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See passage.h. The table in the chunk is a hash table, with a few tries for each passage. */
#include "emu/count/passage.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/chunk.h"
#include "emu/count/log.h"
#include "emu/count/move.h"
#include "emu/count/seq.h"
#include "emu/count/vector.h"

#define TRIES	   8
#define MAX_WEIGHT (1 << 30)

/* Counts the changes of what addresses mean. A thread that finds another value than when it began
 * to fill its table empties the table first. */
static u32 meaning;

void passage_new_meaning(void)
{
	__atomic_fetch_add(&meaning, 1, __ATOMIC_RELEASE);
}

u32 passage_meaning(void)
{
	return __atomic_load_n(&meaning, __ATOMIC_ACQUIRE);
}

void passage_sum(const struct emu_thread *c, u64 out[EMU_NSIGNALS])
{
	if (!c->as_of)
		return;
	for (u32 i = 0; i < EMU_MAX_PASSAGES; i++) {
		u64 n = (u64)(s64)c->passage[i].weight, vec = c->passage[i].vec;

		if (n && vec)
			vector_add(out, n, vec);
	}
}

static void empty(struct thread *t)
{
	struct emu_task *k = &engine.shm->tasks[t->task];
	struct emu_thread *c = t->shm;
	u64 base[EMU_NSIGNALS];

	memcpy(base, c->base, sizeof(base));
	passage_sum(c, base);
	seq_begin(k);
	passage_log(log_own(), k, c);
	move_begin(c, base, EMU_MOVE_PASSAGES);
	memcpy(c->base, base, sizeof(base));
	memset(c->passage, 0, sizeof(c->passage));
	c->as_of = 0;
	move_end(c);
	seq_end(k);
}

static bool same(const struct emu_passage *a, const struct emu_passage *b)
{
	return a->where == b->where && a->target == b->target && a->n == b->n &&
	       a->last == b->last && a->kind == b->kind && a->vec == b->vec;
}

/* It counts from the store of its weight on. */
static void take(struct emu_passage *e, const struct emu_passage *p)
{
	e->where = p->where;
	e->target = p->target;
	e->n = p->n;
	e->last = p->last;
	e->kind = p->kind;
	e->vec = p->vec;
	__atomic_store_n(&e->weight, p->weight, __ATOMIC_RELEASE);
}

static bool put(struct emu_thread *c, const struct emu_passage *p)
{
	u64 h = (p->where * 31 + p->n + p->last) * 0x9e3779b97f4a7c15ull >> 32;

	for (u32 i = 0; i < TRIES; i++) {
		struct emu_passage *e = &c->passage[(h + i) % EMU_MAX_PASSAGES];

		if (!e->weight) {
			take(e, p);
			return true;
		}
		if (same(e, p) && e->weight < MAX_WEIGHT && e->weight > -MAX_WEIGHT) {
			__atomic_store_n(&e->weight, e->weight + p->weight, __ATOMIC_RELEASE);
			return true;
		}
	}
	return false;
}

void passage_add(struct thread *t, const struct emu_passage *p)
{
	u32 now = passage_meaning();

	if (t->shm->as_of && t->passage_meaning != now)
		empty(t);
	for (;;) {
		if (!t->shm->as_of) {
			t->shm->as_of = log_position();
			t->passage_meaning = now;
		}
		if (put(t->shm, p))
			return;
		empty(t);
	}
}

struct emu_log_who log_who(const struct emu_task *k)
{
	struct emu_log_who w = {
		.pid = k->pid,
		.tid = k->tid,
		.ppid = k->ppid,
		.task = (u32)(k - engine.shm->tasks),
		.seq = k->seq,
	};

	memcpy(w.comm, k->comm, sizeof(w.comm));
	return w;
}

void passage_log(struct log *l, const struct emu_task *k, const struct emu_thread *c)
{
	struct emu_log_passages *r;
	struct emu_passage *to;
	u32 n = 0;

	for (u32 i = 0; i < EMU_MAX_PASSAGES; i++)
		n += c->passage[i].weight != 0;
	if (!n)
		return;
	r = log_begin_in(l, EMU_LOG_PASSAGES, (u32)(sizeof(*r) + n * sizeof(*to)));
	r->who = log_who(k);
	r->n = n;
	r->as_of = c->as_of;
	to = (struct emu_passage *)(r + 1);
	for (u32 i = 0; i < EMU_MAX_PASSAGES; i++)
		if (c->passage[i].weight)
			*to++ = c->passage[i];
	log_commit_in(l);
}

#define MAX_COUNTS ((EMU_LOG_MAX - sizeof(struct emu_log_counts)) / sizeof(struct emu_log_count))

/* The first counter from i on, below n, that is not 0; n: there is none. The pages up to *stop are
 * there (chunk_counters()). */
static u32 next_set(const struct emu_thread *c, u32 chunk, u32 i, u32 *stop, u32 n)
{
	while (i < n) {
		for (; i < *stop; i++)
			if (c->count[i])
				return i;
		*stop = chunk_counters(chunk, &i, n);
	}
	return n;
}

void passage_log_counts(struct log *l, const struct emu_task *k, const struct emu_thread *c, u32 n)
{
	u32 chunk = (u32)k->chunk, stop = 0, i = next_set(c, chunk, 0, &stop, n);

	do {
		u32 found = 0, counted_stop = stop, end;
		struct emu_log_counts *r;
		struct emu_log_count *to;

		for (end = i; end < n && found < MAX_COUNTS; found++)
			end = next_set(c, chunk, end + 1, &counted_stop, n);
		r = log_begin_in(l, EMU_LOG_COUNTS, (u32)(sizeof(*r) + found * sizeof(*to)));
		r->who = log_who(k);
		r->n = found;
		r->more = end < n;
		to = (struct emu_log_count *)(r + 1);
		for (; i < end; i = next_set(c, chunk, i + 1, &stop, n))
			*to++ = (struct emu_log_count){ .id = i, .count = c->count[i] };
		log_commit_in(l);
	} while (i < n);
}

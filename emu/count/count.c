// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The counters of this process, in its threads' chunks and its vector chunk. launch.h tells the
 * layout and the arithmetic.
 */
#include "emu/count/count.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/chunk.h"
#include "emu/count/due.h"
#include "emu/count/ended.h"
#include "emu/count/log.h"
#include "emu/count/move.h"
#include "emu/count/passage.h"
#include "emu/count/seq.h"
#include "emu/count/told.h"
#include "emu/count/tree.h"
#include "emu/count/vector.h"

FORKED struct emu_vectors *count_vectors;

#define FEW	    (EMU_EXITS_IN(EMU_CHUNK_LEAST) / 2)
#define LOG_SHARED  15 /* the counters of one vector are few then */
#define SHARED_SIZE (sizeof(u32) << LOG_SHARED)

/*
 * A chunk of vectors that is mapped, but may be another process's: that of the last child, in the
 * parent, or that of the parent, in a child. Whoever forks again and again often gets the same
 * chunk, and whoever does not need not unmap it.
 */
FORKED static struct {
	struct emu_vectors *at; /* NULL: none */
	u32 chunk;
} spare;

/* Maps a chunk for vectors, in the place of the spare one. */
static struct emu_vectors *map_spare(u32 chunk)
{
	if (!spare.at || spare.chunk != chunk)
		spare.at = chunk_map(chunk, (u64)spare.at);
	spare.chunk = chunk;
	return spare.at;
}

void count_vectors_create(u32 task)
{
	engine.vectors = chunk_alloc(EMU_CHUNK_VECTORS, task);
	count_vectors = chunk_map(engine.vectors, 0);
	if (!count_vectors)
		emu_fatal("cannot map the table of counters");
	count_vectors->n = 0;
	count_vectors->log = log_is_on() ? log_create(task) : 0;
}

bool count_fork_begin(struct forked_vectors *f, u32 task)
{
	f->chunk = chunk_try(EMU_CHUNK_VECTORS, task);
	if (f->chunk == CHUNK_NONE)
		return false;
	f->at = map_spare(f->chunk);
	if (!f->at) {
		chunk_free(f->chunk);
		return false;
	}
	memcpy(f->at->vec, count_vectors->vec, count_vectors->n * 8ull);
	f->at->n = count_vectors->n;
	/* The parent's log must stay as long as the child has none. */
	__atomic_store_n(&f->at->log, count_vectors->log, __ATOMIC_SEQ_CST);
	f->log_at = log_is_on() ? log_position() : 0;
	return true;
}

void count_fork_end(const struct forked_vectors *f, bool forked)
{
	if (!forked) {
		memset(f->at->vec, 0, f->at->n * 8ull);
		f->at->n = f->at->log = 0;
		chunk_free(f->chunk);
	}
}

void count_fork_take(const struct forked_vectors *f, u32 task)
{
	spare.at = count_vectors;
	spare.chunk = engine.vectors;
	engine.shm->chunks[f->chunk].task = (s32)task;
	engine.vectors = f->chunk;
	count_vectors = f->at;
	count_vectors->log = log_is_on() ? log_fork(task, f->log_at) : 0;
}

u32 count_most(void)
{
	return EMU_EXITS_IN(engine.chunk_size);
}

u32 count_exits_left(void)
{
	return count_most() - count_vectors->n;
}

bool count_are_few(void)
{
	return count_exits_left() <= FEW;
}

u32 count_exit_id(u64 vec)
{
	u32 i = count_vectors->n;

	count_vectors->vec[i] = vec;
	__atomic_store_n(&count_vectors->n, i + 1, __ATOMIC_RELEASE);
	return i;
}

u32 count_shared_id(u64 vec)
{
	static u32 *ids;
	u32 *id;

	if (!ids) {
		ids = arena_alloc(SHARED_SIZE);
		if (ids && count_are_few()) /* nearly all exits from now on */
			arena_fill(ids, SHARED_SIZE);
	}
	if (!ids)
		return count_exit_id(vec);
	id = &ids[vec * 0x9e3779b97f4a7c15ull >> (64 - LOG_SHARED)];
	if (*id >= count_vectors->n || count_vectors->vec[*id] != vec)
		*id = count_exit_id(vec);
	return *id;
}

void count_passage(struct thread *t, struct emu_passage p)
{
	u64 n = (u64)(s64)p.weight;

	if (log_is_exact())
		passage_add(t, &p);
	else
		vector_add(t->shm->base, n, p.vec);
	if (engine.tree)
		tree_add(t, n * due_weight(p.vec));
	else if (engine.due)
		t->left -= (s64)n * due_weight(p.vec);
}

static void count_instruction(struct thread *t, u64 pc, u8 cls, int weight)
{
	const struct emu_passage p = {
		.where = pc,
		.weight = weight,
		.n = 0,
		.last = cls,
		.kind = EMU_PASSAGE_ALONE,
		.vec = class_vec(cls),
	};

	count_passage(t, p);
}

void count_add(struct thread *t, u64 pc, u8 cls)
{
	count_instruction(t, pc, cls, 1);
}

void count_sub(struct thread *t, u64 pc, u8 cls)
{
	count_instruction(t, pc, cls, -1);
}

void count_sum(const struct emu_thread *c, u32 chunk, const struct emu_vectors *v,
	       u64 out[EMU_NSIGNALS])
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		out[s] += c->base[s];
	passage_sum(c, out);
	for (u32 from = 0, end; from < v->n; from = end) {
		end = chunk_counters(chunk, &from, v->n);
		for (u32 i = from; i < end; i++)
			if (c->count[i])
				vector_add(out, c->count[i], v->vec[i]);
	}
}

u64 count_instructions(const struct thread *t)
{
	const u64 *count = t->shm->count, *vec = count_vectors->vec;
	u64 passed[EMU_NSIGNALS] = { 0 }, sum;
	u32 n = count_vectors->n;

	if (engine.sampled == 1u << EMU_INSTRUCTIONS) /* not all exits have counters */
		return due_spent(t);
	passage_sum(t->shm, passed);
	sum = t->shm->base[EMU_INSTRUCTIONS] + passed[EMU_INSTRUCTIONS];
	for (u32 i = 0; i < n; i++)
		sum += count[i] * vector_part(vec[i], EMU_INSTRUCTIONS);
	return sum;
}

void count_log(struct log *l, const struct emu_task *k, const struct emu_thread *c,
	       const struct emu_vectors *v)
{
	passage_log(l, k, c);
	passage_log_counts(l, k, c, v->n);
	told_log(l, k, c);
}

void count_clear(struct emu_thread *c, u32 chunk, const struct emu_vectors *v)
{
	c->cleared++;
	for (u32 from = 0, end; from < v->n; from = end) {
		end = chunk_counters(chunk, &from, v->n);
		memset(c->count + from, 0, (end - from) * 8ull);
	}
	if (log_is_exact()) {
		memset(c->passage, 0, sizeof(c->passage));
		c->as_of = 0;
		told_clear(c);
	}
}

void count_reset_exits(void)
{
	for (struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE && t->shm) {
			struct emu_task *k = &engine.shm->tasks[t->task];
			u64 total[EMU_NSIGNALS] = { 0 };

			count_sum(t->shm, t->chunk, count_vectors, total);
			seq_begin(k);
			if (log_is_exact())
				count_log(log_own(), k, t->shm, count_vectors);
			move_begin(t->shm, total, EMU_MOVE_PASSAGES | EMU_MOVE_COUNTS);
			memcpy(t->shm->base, total, sizeof(total));
			count_clear(t->shm, t->chunk, count_vectors);
			move_end(t->shm);
			seq_end(k);
		}
	/* Whoever has the chunk next, maybe as counters, finds it empty. */
	memset(count_vectors->vec, 0, count_vectors->n * 8ull);
	count_vectors->n = 0;
	ended_reset();
	if (log_is_exact()) {
		log_begin(EMU_LOG_RESET, sizeof(struct emu_log_head));
		log_commit();
	}
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The counters of this process, in its threads' chunks and its vector chunk. launch.h tells the
 * layout and the arithmetic.
 */
#include "emu/count/count.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/chunk.h"
#include "emu/count/seq.h"
#include "emu/count/vector.h"

struct emu_vectors *count_vectors;

void count_vectors_create(u32 task)
{
	engine.vectors = chunk_alloc(EMU_CHUNK_VECTORS, task);
	count_vectors = chunk_map(engine.vectors, 0);
	if (!count_vectors)
		emu_fatal("cannot map the table of counters");
	count_vectors->n = 0;
}

bool count_fork_begin(struct forked_vectors *f, u32 task)
{
	f->chunk = chunk_try(EMU_CHUNK_VECTORS, task);
	if (f->chunk == CHUNK_NONE)
		return false;
	f->at = chunk_map(f->chunk, 0);
	if (!f->at) {
		chunk_free(f->chunk);
		return false;
	}
	memcpy(f->at->vec, count_vectors->vec, count_vectors->n * 8ull);
	f->at->n = count_vectors->n;
	return true;
}

void count_fork_end(const struct forked_vectors *f, bool forked)
{
	if (!forked) {
		memset(f->at->vec, 0, f->at->n * 8ull);
		f->at->n = 0;
		chunk_free(f->chunk);
	}
	chunk_unmap(f->at);
}

void count_fork_take(const struct forked_vectors *f, u32 task)
{
	chunk_unmap(count_vectors);
	engine.shm->chunks[f->chunk].task = (s32)task;
	engine.vectors = f->chunk;
	count_vectors = f->at;
}

u32 count_exits_left(void)
{
	return EMU_MAX_EXITS - count_vectors->n;
}

u32 count_exit_id(u64 vec)
{
	u32 i = count_vectors->n;

	count_vectors->vec[i] = vec;
	__atomic_store_n(&count_vectors->n, i + 1, __ATOMIC_RELEASE);
	return i;
}

void count_vec_add(struct thread *t, u64 vec)
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		t->shm->base[s] += vector_part(vec, s);
}

void count_vec_sub(struct thread *t, u64 vec)
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		t->shm->base[s] -= vector_part(vec, s);
}

void count_sum(const struct emu_thread *c, const struct emu_vectors *v, u64 out[EMU_NSIGNALS])
{
	u32 n = v ? v->n : 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		out[s] += c->base[s];
	for (u32 i = 0; i < n; i++) {
		u64 k = c->count[i], vec = v->vec[i];

		if (k)
			for (int s = 0; s < EMU_NSIGNALS; s++)
				out[s] += k * vector_part(vec, s);
	}
}

void count_read(struct thread *t, u64 out[EMU_NSIGNALS])
{
	memset(out, 0, EMU_NSIGNALS * 8);
	count_sum(t->shm, count_vectors, out);
}

u64 count_instructions(const struct thread *t)
{
	const u64 *count = t->shm->count, *vec = count_vectors->vec;
	u64 sum = t->shm->base[EMU_INSTRUCTIONS];
	u32 n = count_vectors->n;

	for (u32 i = 0; i < n; i++)
		sum += count[i] * vector_part(vec[i], EMU_INSTRUCTIONS);
	return sum;
}

void count_reset_exits(void)
{
	for (struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE && t->shm) {
			struct emu_task *k = &engine.shm->tasks[t->task];
			u64 total[EMU_NSIGNALS] = { 0 };

			count_sum(t->shm, count_vectors, total);
			seq_begin(k);
			memcpy(t->shm->base, total, sizeof(total));
			memset(t->shm->count, 0, count_vectors->n * 8ull);
			seq_end(k);
		}
	count_vectors->n = 0;
}

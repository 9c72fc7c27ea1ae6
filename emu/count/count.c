// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The engine's side of the shared memory: task records, chunks, and the counters in them.
 * launch.h tells the layout and the arithmetic. Counter numbers ("exits") belong to the process: all
 * its threads use the same ones, each in its own chunk; what they mean is in the vector chunk.
 */
#include "emu/base/sigmask.h"
#include "emu/base/lock.h"
#include "emu/code/cache.h"
#include "emu/base/message.h"
#include <linux/mman.h>

#define NONE 0xffffffffu

static struct emu_vectors *vectors;
static u32 image, first_task;

static const struct {
	u8 shift, bits;
} field[EMU_NSIGNALS] = {
#define FIELD(signal, shift_, bits_) [signal] = { shift_, bits_ },
	EMU_VECTOR_FIELDS(FIELD)
#undef FIELD
};

static u64 part(u64 vec, int s)
{
	return vec >> field[s].shift & ((1ull << field[s].bits) - 1);
}

/* ---- chunks ---- */

static void *map_chunk(u32 chunk, u64 at)
{
	long r = sys6(__NR_mmap, (long)at, EMU_CHUNK_SIZE, PROT_READ | PROT_WRITE,
		      MAP_SHARED | (at ? MAP_FIXED : 0), engine.shm_fd, (long)EMU_CHUNK_AT(chunk));

	return r < 0 ? NULL : (void *)r;
}

u32 count_chunk_alloc(enum emu_chunk_kind kind, u32 task)
{
	struct emu_header *h = engine.shm;
	u32 i, found = NONE;

	shm_lock();
	for (i = 0; i < h->n_chunks; i++)
		if (h->chunks[i].kind == EMU_CHUNK_FREE)
			break;
	if (i < (h->max_chunks ? h->max_chunks : EMU_MAX_CHUNKS)) {
		if (i == h->n_chunks)
			h->n_chunks++;
		h->chunks[i].kind = kind;
		h->chunks[i].task = (s32)task;
		found = i;
	}
	shm_unlock();
	if (found == NONE)
		emu_fatal("no shared memory left for another thread's counters");
	return found;
}

/* The chunk must hold zeros only. */
void count_chunk_free(u32 chunk)
{
	__atomic_store_n(&engine.shm->chunks[chunk].kind, EMU_CHUNK_FREE, __ATOMIC_RELEASE);
}

/* ---- task records ---- */

static void seq_begin(struct emu_task *k)
{
	__atomic_store_n(&k->seq, k->seq + 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void seq_end(struct emu_task *k)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_store_n(&k->seq, k->seq + 1, __ATOMIC_RELEASE);
}

/*
 * A record of a thread that ended, taken for another one: what it counted goes to the last record,
 * which gathers. The shared lock is held. NONE: all threads of all records are alive.
 */
static u32 recycle(struct emu_header *h)
{
	struct emu_task *rest = &h->tasks[EMU_MAX_TASKS - 1];

	for (u32 i = 1; i < EMU_MAX_TASKS - 1; i++) {
		u32 at = 1 + (h->next_recycled + i) % (EMU_MAX_TASKS - 2);
		struct emu_task *k = &h->tasks[at];

		if (k->state != EMU_TASK_DONE || k->chunk >= 0)
			continue;
		seq_begin(rest);
		seq_begin(k);
		for (int s = 0; s < EMU_NSIGNALS; s++) {
			rest->done[s] += k->done[s];
			k->done[s] = 0;
		}
		seq_end(k);
		seq_end(rest);
		h->next_recycled = at;
		return at;
	}
	return NONE;
}

u32 count_task_create(struct thread *t, s32 pid, s32 tid, s32 ppid)
{
	struct emu_header *h = engine.shm;
	const struct emu_task *parent = t ? &h->tasks[t->task] : NULL;
	u32 i;

	shm_lock();
	if (h->n_tasks < EMU_MAX_TASKS - 1) {
		i = h->n_tasks++;
	} else {
		if (h->n_tasks == EMU_MAX_TASKS - 1) {
			struct emu_task *rest = &h->tasks[h->n_tasks++];

			memcpy(rest->comm, "(others)", 9);
			rest->chunk = rest->vectors = -1;
			rest->state = EMU_TASK_DONE;
		}
		i = recycle(h);
	}
	if (i != NONE) {
		struct emu_task *k = &h->tasks[i];

		k->pid = pid;
		k->tid = tid;
		k->ppid = ppid;
		k->chunk = k->vectors = -1;
		k->image = image;
		if (parent)
			memcpy(k->comm, parent->comm, sizeof(k->comm));
		__atomic_store_n(&k->state, EMU_TASK_LIVE, __ATOMIC_RELEASE);
	}
	shm_unlock();
	if (i == NONE)
		emu_fatal("more than %u threads at a time: no record left to count into",
			  EMU_MAX_TASKS - 2);
	return i;
}

u32 count_task(struct thread *t)
{
	return t ? t->task : first_task;
}

void count_comm(struct thread *t, const char *comm)
{
	struct emu_task *k = &engine.shm->tasks[t ? t->task : first_task];
	size_t n = strlen(comm);

	memset(k->comm, 0, sizeof(k->comm));
	memcpy(k->comm, comm, n < 15 ? n : 15);
}

static void sum(const struct emu_thread *c, const struct emu_vectors *v, u64 out[EMU_NSIGNALS])
{
	u32 n = v ? v->n : 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		out[s] += c->base[s];
	for (u32 i = 0; i < n; i++) {
		u64 k = c->count[i], vec = v->vec[i];

		if (k)
			for (int s = 0; s < EMU_NSIGNALS; s++)
				out[s] += k * part(vec, s);
	}
}

/* Move what a chunk holds into the record's totals; the chunk is zero afterwards. */
static void fold(struct emu_task *k, struct emu_thread *c, const struct emu_vectors *v)
{
	u64 total[EMU_NSIGNALS] = { 0 };

	sum(c, v, total);
	seq_begin(k);
	for (int s = 0; s < EMU_NSIGNALS; s++)
		k->done[s] += total[s];
	memset(c->base, 0, sizeof(c->base));
	if (v)
		memset(c->count, 0, v->n * 8ull);
	seq_end(k);
}

/*
 * The last image of this process left its chunks: all its threads are gone (execve saw to that), so
 * their counts are final. Records of its other threads end here.
 */
static void fold_earlier_image(u32 task)
{
	struct emu_header *h = engine.shm;
	s32 pid = h->tasks[task].pid, vec = h->tasks[task].vectors;
	struct emu_vectors *v;

	if (vec < 0)
		return;
	v = map_chunk((u32)vec, 0);
	for (u32 i = 0; i < h->n_tasks && v; i++) {
		struct emu_task *k = &h->tasks[i];
		struct emu_thread *c;
		u32 chunk = (u32)k->chunk;

		if (k->vectors != vec || (i != task && k->pid != pid))
			continue;
		if (k->chunk >= 0) {
			c = map_chunk(chunk, 0);
			if (!c)
				continue;
			fold(k, c, v);
			seq_begin(k);
			k->chunk = k->vectors = -1;
			seq_end(k);
			sys2(__NR_munmap, c, EMU_CHUNK_SIZE);
			count_chunk_free(chunk);
		}
		if (i != task)
			k->state = EMU_TASK_DONE;
	}
	if (v) {
		/* a vfork child's image: the vectors belong to the parent */
		if (h->chunks[vec].task == (s32)task || h->tasks[h->chunks[vec].task].pid == pid) {
			memset(v->vec, 0, v->n * 8ull);
			v->n = 0;
			count_chunk_free((u32)vec);
		}
		sys2(__NR_munmap, v, EMU_CHUNK_SIZE);
	}
	h->tasks[task].vectors = -1;
}

static void new_vectors(u32 task)
{
	engine.vectors = count_chunk_alloc(EMU_CHUNK_VECTORS, task);
	vectors = map_chunk(engine.vectors, 0);
	if (!vectors)
		emu_fatal("cannot map the table of counters");
	engine.footprint += EMU_CHUNK_SIZE;
	vectors->n = 0;
}

void count_init(u32 task)
{
	struct emu_task *k = &engine.shm->tasks[task];
	s32 pid = (s32)sys0(__NR_getpid), tid = (s32)sys0(__NR_gettid);

	if (!k->pid) {
		k->pid = pid;
		k->tid = tid;
		k->ppid = (s32)sys0(__NR_getppid);
	} else {
		fold_earlier_image(task);
	}
	first_task = task;
	image = ++k->image;
	k->state = EMU_TASK_LIVE;
	new_vectors(task);
}

/*
 * Once the process ends, its chunks belong to others: a thread that is just beginning or ending has
 * nothing more to count, and waits for its end.
 */
static volatile u32 ending_lock;
static bool ending;

static void ending_enter(void)
{
	lock_acquire(&ending_lock);
	if (!ending)
		return;
	lock_release(&ending_lock);
	sigmask_block_all();
	for (;;)
		sys0(__NR_pause);
}

/* In the child of a fork: nobody else is here to hold the lock. */
void count_forked(void)
{
	ending_lock = 0;
	ending = false;
}

void count_thread_attach(struct thread *t, u32 task)
{
	struct emu_task *k = &engine.shm->tasks[task];

	ending_enter();
	if (!t->shm) {
		t->chunk = count_chunk_alloc(EMU_CHUNK_THREAD, task);
		t->shm = map_chunk(t->chunk, (u64)t + T_CHUNK);
		if (!t->shm)
			emu_fatal("cannot map a thread's counters");
	}
	engine.shm->chunks[t->chunk].task = (s32)task;
	t->task = task;
	seq_begin(k);
	k->vectors = (s32)engine.vectors;
	k->chunk = (s32)t->chunk;
	seq_end(k);
	lock_release(&ending_lock);
}

static void task_done(struct thread *t)
{
	struct emu_task *k = &engine.shm->tasks[t->task];

	fold(k, t->shm, vectors);
	seq_begin(k);
	k->chunk = k->vectors = -1;
	seq_end(k);
	k->state = EMU_TASK_DONE;
}

/* The thread ends: its counts become final. The chunk stays with the block. */
void count_task_done(struct thread *t)
{
	ending_enter();
	task_done(t);
	lock_release(&ending_lock);
}

/* In the child of a fork: it has the parent's counters mapped; it gets its own. */
void count_fork_child(struct thread *t, u32 task)
{
	const struct emu_vectors *old = vectors;

	new_vectors(task);
	memcpy(vectors->vec, old->vec, old->n * 8ull);
	vectors->n = old->n;
	sys2(__NR_munmap, old, EMU_CHUNK_SIZE);
	engine.footprint -= EMU_CHUNK_SIZE;
	t->shm = NULL;
	count_thread_attach(t, task);
}

/* ---- counters ---- */

u32 count_exits_left(void)
{
	return EMU_MAX_EXITS - vectors->n;
}

u32 count_exit_id(u64 vec)
{
	u32 i = vectors->n;

	vectors->vec[i] = vec;
	__atomic_store_n(&vectors->n, i + 1, __ATOMIC_RELEASE);
	return i;
}

void count_vec_add(struct thread *t, u64 vec)
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		t->shm->base[s] += part(vec, s);
}

void count_vec_sub(struct thread *t, u64 vec)
{
	for (int s = 0; s < EMU_NSIGNALS; s++)
		t->shm->base[s] -= part(vec, s);
}

void count_read(struct thread *t, u64 out[EMU_NSIGNALS])
{
	memset(out, 0, EMU_NSIGNALS * 8);
	sum(t->shm, vectors, out);
}

/* The cache is flushed: the counters' meaning ends. No thread is in the cache. */
void count_reset_exits(void)
{
	for (struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE && t->shm) {
			struct emu_task *k = &engine.shm->tasks[t->task];
			u64 total[EMU_NSIGNALS] = { 0 };

			sum(t->shm, vectors, total);
			seq_begin(k);
			memcpy(t->shm->base, total, sizeof(total));
			memset(t->shm->count, 0, vectors->n * 8ull);
			seq_end(k);
		}
	vectors->n = 0;
}

/*
 * The process ends and no other thread counts any more: the counts of all its threads become final
 * and its chunks free for others.
 */
void count_process_done(struct thread *t)
{
	ending_enter();
	ending = true;
	lock_release(&ending_lock);
	for (struct thread *o = threads_first; o; o = o->next) {
		if (o->state != THREAD_FREE && o->shm && !(o->vfork_child && o != t) &&
		    engine.shm->tasks[o->task].chunk == (s32)o->chunk)
			task_done(o);
	}
	for (struct thread *o = threads_first; o; o = o->next)
		if (o->shm && !(o->vfork_child && o != t))
			count_chunk_free(o->chunk);
	memset(vectors->vec, 0, vectors->n * 8ull);
	vectors->n = 0;
	count_chunk_free(engine.vectors);
}

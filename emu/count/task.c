// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The engine's side of the task records: who counts into which, and what becomes of the counts when
 * a thread, an image or the process ends.
 */
#include "emu/count/task.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/mutex.h"
#include "emu/base/shm.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/count/burst.h"
#include "emu/count/chunk.h"
#include "emu/count/count.h"
#include "emu/count/ended.h"
#include "emu/count/log.h"
#include "emu/count/move.h"
#include "emu/count/seq.h"
#include "emu/count/told.h"
#include "emu/count/tree.h"
#include "emu/model/model.h"

#define TASK_NONE 0xffffffffu

static u32 image, first_task;

/*
 * Takes the record of a thread that ended for another thread: what it counted goes to the last
 * record, which gathers such counts. The caller holds the shared lock. Returns TASK_NONE when the
 * threads of all records are alive.
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
		model_move(at, EMU_MAX_TASKS - 1);
		burst_move(at, EMU_MAX_TASKS - 1);
		seq_end(k);
		seq_end(rest);
		h->next_recycled = at;
		return at;
	}
	return TASK_NONE;
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
	if (i != TASK_NONE) {
		struct emu_task *k = &h->tasks[i];

		k->pid = pid;
		k->tid = tid;
		k->ppid = ppid;
		k->chunk = k->vectors = -1;
		k->image = image;
		memset(&k->clock, 0, sizeof(k->clock));
		if (parent)
			memcpy(k->comm, parent->comm, sizeof(k->comm));
		__atomic_store_n(&k->state, EMU_TASK_LIVE, __ATOMIC_RELEASE);
	}
	shm_unlock();
	if (i == TASK_NONE)
		emu_fatal("more than %u threads run at a time: no record left to count into",
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

/* Moves what a chunk holds to the record's totals, and to the log if there is one, and clears the
 * chunk. */
static void fold(struct emu_task *k, struct emu_thread *c, const struct emu_vectors *v,
		 struct log *l)
{
	u64 total[EMU_NSIGNALS] = { 0 }, done[EMU_NSIGNALS];

	count_sum(c, (u32)k->chunk, v, total);
	for (int s = 0; s < EMU_NSIGNALS; s++)
		done[s] = k->done[s] + total[s];
	seq_begin(k);
	if (l) {
		count_log(l, k, c, v);
		tree_log(l, k, c, total);
	}
	tree_free(c);
	move_begin(c, done, EMU_MOVE_PASSAGES | EMU_MOVE_COUNTS | EMU_MOVE_DONE);
	memcpy(k->done, done, sizeof(done));
	memset(c->base, 0, sizeof(c->base));
	count_clear(c, (u32)k->chunk, v);
	move_end(c);
	seq_end(k);
}

/*
 * The previous image of this process left its chunks. execve ended all its threads, so their counts
 * are final, and the records of the other threads end here.
 */
static void fold_earlier_image(u32 task)
{
	struct emu_header *h = engine.shm;
	s32 pid = h->tasks[task].pid, vec = h->tasks[task].vectors;
	bool others = false; /* other processes that run on in the earlier image's memory */
	struct log room, *l = NULL;
	struct emu_vectors *v;

	if (vec < 0)
		return;
	v = chunk_map((u32)vec, 0);
	if (v && v->log)
		l = log_open(&room, v->log);
	for (u32 i = 0; i < h->n_tasks && v; i++) {
		struct emu_task *k = &h->tasks[i];
		struct emu_thread *c;
		u32 chunk = (u32)k->chunk;

		if (k->vectors != vec)
			continue;
		if (i != task && k->pid != pid) {
			others = true;
			continue;
		}
		if (k->chunk >= 0) {
			c = chunk_map(chunk, 0);
			if (!c)
				continue;
			fold(k, c, v, l);
			seq_begin(k);
			k->chunk = k->vectors = -1;
			seq_end(k);
			told_free(c);
			chunk_unmap(c);
			chunk_free(chunk);
		}
		if (i != task)
			k->state = EMU_TASK_DONE;
	}
	if (v) {
		/* In the image of a vfork child the vectors belong to the parent. */
		if (!others && (h->chunks[vec].task == (s32)task ||
				h->tasks[h->chunks[vec].task].pid == pid)) {
			log_end(v->log);
			memset(v->vec, 0, v->n * 8ull);
			v->n = v->log = 0;
			chunk_free((u32)vec);
		}
		chunk_unmap(v);
	}
	if (l)
		log_close(l);
	h->tasks[task].vectors = -1;
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
	chunk_settle();
	first_task = task;
	image = ++k->image;
	model_facts.tell = told_add;
	k->state = EMU_TASK_LIVE;
	count_vectors_create(task);
}

/*
 * Once the process ends, its chunks belong to others. A thread that is just beginning or ending
 * then has nothing more to count, and waits for its end.
 */
FORKED static volatile u32 ending_lock;
FORKED static bool ending;

static void ending_enter(void)
{
	mutex_lock(&ending_lock);
	if (!ending)
		return;
	mutex_unlock(&ending_lock);
	sigmask_block_all();
	for (;;)
		sys0(__NR_pause);
}

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
		t->chunk = chunk_try(EMU_CHUNK_THREAD, task);
		if (t->chunk == CHUNK_NONE) { /* only a task of its own ends then, not the others */
			mutex_unlock(&ending_lock);
			chunk_shortage();
		}
		t->shm = chunk_map(t->chunk, (u64)t + T_CHUNK);
		if (!t->shm)
			emu_fatal("cannot map a thread's counters");
	}
	engine.shm->chunks[t->chunk].task = (s32)task;
	t->task = task;
	model_attach(t, task);
	burst_begin(t);
	seq_begin(k);
	k->vectors = (s32)engine.vectors;
	k->chunk = (s32)t->chunk;
	seq_end(k);
	mutex_unlock(&ending_lock);
}

static void task_done(struct thread *t)
{
	struct emu_task *k = &engine.shm->tasks[t->task];

	burst_account(t);
	tree_end(t);
	fold(k, t->shm, count_vectors, log_is_exact() ? log_own() : NULL);
	seq_begin(k);
	k->chunk = k->vectors = -1;
	seq_end(k);
	k->state = EMU_TASK_DONE;
}

void count_task_done(struct thread *t)
{
	ending_enter();
	ended_note(t->shm, t->chunk, count_vectors->n);
	task_done(t);
	mutex_unlock(&ending_lock);
}

void count_fork_child(struct thread *t, u32 task, const struct forked_vectors *f)
{
	count_fork_take(f, task);
	tree_forget(t);
	t->shm = NULL;
	count_thread_attach(t, task);
}

/* Does the block, with its chunk, go when this thread's process ends? */
static bool ends_with(const struct thread *o, const struct thread *t)
{
	return o == t || !o->vfork_child || o->state == THREAD_FREE || thread_is_left(o);
}

void count_process_done(struct thread *t)
{
	ending_enter();
	ending = true;
	mutex_unlock(&ending_lock);
	for (struct thread *o = threads_first; o; o = o->next) {
		if (o->state != THREAD_FREE && o->shm && ends_with(o, t) &&
		    engine.shm->tasks[o->task].chunk == (s32)o->chunk)
			task_done(o);
	}
	for (struct thread *o = threads_first; o; o = o->next)
		if (o->shm && ends_with(o, t)) {
			told_free(o->shm);
			chunk_free(o->chunk);
		}
	log_end(count_vectors->log);
	memset(count_vectors->vec, 0, count_vectors->n * 8ull);
	count_vectors->n = count_vectors->log = 0;
	chunk_free(engine.vectors);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See thread.h. offsets.h tells how a block is laid out. */
#include "emu/syscall/thread.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/offsets.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/count/due.h"
#include "emu/count/log.h"
#include "emu/count/task.h"
#include "emu/count/total.h"
#include "emu/hide/limits.h"
#include "emu/launch.h"
#include "emu/model/model.h"
#include "emu/signal/abi.h"
#include "emu/signal/account.h"
#include "emu/signal/exit.h"
#include "emu/syscall/buffers.h"
#include "emu/syscall/jumps.h"
#include "emu/syscall/sighand.h"

#include <asm/prctl.h>

/* Does for a task that has ended what it could not do itself. */
static void bury(struct thread *t)
{
	if (t->shm && engine.shm->tasks[t->task].chunk == (s32)t->chunk) /* it was killed */
		count_task_done(t);
	sighand_put(t->sighand);
	__atomic_sub_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
}

/* A block of the list that is free, or whose task has ended. It is the caller's then. */
static struct thread *reuse(void)
{
	struct thread *t;
	bool left = false;

	mutex_lock(&threads_lock);
	for (t = threads_first; t && t->state != THREAD_FREE; t = t->next) {
		left = thread_is_left(t);
		if (left)
			break;
	}
	if (t) {
		t->unowned = false;
		t->state = THREAD_ENGINE;
	}
	mutex_unlock(&threads_lock);
	if (left)
		bury(t);
	return t;
}

/* How much memory lies before the chunk and is used. */
static u64 block_size(void)
{
	return jumps_are_two() ? T_SITES + (T_SITES - T_IND) : T_SITES;
}

/* And how much behind it. */
static u64 state_size(void)
{
	return engine.tree ? T_TREE_SIZE : model_size();
}

static struct thread *map_block(void)
{
	u64 size = thread_size() + state_size() + model_told_size();
	/* The first thread's table of jumps may come to lie in a large page: dense.h. */
	struct thread *t = threads_first ? arena_reserve(size) : arena_reserve_round(size, T_IND);

	if (!t)
		return NULL;
	if (!arena_commit(t, block_size())) {
		arena_release(t, size, 0);
		return NULL;
	}
	if (state_size() && !arena_commit((u8 *)t + T_STATE, state_size())) {
		arena_release(t, size, block_size());
		return NULL;
	}
	t->state = THREAD_ENGINE;
	limits_settle();
	mutex_lock(&threads_lock);
	t->next = threads_first;
	threads_first = t;
	mutex_unlock(&threads_lock);
	return t;
}

/* Clears all but next and state, for the block must not look free for a moment, and the chunk and
 * the table of jumps, which stay with the block. */
static void clear(struct thread *t)
{
	struct emu_thread *shm = t->shm;
	struct total *total = t->total;
	u32 chunk = t->chunk;
	bool shares_jumps = t->shares_jumps;

	memset(t, 0, offsetof(struct thread, next));
	memset((u8 *)t + offsetof(struct thread, tid), 0,
	       offsetof(struct thread, pending) - offsetof(struct thread, tid));
	t->pid = 0;
	t->shm = shm;
	t->total = total;
	t->chunk = chunk;
	t->shares_jumps = shares_jumps;
}

struct thread *thread_create(void)
{
	struct thread *t = reuse();

	if (!t)
		t = map_block();
	if (!t)
		return NULL;
	clear(t);
	t->self = t;
	t->stack = (u64)t + T_STACK_TOP;
	t->alt.flags = SS_DISABLE;
	jumps_begin(t);
	model_begin(t);
	due_begin(t);
	__atomic_add_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
	return t;
}

void thread_destroy(struct thread *t)
{
	__atomic_sub_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&t->state, THREAD_FREE, __ATOMIC_RELEASE);
}

void thread_forget(struct thread *t)
{
	total_forget(t);
	arena_release(t, thread_size() + state_size() + model_told_size(),
		      block_size() + jumps_forget(t) + state_size());
}

void thread_set_gs(struct thread *t)
{
	sys2(__NR_arch_prctl, ARCH_SET_GS, t);
}

/* Frees the block of the calling thread, and ends it. Another thread may take the block at once, so
 * nothing of it is used any more, not even its stack. */
static _Noreturn void free_and_exit(struct thread *t, long status)
{
	__atomic_sub_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
	__asm__ volatile("movl %[free], (%[state])\n\t"
			 "1: movl %[nr], %%eax\n\t"
			 "syscall\n\t"
			 "jmp 1b"
			 :
			 : [free] "i"(THREAD_FREE), [state] "r"(&t->state),
			   "D"(status), [nr] "i"(__NR_exit)
			 : "rax", "rcx", "r11", "memory");
	__builtin_unreachable();
}

_Noreturn void thread_exit(struct thread *t, long status)
{
	if (engine.strict) {
		count_task_done(t);
		for (;;)
			sys1(__NR_exit, status);
	}
	sigmask_block_all();
	if (threads_count == 1 && !t->vfork_child)
		exit_group(t, status);
	buffers_prepare_end(t);
	count_task_done(t);
	account_close(t);
	if (!t->vfork_child) {
		sighand_put(t->sighand);
		free_and_exit(t, status);
	}
	/* The parent frees the block of a vfork child. */
	sys1(__NR_exit, status);
	__builtin_unreachable();
}

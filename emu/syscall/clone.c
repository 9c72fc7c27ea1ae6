// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A new task that shares the engine's memory runs on the engine stack of a new block, whatever
 * stack the program asks for: the program's stack pointer is only a register of its saved state. A
 * vfork child is such a task too. It has a block, signal actions and a record of its own, so that
 * nothing it does shows in its parent when that goes on.
 */
#include "emu/syscall/clone.h"

#include "emu/base/arena.h"
#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/offsets.h"
#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/confine.h"
#include "emu/code/constant.h"
#include "emu/code/maps.h"
#include "emu/count/count.h"
#include "emu/count/due.h"
#include "emu/count/task.h"
#include "emu/count/tree.h"
#include "emu/heritage/ahead.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/copied.h"
#include "emu/hide/clock.h"
#include "emu/hide/random.h"
#include "emu/model/model.h"
#include "emu/signal/account.h"
#include "emu/signal/action.h"
#include "emu/signal/altstack.h"
#include "emu/signal/call.h"
#include "emu/syscall/buffers.h"
#include "emu/syscall/dense.h"
#include "emu/syscall/jumps.h"
#include "emu/syscall/mlock.h"
#include "emu/syscall/sighand.h"
#include "emu/syscall/thread.h"

#include <linux/futex.h>
#include <linux/sched.h>
#include <linux/time_types.h>

#define PATIENCE 1000 /* milliseconds: a child may be stopped, or killed, before it begins */

/* What the program asks for. */
struct clone {
	long nr; /* __NR_clone or __NR_clone3 */
	u64 flags;
	u64 sp;			 /* of the child; 0: the parent's */
	u64 ctid;		 /* the word of CLONE_CHILD_SETTID and CLONE_CHILD_CLEARTID */
	u64 ptid, tls;		 /* of clone */
	struct clone_args *args; /* of clone3 */
	u64 size;
	bool clears; /* CLONE_CLEAR_SIGHAND: the engine does it, since its own handlers stay */
};

/* The first C code of a task that shares the engine's memory, on its own engine stack. All signals
 * are blocked. */
_Noreturn void clone_child_start(struct thread *t)
{
	thread_set_gs(t);
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	/* t->task is still the parent's, whose name the child inherits. */
	t->task = count_task_create(t, t->pid, t->tid, (s32)sys0(__NR_getppid));
	count_thread_attach(t, t->task);
	if (t->vfork_child) {
		__atomic_store_n(&t->begun, 1, __ATOMIC_RELEASE);
		sys3(__NR_futex, &t->begun, FUTEX_WAKE_PRIVATE, 1);
	}
	altstack_init(t);
	account_open(t);
	if (t->clears_actions)
		action_clear(t);
	sigmask_apply(t->sigmask);
	boundary_enter();
}

static void fork_child(struct thread *t, const struct forked_vectors *vectors)
{
	struct thread *o, **link;
	u32 task;

	/* The child has none of the other threads, so their blocks are free memory. */
	threads_lock = cache_lock = maps_lock = arena_lock = 0;
	if (t->sighand->lock)
		t->sighand->lock = 0;
	count_forked();
	model_forked();
	jumps_forked(t);
	ahead_forked();
	copied_forked();
	dense_forked();
	bequeath_forked();
	for (link = &threads_first; (o = *link);) {
		if (o != t) {
			*link = o->next;
			tree_forget(o);
			thread_forget(o);
		} else {
			link = &o->next;
		}
	}
	maps_forked();
	mlock_forked();
	threads_count = 1;
	account_forked(t);
	t->dispatch.mode = 0;
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	t->vfork_child = false;
	task = count_task_create(t, t->pid, t->tid, (s32)sys0(__NR_getppid));
	count_fork_child(t, task, vectors);
	due_begin(t);
	random_forked();
	if (engine.clock)
		clock_forked(t);
}

/* The kernel's call, for a child with that block and the stack [low, low + size) of its own. */
static long kernel_clone(const struct clone *c, struct thread *child, u64 low, u64 size)
{
	const u64 own = CLONE_THREAD | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
	u64 flags = c->flags, ctid = c->ctid;

	if (child && !(flags & own)) {
		child->watched = true;
		child->lives = 1;
		__atomic_store_n(&child->unowned, !(flags & CLONE_VFORK), __ATOMIC_RELEASE);
		flags |= CLONE_CHILD_CLEARTID;
		ctid = (u64)&child->lives;
	}
	if (c->args) {
		c->args->flags = flags;
		c->args->child_tid = ctid;
		c->args->stack = low;
		c->args->stack_size = size;
		return clone_kernel(c->nr, (u64)c->args, c->size, 0, 0, 0, child);
	}
	return clone_kernel(c->nr, flags, low + size, c->ptid, ctid, c->tls, child);
}

/* The call begins, once. */
static void forking(const struct clone *c)
{
	if (!(c->flags & CLONE_THREAD))
		random_forking();
	if (!engine.clock)
		return;
	if (c->flags & CLONE_VM && !(c->flags & CLONE_VFORK))
		clock_follow("started a second thread");
	clock_forking();
}

/* The child gets a copy of the process. The locks are held while it is copied, so that it is
 * whole. */
static long clone_process(struct thread *t, const struct clone *c)
{
	struct forked_vectors vectors;
	u64 mask = sigmask_block_all();
	long ret = -ENOMEM;
	bool shared = threads_count > 1; /* else nobody else has the actions */

	/* Else the child would have it, too. */
	if (t->pending_sig)
		return CALL_NOT_BEGUN;
	forking(c);
	if (engine.tree)
		tree_keep(t, t);
	mutex_lock(&cache_lock);
	if (!t->filters && threads_count == 1)
		bequeath_first();
	if (threads_count == 1) {
		ahead_forking();
		copied_forking();
		dense_forking(t);
	}
	confine_forking();
	mutex_lock(&maps_lock);
	mutex_lock(&threads_lock);
	if (shared)
		mutex_lock(&t->sighand->lock);
	if (count_fork_begin(&vectors, t->task)) {
		mutex_lock(&arena_lock);
		ret = kernel_clone(c, NULL, 0, 0);
		if (ret) {
			mutex_unlock(&arena_lock);
			count_fork_end(&vectors, ret > 0);
		}
	}
	if (ret == 0) {
		fork_child(t, &vectors);
		t->clear_tid = c->flags & CLONE_CHILD_CLEARTID ? c->ctid : 0;
		if (c->clears)
			action_clear(t);
		if (c->sp)
			t->cpu.r[RSP] = c->sp;
	} else {
		if (shared)
			mutex_unlock(&t->sighand->lock);
		mutex_unlock(&threads_lock);
		mutex_unlock(&maps_lock);
		mutex_unlock(&cache_lock);
	}
	sigmask_apply(mask);
	return ret;
}

/* A block for a task that shares memory, with the state that it begins with. NULL: no memory. */
static struct thread *create_child(struct thread *t, const struct clone *c)
{
	struct thread *child = thread_create();

	if (!child)
		return NULL;
	child->cpu = t->cpu;
	child->cpu.r[RAX] = 0;
	if (c->sp)
		child->cpu.r[RSP] = c->sp;
	child->gsbase = t->gsbase;
	child->gs_selector = t->gs_selector;
	child->sigmask = t->sigmask;
	child->filters = t->filters;
	child->cpuid_faults = t->cpuid_faults;
	child->vfork_child = !(c->flags & CLONE_THREAD);
	child->clears_actions = c->clears;
	child->task = t->task;
	buffers_prepare_child(child, c->flags, c->ctid);
	/* As in the kernel, only a task that shares memory without vfork loses the signal stack. */
	if (c->flags & CLONE_VFORK)
		child->alt = t->alt;
	if (engine.tree && child->vfork_child && !c->sp)
		tree_keep(t, child);
	child->sighand = sighand_get(t->sighand, c->flags & CLONE_SIGHAND);
	if (child->sighand)
		return child;
	thread_destroy(child);
	return NULL;
}

/* Waits until a child counts for itself. Before that the next image of this process would not know
 * that somebody still needs the counters of the earlier one. */
static void await_begin(struct thread *child)
{
	static const struct __kernel_timespec moment = { 0, 1000000 };

	for (u32 i = 0; i < PATIENCE && !child->begun && !thread_is_left(child); i++)
		sys4(__NR_futex, &child->begun, FUTEX_WAIT_PRIVATE, 0, &moment);
}

/* The child shares memory: a thread, or a vfork child. */
static long clone_sharing(struct thread *t, const struct clone *c)
{
	u64 mask = sigmask_block_all();
	bool alone = threads_count == 1; /* the child counts, too */
	struct thread *child = create_child(t, c);
	bool over = false;
	long ret = -EAGAIN;

	forking(c);
	if (!(c->flags & CLONE_VFORK)) { /* else this thread waits */
		mutex_lock(&cache_lock);
		constant_expect_thread();
		mutex_unlock(&cache_lock);
	}
	if (!(c->flags & CLONE_FILES)) {
		mutex_lock(&cache_lock);
		if (c->flags & CLONE_VFORK && !t->vfork_child && !t->filters && alone)
			bequeath_first();
		if (c->flags & CLONE_VFORK)
			confine_leak();
		else
			confine_apart();
		mutex_unlock(&cache_lock);
	}
	if (child) {
		ret = kernel_clone(c, child, (u64)child + T_STACK_LOW,
				   T_STACK_TOP - T_STACK_LOW - 64);
		over = ret < 0;
	}
	if (ret >= 0 && !(c->flags & (CLONE_VFORK | CLONE_THREAD)))
		await_begin(child);
	if (ret >= 0 && c->flags & CLONE_VFORK && !(c->flags & CLONE_THREAD)) {
		/* It has called execve (and folded its counts before), or has ended, maybe
		 * killed. */
		if (engine.shm->tasks[child->task].chunk == (s32)child->chunk)
			count_task_done(child);
		over = true;
	}
	if (over) {
		sighand_put(child->sighand);
		thread_destroy(child);
	}
	sigmask_apply(mask);
	return ret;
}

static long do_clone(struct thread *t, const struct clone *c)
{
	return c->flags & CLONE_VM ? clone_sharing(t, c) : clone_process(t, c);
}

long clone_clone(struct thread *t, u64 flags, u64 stack, u64 ptid, u64 ctid, u64 tls)
{
	const struct clone c = {
		.nr = __NR_clone,
		.flags = flags,
		.sp = stack,
		.ptid = ptid,
		.ctid = ctid,
		.tls = tls,
	};

	return do_clone(t, &c);
}

long clone_fork(struct thread *t)
{
	return clone_clone(t, SIGCHLD, 0, 0, 0, 0);
}

long clone_vfork(struct thread *t)
{
	return clone_clone(t, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
}

long clone_clone3(struct thread *t, u64 uargs, u64 size)
{
	union {
		struct clone_args a;
		u8 room[256];
	} args = { 0 };
	struct clone c = { .nr = __NR_clone3, .args = &args.a, .size = size };

	if (size < CLONE_ARGS_SIZE_VER0 || size > sizeof(args))
		return size < CLONE_ARGS_SIZE_VER0 ? -EINVAL : -E2BIG;
	if (copy_from_user(&args, uargs, size))
		return -EFAULT;
	if (!args.a.stack != !args.a.stack_size)
		return -EINVAL;
	c.clears = (args.a.flags & (CLONE_CLEAR_SIGHAND | CLONE_SIGHAND)) == CLONE_CLEAR_SIGHAND;
	if (c.clears)
		args.a.flags &= ~CLONE_CLEAR_SIGHAND;
	c.flags = args.a.flags;
	c.ctid = args.a.child_tid;
	c.sp = args.a.stack ? args.a.stack + args.a.stack_size : 0;
	return do_clone(t, &c);
}

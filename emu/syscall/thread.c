// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Threads and processes of the program: blocks, clone in all its forms, and the ends.
 *
 * Whatever the program asks, the kernel's stack of a new task that shares our memory is the new
 * block's engine stack: the program's stack pointer is only a register of its saved state. A vfork
 * child is such a task too, with a block, signal actions and a record of its own, so that nothing it
 * does shows in its parent when that goes on.
 */
#include "emu/base/thread.h"
#include "emu/base/sigmask.h"
#include "emu/base/lock.h"
#include "emu/code/cache.h"
#include <linux/mman.h>
#include <linux/sched.h>

/* ---- blocks ---- */

struct thread *thread_create(void)
{
	struct thread *t;
	long mem;
	u64 *ind;

	lock_acquire(&threads_lock);
	for (t = threads_first; t; t = t->next)
		if (t->state == THREAD_FREE) {
			t->state = THREAD_ENGINE;
			break;
		}
	lock_release(&threads_lock);
	if (!t) {
		mem = sys6(__NR_mmap, 0, T_BLOCK_SIZE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (mem < 0)
			return NULL;
		t = (struct thread *)mem;
		t->state = THREAD_ENGINE;
		engine.footprint += T_BLOCK_SIZE;
		lock_acquire(&threads_lock);
		t->next = threads_first;
		threads_first = t;
		lock_release(&threads_lock);
	}
	{
		/* the block is ours already: it must not look free for a moment */
		struct emu_thread *shm = t->shm;
		u32 chunk = t->chunk;

		memset(t, 0, offsetof(struct thread, next));
		memset((u8 *)t + offsetof(struct thread, tid), 0,
		       offsetof(struct thread, pending) - offsetof(struct thread, tid));
		t->pid = 0;
		t->shm = shm;
		t->chunk = chunk;
	}
	t->self = t;
	t->upper = ~0xffffull;
	t->stack = (u64)t + T_STACK_TOP;
	t->alt.flags = 2; /* SS_DISABLE */
	ind = (u64 *)((u64)t + T_IND);
	for (unsigned i = 0; i < 65536; i++)
		ind[i] = (u64)cache.tramp_miss;
	__atomic_add_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
	return t;
}

void thread_destroy(struct thread *t)
{
	__atomic_sub_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&t->state, THREAD_FREE, __ATOMIC_RELEASE);
}

void thread_set_gs(struct thread *t)
{
	sys2(__NR_arch_prctl, 0x1001 /* ARCH_SET_GS */, t);
}

/* ---- signal actions ---- */

static struct sighand *sighand_get(struct thread *t, bool share)
{
	struct sighand *s;
	long mem;

	if (share) {
		__atomic_add_fetch(&t->sighand->users, 1, __ATOMIC_SEQ_CST);
		return t->sighand;
	}
	mem = sys6(__NR_mmap, 0, (long)PAGE_UP(sizeof(*s)), PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mem < 0)
		return NULL;
	s = (struct sighand *)mem;
	*s = *t->sighand;
	s->users = 1;
	s->lock = 0;
	return s;
}

static void sighand_put(struct sighand *s)
{
	if (!__atomic_sub_fetch(&s->users, 1, __ATOMIC_SEQ_CST))
		sys2(__NR_munmap, s, PAGE_UP(sizeof(*s)));
}

/* ---- clone ---- */

/* First C code of a task that shares our memory, on its own engine stack; all signals are blocked. */
_Noreturn void thread_child_start(struct thread *t);
_Noreturn void thread_child_start(struct thread *t)
{
	thread_set_gs(t);
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	/* child->task is the parent's so far: its name is inherited */
	t->task = count_task_create(t, (s32)sys0(__NR_getpid), t->tid, (s32)sys0(__NR_getppid));
	count_thread_attach(t, t->task);
	signal_thread_init(t);
	sigmask_apply(t->sigmask);
	run_thread(t);
}

static void fork_child(struct thread *t)
{
	struct thread *o, **link;
	u32 task;

	/* the other threads are not here; their blocks are free memory */
	threads_lock = cache_lock = maps_lock = t->sighand->lock = 0;
	count_forked();
	for (link = &threads_first; (o = *link);) {
		if (o != t) {
			*link = o->next;
			sys2(__NR_munmap, o, T_BLOCK_SIZE);
			engine.footprint -= T_BLOCK_SIZE;
		} else {
			link = &o->next;
		}
	}
	threads_count = 1;
	t->pid = (s32)sys0(__NR_getpid);
	t->tid = (s32)sys0(__NR_gettid);
	t->vfork_child = false;
	task = count_task_create(t, (s32)sys0(__NR_getpid), t->tid, (s32)sys0(__NR_getppid));
	count_fork_child(t, task);
	random_fork();
}

static long do_clone(struct thread *t, long nr, u64 a, u64 b, u64 c, u64 d, u64 e, u64 flags, u64 sp,
		     struct clone_args *args3)
{
	struct thread *child = NULL;
	u64 mask;
	long ret;

	if (!(flags & CLONE_THREAD))
		random_forking();
	if (!(flags & CLONE_VM)) {
		/* a copy of the process: the locks are held over the copying, so that it is whole */
		mask = sigmask_block_all();
		lock_acquire(&cache_lock);
		lock_acquire(&maps_lock);
		lock_acquire(&threads_lock);
		lock_acquire(&t->sighand->lock);
		if (args3) {
			args3->stack = args3->stack_size = 0;
			ret = syscall_clone(nr, (u64)args3, b, 0, 0, 0, NULL);
		} else {
			ret = syscall_clone(nr, a, 0, c, d, e, NULL);
		}
		if (ret == 0) {
			fork_child(t);
			if (sp)
				t->cpu.r[RSP] = sp;
		} else {
			lock_release(&t->sighand->lock);
			lock_release(&threads_lock);
			lock_release(&maps_lock);
			lock_release(&cache_lock);
		}
		sigmask_apply(mask);
		return ret;
	}

	mask = sigmask_block_all();
	child = thread_create();
	if (!child) {
		sigmask_apply(mask);
		return -EAGAIN;
	}
	child->cpu = t->cpu;
	child->cpu.r[RAX] = 0;
	if (sp)
		child->cpu.r[RSP] = sp;
	child->gsbase = t->gsbase;
	child->gs_selector = t->gs_selector;
	child->sigmask = t->sigmask;
	child->filters = t->filters;
	child->vfork_child = !(flags & CLONE_THREAD);
	child->task = t->task;
	if (flags & CLONE_VFORK || !(flags & CLONE_THREAD))
		child->alt = t->alt; /* as the kernel: only a thread that shares memory loses it */
	if ((flags & (CLONE_VM | CLONE_VFORK)) == CLONE_VM)
		child->alt = (struct stack_alt){.flags = 2};
	child->sighand = sighand_get(t, flags & CLONE_SIGHAND);
	if (!child->sighand) {
		thread_destroy(child);
		sigmask_apply(mask);
		return -EAGAIN;
	}
	if (args3) {
		args3->stack = (u64)child + T_STACK_LOW;
		args3->stack_size = T_STACK_TOP - T_STACK_LOW - 64;
		ret = syscall_clone(nr, (u64)args3, b, 0, 0, 0, child);
	} else {
		ret = syscall_clone(nr, a, child->stack - 64, c, d, e, child);
	}
	if (ret < 0) {
		sighand_put(child->sighand);
		thread_destroy(child);
	} else if (flags & CLONE_VFORK && !(flags & CLONE_THREAD)) {
		/* it has called execve (and folded its counts before), or is gone, maybe killed */
		if (engine.shm->tasks[child->task].chunk == (s32)child->chunk)
			count_task_done(child);
		sighand_put(child->sighand);
		thread_destroy(child);
	}
	sigmask_apply(mask);
	return ret;
}

long thread_clone(struct thread *t, u64 flags, u64 stack, u64 ptid, u64 ctid, u64 tls)
{
	return do_clone(t, __NR_clone, flags, stack, ptid, ctid, tls, flags, stack, NULL);
}

long thread_clone3(struct thread *t, u64 uargs, u64 size)
{
	union {
		struct clone_args a;
		u8 room[256];
	} args = {0};

	if (size < 64 || size > sizeof(args))
		return size < 64 ? -EINVAL : -E2BIG;
	if (copy_from_user(&args, uargs, size))
		return -EFAULT;
	if (args.a.stack && !args.a.stack_size)
		return -EINVAL;
	return do_clone(t, __NR_clone3, 0, size, 0, 0, 0, args.a.flags,
			args.a.stack ? args.a.stack + args.a.stack_size : 0, &args.a);
}

/* ---- the ends ---- */

_Noreturn void thread_exit(struct thread *t, long status)
{
	if (engine.strict) {
		count_task_done(t);
		for (;;)
			sys1(__NR_exit, status);
	}
	sigmask_block_all();
	if (threads_count == 1 && !t->vfork_child)
		thread_exit_group(t, status);
	count_task_done(t);
	if (!t->vfork_child) {
		/* nothing of the block is touched after it is free: no stack below */
		sighand_put(t->sighand);
		__atomic_sub_fetch(&threads_count, 1, __ATOMIC_SEQ_CST);
		__asm__ volatile("movl %[free], (%[state])\n\t"
				 "1: movl %[nr], %%eax\n\t"
				 "syscall\n\t"
				 "jmp 1b"
				 :
				 : [free] "i"(THREAD_FREE), [state] "r"(&t->state), "D"(status),
				   [nr] "i"(__NR_exit)
				 : "rax", "rcx", "r11", "memory");
	}
	sys1(__NR_exit, status);
	__builtin_unreachable();
}

_Noreturn void thread_exit_group(struct thread *t, long status)
{
	sigmask_block_all();
	if (t->vfork_child)
		count_task_done(t);
	else
		dispatch_end_counting(t);
	for (;;)
		sys1(__NR_exit_group, status);
}

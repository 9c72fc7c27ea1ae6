// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's system calls. Most are passed on as they are; the ones here would otherwise change
 * the engine (memory that is code, signals, threads) or let the program lose it.
 */
#include "emu/base/thread.h"
#include "emu/base/lock.h"
#include "emu/code/cache.h"
#include "emu/signal/signal.h"
#include <linux/mman.h>

#define ARCH_SET_GS 0x1001
#define ARCH_SET_FS 0x1002
#define ARCH_GET_FS 0x1003
#define ARCH_GET_GS 0x1004
#define PR_SET_NAME 15
#define PR_SET_SECCOMP 22
#define STACK_REACH (8ull << 20)
#define CLONE_VM    0x100ull
#define CLONE_VFORK 0x4000ull

/* Would this range take memory that is the engine's? */
static bool hits_engine(u64 start, u64 len)
{
	u64 end = start + len;

	if (start < engine.engine_end && end > engine.engine_start)
		return true;
	if (start < (u64)cache.end && end > (u64)cache.traces)
		return true;
	for (struct thread *t = threads_first; t; t = t->next)
		if (start < (u64)t + T_BLOCK_SIZE && end > (u64)t)
			return true;
	return false;
}

static long do_mmap(const u64 a[6])
{
	u64 addr = a[0], len = PAGE_UP(a[1]), prot = a[2], flags = a[3];
	bool fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
	bool code = (prot & PROT_EXEC) || (fixed && maps_any(addr, addr + len));
	bool shared = (flags & MAP_TYPE) != MAP_PRIVATE;
	long r;

	if (fixed && hits_engine(addr, len))
		return flags & MAP_FIXED_NOREPLACE ? -EEXIST : -ENOMEM;
	if (prot & PROT_EXEC)
		prot |= PROT_READ; /* the translator must read what it translates */
	if (code)
		lock_acquire(&cache_lock);
	r = sys6(__NR_mmap, (long)addr, (long)a[1], (long)prot, (long)flags, (long)a[4], (long)a[5]);
	if (r >= 0 || r < -4095) {
		if (code)
			maps_set((u64)r, (u64)r + len, (int)a[2]);
		maps_shared((u64)r, (u64)r + len, shared);
	}
	if (code)
		lock_release(&cache_lock);
	return r;
}

static long do_mprotect(long nr, const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = (a[2] & PROT_EXEC) || maps_any(start, start + len);
	u64 prot = a[2] | (a[2] & PROT_EXEC ? PROT_READ : 0);
	long r;

	if (hits_engine(start, len))
		return -ENOMEM;
	if (code)
		lock_acquire(&cache_lock);
	r = sys4(nr, start, a[1], prot, a[3]);
	if (!r && code) /* PROT_GROWSDOWN: the stack, as far down as it may ever reach */
		maps_set(start - (a[2] & PROT_GROWSDOWN ? STACK_REACH : 0), start + len, (int)a[2]);
	if (code)
		lock_release(&cache_lock);
	return r;
}

static long do_munmap(const u64 a[6])
{
	u64 start = a[0], len = PAGE_UP(a[1]);
	bool code = maps_any(start, start + len);
	long r;

	if (hits_engine(start, len))
		return -EINVAL;
	if (code)
		lock_acquire(&cache_lock);
	r = sys2(__NR_munmap, start, a[1]);
	if (!r) {
		if (code)
			maps_set(start, start + len, 0);
		maps_shared(start, start + len, false);
	}
	if (code)
		lock_release(&cache_lock);
	return r;
}

static long pass_on(struct thread *t, long nr, u64 a[6])
{
	long r;

	if (file_syscall(t, nr, a, &r))
		return r;
	/* the kernel cannot write to pages that we protect */
	if (pages_protected && (nr == __NR_read || nr == __NR_pread64 || nr == __NR_recvfrom))
		pages_prepare_write(a[1], a[2]);
	callmask_note(t, nr, a);
	r = syscall_program(t, nr, a);
	if (r == -EFAULT && pages_protected) {
		pages_unprotect_all();
		r = syscall_program(t, nr, a);
	}
	t->call_masked = false;
	return r;
}

/* Code there has changed, by other means than the program's stores. */
static void code_changed(u64 start, u64 end)
{
	if (!maps_any(start, end))
		return;
	pages_prepare_write(start, end - start);
	lock_acquire(&cache_lock);
	pages_invalidate(PAGE_DOWN(start), PAGE_UP(end));
	lock_release(&cache_lock);
}

/* What drops the pages: zeros, or the file again, stand there then. */
static long do_madvise(struct thread *t, u64 a[6])
{
	u64 start = a[0], end = start + PAGE_UP(a[1]);
	bool drops = a[2] == MADV_DONTNEED || a[2] == MADV_FREE || a[2] == MADV_REMOVE ||
		     a[2] == MADV_DONTNEED_LOCKED;
	long r;

	if (drops && hits_engine(start, PAGE_UP(a[1])))
		return -ENOMEM;
	r = pass_on(t, __NR_madvise, a);
	if (!r && drops)
		code_changed(start, end);
	return r;
}

/* write and its family, after /proc/self/mem was opened for writing: through it read-only code changes. */
static void wrote(long nr, const u64 a[6], long n)
{
	u64 at = a[3];
	char link[32], to[64];
	long len;

	emu_snprintf(link, sizeof(link), "/proc/self/fd/%d", (int)a[0]);
	len = sys3(__NR_readlink, link, to, sizeof(to));
	if (len < 10 || memcmp(to, "/proc/", 6) || memcmp(to + len - 4, "/mem", 4))
		return;
	if (nr == __NR_write || nr == __NR_writev)
		at = (u64)sys3(__NR_lseek, a[0], 0, 1 /* SEEK_CUR */) - (u64)n;
	code_changed(at, at + (u64)n);
}

static long do_mremap(const u64 a[6])
{
	u64 old = a[0], old_len = PAGE_UP(a[1]), len = PAGE_UP(a[2]);
	int prot = maps_prot(old);
	long r;

	if (hits_engine(old, old_len) || ((a[3] & 2) && hits_engine(a[4], len)))
		return -EINVAL;
	lock_acquire(&cache_lock);
	r = sys5(__NR_mremap, a[0], a[1], a[2], a[3], a[4]);
	if (r >= 0 || r < -4095) {
		if (old_len && prot && !(a[3] & 4 /* MREMAP_DONTUNMAP */))
			maps_set(old, old + old_len, 0);
		maps_set((u64)r, (u64)r + len, prot);
		if (!old_len) { /* a second view of a shared mapping */
			maps_shared(old, old + len, true);
			maps_shared((u64)r, (u64)r + len, true);
		}
	}
	lock_release(&cache_lock);
	return r;
}

static long do_arch_prctl(struct thread *t, const u64 a[6])
{
	switch (a[0]) {
	case ARCH_SET_GS:
		if (a[1] >> 47)
			return -EPERM;
		t->gsbase = a[1];
		t->gs_selector = 0;
		return 0;
	case ARCH_GET_GS:
		return copy_to_user(a[1], &t->gsbase, 8);
	default:
		return sys2(__NR_arch_prctl, a[0], a[1]);
	}
}

static long do_exec(struct thread *t, int dirfd, u64 path, u64 argv, u64 envp, int flags)
{
	long r;

	/* a vfork child's counts must be final before its parent goes on */
	if (t->vfork_child)
		count_task_done(t);
	sigmask_block_all();
	signal_before_exec(t);
	r = exec_syscall(t, dirfd, path, argv, envp, flags);
	signal_after_exec(t);
	if (t->vfork_child) {
		engine.shm->tasks[t->task].state = EMU_TASK_LIVE;
		count_thread_attach(t, t->task);
	}
	return r;
}

static long do_private(struct thread *t, const u64 a[6])
{
	u64 out[EMU_NSIGNALS];

	switch (a[0]) {
	case EMU_CALL_READ:
		count_read(t, out);
		return copy_to_user(a[1], out, sizeof(out));
	case EMU_CALL_FLAGS:
		return engine.shm->flags;
	default:
		return -EINVAL;
	}
}

static long do_sigpending(struct thread *t, const u64 a[6])
{
	u64 set = 0;
	long r = sys2(__NR_rt_sigpending, &set, 8);

	if (r < 0)
		return r;
	set |= t->stashed;
	return copy_to_user(a[0], &set, a[1] < 8 ? a[1] : 8);
}

static long one_syscall(struct thread *t, long nr, u64 a[6])
{
	long r;

	if (unlikely(t->filters) && nr != EMU_SYSCALL && !seccomp_allows(t, nr, a))
		return syscall_program(t, nr, a);
	switch (nr) {
	case __NR_rt_sigaction:
		return signal_sigaction(t, a[0], a[1], a[2], a[3]);
	case __NR_rt_sigprocmask:
		return signal_sigprocmask(t, a[0], a[1], a[2], a[3]);
	case __NR_sigaltstack:
		return signal_sigaltstack(t, a[0], a[1]);
	case __NR_rt_sigpending:
		return do_sigpending(t, a);
	case __NR_rt_sigreturn:
		signal_sigreturn(t);
	case __NR_clone:
		return thread_clone(t, a[0], a[1], a[2], a[3], a[4]);
	case __NR_fork:
		return thread_clone(t, 17 /* SIGCHLD */, 0, 0, 0, 0);
	case __NR_vfork:
		return thread_clone(t, CLONE_VM | CLONE_VFORK | 17, 0, 0, 0, 0);
	case __NR_clone3:
		return thread_clone3(t, a[0], a[1]);
	case __NR_execve:
		return do_exec(t, -100 /* AT_FDCWD */, a[0], a[1], a[2], 0);
	case __NR_execveat:
		return do_exec(t, (int)a[0], a[1], a[2], a[3], (int)a[4]);
	case __NR_exit:
		thread_exit(t, (long)a[0]);
	case __NR_exit_group:
		thread_exit_group(t, (long)a[0]);
	case __NR_mmap:
		return do_mmap(a);
	case __NR_mprotect:
	case __NR_pkey_mprotect:
		return do_mprotect(nr, a);
	case __NR_munmap:
		return do_munmap(a);
	case __NR_mremap:
		return do_mremap(a);
	case __NR_madvise:
		return do_madvise(t, a);
	case __NR_write:
	case __NR_pwrite64:
	case __NR_writev:
	case __NR_pwritev:
	case __NR_pwritev2:
		r = pass_on(t, nr, a);
		if (unlikely(engine.writes_memory) && r > 0)
			wrote(nr, a, r);
		return r;
	case __NR_arch_prctl:
		return do_arch_prctl(t, a);
	case __NR_rseq: /* restartable sequences name addresses of code that never runs here */
		return -ENOSYS;
	case __NR_ptrace:
		__atomic_fetch_or(&engine.shm->flags, EMU_F_PTRACE, __ATOMIC_SEQ_CST);
		r = pass_on(t, nr, a);
		if (r == 0 && a[0] == 0 /* PTRACE_TRACEME */ && leave_possible(t)) {
			t->cpu.r[RAX] = 0;
			t->cpu.r[RCX] = t->cpu.rip;
			t->cpu.r[R11] = t->cpu.rflags;
			leave_engine(t);
		}
		return r;
	case __NR_prctl:
		if (a[0] == PR_SET_NAME) {
			char name[16] = {0};

			if (!copy_from_user(name, a[1], 15) || string_from_user(name, a[1], 16) >= 0)
				count_comm(t, name);
		}
		if (seccomp_install(t, nr, a, &r))
			return r;
		r = pass_on(t, nr, a);
		engine.strict |= r == 0 && a[0] == PR_SET_SECCOMP && a[1] == 1;
		return r;
	case __NR_seccomp:
		if (seccomp_install(t, nr, a, &r))
			return r;
		r = pass_on(t, nr, a);
		engine.strict |= r == 0 && a[0] == 0 /* SECCOMP_SET_MODE_STRICT */;
		return r;
	case EMU_SYSCALL:
		return do_private(t, a);
	default:
		return pass_on(t, nr, a);
	}
}

bool syscall_exec(struct thread *t, long nr, u64 a[6])
{
	long ret;

	t->syscall_pc = t->cpu.rip - 2;
	ret = one_syscall(t, nr, a);
	if (ret == -4096) { /* a signal came before it began: again, after the handler */
		t->cpu.rip = t->syscall_pc;
		return false;
	}
	t->cpu.r[RAX] = (u64)ret;
	return true;
}

void syscall_insn_exec(struct thread *t)
{
	struct cpu *c = &t->cpu;
	u64 a[6] = {c->r[RDI], c->r[RSI], c->r[RDX], c->r[R10], c->r[R8], c->r[R9]};

	if (syscall_exec(t, (long)c->r[RAX], a)) {
		c->r[RCX] = c->rip;
		c->r[R11] = c->rflags;
	}
}

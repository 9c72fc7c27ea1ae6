// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Most system calls are passed on as they are. The ones here would otherwise change the engine
 * (memory that is code, signals, threads) or let the program lose it.
 */
#include "emu/syscall/syscall.h"

#include "emu/base/boundary.h"
#include "emu/base/engine.h"
#include "emu/base/mutex.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/confine.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/task.h"
#include "emu/count/total.h"
#include "emu/heritage/ahead.h"
#include "emu/heritage/copied.h"
#include "emu/heritage/shelf.h"
#include "emu/hide/shortage.h"
#include "emu/launch.h"
#include "emu/model/model.h"
#include "emu/signal/abi.h"
#include "emu/signal/action.h"
#include "emu/signal/altstack.h"
#include "emu/signal/call.h"
#include "emu/signal/exit.h"
#include "emu/signal/forward.h"
#include "emu/signal/kick.h"
#include "emu/signal/mask.h"
#include "emu/signal/sigreturn.h"
#include "emu/syscall/buffers.h"
#include "emu/syscall/clone.h"
#include "emu/syscall/exec/exec.h"
#include "emu/syscall/flush.h"
#include "emu/syscall/memory.h"
#include "emu/syscall/mlock.h"
#include "emu/syscall/native.h"
#include "emu/syscall/pass.h"
#include "emu/syscall/seccomp/seccomp.h"
#include "emu/syscall/thread.h"
#include "emu/syscall/user_dispatch.h"

#include <asm/prctl.h>
#include <linux/fcntl.h>
#include <linux/membarrier.h>
#include <linux/prctl.h>
#include <linux/ptrace.h>
#include <linux/seccomp.h>

#ifndef PR_SET_MDWE /* since Linux 6.3 */
#define PR_SET_MDWE 65
#define PR_GET_MDWE 66
#endif

static long arch_prctl(struct thread *t, const u64 a[6])
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
	case ARCH_GET_CPUID:
		return !t->cpuid_faults;
	case ARCH_SET_CPUID: /* the engine itself needs CPUID; can the processor refuse it? */
		if (sys2(__NR_arch_prctl, ARCH_SET_CPUID, 1))
			return -ENODEV;
		t->cpuid_faults = !a[1];
		return 0;
	case ARCH_SET_FS:
		model_forget_fs(t);
		return sys2(__NR_arch_prctl, ARCH_SET_FS, a[1]);
	default:
		return sys2(__NR_arch_prctl, a[0], a[1]);
	}
}

/* Another thread that flushes the cache moves this one's counts meanwhile, but for the lock. */
static void read_counts(struct thread *t, u64 out[EMU_NSIGNALS])
{
	mutex_lock(&cache_lock);
	if (engine.sampled && !engine.reads) {
		engine.reads = true;
		flush_cache(t);
	}
	total_read(t, out);
	if (total_wants_flush(t))
		flush_cache(t);
	mutex_unlock(&cache_lock);
}

/* A call of the program to the engine: see launch.h. */
static long engine_call(struct thread *t, const u64 a[6])
{
	u64 out[EMU_NSIGNALS];

	switch (a[0]) {
	case EMU_CALL_READ:
		read_counts(t, out);
		return copy_to_user(a[1], out, sizeof(out));
	case EMU_CALL_FLAGS:
		return engine.shm->flags;
	default:
		return -EINVAL;
	}
}

static long ptrace(struct thread *t, u64 a[6])
{
	long r;

	__atomic_fetch_or(&engine.shm->flags, EMU_F_PTRACE, __ATOMIC_SEQ_CST);
	r = pass_on(t, __NR_ptrace, a);
	if (r == 0 && a[0] == PTRACE_TRACEME && native_possible(t)) {
		/* The registers as SYSCALL leaves them. */
		t->cpu.r[RAX] = 0;
		t->cpu.r[RCX] = t->cpu.rip;
		t->cpu.r[R11] = t->cpu.rflags;
		native_continue(t);
	}
	return r;
}

static void set_name(struct thread *t, u64 name_at)
{
	char name[16] = { 0 };

	if (!copy_from_user(name, name_at, 15) || string_from_user(name, name_at, 16) >= 0)
		count_comm(t, name);
}

/* Before a sandbox: whoever takes the process over has no way to others of the tree. */
static void give_up_shared(void)
{
	shelf_give_up();
	mutex_lock(&cache_lock);
	ahead_give_up();
	copied_give_up();
	mutex_unlock(&cache_lock);
}

static long prctl(struct thread *t, u64 a[6])
{
	long r;

	if (a[0] == PR_SET_NAME)
		set_name(t, a[1]);
	/* Code that was writable stays so, but could not become writable again. */
	if (a[0] == PR_SET_MDWE && sys5(__NR_prctl, PR_GET_MDWE, 0, 0, 0, 0) >= 0)
		pages_compare_all();
	if (a[0] == PR_SET_SYSCALL_USER_DISPATCH)
		return user_dispatch_set(t, a);
	if (seccomp_confines(__NR_prctl, a))
		give_up_shared();
	if (seccomp_install(t, __NR_prctl, a, &r))
		return r;
	r = pass_on(t, __NR_prctl, a);
	engine.strict |= r == 0 && a[0] == PR_SET_SECCOMP && a[1] == SECCOMP_MODE_STRICT;
	return r;
}

static long seccomp(struct thread *t, u64 a[6])
{
	long r;

	if (seccomp_confines(__NR_seccomp, a))
		give_up_shared();
	if (seccomp_install(t, __NR_seccomp, a, &r))
		return r;
	r = pass_on(t, __NR_seccomp, a);
	engine.strict |= r == 0 && a[0] == SECCOMP_SET_MODE_STRICT;
	return r;
}

/* Calls by which others may come to have a descriptor; all others are passed on. */
static long descriptor_call(struct thread *t, long nr, u64 a[6])
{
	switch (nr) {
	case __NR_sendmsg:
	case __NR_sendmmsg:
		confine_leaks();
		return pass_on(t, nr, a);
	case __NR_unshare:
	case __NR_close_range:
		return memory_unshare(t, nr, a);
	case __NR_dup:
	case __NR_dup2:
	case __NR_dup3:
	case __NR_fcntl:
	case __NR_pidfd_getfd:
		return memory_copy_fd(t, nr, a);
	default:
		return pass_on(t, nr, a);
	}
}

/* There is no rseq(2), so a program must not find its barriers either: from what one of the two
 * calls says it concludes what the other one will do. A kernel without CONFIG_RSEQ answers so. */
static long membarrier(struct thread *t, u64 a[6])
{
	const int of_rseq = MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ |
			    MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ;
	long r;

	if ((int)a[0] & of_rseq)
		return -EINVAL;
	r = pass_on(t, __NR_membarrier, a);
	return r > 0 && (int)a[0] == MEMBARRIER_CMD_QUERY ? r & ~of_rseq : r;
}

/* Calls that change the program's memory. */
static long memory_call(struct thread *t, long nr, u64 a[6])
{
	switch (nr) {
	case __NR_mmap:
		return memory_mmap(a);
	case __NR_mprotect:
	case __NR_pkey_mprotect:
		return memory_mprotect(nr, a);
	case NR_mseal:
		return memory_mseal(a);
	case __NR_remap_file_pages:
		return memory_remap_file_pages(a);
	case __NR_munmap:
		return memory_munmap(a);
	case __NR_mremap:
		return memory_mremap(a);
	case __NR_brk:
		return mlock_brk(a[0]);
	case __NR_mlockall:
		return mlock_all(t, a);
	case __NR_munlockall:
		return mlock_none(t, a);
	case __NR_shmat:
		return memory_shmat(a);
	case __NR_shmdt:
		return memory_shmdt(a);
	case __NR_membarrier:
		return membarrier(t, a);
	case __NR_process_madvise:
		return memory_process_madvise(t, a);
	case __NR_userfaultfd:
	case __NR_ioctl:
		return memory_userfault(t, nr, a);
	case __NR_madvise:
		return memory_madvise(t, a);
	case __NR_open:
	case __NR_creat:
	case __NR_openat:
	case __NR_openat2:
	case __NR_memfd_create:
		return memory_open(t, nr, a);
	case __NR_write:
	case __NR_pwrite64:
	case __NR_writev:
	case __NR_pwritev:
	case __NR_pwritev2:
		return memory_write(t, nr, a);
	default:
		return descriptor_call(t, nr, a);
	}
}

static long send_to_thread(struct thread *t, long nr, u64 sig, u64 a[6])
{
	struct siginfo marked;
	long r;

	if (nr == __NR_rt_tgsigqueueinfo)
		forward_mark(a, &marked);
	return kick_avoid(nr, sig, a, &r) ? r : pass_on(t, nr, a);
}

static long one_syscall(struct thread *t, long nr, u64 a[6])
{
	if (unlikely(t->filters) && nr != EMU_SYSCALL && !seccomp_allows(t, nr, a))
		return call_kernel(t, nr, a);
	switch (nr) {
	case __NR_rt_sigaction:
		return action_sigaction(t, a[0], a[1], a[2], a[3]);
	case __NR_rt_sigprocmask:
		return mask_sigprocmask(t, a[0], a[1], a[2], a[3]);
	case __NR_sigaltstack:
		return altstack_sigaltstack(t, a[0], a[1]);
	case __NR_rt_sigpending:
		return mask_sigpending(t, a[0], a[1]);
	case __NR_tkill:
		return send_to_thread(t, nr, a[1], a);
	case __NR_tgkill:
	case __NR_rt_tgsigqueueinfo:
		return send_to_thread(t, nr, a[2], a);
	case __NR_rt_sigreturn:
		sigreturn(t);
		boundary_enter();
	case __NR_clone:
		return clone_clone(t, a[0], a[1], a[2], a[3], a[4]);
	case __NR_fork:
		return clone_fork(t);
	case __NR_vfork:
		return clone_vfork(t);
	case __NR_clone3:
		return clone_clone3(t, a[0], a[1]);
	case __NR_execve:
		return exec_syscall(t, AT_FDCWD, a[0], a[1], a[2], 0);
	case __NR_execveat:
		return exec_syscall(t, (int)a[0], a[1], a[2], a[3], (int)a[4]);
	case __NR_exit:
		thread_exit(t, (long)a[0]);
	case __NR_exit_group:
		exit_group(t, (long)a[0]);
	case __NR_arch_prctl:
		return arch_prctl(t, a);
	case __NR_set_tid_address:
		t->clear_tid = a[0];
		t->watched = false;
		return pass_on(t, nr, a);
	case __NR_rseq: /* restartable sequences name addresses of code that never runs here */
		return -ENOSYS;
	case __NR_ptrace:
		return ptrace(t, a);
	case __NR_prctl:
		return prctl(t, a);
	case __NR_seccomp:
		return seccomp(t, a);
	case __NR_landlock_restrict_self:
		give_up_shared();
		return pass_on(t, nr, a);
	case EMU_SYSCALL:
		return engine_call(t, a);
	default:
		return memory_call(t, nr, a);
	}
}

bool syscall_make(struct thread *t, long nr, u64 a[6])
{
	long ret;

	t->syscall_pc = t->cpu.rip - 2;
	kick_settle(t);
	buffers_prepare(t, nr, a);
	if (nr == __NR_modify_ldt) /* FS may have one of its segments */
		model_forget_fs(t);
	ret = one_syscall(t, nr, a);
	buffers_release(t, nr, ret);
	if (ret == CALL_NOT_BEGUN) { /* once more, after the handler */
		call_not_begun(t);
		return false;
	}
	if (unlikely(ret == -ENOMEM || ret == -EAGAIN || ret == -EMFILE || nr == __NR_brk))
		shortage_check(nr, a, ret);
	t->cpu.r[RAX] = (u64)ret;
	return true;
}

void syscall_emulate(struct thread *t)
{
	struct cpu *c = &t->cpu;
	u64 a[6] = { c->r[RDI], c->r[RSI], c->r[RDX], c->r[R10], c->r[R8], c->r[R9] };

	if (!user_dispatch_raises(t) && syscall_make(t, (long)c->r[RAX], a)) {
		c->r[RCX] = c->rip;
		c->r[R11] = c->rflags;
	}
}

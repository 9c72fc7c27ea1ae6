// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A filter of the program that kills at a call which the program never makes would kill the
 * engine, which makes calls of its own (signal masks, write protection, futexes). So the engine
 * installs the filter with a few instructions in front. These allow what comes from the engine's
 * text, except the one SYSCALL instruction that passes on the program's calls (emu/signal/call.S).
 *
 * The calls that the engine makes or answers for the program (mmap, clone, rt_sigaction, ...) come
 * from its text as well. Therefore it asks the filters itself first. A call that they do not
 * simply allow is passed on as it is, and the kernel does what the filter says.
 *
 * Filters belong to threads and are never removed. After an exec the kernel keeps them, but the
 * engine lies elsewhere, so seccomp_forbids_engine() looks before whether they would end it.
 */
#include "emu/syscall/seccomp/seccomp.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/mutex.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/call.h"
#include "emu/syscall/seccomp/bpf.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/mman.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>

struct filter {
	const struct filter *before;
	u32 len;
	struct sock_filter insn[];
};

#define ADDRESS_LO 8 /* of struct seccomp_data: the instruction pointer */
#define ADDRESS_HI 12
#define FRONT	   8 /* instructions in front of a filter */

/* What all filters say of a call from this address: the strictest counts, as in the kernel. */
static u32 ask(const struct filter *f, long nr, const u64 arg[6], u64 from)
{
	struct seccomp_data data = {
		.nr = (int)nr,
		.arch = AUDIT_ARCH_X86_64,
		.instruction_pointer = from,
	};
	u32 strictest = SECCOMP_RET_ALLOW;

	memcpy(data.args, arg, sizeof(data.args));
	for (; f; f = f->before) {
		u32 r = bpf_run(f->insn, f->len, &data) & SECCOMP_RET_ACTION_FULL;

		if ((s32)r < (s32)strictest)
			strictest = r;
	}
	return strictest;
}

bool seccomp_allows(const struct thread *t, long nr, const u64 arg[6])
{
	u32 r = ask(t->filters, nr, arg, (u64)call_end);

	return r == SECCOMP_RET_ALLOW || r == SECCOMP_RET_LOG;
}

bool seccomp_forbids_engine(const struct thread *t)
{
	/* The calls that a new image of the engine has to make. */
	/* clang-format off */
	static const u16 needs[] = {
		__NR_execve,		__NR_read,	   __NR_pread64,
		__NR_open,		__NR_close,	   __NR_fstat,
		__NR_newfstatat,	__NR_readlink,	   __NR_mmap,
		__NR_mprotect,		__NR_munmap,	   __NR_brk,
		__NR_prctl,		__NR_arch_prctl,   __NR_getpid,
		__NR_gettid,		__NR_getppid,	   __NR_fcntl,
		__NR_getrlimit,		__NR_sigaltstack,  __NR_rt_sigaction,
		__NR_rt_sigprocmask,	__NR_rt_sigreturn, __NR_futex,
		__NR_faccessat2,	__NR_fstatfs,	   __NR_prlimit64,
		__NR_tgkill,		__NR_exit_group,   __NR_set_tid_address,
	};
	/* clang-format on */
	static const u64 none[6],
		make_code[6] = { 0, PAGE_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC };

	/* Services often forbid just this, with an error. */
	if (t->filters && ask(t->filters, __NR_mprotect, make_code, 0) < SECCOMP_RET_LOG)
		return true;
	for (unsigned i = 0; i < ARRAY_SIZE(needs) && t->filters; i++) {
		u32 r = ask(t->filters, needs[i], none, 0);

		if ((s32)r < (s32)SECCOMP_RET_ERRNO)
			return true;
	}
	return false;
}

/*
 * Writes the instructions that allow what comes from the engine, except the program's calls.
 * Returns how many they are, 0: the engine lies across a multiple of 4 GiB.
 */
static u32 put_front(struct sock_filter *p)
{
	u64 start = engine.engine_start, end = engine.engine_end;
	/* clang-format off */
	const struct sock_filter front[FRONT] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ADDRESS_HI),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (u32)(start >> 32), 0, 5),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, ADDRESS_LO),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (u32)start, 0, 3),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (u32)end, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (u32)(u64)call_end, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_LD | BPF_IMM, 0), /* a filter begins with A = 0 */
	};
	/* clang-format on */

	if (start >> 32 != end >> 32)
		return 0;
	memcpy(p, front, sizeof(front));
	return FRONT;
}

/* Does the filter ask where the call comes from? That is never the program's address. */
static bool asks_address(const struct filter *f)
{
	for (u32 i = 0; i < f->len; i++)
		if (f->insn[i].code == (BPF_LD | BPF_W | BPF_ABS) &&
		    (f->insn[i].k == ADDRESS_LO || f->insn[i].k == ADDRESS_HI))
			return true;
	return false;
}

/* Gives the filters of this thread to the others, as the kernel has done. */
static void share(struct thread *t)
{
	mutex_lock(&threads_lock);
	for (struct thread *o = threads_first; o; o = o->next)
		if (o->state != THREAD_FREE && !o->vfork_child)
			o->filters = t->filters;
	mutex_unlock(&threads_lock);
}

/* The program's struct sock_fprog. */
struct user_filter {
	u16 len;
	u64 insn;
};

/* Does the call install a filter? Reads it. The kernel is to refuse one that cannot be read. */
static bool reads_filter(long nr, const u64 arg[6], struct user_filter *user)
{
	bool does = nr == __NR_seccomp ? arg[0] == SECCOMP_SET_MODE_FILTER :
					 arg[0] == PR_SET_SECCOMP && arg[1] == SECCOMP_MODE_FILTER;

	return does && !copy_from_user(user, arg[2], sizeof(*user));
}

bool seccomp_confines(long nr, const u64 arg[6])
{
	struct user_filter user;

	if (nr == __NR_seccomp ? arg[0] == SECCOMP_SET_MODE_STRICT :
				 arg[0] == PR_SET_SECCOMP && arg[1] != SECCOMP_MODE_FILTER)
		return true;
	return reads_filter(nr, arg, &user);
}

/* Has the kernel install the filter with its front, or without it when that has no room. */
static long install(struct filter *f, long nr, const u64 arg[6])
{
	struct sock_fprog prog = { .filter = f->insn + f->len };
	u32 n = put_front(prog.filter);

	memcpy(prog.filter + n, f->insn, f->len * sizeof(f->insn[0]));
	prog.len = (u16)(n + f->len);
	if (!n || n + f->len > BPF_MAXINSNS) {
		prog.filter = f->insn;
		prog.len = (u16)f->len;
	}
	if (nr == __NR_seccomp)
		return sys3(nr, arg[0], arg[1], &prog);
	return sys5(nr, arg[0], arg[1], &prog, arg[3], arg[4]);
}

bool seccomp_install(struct thread *t, long nr, const u64 arg[6], long *ret)
{
	u64 size, flags = nr == __NR_seccomp ? arg[1] : 0;
	struct user_filter user;
	struct filter *f;

	if (!reads_filter(nr, arg, &user) || !user.len || user.len > BPF_MAXINSNS)
		return false;
	/* The filter, and once more with its front. */
	size = sizeof(*f) + (2ull * user.len + FRONT) * sizeof(f->insn[0]);
	f = arena_alloc(size);
	if (!f) {
		*ret = -ENOMEM;
		return true;
	}
	f->before = t->filters;
	f->len = user.len;
	if (copy_from_user(f->insn, user.insn, user.len * sizeof(f->insn[0]))) {
		arena_free(f, size);
		return false;
	}
	if (asks_address(f))
		emu_fatal("the program's seccomp filter tests the address of a system call, "
			  "which differs under translation");
	*ret = install(f, nr, arg);
	/* A positive number is a listener, or a thread that could not follow. */
	if (*ret < 0 || (*ret > 0 && !(flags & SECCOMP_FILTER_FLAG_NEW_LISTENER))) {
		arena_free(f, size);
		return true;
	}
	t->filters = f;
	if (flags & SECCOMP_FILTER_FLAG_TSYNC)
		share(t);
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In borrowed memory even errno is the caller's, and so are the tables of the dynamic linker: the
 * child calls no function of libc.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/api/child.h"
#include "lib/base/limits.h"

#ifndef CLONE_CLEAR_SIGHAND
#define CLONE_CLEAR_SIGHAND 0x100000000ull
#endif

#define MASK_SIZE 8 /* of the kernel's sigset_t */

/* ---- System calls ---- */

#ifdef __x86_64__
static inline long call(long nr, long a, long b, long c, long d, long e)
{
	register long r10 asm("r10") = d;
	register long r8 asm("r8") = e;
	long r;

	asm volatile("syscall"
		     : "=a"(r)
		     : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
		     : "rcx", "r11", "memory");
	return r;
}
#else
/* There is no engine for i386, so the child has memory of its own. */
static inline long call(long nr, long a, long b, long c, long d, long e)
{
	long r = syscall(nr, a, b, c, d, e);

	return r < 0 ? -errno : r;
}
#endif

/* ---- The child ---- */

/* As the kernel has it; nothing is longer on the processors that this runs on. */
struct action {
	unsigned long handler, flags, restorer, mask[MASK_SIZE / sizeof(long)];
};

/*
 * Removes the caller's signal handlers, as exec will do anyway. A signal that is still blocked must
 * act on the command and not run a handler in the child.
 */
static void drop_handlers(void)
{
	const struct action none = { 0 };
	struct action old;
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		if (!call(SYS_rt_sigaction, sig, 0, (long)&old, MASK_SIZE, 0) &&
		    old.handler != (unsigned long)SIG_DFL && old.handler != (unsigned long)SIG_IGN)
			call(SYS_rt_sigaction, sig, (long)&none, 0, MASK_SIZE, 0);
}

static void restore_files(u64 soft)
{
	struct {
		u64 soft, hard;
	} limit;

	if (call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit, 0))
		return;
	limit.soft = soft;
	call(SYS_prlimit64, 0, RLIMIT_NOFILE, (long)&limit, 0, 0);
}

static _Noreturn void end(int status)
{
	for (;;)
		call(SYS_exit_group, status, 0, 0, 0, 0);
}

static long execute(const struct child *ch)
{
	const struct launch *l = &ch->launch;

	if (!l->argv)
		return call(SYS_execve, (long)ch->path, (long)ch->argv, (long)ch->envp, 0, 0);
	call(SYS_fcntl, l->fd, F_SETFD, 0, 0, 0);
	call(SYS_fcntl, l->other_fd, F_SETFD, 0, 0, 0);
	if (l->shelf_fd >= 0)
		call(SYS_fcntl, l->shelf_fd, F_SETFD, 0, 0, 0);
	return call(SYS_execveat, l->fd, (long)"", (long)l->argv, (long)ch->envp, AT_EMPTY_PATH);
}

/* The address sanitizer would note where this frame is, in the caller's memory. */
__attribute__((no_sanitize("address"))) static _Noreturn void child_run(const struct child *ch)
{
	char byte;
	long n, p;
	int err = 0;

	if (ch->files)
		restore_files(ch->files - 1);
	if (ch->reports_sleep && call(SYS_write, ch->report, (long)&err, sizeof(err), 0, 0) < 0)
		end(125);
	do {
		n = call(SYS_read, ch->go, (long)&byte, 1, 0, 0);
	} while (n == -EINTR);
	if (n != 1)
		end(125);
	/* Fork and exec keep the personality; setarch -R relies on it too. */
	if (ch->launch.no_randomize) {
		p = call(SYS_personality, 0xffffffff, 0, 0, 0, 0);
		call(SYS_personality, p | ADDR_NO_RANDOMIZE, 0, 0, 0, 0);
	}
	call(SYS_rt_sigprocmask, SIG_SETMASK, (long)ch->mask, 0, MASK_SIZE, 0);
	err = (int)-execute(ch);
	call(SYS_write, ch->report, (long)&err, sizeof(err), 0, 0);
	end(125);
}

/* ---- Beginning it ---- */

/*
 * Begins a child that borrows the memory, and has no handlers. Returns its number, or -errno: a
 * kernel before 5.5 cannot, nor can all tools that look over the system calls.
 *
 * One that executes the file directly has memory of its own: among the usage of a process the
 * kernel counts the resident memory that it had before exec, which would be all of the caller's.
 */
static long borrow(struct child *ch)
{
#ifdef __x86_64__
	struct clone_args args = {
		.flags = CLONE_VM | CLONE_CLEAR_SIGHAND,
		.exit_signal = SIGCHLD,
		.stack = (u64)ch->stack,
		.stack_size = CHILD_STACK,
	};
	register struct child *r12 asm("r12") = ch;
	register void (*r13)(const struct child *) asm("r13") = child_run;
	long r;

	if (!ch->launch.argv)
		return -EINVAL;
	asm volatile("syscall\n\t"
		     "test %%rax, %%rax\n\t"
		     "jnz 1f\n\t"
		     "xor %%ebp, %%ebp\n\t"
		     "mov %%r12, %%rdi\n\t"
		     "call *%%r13\n\t"
		     "1:"
		     : "=a"(r)
		     : "a"(SYS_clone3), "D"(&args), "S"(sizeof(args)), "r"(r12), "r"(r13)
		     : "rcx", "r11", "memory");
	return r;
#else
	return -EINVAL;
#endif
}

int child_begin(struct child *ch, pid_t *pid)
{
	sigset_t all, old;
	long r;

	ch->files = limits_files_before();
	/* None of the caller's signal handlers may run in the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	r = borrow(ch);
	if (r < 0) {
		r = fork();
		if (!r) {
			drop_handlers();
			child_run(ch);
		}
		if (r < 0)
			r = -errno;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (r < 0)
		return (int)r;
	*pid = (pid_t)r;
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * What programs rarely ask of the kernel for a task of theirs. The output depends on nothing else.
 *
 *	odd_tasks killed     children that share memory die in their code; then much code runs
 *	odd_tasks left N     N children that share memory, and N that make such a child by vfork
 *	odd_tasks orphan N exit|exec
 *	                     a child that shares memory runs N loops when its parent has left
 *	odd_tasks clone3     a size without a stack, a stack without a size
 *	odd_tasks dispatch   PR_SET_SYSCALL_USER_DISPATCH, as Wine uses it, and its errors
 *	odd_tasks bad        the same with a selector that is neither of the two: SIGSYS, no handler
 *	odd_tasks rseq       do rseq(2) and the barriers of membarrier(2) for it agree?
 *	odd_tasks cpuid      ARCH_SET_CPUID: CPUID raises SIGSEGV, where the processor can do that
 */
#define _GNU_SOURCE
#include <asm/prctl.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/membarrier.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define FUNCTIONS 300000 /* more than the engine's code cache holds */

static char stack[65536] __attribute__((aligned(64)));
static volatile int spins;

static int spin(void *unused)
{
	(void)unused;
	spins = 1;
	for (;;)
		;
	return 0;
}

static void run_killed(void)
{
	unsigned char *code = mmap(NULL, FUNCTIONS * 32, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static const int flags[] = { CLONE_VM, CLONE_VM | CLONE_CHILD_CLEARTID, CLONE_VM };
	int status, pid, left = -1;
	long sum = 0;

	for (int i = 0; i < 3; i++) {
		spins = 0;
		pid = clone(spin, stack + sizeof(stack), flags[i] | SIGCHLD, NULL, NULL, NULL,
			    &left);
		while (!spins)
			;
		usleep(1000);
		kill(pid, SIGKILL);
		/* The last one stays a zombie while the code runs. */
		if (i < 2)
			waitpid(pid, &status, 0);
	}
	for (int i = 0; i < FUNCTIONS; i++) {
		unsigned char function[] = { 0xb8, 0, 0, 0, 0, 0xc3 }; /* mov $i, %eax; ret */

		memcpy(function + 1, &i, 4);
		memcpy(code + i * 32, function, sizeof(function));
	}
	for (int i = 0; i < FUNCTIONS; i++)
		sum += ((int (*)(void))(code + i * 32))();
	waitpid(pid, &status, 0);
	printf("%ld, cleared %d, killed by %d\n", sum, left == 0, WTERMSIG(status));
}

static int leave(void *unused)
{
	(void)unused;
	return 3;
}

static void run_left(int n)
{
	int status, pid, left = 0, killed = 0, forked = 0;

	for (int i = 0; i < n; i++) {
		spins = 0;
		pid = clone(i & 1 ? spin : leave, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL);
		if (i & 1) {
			while (!spins)
				;
			usleep(1000);
			kill(pid, SIGKILL);
		}
		waitpid(pid, &status, 0);
		left += WIFEXITED(status) && WEXITSTATUS(status) == 3;
		killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
	}
	for (int i = 0; i < n; i++) {
		if (!fork()) {
			if (!vfork())
				_exit(4);
			wait(&status);
			_exit(WEXITSTATUS(status));
		}
		wait(&status);
		forked += WIFEXITED(status) && WEXITSTATUS(status) == 4;
	}
	printf("%d left, %d killed, %d forked\n", left, killed, forked);
}

static int orphan_pipe[2];
static long orphan_loops;

static int orphan(void *unused)
{
	long n = orphan_loops;
	char end;

	(void)unused;
	close(orphan_pipe[1]);
	if (read(orphan_pipe[0], &end, 1))
		_exit(1);
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n)::"cc");
	puts("the orphan has ended");
	_exit(0);
}

/* exec and exit close the parent's end of the pipe. */
static void run_orphan(long n, const char *how)
{
	orphan_loops = n;
	if (pipe2(orphan_pipe, O_CLOEXEC) ||
	    clone(orphan, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL) < 0)
		exit(1);
	if (!strcmp(how, "exec"))
		execl("/bin/true", "true", NULL);
	_exit(0);
}

static int clone3_error(struct clone_args *args)
{
	return syscall(SYS_clone3, args, sizeof(*args)) < 0 ? errno : 0;
}

static void run_clone3(void)
{
	struct clone_args args = { .exit_signal = SIGCHLD };

	args.stack_size = 4096;
	printf("no stack: %d", clone3_error(&args));
	args.flags = CLONE_VM;
	printf(" %d\n", clone3_error(&args));
	args.stack = (unsigned long)stack;
	args.stack_size = 0;
	printf("no size: %d\n", clone3_error(&args));
}

static volatile char selector;
static volatile int calls, last, right;

static void dispatched(int sig, siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	selector = SYSCALL_DISPATCH_FILTER_ALLOW;
	calls++;
	last = info->si_syscall;
	right = sig == SIGSYS && info->si_code == 2 && info->si_arch == AUDIT_ARCH_X86_64 &&
		info->si_call_addr == (void *)r[REG_RIP] && r[REG_RAX] == info->si_syscall &&
		r[REG_RCX] == r[REG_RIP] && ((unsigned char *)r[REG_RIP])[-1] == 5;
	r[REG_RAX] = 1234;
}

static long raw(long nr)
{
	long r;

	selector = SYSCALL_DISPATCH_FILTER_BLOCK;
	__asm__ volatile("syscall" : "=a"(r) : "a"(nr), "D"(0L) : "rcx", "r11", "memory");
	selector = SYSCALL_DISPATCH_FILTER_ALLOW;
	return r;
}

static int dispatch(unsigned long mode, void *start, unsigned long size, volatile char *at)
{
	return prctl(PR_SET_SYSCALL_USER_DISPATCH, mode, start, size, at) ? errno : 0;
}

static void *in_thread(void *unused)
{
	(void)unused;
	printf("a thread: %d\n", raw(SYS_getppid) == getppid());
	return NULL;
}

static void run_dispatch(void)
{
	struct sigaction a = { .sa_sigaction = dispatched, .sa_flags = SA_SIGINFO };
	pthread_t thread;
	int error, status;

	sigaction(SIGSYS, &a, NULL);
	printf("errors: %d %d", dispatch(1, (void *)1, -1, NULL), dispatch(7, NULL, 0, NULL));
	printf(" %d %d\n", dispatch(0, (void *)1, 0, NULL),
	       dispatch(1, NULL, 0, (void *)0xffff800000000000));
	error = dispatch(1, NULL, 0, &selector);
	printf("on: %d\n", error);
	if (error)
		return;
	printf("%ld", raw(SYS_getpid));
	printf(", calls %d, number %d, right %d\n", calls, last, right);
	printf("%ld", raw(100000));
	printf(", calls %d, number %d, right %d\n", calls, last, right);
	printf("allowed: %d\n", getpid() > 1);
	pthread_create(&thread, NULL, in_thread, NULL);
	pthread_join(thread, NULL);
	if (!fork())
		_exit(raw(SYS_getppid) == getppid());
	wait(&status);
	printf("a child: %d\n", WEXITSTATUS(status));
	/* All code may call: the whole range is allowed. */
	error = dispatch(1, (void *)4096, 1ul << 46, &selector);
	printf("a range: %d %d\n", error, raw(SYS_getpid) == getpid() || calls == 3);
	printf("off: %d\n", dispatch(0, NULL, 0, NULL));
	printf("%d\n", raw(SYS_getpid) == getpid());
}

static void run_bad(void)
{
	struct sigaction a = { .sa_sigaction = dispatched, .sa_flags = SA_SIGINFO };

	sigaction(SIGSYS, &a, NULL);
	if (dispatch(1, NULL, 0, &selector))
		return;
	selector = 5;
	getpid();
}

static volatile int faults;

static void faulted(int sig, siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)sig;
	faults += info->si_code == SI_KERNEL;
	r[REG_RAX] = 42;
	r[REG_RIP] += 2;
}

static unsigned cpuid(void)
{
	unsigned a = 0, b, c = 0, d;

	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	return a;
}

static void run_cpuid(void)
{
	struct sigaction a = { .sa_sigaction = faulted, .sa_flags = SA_SIGINFO };
	int status;
	long r;

	sigaction(SIGSEGV, &a, NULL);
	printf("%ld", syscall(SYS_arch_prctl, ARCH_GET_CPUID, 0));
	r = syscall(SYS_arch_prctl, ARCH_SET_CPUID, 0);
	printf(" %ld %s\n", r, r ? strerror(errno) : "");
	if (r)
		return;
	printf("%u", cpuid());
	printf(", faults %d\n", faults);
	if (!fork())
		_exit((int)cpuid());
	wait(&status);
	printf("a child: %d\n", WEXITSTATUS(status));
	printf("%ld", syscall(SYS_arch_prctl, ARCH_GET_CPUID, 0));
	printf(" %ld", syscall(SYS_arch_prctl, ARCH_SET_CPUID, 1));
	printf(" %d", cpuid() != 42);
	printf(", faults %d\n", faults);
}

static long barrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0);
}

/* A kernel without restartable sequences refuses their barriers, too, and programs go by that. */
static void run_rseq(void)
{
	const int of_rseq = MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ |
			    MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ;
	bool has = syscall(SYS_rseq, NULL, 0, 0, 0) == 0 || errno != ENOSYS;
	bool registers = barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ) == 0;
	bool does = barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ) == 0;
	bool knows = (barrier(MEMBARRIER_CMD_QUERY) & of_rseq) == of_rseq;
	long others = barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);

	printf("register %d, do %d, query %d; others %lx, %ld, %ld\n", registers == has,
	       does == has, knows == has, barrier(MEMBARRIER_CMD_QUERY) & ~of_rseq, others,
	       barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED));
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!strcmp(what, "killed"))
		run_killed();
	else if (!strcmp(what, "left") && argc > 2)
		run_left(atoi(argv[2]));
	else if (!strcmp(what, "orphan") && argc > 3)
		run_orphan(atol(argv[2]), argv[3]);
	else if (!strcmp(what, "clone3"))
		run_clone3();
	else if (!strcmp(what, "dispatch"))
		run_dispatch();
	else if (!strcmp(what, "bad"))
		run_bad();
	else if (!strcmp(what, "cpuid"))
		run_cpuid();
	else if (!strcmp(what, "rseq"))
		run_rseq();
	else
		return 2;
	return 0;
}

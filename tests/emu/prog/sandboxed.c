// SPDX-License-Identifier: BSD-2-Clause
/*
 * Programs under seccomp filters that kill, as browsers and servers install them. The filter must
 * not kill the engine in the program's place, and the engine must not let refused calls pass.
 *
 *	sandboxed work       after a filter that allows few calls: made code, signals, threads
 *	sandboxed refuse     calls that are refused with an error, one by one
 *	sandboxed trap       a call that raises SIGSYS, whose handler gives the result
 *	sandboxed kill NAME  dies of a call: sigprocmask, mmap, sigaltstack, exit
 *	sandboxed exec       goes on with another program under the filter of "work", execve allowed
 *	sandboxed threads    one thread has a filter, then all of them
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#define MAX 32

/*
 * Installs a filter that returns `listed` for the calls in the list (ended by -1), else `others`.
 */
static void filter(const int *nr, unsigned listed, unsigned others, unsigned flags)
{
	struct sock_filter f[MAX + 3] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { .filter = f };
	int n = 0;

	while (nr[n] >= 0)
		n++;
	for (int i = 0; i < n; i++)
		f[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr[i], n - i, 0);
	f[1 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, others);
	f[2 + n] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, listed);
	prog.len = n + 3;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    (flags ? syscall(SYS_seccomp, 1, flags, &prog) : prctl(PR_SET_SECCOMP, 2, &prog))) {
		perror("seccomp");
		exit(2);
	}
}

static void say(const char *text)
{
	if (write(1, text, strlen(text)) < 0)
		_exit(3);
}

static volatile int alarms;

static void on_alarm(int sig)
{
	alarms++;
}

static volatile int started, go, done;

static void *spinner(void *arg)
{
	__atomic_add_fetch(&started, 1, __ATOMIC_SEQ_CST);
	while (!go)
		;
	for (volatile int i = 0; i < 100000; i++)
		;
	__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
	for (;;)
		;
	return NULL;
}

static const int few[] = { SYS_write, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, -1 };

static void work(void)
{
	struct sigaction act = { .sa_handler = on_alarm };
	struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
	unsigned char code[] = { 0xb8, 0, 0, 0, 0, 0xc3 }; /* mov eax, n; ret */
	unsigned char *made = mmap(0, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t t;
	int sum = 0;

	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, spinner, 0);
	while (started < 3)
		;
	sigaction(SIGALRM, &act, 0);
	setitimer(ITIMER_REAL, &often, 0);
	filter(few, SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
	go = 1;
	for (int i = 0; i < 300; i++) {
		code[1] = i;
		memcpy(made + i % 2 * 4096, code, sizeof(code));
		sum += ((int (*)(void))(made + i % 2 * 4096))();
	}
	while (alarms < 20 || done < 3)
		;
	say(sum == 255 * 128 + 44 * 43 / 2 ? "right\n" : "wrong\n");
	_exit(7);
}

static void refuse(void)
{
	static const int nr[] = { SYS_mmap,	      SYS_mprotect,	 SYS_munmap,
				  SYS_mremap,	      SYS_rt_sigaction,	 SYS_sigaltstack,
				  SYS_rt_sigprocmask, SYS_clone,	 SYS_fork,
				  SYS_vfork,	      SYS_execve,	 SYS_arch_prctl,
				  SYS_getpid,	      SYS_rt_sigpending, -1 };
	char line[100];

	filter(nr, SECCOMP_RET_ERRNO | EXDEV, SECCOMP_RET_ALLOW, 0);
	for (int i = 0; nr[i] >= 0; i++) {
		long r = syscall(nr[i], 0, 0, 0, 0, 0, 0);

		snprintf(line, sizeof(line), "%d: %ld %d\n", nr[i], r, errno);
		say(line);
	}
	/* a second filter: the stricter one counts */
	filter((int[]){ SYS_getppid, SYS_mmap, -1 }, SECCOMP_RET_ERRNO | EDOM, SECCOMP_RET_ALLOW,
	       0);
	errno = 0;
	snprintf(line, sizeof(line), "%ld ", syscall(SYS_getppid));
	say(line);
	snprintf(line, sizeof(line), "%d\n", errno);
	say(line);
}

static volatile int pc_is_right, seen;

static void on_sys(int sig, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	unsigned char *pc = (unsigned char *)c->uc_mcontext.gregs[REG_RIP];

	pc_is_right = pc[-2] == 0x0f && pc[-1] == 0x05 && info->si_code == 1 /* SYS_SECCOMP */;
	seen = info->si_syscall == c->uc_mcontext.gregs[REG_RAX] ? info->si_syscall : -1;
	c->uc_mcontext.gregs[REG_RAX] = 4321;
}

static void trap(void)
{
	struct sigaction act = { .sa_sigaction = on_sys, .sa_flags = SA_SIGINFO };
	static const int nr[] = { SYS_getpgid, SYS_mmap, SYS_rt_sigaction, SYS_sigaltstack, -1 };
	char line[100];

	sigaction(SIGSYS, &act, 0);
	filter(nr, SECCOMP_RET_TRAP, SECCOMP_RET_ALLOW, 0);
	for (int i = 0; nr[i] >= 0; i++) {
		long r = syscall(nr[i], 0, 4096, 3, 0x22, -1, 0);

		snprintf(line, sizeof(line), "%ld %d %d\n", r, seen == nr[i], pc_is_right);
		say(line);
	}
}

static void *second(void *arg)
{
	long r;

	filter((int[]){ SYS_getpgid, SYS_mmap, -1 }, SECCOMP_RET_ERRNO | EXDEV, SECCOMP_RET_ALLOW,
	       arg ? SECCOMP_FILTER_FLAG_TSYNC : 0);
	r = syscall(SYS_getpgid, 0);
	say(r < 0 && errno == EXDEV ? "refused here\n" : "not refused here\n");
	return NULL;
}

static void threads(void)
{
	sigset_t before, chld;
	pthread_t t;

	/* The child may end before this process waits for it. */
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, &before);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	for (long all = 0; all < 2; all++) {
		pthread_create(&t, 0, second, (void *)all);
		pthread_join(t, 0);
		say(syscall(SYS_getpgid, 0) < 0 ? "refused there\n" : "not refused there\n");
		say(mmap(0, 4096, 3, 0x22, -1, 0) == MAP_FAILED ? "refused there\n" :
								  "not refused there\n");
	}
	/* and in children */
	if (!fork()) {
		say(mmap(0, 4096, 3, 0x22, -1, 0) == MAP_FAILED ? "refused in the child\n" :
								  "not\n");
		_exit(0);
	}
	sigsuspend(&before);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *name = argc > 2 ? argv[2] : "";
	static const int most[] = { SYS_mprotect, SYS_rt_sigprocmask, SYS_prctl, -1 };

	if (!strcmp(what, "work"))
		work();
	if (!strcmp(what, "refuse"))
		refuse();
	if (!strcmp(what, "trap"))
		trap();
	if (!strcmp(what, "threads")) {
		signal(SIGCHLD, on_alarm);
		threads();
	}
	if (!strcmp(what, "exec")) {
		filter(most, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ALLOW, 0);
		execl(name, name, (char *)0);
		say("no exec\n");
	}
	if (!strcmp(what, "kill")) {
		filter(few, SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS, 0);
		say("before\n");
		if (!strcmp(name, "mmap"))
			mmap(0, 4096, 3, 0x22, -1, 0);
		else if (!strcmp(name, "sigprocmask"))
			syscall(SYS_rt_sigprocmask, 0, 0, 0, 8);
		else if (!strcmp(name, "sigaltstack"))
			syscall(SYS_sigaltstack, 0, 0);
		else
			_exit(5);
		say("after\n");
	}
	return 0;
}

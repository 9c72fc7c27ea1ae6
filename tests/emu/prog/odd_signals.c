// SPDX-License-Identifier: BSD-2-Clause
/*
 * Signals that the engine needs for itself (those of faults, and the last real-time signal), used
 * by the program: blocked, sent, waited for, queued. The output does not depend on time.
 *
 *	odd_signals kept      blocked ones are pending, and found by every call that waits for them
 *	odd_signals queue     the last signal queues, in order
 *	odd_signals inherit   over fork they are gone, over exec they are pending
 *	odd_signals sleep     a blocked one interrupts no call that waits for something else
 *	odd_signals fp        one that waits for the end of a handler leaves FP registers alone
 *	odd_signals again     a handler of SIGSEGV queues its siginfo for the next handler
 *	odd_signals die       the same, with the default instead of the next handler
 *	odd_signals badexec   execve of a bad address with all signals blocked
 *	odd_signals noroom    a handler whose stack cannot be written: SIGSEGV takes its place
 *	odd_signals clear     clone3 with CLONE_CLEAR_SIGHAND, by a child that changes its code
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int kept[] = { SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 64 };

static sigset_t only(int sig)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, sig);
	return set;
}

static int is_pending(int sig)
{
	sigset_t set;

	sigpending(&set);
	return sigismember(&set, sig);
}

static volatile sig_atomic_t handled, code;

static void note(int sig, siginfo_t *info, void *context)
{
	(void)context;
	handled = sig;
	code = info->si_code;
}

static void handle(int sig, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction a = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO };

	sigaction(sig, &a, NULL);
}

static void wait_for(int sig)
{
	const struct timespec soon = { 0, 20000000 }, never = { 5, 0 };
	sigset_t set = only(sig), all;
	struct signalfd_siginfo read_info;
	siginfo_t info = { 0 };
	struct pollfd fd = { .events = POLLIN };
	fd_set fds;
	int got;

	sigprocmask(SIG_BLOCK, &set, NULL);
	printf("%d: nothing: %d", sig, sigtimedwait(&set, &info, &soon) < 0 ? errno : 0);
	kill(getpid(), sig);
	printf(", pending %d", is_pending(sig));
	got = sigtimedwait(&set, &info, &never);
	printf(", waited: %d code %d ours %d, pending %d", got, info.si_code,
	       info.si_pid == getpid(), is_pending(sig));
	fd.fd = signalfd(-1, &set, SFD_NONBLOCK);
	printf(", signalfd: %d", poll(&fd, 1, 0));
	raise(sig);
	FD_ZERO(&fds);
	FD_SET(fd.fd, &fds);
	printf(" %d %d", poll(&fd, 1, 5000), select(fd.fd + 1, &fds, NULL, NULL, NULL));
	memset(&read_info, 0, sizeof(read_info));
	got = (int)read(fd.fd, &read_info, sizeof(read_info));
	printf(" %d: %u code %d; ", got, read_info.ssi_signo, read_info.ssi_code);
	close(fd.fd);
	/* And by its handler, once it is not blocked; a second one of the same kind is one. */
	handle(sig, note);
	raise(sig);
	if (sig != 64)
		raise(sig);
	sigfillset(&all);
	sigdelset(&all, sig);
	handled = 0;
	sigsuspend(&all);
	printf("handled %d code %d, pending %d\n", handled, code, is_pending(sig));
}

static void run_kept(void)
{
	for (unsigned i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		wait_for(kept[i]);
}

static void next(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)context;
	printf(" %d", info->si_value.sival_int);
}

static void run_queue(void)
{
	sigset_t set = only(64);
	siginfo_t info;

	handle(64, next);
	sigprocmask(SIG_BLOCK, &set, NULL);
	for (int i = 0; i < 8; i++)
		sigqueue(getpid(), 64, (union sigval){ .sival_int = i });
	for (int i = 0; i < 3; i++)
		printf("%d %d, ", sigwaitinfo(&set, &info), info.si_value.sival_int);
	printf("then");
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf(", pending %d\n", is_pending(64));
}

static void run_inherit(const char *self, int arrived)
{
	sigset_t set = only(SIGBUS);
	siginfo_t info;

	sigaddset(&set, 64);
	if (arrived) {
		printf("after exec: %d %d", is_pending(SIGBUS), is_pending(64));
		printf(", %d", sigwaitinfo(&set, &info));
		printf(", %d\n", sigwaitinfo(&set, &info));
		return;
	}
	sigprocmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGBUS);
	kill(getpid(), 64);
	if (!fork()) {
		printf("in the child: %d %d\n", is_pending(SIGBUS), is_pending(64));
		_exit(0);
	}
	wait(NULL);
	execl(self, self, "inherit", "arrived", NULL);
}

static void run_sleep(void)
{
	const struct timespec soon = { 0, 50000000 }, later = { 0, 300000000 };
	sigset_t set = only(SIGSEGV);
	int pid;

	sigaddset(&set, 64);
	sigprocmask(SIG_BLOCK, &set, NULL);
	pid = fork();
	if (!pid) {
		nanosleep(&soon, NULL);
		kill(getppid(), SIGSEGV);
		kill(getppid(), 64);
		_exit(0);
	}
	printf("slept: %d", nanosleep(&later, NULL));
	printf(", pending %d %d\n", is_pending(SIGSEGV), is_pending(64));
	waitpid(pid, NULL, 0);
}

static void raises(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
	__asm__ volatile("pcmpeqb %%xmm7, %%xmm7" : : : "xmm7");
	raise(SIGSEGV);
	raise(64);
}

static void run_fp(void)
{
	struct sigaction a = { .sa_sigaction = raises, .sa_flags = SA_SIGINFO };
	long value = 0x1234567890, rax = SYS_tgkill;

	sigfillset(&a.sa_mask);
	sigaction(SIGUSR1, &a, NULL);
	handle(SIGSEGV, note);
	handle(64, note);
	__asm__ volatile("movq %1, %%xmm7; syscall; movq %%xmm7, %1"
			 : "+a"(rax), "+r"(value)
			 : "D"((long)getpid()), "S"((long)gettid()), "d"((long)SIGUSR1)
			 : "rcx", "r11", "memory", "xmm7");
	printf("%ld %lx handled %d\n", rax, value, handled != 0);
}

static volatile char *nowhere = (char *)8;

static void last(int sig, siginfo_t *info, void *context)
{
	(void)context;
	printf("the next handler: %d code %d at %p\n", sig, info->si_code, info->si_addr);
	exit(0);
}

static int dies;
static void first(int sig, siginfo_t *info, void *context)
{
	(void)context;
	printf("a handler: %d code %d at %p\n", sig, info->si_code, info->si_addr);
	if (dies)
		signal(sig, SIG_DFL);
	else
		handle(sig, last);
	syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), sig, info);
}

static void run_again(int die)
{
	dies = die;
	handle(SIGSEGV, first);
	*nowhere = 1;
}

/* The calls of code that is written anew each time. */
static int rewritten(void)
{
	unsigned char *at = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int sum = 0;

	for (unsigned char i = 0; i < 3; i++) {
		const unsigned char ret_i[] = { 0xb8, i, 0, 0, 0, 0xc3 };

		memcpy(at, ret_i, sizeof(ret_i));
		sum += ((int (*)(void))at)();
	}
	return sum;
}

static void run_clear(void)
{
	struct clone_args args = { .flags = CLONE_CLEAR_SIGHAND, .exit_signal = SIGCHLD };
	struct sigaction was[3];
	int status;
	long pid;

	handle(SIGUSR1, note);
	handle(SIGSEGV, note);
	signal(SIGUSR2, SIG_IGN);
	pid = syscall(SYS_clone3, &args, sizeof(args));
	if (pid < 0)
		printf("clone3: %s\n", strerror(errno));
	sigaction(SIGUSR1, NULL, &was[0]);
	sigaction(SIGSEGV, NULL, &was[1]);
	sigaction(SIGUSR2, NULL, &was[2]);
	if (!pid) {
		printf("child: default %d %d, ignored %d, code %d\n", was[0].sa_handler == SIG_DFL,
		       was[1].sa_handler == SIG_DFL, was[2].sa_handler == SIG_IGN, rewritten());
		raise(SIGUSR1);
		_exit(1);
	}
	waitpid((pid_t)pid, &status, 0);
	printf("signal %d; parent: default %d %d\n", WTERMSIG(status), was[0].sa_handler == SIG_DFL,
	       was[1].sa_handler == SIG_DFL);
}

static void run_badexec(void)
{
	char *const args[] = { "x", NULL }, *const bad[] = { (char *)8, NULL };
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	raise(SIGSEGV);
	for (int i = 0; i < 4; i++) {
		const char *path = i == 0 ? (char *)8 : i == 1 ? "/nowhere" : "/bin/true";
		char *const *list = i == 2 ? (char **)16 : i == 3 ? bad : args;
		long r = syscall(SYS_execve, path, list, NULL);

		printf("%d: %ld %s, pending %d\n", i, r, strerror(errno), is_pending(SIGSEGV));
	}
}

static void say(int sig, siginfo_t *info, void *context)
{
	(void)context;
	printf("handler: %d code %d at %p\n", sig, info->si_code, info->si_addr);
}

static void run_noroom(void)
{
	stack_t alt = { .ss_size = 65536 };
	struct sigaction a = { .sa_sigaction = note, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	sigset_t segv = only(SIGSEGV);
	int status;

	alt.ss_sp = mmap(NULL, alt.ss_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	sigaltstack(&alt, NULL);
	sigaction(SIGUSR1, &a, NULL);
	handle(SIGSEGV, say);
	raise(SIGUSR1);
	printf("goes on, SIGUSR1 handled %d, pending %d\n", handled, is_pending(SIGUSR1));
	mprotect(alt.ss_sp, alt.ss_size, PROT_READ | PROT_WRITE);
	raise(SIGUSR1);
	printf("with room: handled %d\n", handled == SIGUSR1);
	mprotect(alt.ss_sp, alt.ss_size, PROT_READ);
	for (int i = 0; i < 2; i++) {
		if (!fork()) {
			if (i)
				signal(SIGSEGV, SIG_IGN);
			else
				sigprocmask(SIG_BLOCK, &segv, NULL);
			raise(SIGUSR1);
			_exit(1);
		}
		wait(&status);
		printf("without a handler that may run: signal %d\n", WTERMSIG(status));
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!strcmp(what, "kept"))
		run_kept();
	else if (!strcmp(what, "queue"))
		run_queue();
	else if (!strcmp(what, "inherit"))
		run_inherit(argv[0], argc > 2);
	else if (!strcmp(what, "sleep"))
		run_sleep();
	else if (!strcmp(what, "fp"))
		run_fp();
	else if (!strcmp(what, "again") || !strcmp(what, "die"))
		run_again(!strcmp(what, "die"));
	else if (!strcmp(what, "badexec"))
		run_badexec();
	else if (!strcmp(what, "noroom"))
		run_noroom();
	else if (!strcmp(what, "clear"))
		run_clear();
	else
		return 2;
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uses signals in all the ways of signal(7) and prints what happens: every number, queued values
 * and their order, masks during ppoll and sigsuspend and in the context, sigwaitinfo, signalfd,
 * timers, children, stops, alternate stacks that disarm themselves, interrupted calls, blocked
 * faults. The output is the same in every run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

static int order[4096];
static volatile int n_order, got_code, got_pid, got_status, mask_in_context, mask_in_handler;
static volatile uintptr_t got_value, got_sp;

static void on_info(int sig, siginfo_t *si, void *context)
{
	ucontext_t *uc = context;
	sigset_t now;

	if (n_order < 4096)
		order[n_order++] = sig << 16 | (si->si_value.sival_int & 0xffff);
	got_code = si->si_code;
	got_pid = si->si_pid;
	got_status = si->si_status;
	got_value = (uintptr_t)si->si_value.sival_ptr;
	got_sp = (uintptr_t)__builtin_frame_address(0);
	mask_in_context = sigismember(&uc->uc_sigmask, SIGUSR1) |
			  sigismember(&uc->uc_sigmask, SIGUSR2) << 1;
	sigprocmask(SIG_BLOCK, NULL, &now);
	mask_in_handler = sigismember(&now, SIGUSR1) | sigismember(&now, SIGUSR2) << 1;
}

static void install(int sig, int flags)
{
	struct sigaction sa = { .sa_sigaction = on_info, .sa_flags = SA_SIGINFO | flags };

	if (sigaction(sig, &sa, NULL))
		printf("sigaction %d: %s\n", sig, strerror(errno));
}

static sigset_t set_of(int a, int b)
{
	sigset_t s;

	sigemptyset(&s);
	if (a)
		sigaddset(&s, a);
	if (b)
		sigaddset(&s, b);
	return s;
}

static void every_number(void)
{
	int good = 0, codes = 0;

	for (int sig = 1; sig < NSIG; sig++) {
		if (sig == SIGKILL || sig == SIGSTOP || sig == 32 || sig == 33)
			continue;
		n_order = 0;
		install(sig, 0);
		kill(getpid(), sig);
		good += n_order == 1 && order[0] >> 16 == sig;
		codes += got_code == SI_USER && got_pid == getpid();
		n_order = 0;
		raise(sig);
		good += n_order == 1 && got_code == SI_TKILL;
		signal(sig, SIG_DFL);
	}
	printf("every number: %d %d\n", good, codes);
}

static void queues(void)
{
	sigset_t rt, old;
	union sigval v;
	int right = 1;

	sigemptyset(&rt);
	for (int i = 0; i < 5; i++) {
		install(SIGRTMIN + i, 0);
		sigaddset(&rt, SIGRTMIN + i);
	}
	install(SIGUSR1, 0);
	sigaddset(&rt, SIGUSR1);
	sigprocmask(SIG_BLOCK, &rt, &old);
	n_order = 0;
	for (int i = 0; i < 500; i++) {
		v.sival_int = i;
		if (sigqueue(getpid(), SIGRTMIN + i % 5, v))
			printf("sigqueue: %s\n", strerror(errno));
		kill(getpid(), SIGUSR1);
	}
	printf("while blocked: %d\n", n_order);
	sigprocmask(SIG_SETMASK, &old, NULL);
	/*
	 * Handlers nest as they are delivered, so what comes last runs first, but each number's own
	 * are in a row: either all up or all down.
	 */
	printf("delivered: %d, usr1 once: ", n_order);
	{
		int usr = 0, last[5] = { -1, -1, -1, -1, -1 }, seen[5] = { 0 };

		for (int i = 0; i < n_order; i++) {
			int sig = order[i] >> 16, value = order[i] & 0xffff, k = sig - SIGRTMIN;

			if (sig == SIGUSR1) {
				usr++;
				continue;
			}
			if (value <= last[k])
				right = 0;
			last[k] = value;
			seen[k]++;
		}
		printf("%d, in order: %d, each: %d %d %d\n", usr == 1, right, seen[0], seen[2],
		       seen[4]);
	}
	for (int i = 0; i < n_order && i < 12; i++)
		printf(" %d:%d", (order[i] >> 16) >= SIGRTMIN ? (order[i] >> 16) - SIGRTMIN : -1,
		       (order[i] >> 16) >= SIGRTMIN ? order[i] & 0xffff : 0);
	puts("");
	v.sival_ptr = (void *)0x123456789abcdef0;
	sigqueue(getpid(), SIGRTMIN, v);
	printf("pointer: %lx code %d\n", (unsigned long)got_value, got_code);
}

static void masks(void)
{
	sigset_t usr1 = set_of(SIGUSR1, 0), none = set_of(0, 0), usr2 = set_of(SIGUSR2, 0), old,
		 pending;
	struct timespec ts = { 5, 0 };
	int r, fd;

	install(SIGUSR1, 0);
	install(SIGUSR2, 0);
	sigprocmask(SIG_BLOCK, &usr1, &old);
	kill(getpid(), SIGUSR1);
	sigpending(&pending);
	n_order = 0;
	r = ppoll(NULL, 0, &ts, &none);
	printf("ppoll: %d %s, %d; context %d, handler %d, pending before %d\n", r,
	       strerrorname_np(errno), n_order, mask_in_context, mask_in_handler,
	       sigismember(&pending, SIGUSR1));
	kill(getpid(), SIGUSR1);
	r = pselect(0, NULL, NULL, NULL, &ts, &usr2);
	printf("pselect: %d %s, %d; context %d, handler %d\n", r, strerrorname_np(errno), n_order,
	       mask_in_context, mask_in_handler);
	kill(getpid(), SIGUSR1);
	r = sigsuspend(&usr2);
	printf("sigsuspend: %d %s, %d; context %d, handler %d\n", r, strerrorname_np(errno),
	       n_order, mask_in_context, mask_in_handler);
	fd = epoll_create1(0);
	kill(getpid(), SIGUSR1);
	{
		struct epoll_event e;

		r = epoll_pwait(fd, &e, 1, 5000, &none);
	}
	printf("epoll_pwait: %d %s, %d; context %d\n", r, strerrorname_np(errno), n_order,
	       mask_in_context);
	close(fd);
	/* Two at once, one of them with the other in its mask. */
	sigprocmask(SIG_BLOCK, &usr2, NULL);
	kill(getpid(), SIGUSR2);
	kill(getpid(), SIGUSR1);
	n_order = 0;
	sigprocmask(SIG_SETMASK, &old, NULL);
	printf("two: %d %d %d\n", n_order, order[0] >> 16, order[1] >> 16);
	{
		struct sigaction sa = { .sa_sigaction = on_info,
					.sa_flags = SA_SIGINFO,
					.sa_mask = usr2 },
				 was;

		sigaction(SIGUSR1, &sa, NULL);
		kill(getpid(), SIGUSR1);
		sigaction(SIGUSR1, NULL, &was);
		printf("sa_mask: context %d, handler %d, kept %d %x\n", mask_in_context,
		       mask_in_handler, sigismember(&was.sa_mask, SIGUSR2), was.sa_flags);
	}
}

static void waits(void)
{
	sigset_t s = set_of(SIGRTMIN + 1, SIGUSR2);
	struct signalfd_siginfo fi;
	struct timespec zero = { 0, 0 }, ts = { 0, 20000000 };
	siginfo_t si;
	union sigval v = { .sival_int = 77 };
	int fd, r;

	sigprocmask(SIG_BLOCK, &s, NULL);
	sigqueue(getpid(), SIGRTMIN + 1, v);
	r = sigwaitinfo(&s, &si);
	printf("sigwaitinfo: %d %d %d\n", r - SIGRTMIN, si.si_code, si.si_value.sival_int);
	r = sigtimedwait(&s, &si, &zero);
	printf("sigtimedwait: %d %s\n", r, strerrorname_np(errno));
	r = sigtimedwait(&s, &si, &ts);
	printf("sigtimedwait: %d %s\n", r, strerrorname_np(errno));
	fd = signalfd(-1, &s, 0);
	v.sival_int = 78;
	sigqueue(getpid(), SIGRTMIN + 1, v);
	r = (int)read(fd, &fi, sizeof(fi));
	printf("signalfd: %d %d %d\n", r, (int)fi.ssi_signo - SIGRTMIN, fi.ssi_int);
	close(fd);
	sigprocmask(SIG_UNBLOCK, &s, NULL);
}

static void timers(void)
{
	struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN + 2 };
	struct itimerspec it = { .it_value = { 0, 100000000 } };
	struct timespec ts = { 2, 0 };
	timer_t t;
	int r;

	install(SIGRTMIN + 2, 0);
	ev.sigev_value.sival_int = 4711;
	timer_create(CLOCK_MONOTONIC, &ev, &t);
	n_order = 0;
	timer_settime(t, 0, &it, NULL);
	r = nanosleep(&ts, &ts);
	printf("timer: %d %s %d code %d value %d, rest %d\n", r, strerrorname_np(errno), n_order,
	       got_code, (int)got_value, (int)ts.tv_sec);
	timer_delete(t);
	install(SIGALRM, SA_RESTART);
	/* Again and again, since the first one may come before the sleep begins. */
	ualarm(20000, 20000);
	ts = (struct timespec){ 1, 0 };
	r = clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
	ualarm(0, 0);
	printf("clock_nanosleep: %s\n", strerrorname_np(r));
	install(SIGVTALRM, 0);
	install(SIGPROF, 0);
	{
		struct itimerval v = { .it_value = { 0, 1000 } };
		volatile int spin = 0;

		n_order = 0;
		setitimer(ITIMER_VIRTUAL, &v, NULL);
		setitimer(ITIMER_PROF, &v, NULL);
		while (n_order < 2)
			spin++;
		printf("virtual and prof: %d\n", n_order);
	}
}

static void children(void)
{
	int status, gate[2];
	pid_t pid;
	char c;

	install(SIGCHLD, SA_RESTART);
	n_order = 0;
	pid = fork();
	if (!pid)
		_exit(23);
	waitpid(pid, &status, 0);
	printf("child: status %d, signals %d, code %d, pid right %d, si_status %d\n",
	       WEXITSTATUS(status), n_order, got_code, got_pid == pid, got_status);
	if (pipe(gate))
		exit(1);
	pid = fork();
	if (!pid) {
		raise(SIGSTOP);
		/* Where it ignores SIGTSTP, as in an orphaned group, it would end before its parent
		 * sees that it was continued. */
		if (read(gate[0], &c, 1) != 1)
			_exit(25);
		raise(SIGTSTP);
		_exit(24);
	}
	waitpid(pid, &status, WUNTRACED);
	printf("stopped: %d %d, code %d\n", WIFSTOPPED(status), WSTOPSIG(status), got_code);
	kill(pid, SIGCONT);
	waitpid(pid, &status, WCONTINUED);
	printf("continued: %d\n", WIFCONTINUED(status));
	if (write(gate[1], "", 1) != 1)
		exit(1);
	waitpid(pid, &status, WUNTRACED);
	printf("stopped: %d %d\n", WIFSTOPPED(status), WSTOPSIG(status));
	kill(pid, SIGCONT);
	waitpid(pid, &status, 0);
	printf("child: status %d\n", WEXITSTATUS(status));
	for (int sig = 1; sig < 32; sig++) {
		pid = fork();
		if (!pid) {
			struct rlimit rl = { 0, 0 };

			setrlimit(RLIMIT_CORE, &rl);
			for (int s = 1; s < NSIG; s++)
				signal(s, SIG_DFL);
			raise(sig);
			_exit(sig);
		}
		if (sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU) {
			waitpid(pid, &status, WUNTRACED);
			printf(" stop%d", WSTOPSIG(status));
			kill(pid, SIGCONT);
		}
		waitpid(pid, &status, 0);
		printf(" %d:%s%d", sig, WIFSIGNALED(status) ? "s" : "e",
		       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	}
	puts("");
	/* With SIG_IGN for SIGCHLD, children leave no zombies. */
	signal(SIGCHLD, SIG_IGN);
	pid = fork();
	if (!pid)
		_exit(1);
	{
		int r = waitpid(pid, &status, 0);

		printf("ignored: %d %s\n", r, strerrorname_np(errno));
	}
	signal(SIGCHLD, SIG_DFL);
	/* A fault while it is blocked or ignored ends the process. */
	for (int how = 0; how < 3; how++) {
		fflush(stdout);
		pid = fork();
		if (!pid) {
			sigset_t s = set_of(SIGSEGV, SIGFPE);
			struct rlimit rl = { 0, 0 };

			setrlimit(RLIMIT_CORE, &rl);
			install(SIGSEGV, 0);
			if (how == 0)
				sigprocmask(SIG_BLOCK, &s, NULL);
			else if (how == 1)
				signal(SIGSEGV, SIG_IGN);
			else
				install(SIGSEGV, SA_RESETHAND | SA_NODEFER);
			*(volatile int *)4 = 1;
			_exit(1);
		}
		waitpid(pid, &status, 0);
		printf("fault %d: %s%d\n", how, WIFSIGNALED(status) ? "s" : "e",
		       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	}
}

static jmp_buf out;
static char alt[2][65536];

static void on_alt(int sig, siginfo_t *si, void *context)
{
	stack_t now;
	uintptr_t sp = (uintptr_t)&now;

	sigaltstack(NULL, &now);
	printf("on stack %d, flags %x, context %x\n",
	       sp > (uintptr_t)alt[0] && sp < (uintptr_t)alt[1] ? 0 :
	       sp > (uintptr_t)alt[1] && sp < (uintptr_t)alt[2] ? 1 :
								  2,
	       now.ss_flags, ((ucontext_t *)context)->uc_stack.ss_flags);
	if (sig == SIGUSR2)
		longjmp(out, 1);
}

static void stacks(void)
{
	struct sigaction sa = { .sa_sigaction = on_alt, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	stack_t a = { .ss_sp = alt[0], .ss_size = sizeof(alt[0]) }, old;
	stack_t none_yet = { .ss_flags = SS_DISABLE };
	sigset_t none = set_of(0, 0);

	sigaction(SIGUSR1, &sa, NULL);
	sigaction(SIGUSR2, &sa, NULL);
	/* Linux keeps the flags over exec and fork, so they are those of whoever started this. */
	sigaltstack(&none_yet, NULL);
	raise(SIGUSR1);
	sigaltstack(&a, &old);
	printf("old flags %x\n", old.ss_flags);
	raise(SIGUSR1);
	a.ss_sp = alt[1];
	a.ss_flags = (int)SS_AUTODISARM;
	printf("autodisarm: %d\n", sigaltstack(&a, NULL));
	raise(SIGUSR1);
	if (!setjmp(out))
		raise(SIGUSR2);
	sigprocmask(SIG_SETMASK, &none, NULL);
	sigaltstack(NULL, &old);
	printf("after the jump: flags %x\n", old.ss_flags);
	a.ss_size = 100;
	a.ss_flags = 0;
	printf("too small: %d", sigaltstack(&a, NULL));
	printf(" %s\n", strerrorname_np(errno));
	a.ss_flags = SS_DISABLE;
	sigaltstack(&a, NULL);
	raise(SIGUSR1);
}

static int pipes[2];

static void *interrupter(void *arg)
{
	struct timespec ts = { 0, 30000000 };

	nanosleep(&ts, NULL);
	pthread_kill(*(pthread_t *)arg, SIGUSR1);
	nanosleep(&ts, NULL);
	if (write(pipes[1], "x", 1) != 1)
		perror("write");
	return NULL;
}

static void interrupted(void)
{
	pthread_t self = pthread_self(), t;
	sigset_t old, all;
	char c = 0;
	int r;

	if (pipe(pipes))
		return;
	for (int restart = 0; restart < 2; restart++) {
		install(SIGUSR1, restart ? SA_RESTART : 0);
		n_order = 0;
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &old);
		pthread_create(&t, NULL, interrupter, &self);
		pthread_sigmask(SIG_SETMASK, &old, NULL);
		errno = 0;
		r = (int)read(pipes[0], &c, 1);
		printf("read %s: %d %s, signals %d\n", restart ? "again" : "not again", r,
		       strerrorname_np(errno), n_order);
		pthread_join(t, NULL);
		if (!restart && read(pipes[0], &c, 1) != 1)
			perror("read");
	}
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	every_number();
	queues();
	masks();
	waits();
	timers();
	children();
	stacks();
	interrupted();
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * Signals that the engine needs for itself (those of faults, and the last real-time signal), sent
 * to a process of several threads by another process. Whatever the thread does that the kernel
 * picks for the delivery, a thread that does not block the signal, or waits for it, gets it. The
 * output does not depend on time.
 *
 *	odd_shared wait       a thread waits in sigwaitinfo(2), and another one computes
 *	odd_shared suspend    ... in sigsuspend(2)
 *	odd_shared handler    a thread computes and does not block them
 *	odd_shared poll       a thread waits for a signalfd by poll, select, epoll or read
 *	odd_shared later      all block them, and one thread takes them later
 *	odd_shared queue      the last signal queues, in order
 *	odd_shared thread     pthread_sigqueue(3) is for its thread alone
 *	odd_shared ignore     a pending signal that is ignored is gone
 *	odd_shared exits      threads that let them in come and go
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int kept[] = { SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 64 };
#define N_KEPT	 (sizeof(kept) / sizeof(kept[0]))
#define N_QUEUED 300
#define N_EXITS	 40

static sigset_t all, none;
static volatile int ready, done, received; /* by the worker */
static volatile int handled, handled_code, handled_pid;
static pthread_t handled_by;

static void moment(long us)
{
	const struct timespec t = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&t, NULL);
}

/* Computes, in translated code, until *word is at least this. */
static void compute_until(volatile int *word, int least)
{
	static volatile unsigned long sink;

	while (*word < least)
		sink = sink * 3 + 1;
}

static void note(int sig, siginfo_t *info, void *context)
{
	(void)context;
	handled_code = info->si_code;
	handled_pid = info->si_pid;
	handled_by = pthread_self();
	__atomic_store_n(&handled, sig, __ATOMIC_SEQ_CST);
}

static void handle_all(void)
{
	struct sigaction a = { .sa_sigaction = note, .sa_flags = SA_SIGINFO };

	for (unsigned i = 0; i < N_KEPT; i++)
		sigaction(kept[i], &a, NULL);
}

/*
 * A child that sends each signal once the worker is ready for it, a little later, so that the
 * worker waits and the main thread computes. ready and received are told through a pipe.
 */
static int to_sender[2];
static pid_t sender;

static void start_sender(void)
{
	char c;

	if (pipe(to_sender))
		exit(2);
	fflush(stdout);
	sender = fork();
	if (sender)
		return;
	close(to_sender[1]);
	for (unsigned i = 0; i < N_KEPT && read(to_sender[0], &c, 1) == 1; i++) {
		moment(20000);
		kill(getppid(), kept[i]);
	}
	_exit(0);
}

static void want_next(void)
{
	if (write(to_sender[1], "", 1) != 1)
		exit(2);
}

static void end_sender(void)
{
	waitpid(sender, NULL, 0);
}

/* Runs the worker while this thread computes. */
static void beside(void *(*worker)(void *))
{
	pthread_t thread;

	start_sender();
	pthread_create(&thread, NULL, worker, NULL);
	compute_until(&done, 1);
	pthread_join(thread, NULL);
	end_sender();
}

static void *wait_worker(void *arg)
{
	siginfo_t info;

	for (unsigned i = 0; i < N_KEPT; i++) {
		int sig;

		want_next();
		sig = sigwaitinfo(&all, &info);
		printf("waited %d code %d errno %d, from the child: %d\n", sig, info.si_code,
		       info.si_errno, info.si_pid == sender);
	}
	done = 1;
	return arg;
}

static void *suspend_worker(void *arg)
{
	for (unsigned i = 0; i < N_KEPT; i++) {
		handled = 0;
		want_next();
		sigsuspend(&none);
		printf("suspended until %d code %d, here: %d\n", handled, handled_code,
		       pthread_equal(handled_by, pthread_self()) != 0);
	}
	done = 1;
	return arg;
}

static void *handler_worker(void *arg)
{
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	for (unsigned i = 0; i < N_KEPT; i++) {
		handled = 0;
		want_next();
		compute_until(&handled, 1);
		printf("handled %d code %d, here: %d, from the child: %d\n", handled, handled_code,
		       pthread_equal(handled_by, pthread_self()) != 0, handled_pid == sender);
	}
	done = 1;
	return arg;
}

static void await_readable(int fd, unsigned how)
{
	struct pollfd p[] = { { .fd = 0, .events = 0 }, { .fd = fd, .events = POLLIN } };
	struct epoll_event e = { .events = EPOLLIN };
	fd_set fds;
	int ep;

	switch (how % 4) {
	case 0:
		printf("poll %d ", poll(p, 2, 10000));
		break;
	case 1:
		FD_ZERO(&fds);
		FD_SET(fd, &fds);
		printf("select %d ", select(fd + 1, &fds, NULL, NULL, NULL));
		break;
	case 2:
		ep = epoll_create1(0);
		epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
		printf("epoll %d ", epoll_wait(ep, &e, 1, 10000));
		close(ep);
		break;
	}
}

static void *poll_worker(void *arg)
{
	int fd = signalfd(-1, &all, 0);

	for (unsigned i = 0; i < N_KEPT; i++) {
		struct signalfd_siginfo info = { 0 };
		int n;

		want_next();
		await_readable(fd, i);
		n = (int)read(fd, &info, sizeof(info));
		printf("read %d: %u code %d errno %d, from the child: %d\n", n, info.ssi_signo,
		       info.ssi_code, info.ssi_errno, (pid_t)info.ssi_pid == sender);
	}
	done = 1;
	return arg;
}

static int count_pending(void)
{
	sigset_t set;
	int n = 0;

	sigpending(&set);
	for (unsigned i = 0; i < N_KEPT; i++)
		n += sigismember(&set, kept[i]);
	return n;
}

static void *later_worker(void *arg)
{
	siginfo_t info;

	compute_until(&ready, 1);
	printf("pending for the other thread: %d\n", count_pending());
	printf("waited %d\n", sigwaitinfo(&all, &info));
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	printf("handled, pending %d\n", count_pending());
	done = 1;
	return arg;
}

static void run_later(void)
{
	pthread_t thread;

	start_sender();
	pthread_create(&thread, NULL, later_worker, NULL);
	for (unsigned i = 0; i < N_KEPT; i++)
		want_next();
	while (waitpid(sender, NULL, WNOHANG) == 0)
		;
	printf("pending %d\n", count_pending());
	ready = 1;
	compute_until(&done, 1);
	pthread_join(thread, NULL);
	printf("pending %d\n", count_pending());
}

static void *queue_worker(void *arg)
{
	siginfo_t info;
	int in_order = 0;

	compute_until(&ready, 1);
	for (int i = 0; i < N_QUEUED; i++) {
		sigwaitinfo(&all, &info);
		in_order += info.si_value.sival_int == i;
	}
	printf("%d in order, code %d\n", in_order, info.si_code);
	done = 1;
	return arg;
}

static void run_queue(void)
{
	static volatile unsigned long sink;
	pthread_t thread;

	pthread_create(&thread, NULL, queue_worker, NULL);
	sender = fork();
	if (!sender) {
		for (int i = 0; i < N_QUEUED; i++)
			sigqueue(getppid(), 64, (union sigval){ .sival_int = i });
		_exit(0);
	}
	while (waitpid(sender, NULL, WNOHANG) == 0)
		for (int i = 0; i < 100000; i++)
			sink = sink * 3 + 1;
	ready = 1;
	compute_until(&done, 1);
	pthread_join(thread, NULL);
}

static pthread_t main_thread;

static void *thread_worker(void *arg)
{
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	pthread_sigqueue(main_thread, SIGBUS, (union sigval){ .sival_int = 17 });
	pthread_sigqueue(main_thread, 64, (union sigval){ .sival_int = 18 });
	ready = 1;
	compute_until(&done, 1);
	printf("handled by the other thread: %d\n", handled);
	return arg;
}

static void run_thread(void)
{
	pthread_t thread;
	siginfo_t info;

	main_thread = pthread_self();
	pthread_create(&thread, NULL, thread_worker, NULL);
	compute_until(&ready, 1);
	moment(20000);
	for (int i = 0; i < 2; i++) {
		int sig = sigwaitinfo(&all, &info);

		printf("waited %d code %d value %d\n", sig, info.si_code, info.si_value.sival_int);
	}
	done = 1;
	pthread_join(thread, NULL);
}

static void run_ignore(void)
{
	for (unsigned i = 0; i < N_KEPT; i++) {
		signal(kept[i], SIG_DFL);
		kill(getpid(), kept[i]);
		raise(kept[i]);
	}
	printf("pending %d", count_pending());
	for (unsigned i = 0; i < N_KEPT; i++)
		signal(kept[i], SIG_IGN);
	printf(", ignored %d", count_pending());
	for (unsigned i = 0; i < N_KEPT; i++)
		signal(kept[i], SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
	printf(", alive\n");
}

/* Lets signals in for a moment. */
static void *brief(void *arg)
{
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	moment(200);
	return arg;
}

static void run_exits(void)
{
	struct timespec begin, now;
	int n = 0;

	for (int i = 0; i < N_EXITS; i++) {
		pthread_t threads[4];

		handled = 0;
		sender = fork();
		if (!sender) {
			moment(500);
			kill(getppid(), kept[i % N_KEPT]);
			_exit(0);
		}
		clock_gettime(CLOCK_MONOTONIC, &begin);
		do {
			for (int k = 0; k < 4; k++)
				pthread_create(&threads[k], NULL, brief, NULL);
			for (int k = 0; k < 4; k++)
				pthread_join(threads[k], NULL);
			clock_gettime(CLOCK_MONOTONIC, &now);
		} while (!handled && now.tv_sec - begin.tv_sec < 10);
		n += handled == kept[i % N_KEPT] && !pthread_equal(handled_by, pthread_self());
		waitpid(sender, NULL, 0);
	}
	printf("%d of %d handled, pending %d\n", n, N_EXITS, count_pending());
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	sigemptyset(&none);
	sigemptyset(&all);
	for (unsigned i = 0; i < N_KEPT; i++)
		sigaddset(&all, kept[i]);
	sigprocmask(SIG_BLOCK, &all, NULL);
	handle_all();
	if (!strcmp(what, "wait"))
		beside(wait_worker);
	else if (!strcmp(what, "suspend"))
		beside(suspend_worker);
	else if (!strcmp(what, "handler"))
		beside(handler_worker);
	else if (!strcmp(what, "poll"))
		beside(poll_worker);
	else if (!strcmp(what, "later"))
		run_later();
	else if (!strcmp(what, "queue"))
		run_queue();
	else if (!strcmp(what, "thread"))
		run_thread();
	else if (!strcmp(what, "ignore"))
		run_ignore();
	else if (!strcmp(what, "exits"))
		run_exits();
	else
		return 2;
	return 0;
}

// SPDX-License-Identifier: BSD-2-Clause
/*
 * A thread that calls ever new code, so that the engine empties its code cache again and again and
 * stops the other threads for that, which the program must not notice. Run it with a small cache
 * (PMC_EMU_CACHE_SHIFT). The output does not depend on time.
 *
 *	odd_kicks compute    the others compute (also where no signal can be queued: ulimit -i 0)
 *	odd_kicks wait       they wait for signals that the engine might use, but nobody sends
 *	odd_kicks sleep      they wait in calls with a timeout, none of which may be interrupted
 *	odd_kicks send       they send such signals to a thread that computes, and none is lost
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 4
#define N_CODES	  30000
#define ROUNDS	  4

static volatile int end, n_ready;
static volatile int sending; /* a thread that has ended would lose what is sent to it */
static volatile int strange; /* calls that ended in another way than by their timeout */
static volatile unsigned long sink;
static int fd;

static void *compute(void *arg)
{
	unsigned long sum = 0;

	__atomic_add_fetch(&n_ready, 1, __ATOMIC_SEQ_CST);
	while (!end || sending)
		sum = sum * 3 + 1;
	sink = sum;
	return arg;
}

static const int candidates[] = { SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 64 };
#define N_CANDIDATES (sizeof(candidates) / sizeof(candidates[0]))

static sigset_t set;

static void *wait_signal(void *arg)
{
	struct timespec soon = { 0, 20000 };
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct signalfd_siginfo info;
	siginfo_t got;

	__atomic_add_fetch(&n_ready, 1, __ATOMIC_SEQ_CST);
	while (!end) {
		strange += sigtimedwait(&set, &got, &soon) >= 0 || errno != EAGAIN;
		strange += poll(&p, 1, 0) != 0;
		strange += read(fd, &info, sizeof(info)) >= 0 || errno != EAGAIN;
	}
	return arg;
}

static void *sleep_briefly(void *arg)
{
	struct timespec soon = { 0, 20000 };
	struct timeval tv;
	int n = 0;

	__atomic_add_fetch(&n_ready, 1, __ATOMIC_SEQ_CST);
	while (!end) {
		strange += nanosleep(&soon, NULL) != 0;
		strange += poll(NULL, 0, n++ & 1) != 0;
		tv = (struct timeval){ 0, 20 };
		strange += select(0, NULL, NULL, NULL, &tv) != 0;
	}
	return arg;
}

static pthread_t thread[N_THREADS];
static volatile int handled;

static void note(int sig)
{
	handled = sig;
}

static void *send(void *arg)
{
	struct timespec begin, now;

	sending = 1;
	__atomic_add_fetch(&n_ready, 1, __ATOMIC_SEQ_CST);
	for (int i = 0; !end; i++) {
		int sig = candidates[i % N_CANDIDATES];

		handled = 0;
		pthread_kill(thread[0], sig);
		clock_gettime(CLOCK_MONOTONIC, &begin);
		do
			clock_gettime(CLOCK_MONOTONIC, &now);
		while (handled != sig && now.tv_sec - begin.tv_sec < 5);
		strange += handled != sig;
	}
	sending = 0;
	return arg;
}

/* Calls code that no one has called before, and writes it anew each round. */
static long call_codes(void)
{
	static const unsigned char code[] = { 0xb8, 0, 0, 0, 0, 0xc3 }; /* mov eax, …; ret */
	unsigned char *at = mmap(NULL, N_CODES * 32, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long sum = 0;

	for (int i = 0; i < N_CODES; i++) {
		memcpy(at + i * 32, code, sizeof(code));
		memcpy(at + i * 32 + 1, &i, sizeof(i));
	}
	for (int i = 0; i < N_CODES; i++)
		sum += ((int (*)(void))(at + i * 32))();
	munmap(at, N_CODES * 32);
	return sum;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	void *(*run)(void *) = !strcmp(what, "wait")  ? wait_signal :
			       !strcmp(what, "sleep") ? sleep_briefly :
							compute;
	long sum = 0;

	for (unsigned i = 0; i < N_CANDIDATES; i++) {
		signal(candidates[i], note);
		sigaddset(&set, candidates[i]);
	}
	if (run == wait_signal)
		sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, SFD_NONBLOCK);
	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&thread[i], NULL, i == 1 && !strcmp(what, "send") ? send : run,
			       NULL);
	while (n_ready < N_THREADS)
		;
	for (int i = 0; i < ROUNDS; i++)
		sum += call_codes();
	end = 1;
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("sum %ld, %d strange\n", sum, strange);
	return 0;
}

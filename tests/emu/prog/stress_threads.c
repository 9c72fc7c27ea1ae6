/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads that come and go: ROUNDS times 64 of them, each with some work, a lock, thread-local
 * storage, a condition, some by pthread_exit, some cancelled, some detached, with a timer's signals
 * falling on whoever is there. With "jit" each thread writes and runs code of its own besides, all
 * on the same pages.
 *
 *	stress_threads ROUNDS [signals] [jit]
 * cflags: -O2
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#define THREADS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
static atomic_long total, detached, ticks;
static long locked_sum;
static int there;
static _Thread_local uint64_t mine = 5;
static unsigned char *code;

static void on_tick(int sig)
{
	atomic_fetch_add(&ticks, 1);
}

static uint64_t work(uint64_t seed)
{
	uint64_t x = seed;

	for (int i = 0; i < 3000; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		if (x & 64)
			x ^= x >> 17;
		mine += x >> 60;
	}
	return x;
}

/* Makes a function that returns n; each thread has its own place within shared pages. */
static int made(unsigned slot, int n)
{
	unsigned char *p = code + slot * 16;
	int (*f)(void) = (int (*)(void))p;

	p[0] = 0xb8;
	memcpy(p + 1, &n, 4);
	p[5] = 0xc3;
	return f();
}

static void *thread(void *arg)
{
	uintptr_t n = (uintptr_t)arg;
	uint64_t x = work(n);

	if (code &&
	    n < 60) /* a detached one may still be there when the next round has its number */
		for (int i = 0; i < 50; i++)
			if (made((unsigned)n, i * 64 + (int)n) != i * 64 + (int)n) {
				printf("made code returned the wrong number\n");
				exit(1);
			}
	/* A thread that is cancelled in pthread_cond_wait() would keep the lock. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	pthread_mutex_lock(&lock);
	locked_sum += (long)n;
	/* The first 48 wait for each other. */
	if (n < 48) {
		if (++there == 48)
			pthread_cond_broadcast(&all_there);
		while (there < 48)
			pthread_cond_wait(&all_there, &lock);
	}
	pthread_mutex_unlock(&lock);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	atomic_fetch_add(&total, (long)(x & 0xffff));
	if (n % 8 == 3)
		pthread_exit((void *)(n + 1));
	if (n % 8 == 5)
		for (;;)
			pause(); /* until it is cancelled */
	if (n >= 60)
		atomic_fetch_add(&detached, 1);
	return (void *)(n + 1);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 10, signals = 0;
	struct sigaction sa = { .sa_handler = on_tick, .sa_flags = SA_RESTART };
	struct itimerval it = { { 0, 1000 }, { 0, 1000 } };
	long want = 0;

	for (int i = 2; i < argc; i++) {
		if (!strcmp(argv[i], "signals"))
			signals = 1;
		if (!strcmp(argv[i], "jit"))
			code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	}
	for (uintptr_t n = 0; n < THREADS; n++)
		want += (long)(work(n) & 0xffff);
	sigaction(SIGALRM, &sa, NULL);
	if (signals)
		setitimer(ITIMER_REAL, &it, NULL);
	for (int r = 0; r < rounds; r++) {
		pthread_t t[THREADS];
		void *result;

		there = 0;
		for (uintptr_t n = 0; n < THREADS; n++) {
			pthread_attr_t attr;

			pthread_attr_init(&attr);
			pthread_attr_setstacksize(&attr, 1 << 16);
			if (n >= 60)
				pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
			if (pthread_create(&t[n], &attr, thread, (void *)n)) {
				perror("pthread_create");
				return 1;
			}
			pthread_attr_destroy(&attr);
		}
		for (uintptr_t n = 0; n < 60; n++) {
			void *expect = (void *)(n + 1);

			if (n % 8 == 5) {
				pthread_cancel(t[n]);
				expect = PTHREAD_CANCELED;
			}
			pthread_join(t[n], &result);
			if (n % 8 == 5 ? result != expect && result != (void *)(n + 1) :
					 result != expect) {
				printf("thread %lu of round %d returned %p\n", (unsigned long)n, r,
				       result);
				return 1;
			}
		}
	}
	while (atomic_load(&detached) < rounds * 3L) /* 60, 62, 63; 61 waits for ever */
		usleep(1000);
	memset(&it, 0, sizeof(it));
	setitimer(ITIMER_REAL, &it, NULL);
	if (signals && atomic_load(&ticks) == 0)
		printf("no signals came\n");
	printf("rounds %d locked %ld total %d\n", rounds, locked_sum,
	       atomic_load(&total) <= want * rounds && atomic_load(&total) > 0);
	return 0;
}

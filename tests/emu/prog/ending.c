/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls 32,768 functions, so that there are many counters; then eight threads begin and end, all of
 * which are there at one time. Prints how many page faults these cost, the engine's included.
 *
 * cflags: -O1 -pthread -Wl,-z,now
 */
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

#define N	32768
#define THREADS 8

extern char functions[];
__asm__(".balign 4096\nfunctions:\n.rept 32768\nret\n.balign 16\n.endr\n");

static pthread_barrier_t all;

static void *wait_for_all(void *unused)
{
	pthread_barrier_wait(&all);
	return unused;
}

static long faults(void)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	return r.ru_minflt;
}

int main(void)
{
	pthread_t t[THREADS];
	long before;

	pthread_barrier_init(&all, NULL, THREADS + 1);
	for (int i = 0; i < N; i++)
		((void (*)(void))(functions + (i * 16)))();
	before = faults();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, wait_for_all, NULL);
	pthread_barrier_wait(&all);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", faults() - before);
	return 0;
}

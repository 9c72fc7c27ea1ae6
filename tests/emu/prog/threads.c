/* SPDX-License-Identifier: BSD-2-Clause */
/* threads N: N threads that are all alive at once, each with its share of a sum. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_barrier_t all;
static unsigned long sum;

static void *work(void *arg)
{
	unsigned long i, mine = 0;

	pthread_barrier_wait(&all);
	for (i = 0; i < 1000; i++)
		mine += i ^ (unsigned long)arg;
	__atomic_add_fetch(&sum, mine, __ATOMIC_RELAXED);
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, i;
	pthread_t *thread = calloc(n, sizeof(*thread));

	if (!thread || pthread_barrier_init(&all, NULL, (unsigned)n + 1))
		return 2;
	for (i = 0; i < n; i++) {
		int err = pthread_create(&thread[i], NULL, work, (void *)i);

		if (err) {
			fprintf(stderr, "thread %lu: %s\n", i, strerror(err));
			return 1;
		}
	}
	pthread_barrier_wait(&all);
	for (i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	printf("%lu threads: %lu\n", n, sum);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The same work in each of N threads, TIMES times: fill an array, sort it, look up, hash. Prints
 * the checksums, which are all equal. Appends to FILE how many seconds lay between the beginning of
 * the first thread and the end of the last one.
 *
 *	threads N TIMES [FILE]
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SIZE 65536
#define MOST 1000

static int times;

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void *work(void *unused)
{
	uint32_t *list = malloc(SIZE * sizeof(*list));
	uintptr_t sum = 0;
	uint32_t x = 1;
	int i, k;

	if (!list)
		exit(1);
	for (k = 0; k < times; k++) {
		for (i = 0; i < SIZE; i++)
			list[i] = x = x * 1664525 + 1013904223;
		qsort(list, SIZE, sizeof(*list), by_value);
		for (i = 0; i < SIZE; i++) {
			uint32_t wanted = list[i] ^ (uint32_t)(i & 1);

			sum = sum * 31 +
			      (bsearch(&wanted, list, SIZE, sizeof(*list), by_value) != NULL);
		}
	}
	free(list);
	return (void *)sum;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Begins and ends the threads. Returns how long it took, or -1. */
static double run(int n)
{
	pthread_t threads[MOST];
	void *sums[MOST];
	double begun = now(), took;
	int i;

	for (i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return -1;
	for (i = 0; i < n; i++)
		if (pthread_join(threads[i], &sums[i]))
			return -1;
	took = now() - begun;
	for (i = 0; i < n; i++)
		printf("%lx\n", (unsigned long)sums[i]);
	return took;
}

int main(int argc, char **argv)
{
	int n = argc >= 3 ? atoi(argv[1]) : 0;
	double took;
	FILE *file;

	times = argc >= 3 ? atoi(argv[2]) : 0;
	if (argc > 4 || n < 1 || n > MOST || times < 0) {
		fprintf(stderr, "usage: threads N TIMES [FILE], with at most %d threads\n", MOST);
		return 2;
	}
	took = run(n);
	if (took < 0)
		return 1;
	if (argc < 4)
		return 0;
	file = fopen(argv[3], "a");
	if (!file)
		return 1;
	fprintf(file, "%.6f\n", took);
	return fclose(file) ? 1 : 0;
}

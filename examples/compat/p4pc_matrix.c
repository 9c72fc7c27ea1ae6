/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The test program of the text about p4pc, written anew: it walks a matrix along its rows and along
 * its columns, and counts what that costs in the second-level cache. See p4pc.h for how to run it.
 */
#include "p4pc.h"

#define DIM 1024

static int matrix[DIM][DIM];

static int start(void)
{
	if (init_counter(BPU_COUNTER0) < 0 || init_counter(BPU_COUNTER2) < 0) {
		printf("p4pc_matrix: a counter cannot be started: %s\n", p4pc_error());
		return -1;
	}
	return 0;
}

static int report(const char *what)
{
	__s64 misses = stop_counter(BPU_COUNTER0), references = stop_counter(BPU_COUNTER2);

	if (misses < 0 || references < 0) {
		printf("p4pc_matrix: a counter cannot be stopped: %s\n", p4pc_error());
		return -1;
	}
	printf("%s: %lld read misses of the L2 cache\n", what, (long long)misses);
	printf("%s: %lld read references of the L2 cache\n", what, (long long)references);
	return 0;
}

int main(void)
{
	int i, k;

	install_p4pc_devices();
	SELECT_2LEVEL_CACHE_READ_MISSES;
	SELECT_2LEVEL_CACHE_READ_REFERENCES;

	if (start())
		return 1;
	for (i = 0; i < DIM; i++)
		for (k = 0; k < DIM; k++)
			matrix[i][k]++;
	if (report("[i][k]"))
		return 1;

	if (start())
		return 1;
	for (i = 0; i < DIM; i++)
		for (k = 0; k < DIM; k++)
			matrix[k][i]++;
	return report("[k][i]") ? 1 : 0;
}

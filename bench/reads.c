/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What it costs a program to read a set of its own by pmc_set_read(), in microseconds: the first
 * read, the second one, and the mean of the next. As an argument, how many.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <pmc/pmc.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

int main(int argc, char **argv)
{
	struct pmc_count n[2];
	struct pmc_diag diag;
	struct pmc_set *set;
	struct pmc *pmc;
	int times = argc > 1 ? atoi(argv[1]) : 100000;
	double t[4];

	if (pmc_open("emulated", PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, "instructions:u,branches:u", 0, &set, &diag) ||
	    pmc_set_attach_self(set, &diag))
		return fprintf(stderr, "reads: %s\n", diag.sentence), 1;
	t[0] = now();
	pmc_set_start(set);
	pmc_set_read(set, n, 2, NULL);
	t[1] = now();
	pmc_set_read(set, n, 2, NULL);
	t[2] = now();
	for (int i = 0; i < times; i++)
		pmc_set_read(set, n, 2, NULL);
	t[3] = now();
	printf("%.1f %.1f %.3f\n", t[1] - t[0], t[2] - t[1], (t[3] - t[2]) / times);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Count a region of one's own code.
 *
 *	cc region.c -lpmc -o region
 *	./region				on a machine with a PMU
 *	pmc stat --backend emulated -- ./region	anywhere
 */
#include <pmc/pmc.h>
#include <stdio.h>

int main(void)
{
	struct pmc_count n[2];
	struct pmc_diag diag;
	struct pmc_set *set;
	struct pmc *pmc;
	volatile int sum = 0;

	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, "instructions:u,branches:u", 0, &set, &diag) ||
	    pmc_set_attach_self(set, &diag)) {
		fprintf(stderr, "region: %s\n", diag.sentence);
		return 1;
	}
	pmc_set_start(set);
	for (int i = 0; i < 1000000; i++)
		sum += i;
	pmc_set_stop(set);
	pmc_set_read(set, n, 2, NULL);
	printf("%llu instructions, %llu branches\n", (unsigned long long)n[0].value,
	       (unsigned long long)n[1].value);
	pmc_set_destroy(set);
	pmc_close(pmc);
	return 0;
}

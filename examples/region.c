/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts a region of its own code. README.md and libpmc(3) show the same lines.
 *
 *	cc region.c -lpmc -o region
 *	./region				on a machine with a PMU
 *	pmc stat --backend emulated -- ./region	anywhere
 */
#include <inttypes.h>
#include <pmc/pmc.h>
#include <stdio.h>

int main(void)
{
	struct pmc *pmc;
	struct pmc_set *set;
	struct pmc_count n[2];
	struct pmc_diag diag;

	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, "instructions:u,branches:u", 0, &set, &diag) ||
	    pmc_set_attach_self(set, &diag))
		return fprintf(stderr, "region: %s\n", diag.sentence), 1;
	pmc_set_start(set);
	for (volatile int i = 0; i < 1000; i++)
		; /* the region */
	pmc_set_stop(set);
	if (pmc_set_read(set, n, 2, NULL))
		return 1;
	printf("%" PRIu64 " instructions, %" PRIu64 " branches\n", n[0].value, n[1].value);
	pmc_set_destroy(set);
	pmc_close(pmc);
	return 0;
}

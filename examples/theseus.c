/* SPDX-License-Identifier: BSD-2-Clause */
/* What Theseus's pmu_x86 does: count seven events in a region, sample it, print the samples. */
#include <pmc/profile.h>
#include <stdio.h>
#define SEVEN "instructions,cycles,ref-cycles,cache-references,cache-misses,branches,branch-misses"
int main(void)
{
	const struct pmc_sampling how = { .period = 0xFFFFF, .most = 500 };
	struct pmc *pmc;
	struct pmc_set *stat, *set;
	struct pmc_sampler *sampler;
	struct pmc_set_event event;
	struct pmc_count n[7];
	struct pmc_record sample;
	struct pmc_diag diag;

	if (pmc_open(NULL, PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, SEVEN, PMC_SET_TOLERANT, &stat, &diag) ||
	    pmc_set_attach_self(stat, &diag) || pmc_set_create(pmc, "ref-cycles", 0, &set, &diag) ||
	    pmc_sampler_create(set, &how, &sampler, &diag) || pmc_set_attach_self(set, &diag))
		return fprintf(stderr, "theseus: %s\n", diag.sentence), 1;
	for (volatile int again = 0; again < 2; again++) { /* the same code twice */
		again ? pmc_sampler_start(sampler) : pmc_set_start(stat);
		for (volatile int i = 0; i < 5000000; i++)
			; /* the region */
		again ? pmc_sampler_stop(sampler) : pmc_set_stop(stat);
	}
	pmc_set_read(stat, n, 7, NULL);
	for (size_t i = 0; !pmc_set_event(stat, i, &event); i++)
		printf("%s %ju%s\n", event.name, (uintmax_t)n[i].value, n[i].state ? " ?" : "");
	while (!pmc_sampler_next(sampler, &sample))
		if (sample.type == PMC_TYPE_SAMPLE)
			printf("%#jx %d\n", (uintmax_t)sample.ip, (int)sample.tid);
	pmc_set_reset(stat); /* all is 0 again; the counters go back with the sets */
	pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
	pmc_set_destroy(stat);
	pmc_close(pmc);
	return 0;
}

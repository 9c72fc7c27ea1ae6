/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Samples a loop of its own and prints which functions the samples lie in, with percentages.
 *
 *	cc samples.c -lpmc -o samples
 *	./samples		by cycles, on a machine with a PMU
 *	./samples cpu-clock	by the kernel's clock, anywhere
 */
#include <inttypes.h>
#include <pmc/profile.h>
#include <stdio.h>

int work(void);

__attribute__((noinline)) int work(void)
{
	for (volatile int i = 0; i < 100000000; i++)
		; /* what is to be sampled */
	return 0;
}

int main(int argc, char **argv)
{
	const struct pmc_sampling how = { .frequency = 1000 };
	struct pmc *pmc;
	struct pmc_set *set;
	struct pmc_sampler *sampler;
	struct pmc_profile *profile;
	struct pmc_symbols *symbols;
	struct pmc_histogram *histogram;
	struct pmc_histogram_row row;
	struct pmc_diag diag;

	if (pmc_open("perf", PMC_USE_SELF, &pmc, &diag) ||
	    pmc_set_create(pmc, argc > 1 ? argv[1] : "cycles:u", 0, &set, &diag) ||
	    pmc_sampler_create(set, &how, &sampler, &diag) || pmc_set_attach_self(set, &diag))
		return fprintf(stderr, "samples: %s\n", diag.sentence), 1;
	pmc_sampler_start(sampler);
	work();
	pmc_sampler_stop(sampler);
	if (pmc_sampler_profile(sampler, &profile, &diag))
		return fprintf(stderr, "samples: %s\n", diag.sentence), 1;
	if (pmc_symbols_create(0, NULL, &symbols) ||
	    pmc_histogram_create(profile, symbols, 0, &histogram))
		return 1;
	for (size_t i = 0; !pmc_histogram_at(histogram, i, &row); i++)
		printf("%6.2f %%  %12" PRIu64 "  %s  %s\n", row.percent, row.count,
		       row.function ? row.function : "[unknown]", row.object);
	pmc_histogram_destroy(histogram);
	pmc_symbols_destroy(symbols);
	pmc_profile_close(profile);
	pmc_sampler_destroy(sampler);
	pmc_set_destroy(set);
	pmc_close(pmc);
	return 0;
}

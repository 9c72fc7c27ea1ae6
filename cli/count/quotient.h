/* SPDX-License-Identifier: BSD-2-Clause */
/* A metric from counts that may come from different runs. */
#ifndef PMC_CLI_COUNT_QUOTIENT_H
#define PMC_CLI_COUNT_QUOTIENT_H

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

struct count_job;

struct quotient {
	double value;
	uint64_t runs; /* bit i: run i + 1 has counted a part of it; those beyond 64 are left out */
	bool several;  /* there are more than one */
	enum pmc_quality quality; /* the worst of its counts */
	const char *reason;	  /* why there is no value */
};

/* False: it has no value, for the reason. */
bool quotient_make(const struct count_job *job, const struct pmc_metric *metric,
		   struct quotient *q);

#endif

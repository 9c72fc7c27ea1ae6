/* SPDX-License-Identifier: BSD-2-Clause */
/* Metrics from the counts of all runs. */
#include "cli/count/quotient.h"

#include "cli/count/job.h"

#include <stdio.h>
#include <string.h>

/* Adds up one side of the fraction. False: a count is missing. */
static bool sum(const struct count_job *job, const char *const *term, struct quotient *q,
		double *total)
{
	const struct counted *e;
	unsigned i;
	size_t k;

	*total = 0;
	for (i = 0; i < PMC_METRIC_TERMS && term[i]; i++) {
		for (k = 0; strcmp(job->event[k].name, term[i]); k++)
			;
		e = &job->event[k];
		if (!e->value.n) {
			q->reason = e->refused ? e->refused :
						 "the runs ended before its events were counted";
			return false;
		}
		*total += e->value.mean;
		if (e->quality > q->quality)
			q->quality = e->quality;
		if (e->group < 64)
			q->runs |= UINT64_C(1) << e->group;
	}
	return true;
}

bool quotient_make(const struct count_job *job, const struct pmc_metric *metric, struct quotient *q)
{
	double above, below;

	memset(q, 0, sizeof(*q));
	q->quality = PMC_EXACT;
	if (metric->missing) {
		q->reason = metric->missing;
		return false;
	}
	if (!sum(job, metric->above, q, &above) || !sum(job, metric->below, q, &below))
		return false;
	if (!below) {
		q->reason = "its divisor was counted as 0";
		return false;
	}
	q->value = metric->scale * above / below;
	q->several = q->runs & (q->runs - 1);
	return true;
}

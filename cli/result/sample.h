/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of one event in several runs, as a sample: its mean and how sure that is. */
#ifndef PMC_CLI_RESULT_SAMPLE_H
#define PMC_CLI_RESULT_SAMPLE_H

#include "cli/result/natural.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct result_event;

struct sample {
	size_t n;
	struct natural sum; /* the mean is sum / n, exactly */
	double mean;
	double spread; /* standard deviation of the mean; 0 for n < 2 */
	uint64_t min, max;
};

/* All zeros when the event has no counts. */
struct sample sample_of(const struct result_event *event);

/*
 * Is the difference of two means larger than their spreads explain? Welch's test, two-sided, with
 * 99 % confidence: the difference is divided by the root of the sum of both squared spreads, and
 * compared with Student's t for the degrees of freedom of Welch and Satterthwaite. It needs neither
 * equal variances nor equal numbers of runs. Both samples have at least two counts.
 *
 * Non-overlapping ranges (min to max) would be simpler, but they ask more the more runs there are,
 * and one run that was disturbed hides every difference.
 */
bool sample_differs(const struct sample *a, const struct sample *b);

/* Student's t that 1 % of all values exceed in size, for these degrees of freedom (at least 1). */
double student_t(double freedom);

#endif

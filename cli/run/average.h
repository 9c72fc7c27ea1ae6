/* SPDX-License-Identifier: BSD-2-Clause */
/* The mean of a number over several runs, and how far off that mean may be. */
#ifndef PMC_CLI_RUN_AVERAGE_H
#define PMC_CLI_RUN_AVERAGE_H

/* Begins as zeros. */
struct average {
	double n, mean, m2; /* Welford's sums */
};

void average_add(struct average *average, double x);

/* The standard deviation of the mean; 0 with fewer than two numbers. */
double average_spread(const struct average *average);

/* Of x >= 0. */
double square_root(double x);

#endif

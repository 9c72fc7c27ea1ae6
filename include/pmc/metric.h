/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics: quotients of sums of events.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_METRIC_H
#define PMC_METRIC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;
struct pmc_model;

/*
 * The classic metrics. Each is a quotient of two sums of events that must be counted in one run.
 * All strings are static.
 */
#define PMC_METRIC_TERMS 4
struct pmc_metric {
	const char *name;  /* "l1d-misses" */
	const char *title; /* "L1 data cache miss rate" */
	const char *unit;  /* "", "%", "per 1000 instr" … */
	double scale;	   /* value in `unit` = scale * sum of above / sum of below */
	const char *above[PMC_METRIC_TERMS]; /* events with their modifiers; NULL: no more */
	const char *below[PMC_METRIC_TERMS];
	const char *source; /* the manual that says what the events count */
	/* Why there is no formula, as a clause; above and below are empty then. Else NULL. */
	const char *missing;
};

/*
 * Metric number `index`, from 0 on, as a model counts it; -ENOENT past the last. The numbers are
 * the same for every model: a metric that a model cannot count has a reason instead of a formula.
 */
int pmc_model_metric_at(const struct pmc_model *model, size_t index, struct pmc_metric *metric);

/*
 * The same, as the handle's backend counts it on this machine; backend emulated has formulas of
 * modelled events after pmc_hardware_choose(). It may also fail as pmc_model_open().
 */
int pmc_metric_at(struct pmc *pmc, size_t index, struct pmc_metric *metric);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

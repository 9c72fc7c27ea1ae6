/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether events can be counted together in one run, each of them all the time. */
#ifndef PMC_CLI_RUN_FIT_H
#define PMC_CLI_RUN_FIT_H

#include <stddef.h>

struct pmc;
struct pmc_diag;
struct pmc_model;

struct fit {
	const struct pmc_model *model; /* its counters limit a group; NULL: nothing does */
	/* perf and driver: counts pmc itself, to see whether a group gets its counters; or NULL */
	struct pmc *probe;
};

/*
 * The events as a string: "{a,b}" where counters limit the group, else "a,b". The caller's,
 * free(); NULL: out of memory.
 */
char *fit_text(const struct fit *fit, const char *const *event, size_t n);

/* Have the model's counters room for all of a string's events at once? 0 or -errno. */
int fit_plan(const struct fit *fit, const char *text, struct pmc_diag *diag);

/*
 * Do these n events get counters here? Linux gives out counters by its own rules, and to the NMI
 * watchdog first, so only counting tells. 0 or -errno.
 */
int fit_probe(const struct fit *fit, const char *text, size_t n, struct pmc_diag *diag);

#endif

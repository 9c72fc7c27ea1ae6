/* SPDX-License-Identifier: BSD-2-Clause */
/* What runs already: processes, threads and CPUs, as the options -p, -t, -C and -a name them. */
#ifndef PMC_CLI_RUN_TARGETS_H
#define PMC_CLI_RUN_TARGETS_H

struct pmc_diag;
struct pmc_set;

/* Returned by targets_attach(): an event cannot be counted there, and nothing was printed. */
#define TARGETS_EVENT (-1)

/*
 * Reads the list of -p, -t or -C and looks whether each of it exists, before anything is said about
 * events. 0, or an exit status after a complaint.
 */
int targets_check(char option, const char *text);

/*
 * Attaches the set to everything on the list of -p, -t or -C, or for -a (text does not matter) to
 * all CPUs. 0; an exit status after a complaint, which shows the number's place; or TARGETS_EVENT,
 * with diag.
 */
int targets_attach(struct pmc_set *set, char option, const char *text, struct pmc_diag *diag);

#endif

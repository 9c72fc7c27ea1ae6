/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks the driver for what others count of threads, processes and CPUs. */
#ifndef PMC_CLI_READ_LOOK_H
#define PMC_CLI_READ_LOOK_H

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

/* What is asked for; the lists as the user typed them, or NULL. */
struct read_targets {
	const char *pids, *tids, *cpus;
	bool all_cpus, quiet;
	const struct pmc_model *model;
};

/* One event of one thread or CPU. */
struct read_row {
	int cpu; /* that is counted as a whole; -1: a thread is */
	struct pmc_holding holding;
};

struct read_list {
	struct read_row *row; /* in the order of the targets; the events of a set stand together */
	size_t n;
	size_t cut;	/* so many could not be shown */
	bool all_users; /* as in struct pmc_holdings, and so is sets */
	size_t sets;
};

/* Returns 0, or an exit status after a complaint. */
int read_look(struct read_list *list, const struct read_targets *targets);
void read_list_deinit(struct read_list *list);

#endif

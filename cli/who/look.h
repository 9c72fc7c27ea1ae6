/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks the driver about CPUs, one after another. */
#ifndef PMC_CLI_WHO_LOOK_H
#define PMC_CLI_WHO_LOOK_H

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>

/* One event on one CPU. */
struct who_row {
	unsigned cpu;
	size_t place; /* in what the driver told; the events of one set stand together */
	struct pmc_holding holding;
};

/* A CPU about which something must be said. */
struct who_cpu {
	unsigned cpu;
	size_t n, total; /* how many events are shown, and how many there are */
	bool own;	 /* pmc could ask about it only from itself */
};

struct who_list {
	struct who_row *row; /* by CPU, and there by counter; those that wait come last */
	size_t n_rows;
	struct who_cpu *cpu;
	size_t n_cpus;
	bool all_users; /* as in struct pmc_holdings, and so is sets */
	size_t sets;
};

/*
 * Asks about the CPUs of a list as -C takes it, or if it is NULL, about all that are online.
 * Returns 0, or an exit status after a complaint.
 */
int who_look(struct who_list *list, const char *cpus, const struct pmc_model *model);
void who_list_deinit(struct who_list *list);

#endif

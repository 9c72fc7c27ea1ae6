/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists of numbers that the user types: CPUs, with ranges as in "0-3,8", and processes or threads.
 */
#ifndef PMC_CLI_UI_NUMBERS_H
#define PMC_CLI_UI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

struct pmc_diag;

/* One number of a list, and where the user typed it. */
struct number_listed {
	long number;
	unsigned column, length;
};

/*
 * Reads a list; `ranges`: of CPUs. A number that is named twice is in it once. `option` is for the
 * complaint, which shows the column. The caller frees *list. Returns 0 or an exit status.
 */
int numbers_parse(const char *option, const char *text, bool ranges, struct number_listed **list,
		  size_t *n);

/* Complains about one number of the list: shows its place, and the diagnostic's sentence. */
void numbers_complain(const char *option, const char *text, const struct number_listed *number,
		      struct pmc_diag *diag);

/* Reads which CPUs are online, as a list of CPUs. */
void numbers_of_online_cpus(char *text, size_t size);

#endif

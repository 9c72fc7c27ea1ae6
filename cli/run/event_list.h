/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of all -e together. */
#ifndef PMC_CLI_RUN_EVENT_LIST_H
#define PMC_CLI_RUN_EVENT_LIST_H

#include <stddef.h>

struct option_list;
struct pmc_diag;

/* Joins the texts with commas. The result is the caller's: free(). NULL: no memory. */
char *event_list_join(const char *const *text, size_t n);
/*
 * Complains about an event of the joined text: shows its place in the -e that it stands in. A
 * diagnostic without a place is printed as it is. Changes diag->column.
 */
void event_list_complain(const struct option_list *list, struct pmc_diag *diag);

#endif

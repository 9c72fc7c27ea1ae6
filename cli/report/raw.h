/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc report --raw`: the samples themselves. */
#ifndef PMC_CLI_REPORT_RAW_H
#define PMC_CLI_REPORT_RAW_H

#include <stdio.h>

struct chosen_events;
struct subject;

/*
 * Prints a line for each sample that passes the filter, in the order of objects, addresses and
 * threads, since a profile does not keep the time of each. `name` is the profile's file. Returns 0
 * or an exit status after a complaint.
 */
int raw_print(FILE *out, struct subject *subject, const struct chosen_events *chosen,
	      const char *name);

#endif

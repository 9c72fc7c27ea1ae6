/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event tsc: ticks of the time-stamp counter while a thread runs, or on a CPU all of them. No
 * counter of a PMU counts it, and each backend knows it in its own way.
 */
#ifndef PMC_LIB_TSC_H
#define PMC_LIB_TSC_H

#include <stdbool.h>

struct event;
struct pmc_diag;
struct set_event;

bool is_tsc(const struct event *event);

/* It ticks in every ring, and on no counter. 0, or -EOPNOTSUPP with diag: it has modifiers. */
int tsc_check(const struct set_event *event, struct pmc_diag *diag);

#endif

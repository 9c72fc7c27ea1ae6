/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "perf": perf_event_open(2). */
#ifndef PMC_LIB_PERF_H
#define PMC_LIB_PERF_H

struct pmc_diag;
struct pmc_set;
struct set_event;

extern const struct backend backend_perf;

/* backend_perf.check, for backends that leave software events to the kernel's perf. */
int perf_check(struct pmc_set *set, struct set_event *event, struct pmc_diag *diag);

#endif

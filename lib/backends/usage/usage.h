/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "usage": software events from rusage and /proc. */
#ifndef PMC_LIB_USAGE_H
#define PMC_LIB_USAGE_H

#include "core/event/generic.h"

struct pmc_diag;
struct pmc_set;
struct set_event;

extern const struct source source_usage;

/*
 * Is this an event that no other source can count, whatever the backend? duration_time, user_time,
 * system_time and max_rss.
 */
bool usage_alone(enum event_kind kind, u32 id);

/* Can it count this software event for the use of the set's handle? 0 or -EOPNOTSUPP with diag. */
int usage_check(const struct pmc_set *set, const struct set_event *event, struct pmc_diag *diag);

/* The CPU time that everything the set is attached to used while the set was running. */
u64 usage_cpu_ns(struct pmc_set *set);

#endif

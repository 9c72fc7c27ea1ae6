/* SPDX-License-Identifier: BSD-2-Clause */
/* Events in the kernel's terms: struct perf_event_attr. */
#ifndef PMC_LIB_PERF_ATTR_H
#define PMC_LIB_PERF_ATTR_H

#include <stdbool.h>

struct event;
struct perf_event_attr;
struct pmc_diag;
struct pmu;

/*
 * The attributes of a parsed event. `devices` is the folder in which the kernel describes its PMUs;
 * tests have their own. `text` is what the event was parsed from. -EOPNOTSUPP with diag: perf
 * cannot count such events, or the kernel has no PMU of this name; -EINVAL with diag: a term that
 * the PMU does not know.
 */
int perf_attr(const char *devices, const char *text, const struct event *ev,
	      struct perf_event_attr *attr, struct pmc_diag *diag);
/* The same for an event of a model's catalogue. */
int perf_attr_model(const char *devices, const struct pmu *pmu, const char *text,
		    const struct event *ev, struct perf_event_attr *attr, struct pmc_diag *diag);

/* Does hardware count the event? */
bool perf_is_hardware(const struct perf_event_attr *attr);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of events of perf.data that come without one. */
#ifndef PMC_LIB_PROFILE_PERF_NAME_H
#define PMC_LIB_PROFILE_PERF_NAME_H

struct perf_event;

/* Fills event->name from type and config, unless it has a name. */
void perf_name_event(struct perf_event *event);

#endif

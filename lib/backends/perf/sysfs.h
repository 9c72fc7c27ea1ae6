/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's description of its PMUs, under /sys/bus/event_source/devices. */
#ifndef PMC_LIB_PERF_SYSFS_H
#define PMC_LIB_PERF_SYSFS_H

#include "core/base/types.h"

#define PERF_DEVICES "/sys/bus/event_source/devices"

struct event;
struct perf_event_attr;
struct pmc_diag;

/* The number of the PMU for perf_event_attr.type. False: the kernel shows no PMU of this name. */
bool perf_pmu_type(const char *devices, const char *name, u32 *type);

/* Fills in type and config for an event pmu/terms/ from the PMU's files: type, format/, events/. */
int perf_attr_terms(const char *devices, const char *text, const struct event *ev,
		    struct perf_event_attr *attr, struct pmc_diag *diag);

#endif

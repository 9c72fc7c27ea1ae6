/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "perf": counts read from descriptors of perf_event_open(2). */
#ifndef PMC_LIB_PERF_COUNT_H
#define PMC_LIB_PERF_COUNT_H

extern const struct source source_perf;

#endif

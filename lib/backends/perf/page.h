/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a counter without a system call, by the page that the kernel maps for its event. */
#ifndef PMC_LIB_PERF_PAGE_H
#define PMC_LIB_PERF_PAGE_H

#include "core/base/types.h"

struct perf_event_mmap_page;

/* What a reading gives, in the kernel's order for PERF_FORMAT_TOTAL_TIME_ENABLED | …_RUNNING. */
struct perf_value {
	u64 value, enabled, running;
};

/* How to read the counter and the time stamp: RDPMC and RDTSC, or what a test gives. */
struct perf_instructions {
	u64 (*pmc)(u32 counter);
	u64 (*tsc)(void);
};
extern const struct perf_instructions perf_instructions;

/* False: ask the kernel, because user mode may not read, or the event is on no counter now. */
bool perf_page_read(const struct perf_event_mmap_page *page, const struct perf_instructions *with,
		    struct perf_value *value);

#endif

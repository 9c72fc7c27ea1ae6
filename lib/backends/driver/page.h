/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a set without a system call, by the page that the module maps. */
#ifndef PMC_LIB_DRIVER_PAGE_H
#define PMC_LIB_DRIVER_PAGE_H

#include "core/base/types.h"

struct pmc_ioctl_page;

/*
 * Counts and virtual time by the mapped page; only the thread that it counts may call this. rdpmc
 * and rdtsc are the instructions, or what a test gives. False: ask the kernel.
 */
bool driver_page_read(const struct pmc_ioctl_page *page, u64 (*rdpmc)(u32 index),
		      u64 (*rdtsc)(void), u64 *values, u64 *tsc);

#endif

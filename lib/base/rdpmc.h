/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two instructions with which a program reads its own counters. RDPMC faults when CR4.PCE is 0.
 */
#ifndef PMC_LIB_RDPMC_H
#define PMC_LIB_RDPMC_H

#include "core/base/types.h"

#if !defined(__x86_64__) && !defined(__i386__)
#error "libpmc is for x86"
#endif

static inline u64 rdpmc(u32 counter)
{
	u32 lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(counter));
	return (u64)hi << 32 | lo;
}

static inline u64 rdtsc(void)
{
	u32 lo, hi;

	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (u64)hi << 32 | lo;
}

#endif

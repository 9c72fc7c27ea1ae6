/* SPDX-License-Identifier: BSD-2-Clause */
/* The two instructions by which a program reads its counters by itself. RDPMC faults where CR4.PCE is clear. */
#ifndef PMC_LIB_RDPMC_H
#define PMC_LIB_RDPMC_H

#include "lib/base/internal.h"

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

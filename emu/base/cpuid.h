/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* CPUID, and what it says about the vendor. */
#ifndef PMC_EMU_CPUID_H
#define PMC_EMU_CPUID_H

#include "emu/base/types.h"

/* Fills r with EAX, EBX, ECX and EDX of the leaf. */
static inline void cpuid(u32 leaf, u32 sub, u32 r[4])
{
	__asm__ volatile("cpuid"
			 : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3])
			 : "a"(leaf), "c"(sub));
}

/* ECX of leaf 0 holds the last four letters of the vendor: AuthenticAMD, HygonGenuine. */
#define CPUID_ECX_AMD	0x444d4163 /* "cAMD" */
#define CPUID_ECX_HYGON 0x656e6975 /* "uine" */

static inline bool is_amd(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	return r[2] == CPUID_ECX_AMD || r[2] == CPUID_ECX_HYGON;
}

#endif

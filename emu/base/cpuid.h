/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* CPUID, and what it says about the vendor. */
#ifndef PMC_EMU_CPUID_H
#define PMC_EMU_CPUID_H

#include "emu/base/types.h"

/*
 * Fills r with EAX, EBX, ECX and EDX of the leaf. What is the same on all CPUs, at any time, is
 * asked once for all processes that are counted together (struct emu_cpuid).
 */
void cpuid(u32 leaf, u32 sub, u32 r[4]);
/* Leaf 1 for the engine: signature and features. What EBX has may be another CPU's. */
void cpuid_features(u32 r[4]);
/* Is the vendor AMD, or Hygon? */
bool is_amd(void);

#endif

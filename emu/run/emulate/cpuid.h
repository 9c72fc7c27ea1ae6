/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * CPUID as the program sees it.
 */
#ifndef PMC_EMU_RUN_CPUID_H
#define PMC_EMU_RUN_CPUID_H

struct cpu;

void cpuid_emulate(struct cpu *c);

#endif

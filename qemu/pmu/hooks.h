/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of the PMU (pmu.c) that QEMU's x86 target calls. It always calls pmc_realize(), and
 * calls the others only if CPUState.pmc is set.
 */
#ifndef PMC_QEMU_HOOKS_H
#define PMC_QEMU_HOOKS_H

#include "pmc/core/state/state.h"
#include "cpu.h"

/*
 * Gives the CPU the PMU that its properties ask for. Fails with an error without such a PMU, or
 * without icount.
 */
bool pmc_realize(X86CPU *cpu, Error **errp);
void pmc_reset(X86CPU *cpu);
/* Puts what CPUID says of the PMU into the values of a leaf. */
void pmc_cpuid(CPUX86State *env, u32 leaf, u32 subleaf, u32 *a, u32 *b, u32 *c, u32 *d);
/* enum pmc_access */
int pmc_rdmsr(CPUX86State *env, u32 msr, u64 *value);
int pmc_wrmsr(CPUX86State *env, u32 msr, u64 value);
/* 0, or the number of an exception */
int pmc_rdpmc(CPUX86State *env, u32 ecx, u64 *value);
/*
 * Events that translated code does not count: an interrupt was taken; the software TLB was filled.
 */
void pmc_interrupt(CPUState *cs);
void pmc_tlb_miss(CPUState *cs, MMUAccessType type);
/* A software interrupt whose gate is closed to this level faults, and was counted already. */
void pmc_refused_int(CPUX86State *env);

#endif

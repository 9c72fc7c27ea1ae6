/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * CPUID, XGETBV, RDTSCP and RDPID as the program sees them.
 */
#ifndef PMC_EMU_RUN_CPUID_H
#define PMC_EMU_RUN_CPUID_H

#include "emu/base/types.h"

struct cpu;
struct insn;
struct thread;

void cpuid_emulate(struct cpu *c);
/* False: it raises #GP. */
bool cpuid_xgetbv(struct cpu *c);
/* RDTSC and RDTSCP. */
void cpuid_rdtsc(struct thread *t, const struct insn *in);
void cpuid_rdpid(struct cpu *c, const struct insn *in);

#endif

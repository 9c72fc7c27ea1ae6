/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * RDRAND and RDSEED under --deterministic.
 */
#ifndef PMC_EMU_RUN_RDRAND_H
#define PMC_EMU_RUN_RDRAND_H

struct cpu;
struct insn;

void rdrand_emulate(struct cpu *c, const struct insn *in);

#endif

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * CPUID without the features that a program cannot use under the engine. Bits: SDM volume 2,
 * CPUID, leaf 7.
 */
#include "emu/run/emulate/cpuid.h"

#include "emu/base/cpuid.h"
#include "emu/base/thread.h"

/* Leaf 7, subleaf 0 */
#define EBX_HLE	    (1u << 4) /* a transaction cannot hold the engine's counters */
#define EBX_RTM	    (1u << 11)
#define ECX_CET_SS  (1u << 7)  /* shadow stacks */
#define EDX_CET_IBT (1u << 20) /* indirect branch tracking */
/* Leaf 7, subleaf 1: instructions that are not decoded */
#define EDX_USER_MSR (1u << 15)
#define EDX_AVX10    (1u << 19)
#define EDX_APX	     (1u << 21)

void cpuid_emulate(struct cpu *c)
{
	u32 leaf = (u32)c->r[RAX], sub = (u32)c->r[RCX], r[4];

	cpuid(leaf, sub, r);
	if (leaf == 7 && sub == 0) {
		r[1] &= ~(EBX_HLE | EBX_RTM);
		r[2] &= ~ECX_CET_SS;
		r[3] &= ~EDX_CET_IBT;
	}
	if (leaf == 7 && sub == 1)
		r[3] &= ~(EDX_USER_MSR | EDX_AVX10 | EDX_APX);
	c->r[RAX] = r[0];
	c->r[RBX] = r[1];
	c->r[RCX] = r[2];
	c->r[RDX] = r[3];
}

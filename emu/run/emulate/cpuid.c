// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions by which the processor speaks of itself: they speak of the machine that the program
 * sees (emu/machine/).
 */
#include "emu/run/emulate/cpuid.h"

#include "emu/base/thread.h"
#include "emu/decode/decode.h"
#include "emu/hide/cpus.h"
#include "emu/machine/machine.h"

void cpuid_emulate(struct cpu *c)
{
	u32 r[4];

	machine_cpuid((u32)c->r[RAX], (u32)c->r[RCX], r);
	c->r[RAX] = r[0];
	c->r[RBX] = r[1];
	c->r[RCX] = r[2];
	c->r[RDX] = r[3];
}

/* The processors that are shown have XCR0 only. */
bool cpuid_xgetbv(struct cpu *c)
{
	if ((u32)c->r[RCX])
		return false;
	c->r[RAX] = (u32)machine_components();
	c->r[RDX] = machine_components() >> 32;
	return true;
}

void cpuid_rdtscp(struct cpu *c)
{
	u32 low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	c->r[RAX] = low;
	c->r[RDX] = high;
	c->r[RCX] = CPUS_CURRENT;
}

void cpuid_rdpid(struct cpu *c, const struct insn *in)
{
	c->r[(in->modrm & 7) | (in->rex & 1) << 3] = CPUS_CURRENT;
}

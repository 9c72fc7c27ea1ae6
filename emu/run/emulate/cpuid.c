// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Instructions by which the processor speaks of itself: they speak of the machine that the program
 * sees (emu/machine/).
 */
#include "emu/run/emulate/cpuid.h"

#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/decode/decode.h"
#include "emu/hide/cpus.h"
#include "emu/hide/timing.h"
#include "emu/machine/machine.h"

#define OP_RDTSCP 0x01 /* RDTSC is another one */

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

static u64 read_tsc(void)
{
	u32 low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return low | (u64)high << 32;
}

void cpuid_rdtsc(struct thread *t, const struct insn *in)
{
	u64 tsc = engine.clock ? timing_tsc(t) : read_tsc();

	t->cpu.r[RAX] = (u32)tsc;
	t->cpu.r[RDX] = tsc >> 32;
	if (in->op == OP_RDTSCP)
		t->cpu.r[RCX] = CPUS_CURRENT;
}

void cpuid_rdpid(struct cpu *c, const struct insn *in)
{
	c->r[modrm_rm(in)] = CPUS_CURRENT;
}

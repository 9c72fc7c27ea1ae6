/* SPDX-License-Identifier: BSD-2-Clause */
/* A processor: segments, exceptions, local APIC, runs at CPL 3 */
#ifndef PMC_TESTS_BARE_KERNEL_CPU_H
#define PMC_TESTS_BARE_KERNEL_CPU_H

#include "tests/bare/bare.h"
#include "tests/bare/kernel/layout.h"
#include "core/models/cpuid.h"

struct cpu {
	u32 tss[26];
	struct cpu *self;
	u32 user_eax, user_edx;			  /* what a run at CPL 3 returned */
	volatile u32 fault;			  /* vector of the last exception */
	u32 loops;				  /* of the program that runs */
	void (*volatile work)(struct machine *m); /* to do; NULL when done */
	volatile u32 ready;
	u32 apic_id;
	struct machine machine;
	/* The stack of CPL 3 below CPU_USER_STACK, the kernel's from the end down. */
	u8 stacks[CPU_SIZE - 0x88 - sizeof(struct machine)];
};

extern struct cpu cpus[CPUS];
extern u32 processors; /* how many have started */

static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	asm volatile("movl %%fs:%c1, %0" : "=r"(cpu) : "i"(CPU_SELF));
	return cpu;
}

static inline void outb(u16 port, u8 value)
{
	asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline u8 inb(u16 port)
{
	u8 value;

	asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static inline struct cpuid_leaf cpuid(u32 leaf, u32 subleaf)
{
	struct cpuid_leaf r = { .leaf = leaf, .subleaf = subleaf };

	asm volatile("cpuid"
		     : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d)
		     : "a"(leaf), "c"(subleaf));
	return r;
}

/* boot.S */
void run_kernel(void (*entry)(void), u32 loops, void *data);
void run_user(void (*entry)(void), u32 loops, void *data, u32 ecx);
void user_rdpmc(void);

/* cpu.c. Exceptions of RDMSR, WRMSR and RDPMC set cpu->fault, and the next instruction follows. */
void cpu_init(u32 number);
bool apic_init(void);
u32 apic_lvtpc(struct machine *m);
void apic_set_lvtpc(struct machine *m, u32 value);
/*
 * Halts until its timer has counted so many ticks, and returns how long that took by the time stamp
 * counter.
 */
u64 apic_halt(struct machine *m, u32 ticks);
/* Starts all other processors. They call kernel.c's processor_main(), each with its own number. */
void start_others(void);

#endif

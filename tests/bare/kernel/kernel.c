/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel that runs the checks and nothing else. Its struct machine executes the instructions
 * themselves.
 *
 * CPL 0 with interrupts disabled, CPL 3 with interrupts enabled. It reads CPUID, asks core/ which
 * PMU that is, and reports on the serial port.
 */
#include "tests/bare/kernel/cpu.h"
#include "core/pmu/regs.h"
#include "core/models/cpuid.h"

/* programs.c */
#define X(name) void program_##name(void);
PROGRAMS(X)
#undef X
extern u8 program_data[];

void kernel_main(void);
void processor_main(u32 number);

/* ---- Instructions ---- */

static unsigned rdmsr(struct machine *m, u32 address, u64 *value)
{
	struct cpu *cpu = this_cpu();
	u32 low = 0, high = 0;

	cpu->fault = EXC_NONE;
	asm volatile("rdmsr" : "+a"(low), "+d"(high) : "c"(address) : "memory");
	if (!cpu->fault)
		*value = (u64)high << 32 | low;
	return cpu->fault;
}

static unsigned wrmsr(struct machine *m, u32 address, u64 value)
{
	struct cpu *cpu = this_cpu();

	cpu->fault = EXC_NONE;
	asm volatile("wrmsr" : : "a"((u32)value), "d"((u32)(value >> 32)), "c"(address) : "memory");
	return cpu->fault;
}

static unsigned rdpmc(struct machine *m, unsigned cpl, u32 ecx, u64 *value)
{
	struct cpu *cpu = this_cpu();
	u32 low = 0, high = 0;

	cpu->fault = EXC_NONE;
	if (cpl) {
		run_user(user_rdpmc, 0, program_data, ecx);
		low = cpu->user_eax;
		high = cpu->user_edx;
	} else {
		asm volatile("rdpmc" : "+a"(low), "+d"(high) : "c"(ecx) : "memory");
	}
	if (!cpu->fault)
		*value = (u64)high << 32 | low;
	return cpu->fault;
}

static void set_pce(struct machine *m, bool on)
{
	u32 cr4;

	asm volatile("movl %%cr4, %0" : "=r"(cr4));
	cr4 = on ? cr4 | 0x100 : cr4 & ~0x100u;
	asm volatile("movl %0, %%cr4" : : "r"(cr4));
}

static void run(struct machine *m, enum program program, u32 loops, unsigned cpl)
{
	static void (*const entry[])(void) = {
#define X(name) program_##name,
		PROGRAMS(X)
#undef X
	};

	this_cpu()->loops = loops;
	if (cpl)
		run_user(entry[program], loops, program_data, 0);
	else
		run_kernel(entry[program], loops, program_data);
}

/* ---- Other processors ---- */

static void start(struct machine *m, u32 cpu, void (*work)(struct machine *m))
{
	cpus[cpu].work = work;
}

static void wait(struct machine *m, u32 cpu)
{
	while (cpus[cpu].work)
		asm volatile("pause");
}

/* ---- The PMU ---- */

#define PERF_CAP_BASELINE (1u << 14) /* adaptive PEBS */

/* The leaves that core/ asks for. Those beyond the highest of their kind are not read. */
static u32 read_leaves(struct cpuid_leaf *list)
{
	static const u32 wanted[][2] = {
		{ 0, 0 },	   { 1, 0 },	      { 7, 0 },		 { 7, 1 },
		{ 0xa, 0 },	   { 0x1a, 0 },	      { 0x23, 0 },	 { 0x23, 1 },
		{ 0x23, 3 },	   { 0x40000000, 0 }, { 0x80000000, 0 }, { 0x80000001, 0 },
		{ 0x80000022, 0 },
	};
	u32 n = 0, i;

	for (i = 0; i < N_OF(wanted); i++) {
		u32 kind = wanted[i][0] & 0xc0000000;

		if (kind == 0x40000000 ? cpuid(1, 0).c >> 31 : wanted[i][0] <= cpuid(kind, 0).a)
			list[n++] = cpuid(wanted[i][0], wanted[i][1]);
	}
	return n;
}

static void pmu_init(struct machine *m)
{
	struct cpuid_leaf leaves[16];
	u32 n = read_leaves(leaves);
	u64 capabilities;

	if (pmc_pmu_of_cpuid(leaves, n, &m->pmu, NULL))
		return;
	/* What CPUID does not say. */
	if (m->pmu.family == PMU_ARCH && m->pmu.caps & PMU_PDCM &&
	    !rdmsr(m, MSR_PERF_CAPABILITIES, &capabilities)) {
		m->pmu.caps &= ~(PMU_FULL_WRITE | PMU_ADAPTIVE | PMU_METRICS);
		m->pmu.caps |= (capabilities & PERF_CAP_FW_WRITE ? PMU_FULL_WRITE : 0) |
			       (capabilities & PERF_CAP_BASELINE ? PMU_ADAPTIVE : 0) |
			       (capabilities & PERF_CAP_METRICS ? PMU_METRICS : 0);
	}
}

/* ---- The serial port ---- */

#define COM1 0x3f8

static void serial_init(void)
{
	outb(COM1 + 1, 0);    /* no interrupts */
	outb(COM1 + 3, 0x80); /* the divisor: 115,200 baud */
	outb(COM1, 1);
	outb(COM1 + 1, 0);
	outb(COM1 + 3, 3); /* 8 bits, no parity, 1 stop bit */
}

void report_char(char c)
{
	if (c == '\n')
		report_char('\r');
	while (!(inb(COM1 + 5) & 0x20))
		;
	outb(COM1, (u8)c);
}

/* ---- The beginning ---- */

static void machine_init(struct cpu *cpu)
{
	struct machine *m = &cpu->machine;

	*m = (struct machine){
		.rdmsr = rdmsr,
		.wrmsr = wrmsr,
		.rdpmc = rdpmc,
		.set_pce = set_pce,
		.run = run,
		.halt = apic_halt,
		.lvtpc = apic_lvtpc,
		.set_lvtpc = apic_set_lvtpc,
		.start = start,
		.wait = wait,
	};
	m->apic = apic_init();
	pmu_init(m);
	cpu->apic_id = cpuid(1, 0).b >> 24;
	/* The two logical processors of a Pentium 4 differ in the lowest bit. */
	if (m->pmu.family == PMU_P4 && m->pmu.caps & PMU_HT && cpu->apic_id & 1)
		m->flags = ENCODE_SIBLING;
	cpu->ready = true;
}

/* Another processor does the work that it gets, forever. */
void processor_main(u32 number)
{
	struct cpu *cpu;

	/* Processors beyond the room for them sleep. */
	while (number >= CPUS)
		asm volatile("cli; hlt");
	cpu_init(number);
	cpu = this_cpu();
	machine_init(cpu);
	for (;;) {
		while (!cpu->work)
			asm volatile("pause");
		cpu->work(&cpu->machine);
		cpu->work = NULL;
	}
}

void kernel_main(void)
{
	struct machine *m = &cpus[0].machine;
	u32 i;

	serial_init();
	cpu_init(0);
	machine_init(&cpus[0]);
	if (m->apic)
		start_others();
	m->cpus = processors < CPUS ? processors : CPUS;
	for (i = 1; i < m->cpus; i++) {
		while (!cpus[i].ready)
			asm volatile("pause");
		if (cpus[i].machine.flags && cpus[i].apic_id == (cpus[0].apic_id ^ 1))
			m->sibling = i;
	}
	check_all(m);
	report_done();
}

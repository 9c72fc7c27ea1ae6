/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A kernel that does nothing but the checks: struct machine with the instructions themselves.
 *
 * One processor, CPL 0 with interrupts disabled, CPL 3 with interrupts enabled. It reads CPUID, asks core/
 * which PMU that is, and reports on the serial port.
 */
#include "tests/bare/bare.h"

/* boot.S */
void run_kernel(void *entry, u32 loops, void *data);
void run_user(void *entry, u32 loops, void *data, u32 ecx);
void interrupt_exit(void), interrupt_return(void), interrupt_nmi(void), interrupt_fixed(void);
void exception_ud(void), exception_gp(void), exception_other(void);
void user_rdpmc(void);
extern u32 user_eax, user_edx;
extern volatile u32 fault_vector;

/* programs.c */
#define X(name) void program_##name(void);
PROGRAMS(X)
#undef X
extern u8 program_data[];

void kernel_main(void);

/* ---- Instructions ---- */

static void outb(u16 port, u8 value)
{
	asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static u8 inb(u16 port)
{
	u8 value;

	asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static struct cpuid_leaf cpuid(u32 leaf, u32 subleaf)
{
	struct cpuid_leaf r = { .leaf = leaf, .subleaf = subleaf };

	asm volatile("cpuid" : "=a"(r.a), "=b"(r.b), "=c"(r.c), "=d"(r.d) : "a"(leaf), "c"(subleaf));
	return r;
}

/* A #GP in these sets fault_vector and goes on behind them. */
static unsigned rdmsr(struct machine *m, u32 address, u64 *value)
{
	u32 low = 0, high = 0;

	fault_vector = EXC_NONE;
	asm volatile("rdmsr" : "+a"(low), "+d"(high) : "c"(address) : "memory");
	if (!fault_vector)
		*value = (u64)high << 32 | low;
	return fault_vector;
}

static unsigned wrmsr(struct machine *m, u32 address, u64 value)
{
	fault_vector = EXC_NONE;
	asm volatile("wrmsr" : : "a"((u32)value), "d"((u32)(value >> 32)), "c"(address) : "memory");
	return fault_vector;
}

static unsigned rdpmc(struct machine *m, unsigned cpl, u32 ecx, u64 *value)
{
	u32 low = 0, high = 0;

	fault_vector = EXC_NONE;
	if (cpl) {
		run_user(user_rdpmc, 0, program_data, ecx);
		low = user_eax;
		high = user_edx;
	} else {
		asm volatile("rdpmc" : "+a"(low), "+d"(high) : "c"(ecx) : "memory");
	}
	if (!fault_vector)
		*value = (u64)high << 32 | low;
	return fault_vector;
}

static void set_pce(struct machine *m, bool on)
{
	u32 cr4;

	asm volatile("movl %%cr4, %0" : "=r"(cr4));
	cr4 = on ? cr4 | 0x100 : cr4 & ~0x100u;
	asm volatile("movl %0, %%cr4" : : "r"(cr4));
}

/* Of the program that runs. */
static u32 loops_to_run;

static void run(struct machine *m, enum program program, u32 loops, unsigned cpl)
{
	static void (*const entry[])(void) = {
#define X(name) program_##name,
		PROGRAMS(X)
#undef X
	};

	loops_to_run = loops;
	if (cpl)
		run_user(entry[program], loops, program_data, 0);
	else
		run_kernel(entry[program], loops, program_data);
}

/* ---- The local APIC: SDM volume 3, "Advanced Programmable Interrupt Controller" ---- */

#define MSR_APIC_BASE 0x1bu
#define APIC_TPR   0x80
#define APIC_EOI   0xb0
#define APIC_SVR   0xf0
#define APIC_LVTPC 0x340

static volatile u8 *apic_base = (volatile u8 *)0xfee00000;

static volatile u32 *apic(u32 offset)
{
	return (volatile u32 *)(apic_base + offset);
}

static u32 lvtpc(struct machine *m)
{
	return *apic(APIC_LVTPC);
}

static void set_lvtpc(struct machine *m, u32 value)
{
	*apic(APIC_LVTPC) = value;
}

static void apic_init(struct machine *m)
{
	u64 base;

	/* The two 8259s are never heard. */
	outb(0x21, 0xff);
	outb(0xa1, 0xff);
	m->apic = cpuid(1, 0).d >> 9 & 1;
	if (!m->apic)
		return;
	/* Pentium has no such MSR. */
	if (!rdmsr(m, MSR_APIC_BASE, &base) && base & 0x800)
		apic_base = (volatile u8 *)(size_t)(base & 0xfffff000);
	*apic(APIC_SVR) = 0x1ff;
	*apic(APIC_TPR) = 0;
	*apic(APIC_LVTPC) = LVT_MASKED;
}

/* ---- Interrupts and exceptions ---- */

/* PUSHAL, then what the processor pushed. */
struct frame {
	u32 edi, esi, ebp, esp, ebx, edx, ecx, eax;
	u32 eip, cs, eflags;
};

static struct machine machine;
static u32 idt[256][2];

void pmi_arrived(u32 vector, const struct frame *f);
void general_protection(const struct frame *f);
void unexpected(const u32 *stack);

/* How many instructions of PROGRAM_PLAIN came before this one. They have one byte each, but the loop's last. */
static u32 position(u32 eip, u32 loops_left)
{
	u32 offset = eip - (u32)(size_t)program_PLAIN, n = programs[RUN_PLAIN].n;

	if (offset < n - 1)
		return (loops_to_run - loops_left) * n + offset;
	if (offset == n - 1)
		return (loops_to_run - loops_left - 1) * n + offset;
	return offset == n + 1 ? loops_to_run * n : NOWHERE;
}

void pmi_arrived(u32 vector, const struct frame *f)
{
	struct pmi pmi = { (u8)vector, f->cs & 3, position(f->eip, f->ebp) };

	if (machine.on_pmi)
		machine.on_pmi(&machine, &pmi);
	if (vector != EXC_NMI)
		*apic(APIC_EOI) = 0;
}

void unexpected(const u32 *stack)
{
	note("an exception that nobody expects; on the stack %x %x %x %x", stack[0], stack[1], stack[2], stack[3]);
	for (;;)
		asm volatile("hlt");
}

/* The error code is where EIP would be. */
void general_protection(const struct frame *f)
{
	const u8 *code = (const u8 *)(size_t)f->cs;

	if (code[0] != 0x0f || (code[1] != 0x30 && code[1] != 0x32 && code[1] != 0x33))
		unexpected(&f->eip);
	fault_vector = EXC_GP;
}

static void gate(u32 vector, void (*handler)(void), u32 dpl)
{
	u32 address = (u32)(size_t)handler;

	idt[vector][0] = 0x08 << 16 | (address & 0xffff);
	idt[vector][1] = (address & 0xffff0000) | 0x8e00 | dpl << 13;
}

static void idt_init(void)
{
	struct __attribute__((packed)) {
		u16 limit;
		u32 base;
	} idtr = { sizeof(idt) - 1, (u32)(size_t)idt };
	u32 i;

	for (i = 0; i < 256; i++)
		gate(i, exception_other, 0);
	gate(EXC_NMI, interrupt_nmi, 0);
	gate(EXC_UD, exception_ud, 0);
	gate(EXC_GP, exception_gp, 0);
	gate(LVT_FIXED, interrupt_fixed, 0);
	gate(0x80, interrupt_exit, 3);
	gate(0x81, interrupt_return, 3);
	asm volatile("lidt %0" : : "m"(idtr));
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

/* ---- The PMU ---- */

#define PERF_CAP_BASELINE (1u << 14) /* adaptive PEBS */

/* The leaves that core/ asks for; those beyond the highest of their kind are not read. */
static u32 read_leaves(struct cpuid_leaf *list)
{
	static const u32 wanted[][2] = {
		{ 0, 0 }, { 1, 0 }, { 7, 0 }, { 7, 1 }, { 0xa, 0 }, { 0x1a, 0 }, { 0x23, 0 }, { 0x23, 1 },
		{ 0x23, 3 }, { 0x40000000, 0 }, { 0x80000000, 0 }, { 0x80000001, 0 }, { 0x80000022, 0 },
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

void kernel_main(void)
{
	machine = (struct machine){
		.rdmsr = rdmsr, .wrmsr = wrmsr, .rdpmc = rdpmc, .set_pce = set_pce, .run = run,
		.lvtpc = lvtpc, .set_lvtpc = set_lvtpc,
	};
	serial_init();
	idt_init();
	apic_init(&machine);
	pmu_init(&machine);
	check_all(&machine);
	report_done();
}

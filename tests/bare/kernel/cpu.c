/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Segments, exceptions, the local APIC, and the start of other processors. SDM volume 3,
 * "Protected-Mode Memory Management", "Interrupt and Exception Handling", "Advanced Programmable
 * Interrupt Controller", "Multiple-Processor Management".
 */
#include "tests/bare/kernel/cpu.h"

_Static_assert(offsetof(struct cpu, self) == CPU_SELF &&
		       offsetof(struct cpu, user_eax) == CPU_USER_EAX &&
		       offsetof(struct cpu, user_edx) == CPU_USER_EDX &&
		       offsetof(struct cpu, fault) == CPU_FAULT &&
		       offsetof(struct cpu, stacks) < CPU_USER_STACK - 0x100 &&
		       sizeof(struct cpu) == CPU_SIZE,
	       "layout.h");

/* boot.S */
void load_segments(u32 fs, u32 tss);
void interrupt_exit(void), interrupt_return(void), interrupt_nmi(void), interrupt_fixed(void);
void interrupt_timer(void);
void exception_ud(void), exception_gp(void), exception_other(void);
extern const u8 trampoline[], trampoline_end[];

/* programs.c */
void program_PLAIN(void);

struct cpu cpus[CPUS] __attribute__((aligned(16)));

/* ---- Segments ---- */

u64 gdt[GDT_ENTRIES] = {
	0,
	0x00cf9a000000ffff, /* CS, CPL 0 */
	0x00cf92000000ffff, /* SS, CPL 0 */
	0x00cffa000000ffff, /* CS, CPL 3 */
	0x00cff2000000ffff, /* DS, CPL 3 */
};

/* Returns a descriptor with these attributes, for the bytes from base on. */
static u64 descriptor(const void *base, u32 limit, u32 attributes)
{
	u32 b = (u32)(size_t)base;

	return (u64)(b & 0xff000000) << 32 | (u64)(b & 0xffffff) << 16 | (u64)attributes << 40 |
	       limit;
}

#define VECTOR_TIMER 0x41

static u32 idt[256][2];

static void gate(u32 vector, void (*handler)(void), u32 dpl)
{
	u32 address = (u32)(size_t)handler;

	idt[vector][0] = KERNEL_CS << 16 | (address & 0xffff);
	idt[vector][1] = (address & 0xffff0000) | 0x8e00 | dpl << 13;
}

static void load_idt(void)
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
	gate(VECTOR_TIMER, interrupt_timer, 0);
	gate(0x80, interrupt_exit, 3);
	gate(0x81, interrupt_return, 3);
	asm volatile("lidt %0" : : "m"(idtr));
}

void cpu_init(u32 number)
{
	struct cpu *cpu = &cpus[number];

	cpu->self = cpu;
	cpu->tss[2] = KERNEL_SS;
	cpu->tss[25] = 0x680000; /* no I/O permissions */
	gdt[CPU_FS(number) >> 3] = descriptor(cpu, 0xffff, 0x40f2) & ~((u64)0xf << 48);
	gdt[CPU_FS(number) >> 3] |= (u64)0x4 << 52;
	gdt[CPU_TSS(number) >> 3] = descriptor(cpu, 0x67, 0x89);
	load_segments(CPU_FS(number), CPU_TSS(number));
	load_idt();
}

/* ---- Exceptions ---- */

/* The registers of PUSHAL, then what the processor pushed */
struct frame {
	u32 edi, esi, ebp, esp, ebx, edx, ecx, eax;
	u32 eip, cs, eflags;
};

void pmi_arrived(u32 vector, const struct frame *f);
void general_protection(const struct frame *f);
void unexpected(const u32 *stack);

void unexpected(const u32 *stack)
{
	ok(false, "an exception that nobody expects; on the stack %x %x %x %x", stack[0], stack[1],
	   stack[2], stack[3]);
	for (;;)
		asm volatile("hlt");
}

/* The error code stands in place of EIP, and EIP in place of CS. */
void general_protection(const struct frame *f)
{
	const u8 *code = (const u8 *)(size_t)f->cs;

	if (code[0] != 0x0f || (code[1] != 0x30 && code[1] != 0x32 && code[1] != 0x33))
		unexpected(&f->eip);
	this_cpu()->fault = EXC_GP;
}

/* ---- The local APIC ---- */

#define MSR_APIC_BASE 0x1bu
#define APIC_TPR      0x80
#define APIC_EOI      0xb0
#define APIC_SVR      0xf0
#define APIC_ICR      0x300
#define APIC_TIMER    0x320
#define APIC_LVTPC    0x340
#define APIC_COUNT    0x380
#define APIC_DIVIDE   0x3e0
#define ICR_INIT      0xc4500 /* to all but this one: INIT, assert */
#define ICR_START     0xc4600 /* … start-up, at the page in the low bits */

u8 *apic_base;

static volatile u32 *apic(u32 offset)
{
	return (volatile u32 *)(apic_base + offset);
}

u32 apic_lvtpc(struct machine *m)
{
	return *apic(APIC_LVTPC);
}

void apic_set_lvtpc(struct machine *m, u32 value)
{
	*apic(APIC_LVTPC) = value;
}

bool apic_init(void)
{
	u32 low, high;

	/* The two 8259s are masked. */
	outb(0x21, 0xff);
	outb(0xa1, 0xff);
	if (!(cpuid(1, 0).d >> 9 & 1))
		return false;
	/* The Pentium has one, without the MSR. */
	apic_base = (u8 *)0xfee00000;
	this_cpu()->fault = EXC_NONE;
	asm volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(MSR_APIC_BASE) : "memory");
	if (!this_cpu()->fault && low & 0x800)
		apic_base = (u8 *)(size_t)(low & 0xfffff000);
	*apic(APIC_SVR) = 0x1ff;
	*apic(APIC_TPR) = 0;
	*apic(APIC_LVTPC) = LVT_MASKED;
	return true;
}

static u64 time_stamp(void)
{
	u32 low, high;

	asm volatile("rdtsc" : "=a"(low), "=d"(high));
	return (u64)high << 32 | low;
}

u64 apic_halt(struct machine *m, u32 ticks)
{
	u64 began = time_stamp();

	*apic(APIC_DIVIDE) = 0xb;	  /* by 1 */
	*apic(APIC_TIMER) = VECTOR_TIMER; /* once */
	*apic(APIC_COUNT) = ticks;
	asm volatile("sti; hlt; cli" : : : "memory");
	*apic(APIC_TIMER) = LVT_MASKED;
	return time_stamp() - began;
}

/*
 * Returns how many instructions of PROGRAM_PLAIN came before this one. They have one byte each,
 * except the loop's last.
 */
static u32 position(u32 eip, u32 loops_left)
{
	u32 offset = eip - (u32)(size_t)program_PLAIN, n = programs[RUN_PLAIN].n,
	    loops = this_cpu()->loops;

	if (offset < n - 1)
		return (loops - loops_left) * n + offset;
	if (offset == n - 1)
		return (loops - loops_left - 1) * n + offset;
	return offset == n + 1 ? loops * n : NOWHERE;
}

void pmi_arrived(u32 vector, const struct frame *f)
{
	struct pmi pmi = { (u8)vector, f->cs & 3, position(f->eip, f->ebp) };
	struct machine *m = &this_cpu()->machine;

	if (m->on_pmi)
		m->on_pmi(m, &pmi);
	if (vector != EXC_NMI)
		*apic(APIC_EOI) = 0;
}

/* ---- Other processors ---- */

#define START_PAGE 8 /* the trampoline, at 8000H */

/* Waits by the 8254's channel 2, which counts 1,193,182 times in a second. */
static void wait_milliseconds(u32 n)
{
	u32 ticks = n * 1193;

	outb(0x61, (inb(0x61) & ~3) | 1);
	outb(0x43, 0xb0); /* channel 2, both bytes, one-shot */
	outb(0x42, (u8)ticks);
	outb(0x42, (u8)(ticks >> 8));
	while (!(inb(0x61) & 0x20))
		;
}

void start_others(void)
{
	memcpy((void *)(START_PAGE * 4096), trampoline, (size_t)(trampoline_end - trampoline));
	*apic(APIC_ICR) = ICR_INIT;
	wait_milliseconds(10);
	*apic(APIC_ICR) = ICR_START | START_PAGE;
	wait_milliseconds(1);
}

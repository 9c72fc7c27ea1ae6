/* SPDX-License-Identifier: GPL-2.0 */
/* The PMU registers of this CPU. */
#ifndef PMC_KERNEL_REGS_H
#define PMC_KERNEL_REGS_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/types.h>
#include <asm/msr.h>

#include "kernel/pmu/probe.h"
#include "kernel/pmu/reg_plan.h"

/*
 * Addresses by counter; 0: this PMU has no such counter, or the counter has no select register of
 * its own.
 */
extern u32 hw_counter_msr[64], hw_select_msr[64];

/* Lists the registers of hw_pmu. -E2BIG: HW_SLOTS is too small for them. */
int regs_init(void);
/*
 * The slot of a register that the module writes, or -1: it does not, or the processor refuses the
 * register.
 */
int regs_slot(u32 address);

/* ---- Taking this CPU's registers and giving them back; interrupts off ---- */

void regs_begin(void);
void regs_end(void);
/* Do they belong to the module now? */
bool regs_ready(void);

/* ---- Counting on this CPU; interrupts off ---- */

/* The contexts that count on this CPU, by of_cpu. */
struct list_head *regs_active(void);
/* Does no context count on another CPU, as seen from here? */
bool regs_idle(int cpu);
/* Makes this CPU count a plan. Registers that hold their values already are not written. */
void regs_load(const struct reg_plan *plan);
/* Switches off what no other context in this CPU's list counts with. */
void regs_stop(const struct reg_plan *plan);
/* Stops the plan's counters and clears them, for CPUs where user mode may read counters. */
void regs_unload(const struct reg_plan *plan);
/* Stops and clears every counter that no context of this CPU counts with. */
void regs_clear_idle(void);

/* ---- Counters of this CPU ---- */

u64 hw_read_msr(const struct planned_counter *counter);

/*
 * Reads the counter by the instruction itself: Linux's macro goes through three calls in kernels
 * that are built with paravirtualization. Where a hypervisor wants to be asked (Xen PV),
 * hw_has_rdpmc is false.
 */
static inline u64 hw_rdpmc(const struct planned_counter *counter)
{
	u32 low, high;

	asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter->rdpmc));
	return (u64)high << 32 | low;
}

static inline u64 hw_read(const struct planned_counter *counter)
{
	return likely(hw_has_rdpmc) ? hw_rdpmc(counter) : hw_read_msr(counter);
}

/*
 * Only sampling and RDPMC in user mode need written counters. This is the instruction itself, as
 * above.
 */
static inline void hw_write_counter(const struct planned_counter *counter, u64 value)
{
	native_wrmsr(counter->msr, (u32)value, (u32)(value >> 32));
}

/* The register that acknowledges overflows; 0: none, or each counter's CCCR does (Pentium 4). */
extern u32 hw_acknowledge_msr;
void hw_acknowledge_each(u64 counters);
/* Tells the PMU that the overflows of these counters were served. NMIs call it, too. */
static inline void hw_acknowledge(u64 counters)
{
	if (likely(hw_acknowledge_msr))
		native_wrmsr(hw_acknowledge_msr, (u32)counters, (u32)(counters >> 32));
	else
		hw_acknowledge_each(counters);
}

#endif

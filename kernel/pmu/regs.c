// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU registers of the CPUs: which ones there are, and writing and reading them.
 *
 * Writing a register costs hundreds of cycles, so each CPU remembers what its registers hold and
 * writes only what changes. Counters that nobody uses any more go on counting: that costs nothing,
 * since the module only ever takes differences of what they hold. All values come from core/, which
 * knows the reserved bits. If a processor refuses one all the same, the exception table catches it,
 * and there is no oops.
 */
#include <linux/bitops.h>
#include <linux/percpu.h>

#include "kernel/base/msr.h"
#include "kernel/base/types.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/sibling.h"

u32 hw_acknowledge_msr;
u32 hw_counter_msr[64], hw_select_msr[64];

/*
 * A register that sets need written. The module leaves alone what control registers hold for
 * others.
 */
struct slot {
	u32 address;
	bool ours;	 /* clear it when the PMU is taken */
	bool of_sibling; /* it is one of the second sibling's */
};
static struct slot slots[HW_SLOTS];
static u32 n_slots;

struct cpu_regs {
	u64 value[HW_SLOTS]; /* what the slots hold */
	u64 saved[HW_SLOTS]; /* what they held before the PMU was taken */
	bool ready;
	struct list_head active;
};
static DEFINE_PER_CPU(struct cpu_regs, cpu_regs);

struct list_head *regs_active(void)
{
	return &this_cpu_ptr(&cpu_regs)->active;
}

bool regs_idle(int cpu)
{
	return list_empty(&per_cpu(cpu_regs, cpu).active);
}

bool regs_ready(void)
{
	return this_cpu_read(cpu_regs.ready);
}

/* ---- Which registers there are ---- */

static bool is_shared(u32 address)
{
#define X(name) || address == MSR_##name
	return false ASSIGN_SHARED_LIST(X);
#undef X
}

static bool is_control(u32 address)
{
	switch (address) {
	case MSR_FIXED_CTR_CTRL:
	case MSR_GLOBAL_CTRL:
	case MSR_AMD_GLOBAL_CTL:
	case MSR_P4_PEBS_ENABLE:
	case MSR_P4_PEBS_MATRIX_VERT:
		return true;
	default:
		return is_shared(address);
	}
}

static bool is_of_sibling(u32 address)
{
	return hw_pmu.family == PMU_P4 && pmc_p4_is_sibling(address);
}

static int add_slot(u32 address)
{
	if (n_slots == HW_SLOTS)
		return -E2BIG;
	slots[n_slots++] = (struct slot){
		.address = address,
		.ours = !is_shared(address),
		.of_sibling = is_of_sibling(address),
	};
	return 0;
}

static int add_register(const struct pmu_reg_at *at)
{
	switch (at->reg->kind) {
	case REG_COUNTER:
		hw_counter_msr[at->index] = at->address;
		return 0;
	case REG_FIXED:
		hw_counter_msr[FIXED_COUNTER(at->index)] = at->address;
		return 0;
	case REG_SELECT:
		hw_select_msr[at->index] = at->address;
		return add_slot(at->address);
	case REG_CONTROL:
		if (!is_control(at->address) || probe_is_refused(at->address))
			return 0;
		return add_slot(at->address);
	case REG_CESR:
	case REG_ESCR:
		return add_slot(at->address);
	default:
		return 0;
	}
}

static int list_registers(void)
{
	struct pmu_reg_at at;
	u32 i;
	int err;

	for (i = 0; pmc_pmu_reg(&hw_pmu, i, &at); i++) {
		/* Version 6 has every register at two addresses; the old ones suffice. */
		if (at.reg->needs & PMU_V6_MSRS || at.index >= 32)
			continue;
		err = add_register(&at);
		if (err)
			return err;
	}
	/* ESCRs have numbers above 31, too. */
	for (i = 0; pmc_pmu_reg(&hw_pmu, i, &at); i++) {
		if (at.reg->kind != REG_ESCR || at.index < 32)
			continue;
		err = add_slot(at.address);
		if (err)
			return err;
	}
	return 0;
}

int regs_slot(u32 address)
{
	u32 i;

	for (i = 0; i < n_slots; i++)
		if (slots[i].address == address)
			return (int)i;
	return -1;
}

int regs_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_LIST_HEAD(&per_cpu(cpu_regs, cpu).active);
	hw_acknowledge_msr = pmc_pmu_global_clear(&hw_pmu);
	return hw_pmu.general || hw_pmu.fixed ? list_registers() : 0;
}

/* ---- Writing ---- */

static void write_slot(struct cpu_regs *cpu, u32 slot, u64 value)
{
	/* Remember it first: an NMI in between may write it again (hw_acknowledge_each). */
	WRITE_ONCE(cpu->value[slot], value);
	barrier();
	wrmsrl_safe(slots[slot].address, value);
}

void regs_load(const struct reg_plan *plan)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;
	u64 value;

	for (; r < end; r++) {
		value = (cpu->value[r->slot] & ~r->mask) | r->value;
		if (value != cpu->value[r->slot])
			write_slot(cpu, r->slot, value);
	}
}

void regs_stop(const struct reg_plan *plan)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;
	const struct reg_plan *other;
	struct context *context;
	u64 mask;
	u32 i;

	for (; r < end; r++) {
		if (!slots[r->slot].ours || !(cpu->value[r->slot] & r->mask))
			continue;
		mask = r->mask;
		list_for_each_entry(context, &cpu->active, of_cpu) {
			other = context->plan;
			for (i = 0; i < other->n_regs; i++)
				if (other->reg[i].slot == r->slot)
					mask &= ~other->reg[i].mask;
		}
		if (cpu->value[r->slot] & mask)
			write_slot(cpu, r->slot, cpu->value[r->slot] & ~mask);
	}
}

void regs_unload(const struct reg_plan *plan)
{
	u32 i;

	regs_stop(plan);
	for (i = 0; i < plan->n_counters; i++)
		wrmsrl_safe(plan->counter[i].msr, 0);
}

/* The bits of a register that the contexts of this CPU count with. */
static u64 bits_in_use(struct cpu_regs *cpu, u32 slot)
{
	const struct reg_plan *plan;
	struct context *context;
	u64 bits = 0;
	u32 i;

	list_for_each_entry(context, &cpu->active, of_cpu) {
		plan = context->plan;
		for (i = 0; i < plan->n_regs; i++)
			if (plan->reg[i].slot == slot)
				bits |= plan->reg[i].mask;
	}
	return bits;
}

static u64 counters_in_use(struct cpu_regs *cpu)
{
	struct context *context;
	u64 counters = 0;
	u32 i;

	list_for_each_entry(context, &cpu->active, of_cpu)
		for (i = 0; i < context->plan->n_counters; i++)
			counters |= 1ull << context->plan->counter[i].counter;
	return counters;
}

void regs_clear_idle(void)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	u64 used, bits;
	u32 i;

	if (!cpu->ready)
		return;
	for (i = 0; i < n_slots; i++) {
		bits = bits_in_use(cpu, i);
		if (slots[i].ours && cpu->value[i] & ~bits)
			write_slot(cpu, i, cpu->value[i] & bits);
	}
	used = counters_in_use(cpu);
	for (i = 0; i < ARRAY_SIZE(hw_counter_msr); i++)
		if (hw_counter_msr[i] && !(used >> i & 1))
			wrmsrl_safe(hw_counter_msr[i], 0);
}

/* ---- Reading and acknowledging ---- */

u64 hw_read_msr(const struct planned_counter *counter)
{
	u64 value;

	rdmsrl(counter->msr, value);
	return value;
}

void hw_acknowledge_each(u64 counters)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	u32 i, slot;

	if (hw_pmu.family != PMU_P4)
		return;
	/* The overflow flag is in the CCCR; writing what the CCCR should hold clears it. */
	for (; counters; counters &= counters - 1) {
		i = (u32)__ffs64(counters);
		slot = (u32)regs_slot(hw_select_msr[i]);
		wrmsrl(hw_select_msr[i], READ_ONCE(cpu->value[slot]));
	}
}

/* ---- Taking and giving back: each sibling saves and restores only its own registers ---- */

void regs_begin(void)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	u64 value;
	u32 i;

	sibling_begin();
	for (i = 0; i < n_slots; i++) {
		if (!hw_is_mine(slots[i].of_sibling))
			continue;
		value = 0;
		rdmsrl_safe(slots[i].address, &value);
		cpu->saved[i] = value;
		if (slots[i].ours)
			write_slot(cpu, i, 0);
		else
			cpu->value[i] = value;
	}
	cpu->ready = true;
}

/*
 * Event selects stay off, so that nothing counts for nobody; control registers get back what they
 * held. Counters that ran over without an interrupt have left their overflows in the status, and
 * perf would take these for its own.
 */
void regs_end(void)
{
	struct cpu_regs *cpu = this_cpu_ptr(&cpu_regs);
	u64 counters = 0;
	u32 i;

	cpu->ready = false;
	for (i = 0; i < n_slots; i++)
		if (slots[i].ours && hw_is_mine(slots[i].of_sibling))
			write_slot(cpu, i, 0);
	for (i = 0; i < ARRAY_SIZE(hw_counter_msr); i++) {
		if (!hw_counter_msr[i] || !hw_is_mine(is_of_sibling(hw_counter_msr[i])))
			continue;
		wrmsrl_safe(hw_counter_msr[i], 0);
		counters |= 1ull << i;
	}
	if (hw_acknowledge_msr)
		wrmsrl_safe(hw_acknowledge_msr, counters);
	for (i = 0; i < n_slots; i++)
		if (cpu->saved[i] != cpu->value[i] && is_control(slots[i].address))
			write_slot(cpu, i, cpu->saved[i]);
}

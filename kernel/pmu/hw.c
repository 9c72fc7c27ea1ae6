// SPDX-License-Identifier: GPL-2.0
/*
 * The registers of the CPUs: which there are, taking them from the kernel's perf and giving them back,
 * writing and reading them.
 *
 * Writing a register costs hundreds of cycles, so each CPU remembers what its registers hold, and writes
 * only what changes. Counters are left running for nobody: that costs nothing, since they are only ever
 * read for differences. All values come from core/, which knows the reserved bits; a processor that
 * refuses one all the same gets it through the exception table, not as an oops.
 *
 * A counter is read at the latest after half the time in which it could wrap, by a timer on each CPU.
 */
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/topology.h>
#include <asm/apic.h>
#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/nmi.h>
#include <asm/processor.h>
#include <asm/tsc.h>

#include "kernel/pmu/hw.h"

struct pmu hw_pmu;
bool hw_probed, hw_has_rdpmc;
u32 hw_acknowledge_msr;

/* A register that is written for sets. Control registers that others use as well are left as they are. */
struct slot {
	u32 address;
	bool ours;  /* cleared when the PMU is taken */
	bool upper; /* of the second half (hw_has_siblings) */
};
static struct slot slots[HW_SLOTS];
static u32 n_slots;
static u32 counter_msr[64], select_msr[64]; /* by counter; 0: none */

struct hw_cpu {
	u64 value[HW_SLOTS]; /* what the slots hold */
	u64 saved[HW_SLOTS]; /* what they held before */
	bool ready;
	struct list_head active;
	struct hrtimer timer, rotations;
};
static DEFINE_PER_CPU(struct hw_cpu, hw_cpus);

DEFINE_STATIC_KEY_FALSE(hw_has_siblings);
DEFINE_PER_CPU(bool, hw_sibling);

static u32 holders; /* sets; written with plans_mutex and cpus_read_lock() */

struct list_head *hw_active(void)
{
	return &this_cpu_ptr(&hw_cpus)->active;
}

bool hw_ready(void)
{
	return this_cpu_read(hw_cpus.ready);
}

u32 hw_holders(void)
{
	return READ_ONCE(holders);
}

/* ---- Which registers ---- */

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

/* By a hypervisor, which may have less than the processor that it shows. */
static bool is_refused(u32 address)
{
	u64 value;

	return rdmsrl_safe(address, &value);
}

static bool is_p4_upper(u32 address)
{
	return hw_pmu.family == PMU_P4 && pmc_p4_is_sibling(address);
}

static int list_registers(void)
{
	struct pmu_reg_at at;
	u32 i;

	for (i = 0; pmc_pmu_reg(&hw_pmu, i, &at); i++) {
		/* Version 6 has every register twice; the old addresses serve. */
		if (at.reg->needs & PMU_V6_MSRS || at.index >= 32)
			continue;
		switch (at.reg->kind) {
		case REG_COUNTER:
			counter_msr[at.index] = at.address;
			continue;
		case REG_FIXED:
			counter_msr[FIXED_COUNTER(at.index)] = at.address;
			continue;
		case REG_SELECT:
			select_msr[at.index] = at.address;
			break;
		case REG_CESR:
			break;
		case REG_CONTROL:
			if (!is_control(at.address) || is_refused(at.address))
				continue;
			break;
		default:
			continue;
		case REG_ESCR:
			break;
		}
		if (n_slots == HW_SLOTS)
			return -E2BIG;
		slots[n_slots].address = at.address;
		slots[n_slots].upper = is_p4_upper(at.address);
		slots[n_slots++].ours = !is_shared(at.address);
	}
	/* ESCRs have numbers above 31 too. */
	for (i = 0; pmc_pmu_reg(&hw_pmu, i, &at); i++) {
		if (at.reg->kind != REG_ESCR || at.index < 32)
			continue;
		if (n_slots == HW_SLOTS)
			return -E2BIG;
		slots[n_slots].address = at.address;
		slots[n_slots].upper = is_p4_upper(at.address);
		slots[n_slots++].ours = true;
	}
	return 0;
}

static int slot_of(u32 address)
{
	u32 i;

	for (i = 0; i < n_slots; i++)
		if (slots[i].address == address)
			return (int)i;
	return -1;
}

bool hw_has_register(u32 address)
{
	return slot_of(address) >= 0;
}

/* ---- Plans ---- */

static void add_reg(struct reg_plan *plan, u8 slot, u64 value, u64 mask)
{
	u32 i;

	for (i = 0; i < plan->n_regs; i++)
		if (plan->reg[i].slot == slot)
			break;
	if (i == plan->n_regs) {
		plan->reg[i] = (struct planned_reg){ .slot = slot };
		plan->n_regs++;
	}
	plan->reg[i].value |= value & mask;
	plan->reg[i].mask |= mask;
}

static int plan_half(const struct encoding *enc, const u8 *counter, u64 which,
		     struct reg_plan *plan, bool upper)
{
	struct encoding twin;
	const struct encoding *e;
	struct reg_value regs[ENCODE_REGS];
	u32 i, k, n = 0, n_regs, c, width;
	int slot;

	memset(plan, 0, sizeof(*plan));
	for (i = 0; i < PMC_ABI_EVENTS; i++) {
		if (!(which >> i & 1))
			continue;
		c = counter[i];
		e = &enc[i];
		if (upper) {
			pmc_p4_for_sibling(e, &twin);
			e = &twin;
			c = pmc_p4_sibling_counter(c);
		}
		if (c >= 64 || !(e->counters >> c & 1) || !counter_msr[c])
			return -ERANGE;
		/* Writes its diagnostic only when the counter is none of the event's. */
		if (pmc_encode_on(&hw_pmu, e, c, regs, &n_regs, NULL))
			return -ERANGE;
		for (k = 0; k < n_regs; k++) {
			slot = slot_of(regs[k].address);
			if (slot < 0)
				return -ERANGE;
			add_reg(plan, (u8)slot, regs[k].value, regs[k].mask);
		}
		width = c >= FIXED_COUNTER(0) ? hw_pmu.fixed_width : hw_pmu.general_width;
		plan->counter[n].mask = width >= 64 ? ~0ull : (1ull << width) - 1;
		plan->counter[n].top = plan->counter[n].mask ^ plan->counter[n].mask >> 1;
		/* Processors take 32 bits, with their sign, where they have no wider way; the highest bit must be set. */
		plan->counter[n].most = min_t(u64, 0x7fffffff, plan->counter[n].mask >> 1);
		plan->counter[n].rdpmc = c >= FIXED_COUNTER(0) ? (c - 32) | 1u << 30 : c;
		plan->counter[n].msr = counter_msr[c];
		plan->counter[n].event = (u8)i;
		plan->counter[n++].counter = (u8)c;
	}
	plan->n_counters = n;
	return 0;
}

int hw_plan(const struct encoding *enc, const u8 *counter, u64 which, struct reg_plan *plan,
	    struct reg_plan *plan2)
{
	int err = plan_half(enc, counter, which, plan, false);

	return err || !static_branch_unlikely(&hw_has_siblings) ?
		       err :
		       plan_half(enc, counter, which, plan2, true);
}

bool hw_conflict(const struct reg_plan *a, const struct reg_plan *b)
{
	u32 i, k;

	for (i = 0; i < a->n_counters; i++)
		for (k = 0; k < b->n_counters; k++)
			if (a->counter[i].counter == b->counter[k].counter)
				return true;
	for (i = 0; i < a->n_regs; i++)
		for (k = 0; k < b->n_regs; k++)
			if (a->reg[i].slot == b->reg[k].slot &&
			    (a->reg[i].value ^ b->reg[k].value) & a->reg[i].mask & b->reg[k].mask)
				return true;
	return false;
}

static void write_slot(struct hw_cpu *cpu, u32 slot, u64 value)
{
	/* First: an NMI between the two may write it again (hw_acknowledge). */
	WRITE_ONCE(cpu->value[slot], value);
	barrier();
	wrmsrl_safe(slots[slot].address, value);
}

void hw_load(const struct reg_plan *plan)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	const struct planned_reg *r = plan->reg, *end = r + plan->n_regs;
	u64 value;

	for (; r < end; r++) {
		value = (cpu->value[r->slot] & ~r->mask) | r->value;
		if (value != cpu->value[r->slot])
			write_slot(cpu, r->slot, value);
	}
}

u64 hw_read_msr(const struct planned_counter *counter)
{
	u64 value;

	rdmsrl(counter->msr, value);
	return value;
}

void hw_stop(const struct reg_plan *plan)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
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

void hw_acknowledge_each(u64 counters)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	u32 i, slot;

	if (hw_pmu.family != PMU_P4)
		return;
	/* The overflow flag is in the CCCR, and is cleared as it is written. */
	for (; counters; counters &= counters - 1) {
		i = (u32)__ffs64(counters);
		slot = (u32)slot_of(select_msr[i]);
		wrmsrl(select_msr[i], READ_ONCE(cpu->value[slot]));
	}
}

void hw_unload(const struct reg_plan *plan)
{
	u32 i;

	hw_stop(plan);
	for (i = 0; i < plan->n_counters; i++)
		wrmsrl_safe(plan->counter[i].msr, 0);
}

void hw_clear_idle(void)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	u64 used = 0, masks;
	const struct reg_plan *plan;
	struct context *context;
	u32 i, k;

	if (!cpu->ready)
		return;
	for (i = 0; i < n_slots; i++) {
		masks = 0;
		list_for_each_entry(context, &cpu->active, of_cpu) {
			plan = context->plan;
			for (k = 0; k < plan->n_regs; k++)
				if (plan->reg[k].slot == i)
					masks |= plan->reg[k].mask;
		}
		if (slots[i].ours && cpu->value[i] & ~masks)
			write_slot(cpu, i, cpu->value[i] & masks);
	}
	list_for_each_entry(context, &cpu->active, of_cpu) {
		plan = context->plan;
		for (k = 0; k < plan->n_counters; k++)
			used |= 1ull << plan->counter[k].counter;
	}
	for (i = 0; i < 64; i++)
		if (counter_msr[i] && !(used >> i & 1))
			wrmsrl_safe(counter_msr[i], 0);
}

/* ---- The timer ---- */

/* No event counts more than 8 times in a cycle, and no clock is twice as fast as the time stamp's. */
static u64 period_ns(void)
{
	u32 width = hw_pmu.general_width;
	u64 ns;

	if (hw_pmu.fixed && hw_pmu.fixed_width < width)
		width = hw_pmu.fixed_width;
	ns = div_u64((1ull << (min(width, 44u) - 1)) * (1000000 / 16), tsc_khz ? tsc_khz : 1000000);
	return clamp_t(u64, ns, NSEC_PER_MSEC, 60ull * NSEC_PER_SEC);
}

static enum hrtimer_restart tick(struct hrtimer *timer)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, &cpu->active, of_cpu) {
		raw_spin_lock(&context->lock);
		context_update(context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
	hrtimer_forward_now(timer, ns_to_ktime(period_ns()));
	return HRTIMER_RESTART;
}

/* ---- Turns ---- */

#define ROTATION_NS (4 * NSEC_PER_MSEC)

static enum hrtimer_restart rotation(struct hrtimer *timer)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	struct context *context, *next;
	unsigned long flags;
	bool any = false;

	local_irq_save(flags);
	/* Who takes rotations comes back at the list's head. The others stay in it: hw_stop() leaves what they use. */
	list_for_each_entry_safe(context, next, &cpu->active, of_cpu) {
		raw_spin_lock(&context->lock);
		if (context->set->rotations > 1) {
			context_rotate(context);
			any = true;
		}
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
	if (!any)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(ROTATION_NS));
	return HRTIMER_RESTART;
}

void hw_rotate(void)
{
	struct hrtimer *rotations = &this_cpu_ptr(&hw_cpus)->rotations;

	if (!hrtimer_is_queued(rotations) && !hrtimer_callback_running(rotations))
		hrtimer_start(rotations, ns_to_ktime(ROTATION_NS), HRTIMER_MODE_REL_PINNED_HARD);
}

/* ---- Taking and giving back ---- */

/* The number that tells logical processors of a core apart, which the flags T0 and T1 go by. */
static bool is_second(void)
{
	return cpuid_ebx(1) >> 24 & 1;
}

/* What is the other logical processor's is its own to begin and to end. */
static bool is_here(bool upper)
{
	return !static_branch_unlikely(&hw_has_siblings) || upper == this_cpu_read(hw_sibling);
}

static void begin_here(void *unused)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	u32 i;

	this_cpu_write(hw_sibling, is_second());
	for (i = 0; i < n_slots; i++) {
		u64 value = 0;

		if (!is_here(slots[i].upper))
			continue;

		rdmsrl_safe(slots[i].address, &value);
		cpu->saved[i] = value;
		if (slots[i].ours)
			write_slot(cpu, i, 0);
		else
			cpu->value[i] = value;
	}
	cpu->ready = true;
	hrtimer_start(&cpu->timer, ns_to_ktime(period_ns()), HRTIMER_MODE_REL_PINNED_HARD);
}

/* Event selects stay off, so that nothing counts for nobody; the switches are as they were. */
static void end_here(void *unused)
{
	struct hw_cpu *cpu = this_cpu_ptr(&hw_cpus);
	u32 i;

	cpu->ready = false;
	for (i = 0; i < n_slots; i++)
		if (slots[i].ours && is_here(slots[i].upper))
			write_slot(cpu, i, 0);
	for (i = 0; i < 64; i++)
		if (counter_msr[i] && is_here(is_p4_upper(counter_msr[i])))
			wrmsrl_safe(counter_msr[i], 0);
	for (i = 0; i < n_slots; i++)
		if (cpu->saved[i] != cpu->value[i] && is_control(slots[i].address))
			write_slot(cpu, i, cpu->saved[i]);
}

void hw_cpu_begin(void)
{
	/* A CPU that was to go and stays, after all, comes too. */
	if (!holders || hw_ready())
		return;
	begin_here(NULL);
	sample_cpu_begin();
}

void hw_cpu_end(void)
{
	/* A CPU that fails while it comes goes, too. */
	if (!hw_ready())
		return;
	sample_cpu_end();
	end_here(NULL);
}

void hw_cpu_cancel(void)
{
	hrtimer_cancel(&this_cpu_ptr(&hw_cpus)->timer);
	hrtimer_cancel(&this_cpu_ptr(&hw_cpus)->rotations);
	sample_cpu_cancel();
}

static bool is_reserved_by_kernel(void)
{
	switch (hw_pmu.family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_P4:
	case PMU_ARCH:
		return true;
	default:
		return false; /* the kernel has no register of these, and no driver */
	}
}

static void unreserve(u32 n)
{
	while (n--) {
		if (!counter_msr[n] || !select_msr[n])
			continue;
		release_evntsel_nmi(select_msr[n]);
		release_perfctr_nmi(counter_msr[n]);
	}
}

/* What perf does itself before its first event, in the same order. */
static int reserve(void)
{
	u32 i;

	if (!is_reserved_by_kernel())
		return 0;
	for (i = 0; i < 32; i++) {
		if (!counter_msr[i] || !select_msr[i])
			continue;
		if (!reserve_perfctr_nmi(counter_msr[i]))
			break;
		if (!reserve_evntsel_nmi(select_msr[i])) {
			release_perfctr_nmi(counter_msr[i]);
			break;
		}
	}
	if (i == 32)
		return 0;
	unreserve(i);
	return -EBUSY;
}

/* Does a counter hold what is written to it? On the CPU that runs. */
static void try_counter(void *answers)
{
	u32 i;
	u64 old, got = 0;

	for (i = 0; i < 64 && !counter_msr[i]; i++)
		;
	*(bool *)answers = i < 64 && !rdmsrl_safe(counter_msr[i], &old) &&
			   !wrmsrl_safe(counter_msr[i], 0x12345) &&
			   !rdmsrl_safe(counter_msr[i], &got) && (got & 0xfffff) == 0x12345 &&
			   !wrmsrl_safe(counter_msr[i], old);
}

int hw_acquire(void)
{
	bool answers = false;
	int err = 0;

	if (!hw_pmu.general && !hw_pmu.fixed)
		return -ENODEV;
	err = threads_hold();
	if (err)
		return err;
	cpus_read_lock();
	if (!holders) {
		err = reserve();
		if (!err) {
			smp_call_function_single(cpumask_first(cpu_online_mask), try_counter,
						 &answers, 1);
			if (!answers) {
				if (is_reserved_by_kernel())
					unreserve(32);
				err = -ENODEV;
			}
		}
		if (!err)
			on_each_cpu(begin_here, NULL, 1);
	}
	if (!err)
		WRITE_ONCE(holders, holders + 1);
	cpus_read_unlock();
	if (!err && holders == 1) {
		/* Forks from here on see that it is held. */
		smp_mb();
		page_begin();
	}
	return err;
}

static void cancel(struct hw_cpu *cpu)
{
	hrtimer_cancel(&cpu->timer);
	hrtimer_cancel(&cpu->rotations);
}

void hw_release(void)
{
	int cpu;

	cpus_read_lock();
	WRITE_ONCE(holders, holders - 1);
	if (!holders) {
		for_each_online_cpu(cpu)
			cancel(&per_cpu(hw_cpus, cpu));
		on_each_cpu(end_here, NULL, 1);
		if (is_reserved_by_kernel())
			unreserve(32);
	}
	cpus_read_unlock();
}

/* ---- Registers for tools ---- */

struct msr_job {
	struct pmc_ioctl_msr *msr;
	int err;
};

static void do_msr(void *data)
{
	struct msr_job *job = data;
	u64 value;

	if (job->msr->flags & PMC_MSR_WRITE) {
		job->err = wrmsrl_safe(job->msr->address, job->msr->value);
	} else {
		job->err = rdmsrl_safe(job->msr->address, &value);
		if (!job->err)
			job->msr->value = value;
	}
}

int hw_msr(struct pmc_ioctl_msr *msr)
{
	struct msr_job job = { .msr = msr };
	struct pmu_reg_at at;
	int err;

	if (!pmc_pmu_reg_at(&hw_pmu, msr->address, &at))
		return -EPERM;
	if (msr->cpu >= nr_cpu_ids)
		return -ENXIO;
	if (msr->flags & PMC_MSR_WRITE) {
		if (at.reg->kind == REG_STATUS || msr->address == MSR_TSC)
			return -EROFS;
		if (msr->value & ~pmc_pmu_reg_bits(&hw_pmu, &at))
			return -ERANGE;
		if (hw_holders() && at.reg->kind != REG_COUNTER && at.reg->kind != REG_FIXED &&
		    at.reg->kind != REG_ALIAS)
			return -EBUSY;
	}
	err = smp_call_function_single((int)msr->cpu, do_msr, &job, 1);
	if (err)
		return -ENXIO;
	return job.err ? -EIO : 0;
}

/* ---- Beginning ---- */

/* Every leaf that core/models/model.c asks for, on the CPU that runs. */
static void identify(struct pmu *pmu)
{
	static const u32 wanted[][2] = {
		{ 0, 0 },    { 1, 0 },		{ 7, 0 },	   { 7, 1 },
		{ 0xa, 0 },  { 0x1a, 0 },	{ 0x23, 0 },	   { 0x23, 1 },
		{ 0x23, 3 }, { 0x40000000, 0 }, { 0x80000001, 0 }, { 0x80000022, 0 },
	};
	struct cpuid_leaf leaf[ARRAY_SIZE(wanted)];
	u32 n = 0, i, max = cpuid_eax(0), max_ext = cpuid_eax(0x80000000);

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		struct cpuid_leaf *l = &leaf[n];

		l->leaf = wanted[i][0];
		l->subleaf = wanted[i][1];
		if (l->leaf == 0x40000000 ? !(leaf[1].c >> 31) :
		    l->leaf >= 0x80000000 ? l->leaf > max_ext || max_ext < 0x80000000 :
					    l->leaf > max)
			continue;
		cpuid_count(l->leaf, l->subleaf, &l->a, &l->b, &l->c, &l->d);
		n++;
	}
	pmc_pmu_of_cpuid(leaf, n, pmu, NULL);
}

static void compare(void *differs)
{
	struct pmu here;

	identify(&here);
	if (here.model != hw_pmu.model || here.general != hw_pmu.general ||
	    here.fixed != hw_pmu.fixed || here.general_width != hw_pmu.general_width ||
	    here.fixed_width != hw_pmu.fixed_width)
		*(bool *)differs = true;
}

/* Hypervisors announce no older PMU, whether there is one or not: ask its registers, without writing. */
static void probe_silent(void)
{
	struct pmu typical;
	struct pmu_reg_at at;
	u32 i;

	if (hw_pmu.general || hw_pmu.fixed || hw_pmu.family == PMU_ARCH || hw_pmu.family <= PMU_TSC)
		return;
	pmc_pmu_of_model(hw_pmu.model, &typical);
	for (i = 0; pmc_pmu_reg(&typical, i, &at); i++)
		if ((at.reg->kind == REG_SELECT || at.reg->kind == REG_COUNTER) &&
		    is_refused(at.address))
			return;
	typical.caps &= hw_pmu.caps | ~(u32)(PMU_HT | PMU_EXT_CASCADE);
	typical.caps |= PMU_HYPERVISOR;
	hw_pmu = typical;
	hw_probed = true;
}

static void no_counters(const char *why)
{
	pr_info("pmc: %s: only time can be counted\n", why);
	hw_pmu.general = hw_pmu.fixed = 0;
}

void hw_prepare_timer(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *))
{
#ifdef PMC_HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, function, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = function;
#endif
}

static u32 leaf4(void)
{
	u32 a, b, c, d;

	cpuid_count(4, 0, &a, &b, &c, &d);
	return a;
}

/* Logical processors of a package by its cores: as there can be, whether they are online or not. */
static bool is_hyperthreaded(void)
{
	u32 logical = cpuid_ebx(1) >> 16 & 0xff, cores = 1;

	if (!(hw_pmu.caps & PMU_HT))
		return false;
	if (cpuid_eax(0) >= 4)
		cores += leaf4() >> 26;
	return logical > cores;
}

int hw_init(void)
{
	bool differs = false;
	u64 misc;
	int cpu, err;

	if (!boot_cpu_has(X86_FEATURE_TSC) || !boot_cpu_has(X86_FEATURE_MSR))
		return -ENODEV;
	identify(&hw_pmu);
	on_each_cpu(compare, &differs, 1);
	probe_silent();
	if (differs)
		no_counters("the CPUs have different PMUs");
	else if (!hw_pmu.general && !hw_pmu.fixed)
		no_counters("the processor announces no PMU");
	else if (hw_pmu.family == PMU_P4 &&
		 (rdmsrl_safe(MSR_P4_MISC_ENABLE, &misc) || !(misc & P4_MISC_PERFMON)))
		no_counters("IA32_MISC_ENABLE says that performance monitoring is not available");
	hw_has_rdpmc = hw_pmu.family >= PMU_P6 && !boot_cpu_has(X86_FEATURE_XENPV);
	if (hw_pmu.caps & PMU_GLOBAL)
		hw_acknowledge_msr = hw_pmu.family == PMU_AMD ? MSR_AMD_GLOBAL_STATUS_CLR :
								MSR_GLOBAL_OVF_CTRL;
	err = hw_pmu.general || hw_pmu.fixed ? list_registers() : 0;
	if (err)
		return err;
	if (hw_pmu.family == PMU_P4 && hw_pmu.general && is_hyperthreaded()) {
		hw_pmu.general = P4_COUNTERS_LP0;
		static_branch_enable(&hw_has_siblings);
		pr_info("pmc: two logical processors share this PMU: each has half of the counters\n");
	}
	for_each_possible_cpu(cpu) {
		struct hw_cpu *c = &per_cpu(hw_cpus, cpu);

		INIT_LIST_HEAD(&c->active);
		hw_prepare_timer(&c->timer, tick);
		hw_prepare_timer(&c->rotations, rotation);
	}
	return 0;
}

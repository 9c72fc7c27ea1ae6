// SPDX-License-Identifier: GPL-2.0
/*
 * The performance monitoring interrupt (PMI), which comes as an NMI and takes no lock.
 *
 * It finds the counters of its CPU in sample_cpus. What it may find half done is marked:
 *	sampler.busy		the counter is being set up or put away; whoever does so looks for
 *				overflows, too (sampler_mark)
 *	context.updating	sums are being updated: a record then comes without counts
 *
 * The value of a counter tells whether it has overflown. So it does not matter who sees an overflow
 * first, and none is lost or taken twice: either the NMI takes it, or the code that stops the
 * counter.
 *
 * An NMI that finds nothing to do is somebody else's (a watchdog's, a failing memory's), and the
 * handler must not claim it. Two kinds are ours all the same. One is that of an overflow which was
 * served outside of an NMI, before this one came: sample_cpu.expected counts them. The other
 * belongs to an overflow that the NMI before this one served together with its own: Linux knows
 * these by the number that the handler returns.
 */
#include <linux/percpu.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/irq_vectors.h>
#include <asm/nmi.h>
#include <asm/ptrace.h>
#include <asm/tsc.h>

#include "kernel/pmu/regs.h"
#include "kernel/sample/nmi.h"
#include "kernel/sample/record.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/stop.h"
#include "kernel/sample/throttle.h"

/*
 * The least that Linux needs to enter an NMI and to leave it, which counts as handling. It is
 * measured, too.
 */
#define NMI_OVERHEAD_NS 400

static u64 most_ticks, nmi_overhead_ticks; /* most_ticks: throttle_limit() */

static void unmask(void)
{
	apic->write(APIC_LVTPC, APIC_DM_NMI);
}

static __always_inline void overflow(const struct sampler *sampler, u64 value, u64 now,
				     struct pt_regs *regs)
{
	struct sample *s = sampler->sample;
	u64 period = s->period;

	if (likely(sampler_is_due(sampler, value, now)))
		record_sample(sampler, period, now, regs);
	/* If the period has just become longer, that holds from the next sample on. */
	sampler_arm(sampler->counter, s, value);
}

/* Apart, so that the frequent way needs no register for it. */
static noinline void too_much_spent(struct sample_cpu *cpu, u64 served, u64 start, u64 now)
{
	if (cpu->spent & SAMPLE_STOPS) {
		cpu->spent &= ~SAMPLE_STOPS;
		stop_contexts();
	}
	if (cpu->spent > most_ticks)
		throttle_check(cpu, served, now - start + nmi_overhead_ticks, now);
}

/* Nothing is left to do: is this NMI ours? */
static noinline int unexplained(struct sample_cpu *cpu)
{
	if (!cpu->expected)
		return NMI_DONE;
	WRITE_ONCE(cpu->expected, cpu->expected - 1);
	return NMI_HANDLED;
}

static int on_nmi(unsigned int command, struct pt_regs *regs)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);
	u64 start = rdtsc(), live = READ_ONCE(cpu->live), served = 0, value, bit, now;
	struct sampler *s;
	int overflows = 0;

	/*
	 * Acknowledge first, so that what overflows from here on (a counter of kernel mode counts
	 * this, too) has an NMI of its own. A PMI leaves LVTPC masked, and processors want the
	 * overflow acknowledged before it is unmasked.
	 */
	if (likely(live))
		hw_acknowledge(live);
	else if (!cpu->begun)
		return unexplained(cpu); /* the PMU may be somebody else's */
	unmask();
	for (; live; live ^= bit) {
		bit = live & -live;
		s = &cpu->sampler[__ffs64(live)];
		value = hw_rdpmc(s->counter);
		if (!sampler_has_overflown(s->counter, value))
			continue;
		overflows++;
		if (unlikely(s->busy)) {
			WRITE_ONCE(s->left, true);
			continue;
		}
		served |= bit;
		overflow(s, value, start, regs);
	}
	if (unlikely(!overflows))
		return unexplained(cpu);
	now = rdtsc();
	cpu->spent += now - start + nmi_overhead_ticks;
	if (unlikely(cpu->spent > most_ticks))
		too_much_spent(cpu, served, start, now);
	/* More than one: another NMI may have been sent for those, and finds nothing to do. */
	return overflows;
}

/* ---- Taking and giving back the interrupt ---- */

/*
 * Measures how long an NMI takes outside of on_nmi(): the shortest of three that the CPU sends to
 * itself. In a kernel with debugging checks this takes longer than all the rest. If kernel mode is
 * sampled, the counter counts these instructions, too. If this time did not count as handling, a
 * CPU might do nothing but handle NMIs.
 */
static void measure_nmi_overhead(void)
{
	const u64 patience = tsc_khz * 10; /* 10 ms */
	struct sample_cpu *cpu;
	u64 began, took, least = patience;
	unsigned long flags;
	int i;

	if (!apic->send_IPI)
		return;
	local_irq_save(flags);
	cpu = this_cpu_ptr(&sample_cpus);
	for (i = 0; i < 3; i++) {
		WRITE_ONCE(cpu->expected, 1);
		began = rdtsc();
		apic->send_IPI(smp_processor_id(), NMI_VECTOR);
		do {
			took = rdtsc() - began;
		} while (READ_ONCE(cpu->expected) && took < patience);
		/* If it comes after all it is still expected. */
		if (READ_ONCE(cpu->expected))
			break;
		least = min(least, took);
	}
	local_irq_restore(flags);
	if (least < patience)
		nmi_overhead_ticks = max(nmi_overhead_ticks, least);
}

void nmi_begin(void)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);

	if (cpu->begun)
		return;
	cpu->begun = true;
	cpu->lvtpc = apic->read(APIC_LVTPC);
	unmask();
}

void nmi_end(void)
{
	struct sample_cpu *cpu = this_cpu_ptr(&sample_cpus);

	if (!cpu->begun)
		return;
	cpu->begun = false;
	apic->write(APIC_LVTPC, cpu->lvtpc);
	cpu->expected = 0;
}

int nmi_get(void)
{
	int err;

	most_ticks = throttle_limit();
	err = register_nmi_handler(NMI_LOCAL, on_nmi, 0, "pmc");
	if (err)
		return err;
	if (!nmi_overhead_ticks) {
		nmi_overhead_ticks = tsc_khz / 1000 * NMI_OVERHEAD_NS / 1000;
		measure_nmi_overhead();
	}
	return 0;
}

void nmi_put(void)
{
	/* This waits for the last NMI that may be under way. */
	unregister_nmi_handler(NMI_LOCAL, "pmc");
	throttle_cancel_all();
}

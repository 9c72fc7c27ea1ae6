/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4's PMU. Intel SDM volume 3: "ESCR MSRs", "Performance Counters", "CCCR MSRs",
 * "Filtering Events", "Halting Event Counting", "Cascading Counters", "Extended Cascading".
 */
#include "core/state/p4.h"
#include "core/base/bits.h"
#include "core/pmu/regs.h"

void pmc_p4_init(struct pmc_p4 *pmu, const struct pmc_p4_config *config,
		 const struct pmc_signals *signals)
{
	memset(pmu, 0, sizeof(*pmu));
	pmu->config = *config;
	pmu->signals = signals;
}

/* ---- Registers ---- */

static u32 cccr_bits(const struct pmc_p4_config *c, unsigned i)
{
	u32 bits = P4_CCCR_ENABLE | P4_CCCR_SELECT | P4_CCCR_THREAD | P4_CCCR_COMPARE |
		   P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE | P4_CCCR_FORCE_OVF |
		   P4_CCCR_OVF_PMI_T0 | P4_CCCR_CASCADE | P4_CCCR_OVF;

	if (c->ht)
		bits |= P4_CCCR_OVF_PMI_T1;
	if (c->ext_cascade && i >= P4_IQ_COUNTER0 && i <= P4_IQ_COUNTER3)
		bits |= P4_CCCR_EXT_CASCADE;
	return bits;
}

static u32 escr_bits(const struct pmc_p4_config *c)
{
	return P4_ESCR_BITS & ~(c->ht ? 0 : P4_ESCR_T1_OS | P4_ESCR_T1_USR);
}

static bool escr_there(const struct pmc_p4_config *c, enum p4_escr escr)
{
	return c->iq_escr || (escr != P4_IQ_ESCR0 && escr != P4_IQ_ESCR1);
}

/* The ESCR that feeds counter i; P4_NO_ESCR: none. */
static enum p4_escr escr_of(const struct pmc_p4 *pmu, unsigned i)
{
	enum p4_escr escr = pmc_p4_escr_selected(
		(enum p4_counter)i, (pmu->cccr[i] & P4_CCCR_SELECT) >> P4_CCCR_SELECT_SHIFT);

	return escr != P4_NO_ESCR && escr_there(&pmu->config, escr) ? escr : P4_NO_ESCR;
}

static void select_signals(struct pmc_p4 *pmu, unsigned i)
{
	enum p4_escr escr = escr_of(pmu, i);
	u32 value;

	pmu->counts[i] = 0;
	if (escr == P4_NO_ESCR)
		return;
	value = pmu->escr[escr];
	pmu->counts[i] = pmc_signals_of(
		pmu->signals, P4_SELECT(escr, (value & P4_ESCR_EVENT) >> P4_ESCR_EVENT_SHIFT),
		(u16)((value & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT));
}

int pmc_p4_rdmsr(const struct pmc_p4 *pmu, unsigned cpl, u32 msr, u64 *value)
{
	enum p4_escr escr = pmc_p4_escr_at(msr);

	if (cpl)
		return PMC_ACCESS_GP;
	if (msr - MSR_P4_COUNTER0 < P4_COUNTERS)
		*value = pmu->counter[msr - MSR_P4_COUNTER0];
	else if (msr - MSR_P4_CCCR0 < P4_COUNTERS)
		*value = pmu->cccr[msr - MSR_P4_CCCR0];
	else if (escr == P4_NO_ESCR)
		return PMC_ACCESS_ELSEWHERE;
	else if (!escr_there(&pmu->config, escr))
		return PMC_ACCESS_GP;
	else
		*value = pmu->escr[escr];
	return PMC_ACCESS_DONE;
}

static void write_cccr(struct pmc_p4 *pmu, unsigned i, u32 value)
{
	pmu->cccr[i] = value;
	pmu->level &= ~((u32)1 << i);
	pmu->due &= ~((u32)1 << i);
	select_signals(pmu, i);
}

static void write_escr(struct pmc_p4 *pmu, enum p4_escr escr, u32 value)
{
	unsigned i;

	pmu->escr[escr] = value;
	for (i = 0; i < P4_COUNTERS; i++)
		if (pmc_p4_escr[escr].counters >> i & 1)
			select_signals(pmu, i);
}

int pmc_p4_wrmsr(struct pmc_p4 *pmu, unsigned cpl, u32 msr, u64 value)
{
	enum p4_escr escr = pmc_p4_escr_at(msr);

	if (cpl)
		return PMC_ACCESS_GP;
	if (msr - MSR_P4_COUNTER0 < P4_COUNTERS) {
		/* All 40 bits are written. Drivers write ones above them, which is no #GP. */
		pmu->counter[msr - MSR_P4_COUNTER0] = value & bits_mask(P4_COUNTER_WIDTH);
	} else if (msr - MSR_P4_CCCR0 < P4_COUNTERS) {
		if (value & ~(u64)cccr_bits(&pmu->config, msr - MSR_P4_CCCR0))
			return PMC_ACCESS_GP;
		write_cccr(pmu, msr - MSR_P4_CCCR0, (u32)value);
	} else if (escr == P4_NO_ESCR) {
		return PMC_ACCESS_ELSEWHERE;
	} else {
		if (!escr_there(&pmu->config, escr) || value & ~(u64)escr_bits(&pmu->config))
			return PMC_ACCESS_GP;
		write_escr(pmu, escr, (u32)value);
	}
	return PMC_ACCESS_DONE;
}

int pmc_p4_rdpmc(const struct pmc_p4 *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	bool fast = ecx >> 31;
	u32 i = ecx & 0x7fffffff;

	if ((cpl && !pce) || i >= P4_COUNTERS)
		return PMC_ACCESS_GP;
	*value = fast ? (u32)pmu->counter[i] : pmu->counter[i];
	return PMC_ACCESS_DONE;
}

bool pmc_p4_take_pmi(struct pmc_p4 *pmu, unsigned logical)
{
	bool pmi = pmu->pmi[logical & 1];

	pmu->pmi[logical & 1] = false;
	return pmi;
}

/* ---- Counting ---- */

/*
 * Whether counter i runs: its enable flag is set, or a cascade has started it. It then runs until
 * its cascade flag, or the OVF flag of the counter that started it, is cleared. Counters two apart
 * start each other, except that 14 and 15 also start 16 and 17, which start none. With extended
 * cascading, 16 starts 12 and 13, and 17 starts 14 and 15.
 */
static bool runs(const struct pmc_p4 *pmu, unsigned i)
{
	u32 cccr = pmu->cccr[i];

	if (cccr & P4_CCCR_ENABLE)
		return true;
	if (cccr & P4_CCCR_CASCADE && pmu->cccr[i < 16 ? i ^ 2 : i - 2] & P4_CCCR_OVF)
		return true;
	return cccr & P4_CCCR_EXT_CASCADE &&
	       pmu->cccr[i <= P4_IQ_COUNTER1 ? P4_IQ_COUNTER4 : P4_IQ_COUNTER5] & P4_CCCR_OVF;
}

static bool active(const struct pmc_cycle *cycle)
{
	return cycle && !cycle->halted;
}

/* The active-thread field says how many logical processors must be active in a cycle that
 * counts. */
static bool threads_match(u32 cccr, const struct pmc_run *run)
{
	unsigned n = active(&run->self) + active(run->other);

	switch ((cccr & P4_CCCR_THREAD) >> P4_CCCR_THREAD_SHIFT) {
	case 0:
		return n == 0;
	case 1:
		return n == 1;
	case 2:
		return n == 2;
	default:
		return n > 0;
	}
}

/* The cycle of a logical processor, if the ESCR counts its ring. */
static const struct pmc_cycle *counted(u32 escr, unsigned logical, const struct pmc_cycle *cycle)
{
	u32 flag;

	if (!cycle)
		return NULL;
	if (logical)
		flag = cycle->cpl ? P4_ESCR_T1_USR : P4_ESCR_T1_OS;
	else
		flag = cycle->cpl ? P4_ESCR_T0_USR : P4_ESCR_T0_OS;
	return escr & flag ? cycle : NULL;
}

static bool steps_of(const struct pmc_p4 *pmu, const struct pmc_run *run, unsigned i,
		     struct pmc_steps *steps)
{
	u32 cccr = pmu->cccr[i];
	enum p4_escr escr;
	const struct pmc_cycle *self, *other;
	struct pmc_filter filter = { 0 };

	if (!runs(pmu, i) || !threads_match(cccr, run))
		return false;
	escr = escr_of(pmu, i);
	if (escr == P4_NO_ESCR)
		return false;
	self = counted(pmu->escr[escr], run->logical, &run->self);
	other = counted(pmu->escr[escr], !run->logical, run->other);
	if (!self && !other)
		return false;
	/* Complement, threshold and edge have no effect without COMPARE. Above the threshold:
	 * threshold + 1 or more. */
	if (cccr & P4_CCCR_COMPARE) {
		filter.mask = (u8)(((cccr & P4_CCCR_THRESHOLD) >> P4_CCCR_THRESHOLD_SHIFT) + 1);
		filter.invert = cccr & P4_CCCR_COMPLEMENT;
		filter.edge = cccr & P4_CCCR_EDGE;
	}
	*steps = pmc_filter_steps(&filter,
				  pmc_occurrences(pmu->signals, pmu->counts[i], self, other),
				  pmu->level >> i & 1);
	return true;
}

/* Whether an overflow of counter i requests an interrupt. */
static bool wants_pmi(const struct pmc_p4 *pmu, unsigned i)
{
	u32 cccr = pmu->cccr[i];

	return cccr & (P4_CCCR_OVF_PMI_T0 | P4_CCCR_OVF_PMI_T1) &&
	       !(pmu->config.no_cascade_pmi && cccr & (P4_CCCR_CASCADE | P4_CCCR_EXT_CASCADE));
}

static void request_pmi(struct pmc_p4 *pmu, unsigned i)
{
	if (!wants_pmi(pmu, i))
		return;
	if (pmu->cccr[i] & P4_CCCR_OVF_PMI_T0)
		pmu->pmi[0] = true;
	if (pmu->cccr[i] & P4_CCCR_OVF_PMI_T1)
		pmu->pmi[1] = true;
}

/*
 * Adds to counter i what it counts in `cycles` cycles. The PMI comes "on the next event count after
 * the counter has overflowed", which may be in the same cycle.
 */
static void add(struct pmc_p4 *pmu, unsigned i, const struct pmc_steps *steps, u64 cycles)
{
	u64 all = bits_mask(P4_COUNTER_WIDTH), before = pmu->counter[i];
	u64 sum = pmc_steps_add(steps, before, cycles);
	u32 bit = (u32)1 << i;

	if (sum == before)
		return;
	pmu->counter[i] = sum & all;
	if (pmu->due & bit)
		request_pmi(pmu, i);
	pmu->due &= ~bit;
	if (pmu->cccr[i] & P4_CCCR_FORCE_OVF) {
		pmu->cccr[i] |= P4_CCCR_OVF;
		if (sum - before > 1)
			request_pmi(pmu, i);
		pmu->due |= bit;
	} else if (sum > all) {
		pmu->cccr[i] |= P4_CCCR_OVF;
		if (sum > all + 1)
			request_pmi(pmu, i);
		if (!(sum & all))
			pmu->due |= bit;
	}
}

/* Cycles until the counter's next count. */
static u64 until_count(const struct pmc_steps *steps)
{
	return steps->first ? 1 : steps->rest ? 2 : PMC_NEVER;
}

static u64 until_overflow(const struct pmc_p4 *pmu, unsigned i, const struct pmc_steps *steps)
{
	if (pmu->cccr[i] & P4_CCCR_FORCE_OVF)
		return until_count(steps);
	return pmc_steps_until(steps, pmu->counter[i], P4_COUNTER_WIDTH);
}

void pmc_p4_advance(struct pmc_p4 *pmu, const struct pmc_run *run)
{
	struct pmc_steps steps[P4_COUNTERS];
	u64 cycles = run->cycles;

	while (cycles) {
		u32 counting = 0;
		u64 step = cycles;
		unsigned i;

		/* An overflow starts other counters by its OVF flag; one that is set already
		 * starts nothing. */
		for (i = 0; i < P4_COUNTERS; i++) {
			u64 until;

			if (!steps_of(pmu, run, i, &steps[i]))
				continue;
			counting |= (u32)1 << i;
			if (pmu->cccr[i] & P4_CCCR_OVF)
				continue;
			until = until_overflow(pmu, i, &steps[i]);
			if (until < step)
				step = until;
		}
		pmu->level = 0;
		for (i = 0; i < P4_COUNTERS; i++) {
			if (!(counting >> i & 1))
				continue;
			add(pmu, i, &steps[i], step);
			if (steps[i].level)
				pmu->level |= (u32)1 << i;
		}
		cycles -= step;
	}
}

u64 pmc_p4_next(const struct pmc_p4 *pmu, const struct pmc_run *run)
{
	u64 next = PMC_NEVER;
	unsigned i;

	for (i = 0; i < P4_COUNTERS; i++) {
		struct pmc_steps steps;
		u64 until;

		if (!steps_of(pmu, run, i, &steps))
			continue;
		if (pmu->due >> i & 1 && wants_pmi(pmu, i))
			until = until_count(&steps);
		else
			until = until_overflow(pmu, i, &steps);
		if (until < next)
			next = until;
	}
	return next;
}

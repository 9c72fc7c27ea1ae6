/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium's PMU. Intel SDM volume 3, "Control and Event Select Register (CESR)"; for the 6x86MX
 * its data book, "Performance Monitoring".
 */
#include "core/state/p5.h"
#include "core/base/bits.h"

void pmc_p5_init(struct pmc_p5 *pmu, const struct pmc_p5_config *config,
		 const struct pmc_signals *signals)
{
	memset(pmu, 0, sizeof(*pmu));
	pmu->config = *config;
	pmu->signals = signals;
	pmu->counts[0] = pmc_signals_of(signals, 0, 1);
	pmu->counts[1] = pmc_signals_of(signals, 0, 2);
}

static u32 half(const struct pmc_p5 *pmu, unsigned i)
{
	return pmu->cesr >> i * P5_CESR_SHIFT & 0xffff;
}

/* The bits of a half that are not reserved. */
static u32 half_bits(const struct pmc_p5 *pmu)
{
	switch (pmu->config.layout) {
	case P5_LAYOUT_CYRIX:
		return P5_CESR_ES | P5_CESR_CC | P5_CESR_PC | CYRIX_CESR_ES6;
	case P5_LAYOUT_C6:
		return C6_CESR_ES;
	case P5_LAYOUT_C3:
		return C3_EVTSEL_EVENT;
	default:
		return P5_CESR_ES | P5_CESR_CC | P5_CESR_PC;
	}
}

static u16 event(const struct pmc_p5 *pmu, unsigned i)
{
	u32 bits = half(pmu, i);

	if (pmu->config.layout == P5_LAYOUT_C6 || pmu->config.layout == P5_LAYOUT_C3)
		return (u16)bits;
	return (u16)((bits & P5_CESR_ES) | (bits & CYRIX_CESR_ES6) >> 4);
}

/* The counter at an address; 2: none. */
static unsigned counter_at(const struct pmc_p5 *pmu, u32 msr)
{
	if (pmu->config.layout == P5_LAYOUT_C3)
		return msr == MSR_PERFCTR0 + 1 ? 1 : 2;
	return msr == MSR_P5_CTR0 ? 0 : msr == MSR_P5_CTR1 ? 1 : 2;
}

static bool is_select(const struct pmc_p5 *pmu, u32 msr)
{
	return msr == (pmu->config.layout == P5_LAYOUT_C3 ? MSR_PERFEVTSEL0 + 1 : MSR_P5_CESR);
}

int pmc_p5_rdmsr(const struct pmc_p5 *pmu, unsigned cpl, u32 msr, u64 *value)
{
	unsigned i = counter_at(pmu, msr);

	if (cpl)
		return PMC_ACCESS_GP;
	if (is_select(pmu, msr))
		*value = pmu->config.layout == P5_LAYOUT_C3 ? half(pmu, 1) : pmu->cesr;
	else if (i < 2)
		*value = pmu->counter[i];
	else
		return PMC_ACCESS_ELSEWHERE;
	return PMC_ACCESS_DONE;
}

int pmc_p5_wrmsr(struct pmc_p5 *pmu, unsigned cpl, u32 msr, u64 value)
{
	bool c3 = pmu->config.layout == P5_LAYOUT_C3;
	u64 bits = half_bits(pmu);
	unsigned i = counter_at(pmu, msr);

	if (cpl)
		return PMC_ACCESS_GP;
	if (i < 2) {
		pmu->counter[i] = value & bits_mask(pmu->config.width);
		return PMC_ACCESS_DONE;
	}
	if (!is_select(pmu, msr))
		return PMC_ACCESS_ELSEWHERE;
	if (value & ~(c3 ? bits : bits | bits << P5_CESR_SHIFT))
		return PMC_ACCESS_GP;
	pmu->cesr = (u32)(c3 ? value << P5_CESR_SHIFT : value);
	for (i = 0; i < 2; i++)
		pmu->counts[i] = pmc_signals_of(pmu->signals, event(pmu, i), (u16)(1u << i));
	return PMC_ACCESS_DONE;
}

int pmc_p5_rdpmc(const struct pmc_p5 *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	if (!pmu->config.rdpmc)
		return PMC_ACCESS_UD;
	if ((cpl && !pce) || ecx > 1 || (!ecx && pmu->config.layout == P5_LAYOUT_C3))
		return PMC_ACCESS_GP;
	*value = pmu->counter[ecx];
	return PMC_ACCESS_DONE;
}

u8 pmc_p5_take_pins(struct pmc_p5 *pmu)
{
	u8 pin = pmu->pin;

	pmu->pin = 0;
	return pin;
}

/* The counter control field: CPL 3 is user, all others are not; CLK counts clocks while the
 * event lasts. */
static bool steps_of(const struct pmc_p5 *pmu, const struct pmc_run *run, unsigned i,
		     struct pmc_steps *steps)
{
	static const struct pmc_filter none;
	u32 n, control = half(pmu, i);

	if (pmu->config.layout == P5_LAYOUT_C3 && !i)
		return false;
	if (pmu->config.layout == P5_LAYOUT_C6 || pmu->config.layout == P5_LAYOUT_C3)
		control = P5_CESR_CC_OS |
			  P5_CESR_CC_USR; /* these bits belong to the event select */
	if (!(control & (run->self.cpl == 3 ? P5_CESR_CC_USR : P5_CESR_CC_OS)))
		return false;
	n = pmc_occurrences(pmu->signals, pmu->counts[i], &run->self, NULL);
	if (control & P5_CESR_CC_CLK)
		n = n > 0;
	*steps = pmc_filter_steps(&none, n, false);
	return true;
}

void pmc_p5_advance(struct pmc_p5 *pmu, const struct pmc_run *run)
{
	u64 all = bits_mask(pmu->config.width);
	unsigned i;

	if (!run->cycles)
		return;
	/* The counters do not affect each other. */
	for (i = 0; i < 2; i++) {
		struct pmc_steps steps;
		u64 sum;

		if (!steps_of(pmu, run, i, &steps))
			continue;
		sum = pmc_steps_add(&steps, pmu->counter[i], run->cycles);
		if (half_bits(pmu) & half(pmu, i) & P5_CESR_PC ? sum > all : sum != pmu->counter[i])
			pmu->pin |= (u8)(1u << i); /* WinChip and C3 signal increments */
		pmu->counter[i] = sum & all;
	}
}

u64 pmc_p5_next(const struct pmc_p5 *pmu, const struct pmc_run *run)
{
	struct pmc_counting counting[2];
	unsigned i, n = 0;

	for (i = 0; i < 2; i++) {
		if (!steps_of(pmu, run, i, &counting[n].steps))
			continue;
		counting[n].value = pmu->counter[i];
		counting[n++].width = pmu->config.width;
	}
	return pmc_counting_until(counting, n);
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* AMD's PMU. AMD APM volume 2, "Performance Monitoring Counters" and "PerfMonV2"; PPRs for the
 * MSRs. */
#include "core/state/amd.h"
#include "core/base/bits.h"

int pmc_amd_init(struct pmc_amd *pmu, const struct pmc_amd_config *config,
		 const struct pmc_signals *signals)
{
	unsigned i;

	if (!config->counters || config->counters > AMD_COUNTERS_MAX || config->width < 32 ||
	    config->width > 63 || (config->counters > 4 && !config->core_ext) ||
	    (config->v2 && !config->core_ext) || (config->freeze && !config->v2))
		return -PMC_CORE_EINVAL;
	memset(pmu, 0, sizeof(*pmu));
	pmu->config = *config;
	pmu->signals = signals;
	if (config->v2)
		pmu->global_ctl = bits_mask(config->counters);
	for (i = 0; i < AMD_COUNTERS_MAX; i++)
		pmu->counts[i] = pmc_signals_of(signals, 0, 0);
	return 0;
}

/* ---- Registers ---- */

enum kind {
	NONE,
	ABSENT,
	COUNTER,
	EVTSEL,
	STATUS,
	CTL,
	CLR,
	SET,
};

static enum kind find(const struct pmc_amd_config *c, u32 msr, u32 *index)
{
	static const u8 global[] = { STATUS, CTL, CLR, SET };

	*index = 0;
	if (msr - MSR_K7_PERFEVTSEL0 < 8) {
		*index = (msr - MSR_K7_PERFEVTSEL0) & 3;
		if (*index >= c->counters)
			return ABSENT;
		return msr < MSR_K7_PERFCTR0 ? EVTSEL : COUNTER;
	}
	if (msr - MSR_F15H_PERF_CTL0 < 2 * AMD_COUNTERS_MAX) {
		*index = (msr - MSR_F15H_PERF_CTL0) >> 1;
		if (!c->core_ext || *index >= c->counters)
			return ABSENT;
		return msr & 1 ? COUNTER : EVTSEL;
	}
	if (msr - MSR_AMD_GLOBAL_STATUS < 4)
		return c->v2 ? (enum kind)global[msr - MSR_AMD_GLOBAL_STATUS] : ABSENT;
	return NONE;
}

static u64 evtsel_bits(const struct pmc_amd_config *c)
{
	u64 bits = 0xffffffff & ~(EVTSEL_ANY | EVTSEL_PC);

	if (c->pin_control)
		bits |= EVTSEL_PC;
	if (c->event12)
		bits |= AMD_EVTSEL_EVENT_HI;
	if (c->guest_host)
		bits |= AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST;
	return bits;
}

static u64 status_bits(const struct pmc_amd_config *c)
{
	return bits_mask(c->counters) |
	       (c->freeze ? AMD_GLOBAL_LBR_FREEZE | AMD_GLOBAL_PMC_FREEZE : 0);
}

int pmc_amd_rdmsr(const struct pmc_amd *pmu, unsigned cpl, u32 msr, u64 *value)
{
	u32 i;
	enum kind kind = find(&pmu->config, msr, &i);

	if (cpl)
		return PMC_ACCESS_GP;
	switch (kind) {
	case NONE:
		return PMC_ACCESS_ELSEWHERE;
	case ABSENT:
		return PMC_ACCESS_GP;
	case COUNTER:
		*value = pmu->counter[i];
		break;
	case EVTSEL:
		*value = pmu->evtsel[i];
		break;
	case STATUS:
		*value = pmu->global_status;
		break;
	case CTL:
		*value = pmu->global_ctl;
		break;
	case CLR:
	case SET:
		*value = 0;
		break;
	}
	return PMC_ACCESS_DONE;
}

int pmc_amd_wrmsr(struct pmc_amd *pmu, unsigned cpl, u32 msr, u64 value)
{
	u32 i;
	enum kind kind = find(&pmu->config, msr, &i);

	if (cpl)
		return PMC_ACCESS_GP;
	switch (kind) {
	case NONE:
		return PMC_ACCESS_ELSEWHERE;
	case ABSENT:
		return PMC_ACCESS_GP;
	case COUNTER: /* all bits are written, not 32 as on Intel's */
		pmu->counter[i] = value & bits_mask(pmu->config.width);
		break;
	case EVTSEL:
		value &= evtsel_bits(&pmu->config);
		pmu->evtsel[i] = value;
		pmu->counts[i] = pmc_signals_of(
			pmu->signals,
			(u16)((value & EVTSEL_EVENT) | (value & AMD_EVTSEL_EVENT_HI) >> 24),
			value >> 8 & 0xff);
		pmu->level &= ~((u32)1 << i);
		break;
	case STATUS: /* read-only: writes are ignored */
		break;
	case CTL:
		pmu->global_ctl = value & bits_mask(pmu->config.counters);
		break;
	case CLR:
		pmu->global_status &= ~value;
		break;
	case SET:
		pmu->global_status |= value & status_bits(&pmu->config);
		break;
	}
	return PMC_ACCESS_DONE;
}

int pmc_amd_rdpmc(const struct pmc_amd *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	if ((cpl && !pce) || ecx >= pmu->config.counters)
		return PMC_ACCESS_GP;
	*value = pmu->counter[ecx];
	return PMC_ACCESS_DONE;
}

void pmc_amd_debugctl(struct pmc_amd *pmu, u64 value)
{
	pmu->freeze_on_pmi = pmu->config.freeze && value >> 12 & 1;
}

bool pmc_amd_take_pmi(struct pmc_amd *pmu)
{
	bool pmi = pmu->pmi;

	pmu->pmi = false;
	return pmi;
}

/* ---- Counting ---- */

/*
 * GuestOnly and HostOnly: with neither of them everything counts. With one or both, only events of
 * the selected side count; without SVM (EFER.SVME) there is no side.
 */
static bool side_counts(u64 sel, u8 side)
{
	if (!(sel & (AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST)))
		return true;
	return (side == PMC_SIDE_GUEST && sel & AMD_EVTSEL_GUEST) ||
	       (side == PMC_SIDE_HOST && sel & AMD_EVTSEL_HOST);
}

static bool steps_of(const struct pmc_amd *pmu, const struct pmc_run *run, unsigned i,
		     struct pmc_steps *steps)
{
	u64 sel = pmu->evtsel[i];
	struct pmc_filter filter = {
		.mask = (u8)(sel >> EVTSEL_CMASK_SHIFT),
		.invert = sel & EVTSEL_INV,
		.edge = sel & EVTSEL_EDGE,
	};

	if (pmu->config.v2 &&
	    (!(pmu->global_ctl >> i & 1) || pmu->global_status & AMD_GLOBAL_PMC_FREEZE))
		return false;
	if (!(sel & EVTSEL_EN) || !(sel & (run->self.cpl ? EVTSEL_USR : EVTSEL_OS)) ||
	    !side_counts(sel, run->self.side))
		return false;
	*steps = pmc_filter_steps(&filter,
				  pmc_occurrences(pmu->signals, pmu->counts[i], &run->self, NULL),
				  pmu->level >> i & 1);
	return true;
}

static void overflow(struct pmc_amd *pmu, u32 which)
{
	bool pmi = false;
	unsigned i;

	for (i = 0; i < pmu->config.counters; i++)
		if (which >> i & 1 && pmu->evtsel[i] & EVTSEL_INT)
			pmi = true;
	if (pmu->config.v2)
		pmu->global_status |= which;
	if (!pmi)
		return;
	pmu->pmi = true;
	if (pmu->freeze_on_pmi)
		pmu->global_status |= AMD_GLOBAL_PMC_FREEZE;
}

/* Collects the counters that count in the run. */
static unsigned counting_in(const struct pmc_amd *pmu, const struct pmc_run *run,
			    struct pmc_counting *counting)
{
	unsigned i, n = 0;

	for (i = 0; i < pmu->config.counters; i++) {
		if (!steps_of(pmu, run, i, &counting[n].steps))
			continue;
		counting[n].value = pmu->counter[i];
		counting[n].width = pmu->config.width;
		counting[n++].index = (u8)i;
	}
	return n;
}

void pmc_amd_advance(struct pmc_amd *pmu, const struct pmc_run *run)
{
	struct pmc_counting counting[AMD_COUNTERS_MAX];
	u64 cycles = run->cycles, step, which;

	for (; cycles; cycles -= step) {
		unsigned n = counting_in(pmu, run, counting);

		step = pmc_counting_until(counting, n);
		if (step > cycles)
			step = cycles;
		which = pmc_counting_add(counting, n, step, &pmu->level);
		while (n--)
			pmu->counter[counting[n].index] = counting[n].value;
		if (which)
			overflow(pmu, (u32)which);
	}
}

u64 pmc_amd_next(const struct pmc_amd *pmu, const struct pmc_run *run)
{
	struct pmc_counting counting[AMD_COUNTERS_MAX];

	return pmc_counting_until(counting, counting_in(pmu, run, counting));
}

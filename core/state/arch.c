/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's architectural PMU. Intel SDM volume 3, "Performance Monitoring": the layouts are those of
 * the figures on IA32_PERFEVTSELx, IA32_FIXED_CTR_CTRL, IA32_PERF_GLOBAL_CTRL, _STATUS, _OVF_CTRL,
 * _STATUS_RESET, _STATUS_SET and _INUSE. Writing a bit that the manual calls reserved is #GP.
 */
#include "core/state/arch.h"
#include "core/base/bits.h"
#include "core/pmu/regs.h"

#define BIT(n) ((u64)1 << (n))

#define TXCP_COUNTER 2 /* the only one whose select register has IN_TXCP */

const struct pmc_arch_config pmc_p6_config = {
	.version = 0,
	.general = 3,
	.general_width = 40,
	.pin_control = true,
};

/* ---- Which bits exist ---- */

/* The bits of GLOBAL_CTRL, and the overflow bits of GLOBAL_STATUS. */
static u64 counter_bits(const struct pmc_arch_config *c)
{
	return c->general | (u64)c->fixed << GLOBAL_FIXED_SHIFT | (c->metrics ? GLOBAL_METRICS : 0);
}

static u64 evtsel_bits(const struct pmc_arch_config *c, unsigned i)
{
	u64 bits = 0xffffffff & ~(u64)(EVTSEL_ANY | EVTSEL_PC);

	if (c->any_thread)
		bits |= EVTSEL_ANY;
	if (c->pin_control)
		bits |= EVTSEL_PC;
	if (c->tsx)
		bits |= EVTSEL_IN_TX | (i == TXCP_COUNTER ? EVTSEL_IN_TXCP : 0);
	if (c->adaptive)
		bits |= EVTSEL_ADAPTIVE;
	if (c->equal)
		bits |= EVTSEL_EQ;
	if (c->umask2)
		bits |= EVTSEL_UMASK2;
	if (!c->version && i)
		bits &= ~(u64)EVTSEL_EN;
	return bits;
}

static u64 fixed_ctrl_bits(const struct pmc_arch_config *c)
{
	u64 field = FIXED_CTRL_OS | FIXED_CTRL_USR | FIXED_CTRL_PMI |
		    (c->any_thread ? FIXED_CTRL_ANY : 0),
	    bits = 0;
	unsigned i;

	for (i = 0; i < ARCH_FIXED_MAX; i++)
		if (c->fixed >> i & 1)
			bits |= field << 4 * i;
	return bits;
}

/* The bits that OVF_CTRL and STATUS_RESET can clear. */
static u64 reset_bits(const struct pmc_arch_config *c)
{
	u64 bits = counter_bits(c) | STATUS_OVF_DS_BUFFER | STATUS_COND_CHGD | c->status_extra;

	if (c->version >= 3)
		bits |= STATUS_OVF_UNCORE;
	if (c->version >= 4)
		bits |= STATUS_LBR_FRZ | STATUS_CTR_FRZ;
	return bits;
}

static bool full_width(const struct pmc_arch_config *c)
{
	return c->pdcm && (c->capabilities & PERF_CAP_FW_WRITE);
}

int pmc_arch_init(struct pmc_arch *pmu, const struct pmc_arch_config *config,
		  const struct pmc_signals *signals)
{
	unsigned i;

	if (config->version > 6 || config->general >> ARCH_GENERAL_MAX ||
	    config->general_width < 32 || config->general_width > 63 ||
	    (config->fixed &&
	     (config->version < 2 || config->fixed_width < 32 || config->fixed_width > 63)) ||
	    (!config->version && config->general != 3) ||
	    (config->any_thread && config->version < 3) ||
	    ((config->umask2 || config->equal || config->v6_msrs) && config->version < 6) ||
	    (config->metrics && config->version < 2))
		return -PMC_CORE_EINVAL;
	memset(pmu, 0, sizeof(*pmu));
	pmu->config = *config;
	pmu->signals = signals;
	/* Lets software of version 1 count, which does not know the register. */
	if (config->version >= 2)
		pmu->global_ctrl = config->general;
	for (i = 0; i < ARCH_FIXED_MAX; i++)
		pmu->fixed_counts[i] = pmc_signals_of(signals, (u16)ARCH_SELECT_FIXED(i), 0);
	for (i = 0; i < ARCH_GENERAL_MAX; i++)
		pmu->counts[i] = pmc_signals_of(signals, 0, 0);
	return 0;
}

/* ---- Registers ---- */

enum kind {
	NONE,	   /* not an address of this PMU */
	ABSENT,	   /* an address of the PMU's, but not in this version or for this number */
	COUNTER,   /* general; a write sets 32 bits */
	A_COUNTER, /* general; a write sets all bits */
	FIXED,
	EVTSEL,
	CAPABILITIES,
	FIXED_CTRL,
	STATUS,
	CTRL,
	RESET,
	SET,
	INUSE,
};

static enum kind indexed(u32 i, u32 there, enum kind kind, u32 offset, unsigned *index)
{
	*index = offset;
	return i && there >> offset & 1 ? kind : ABSENT;
}

/* What is at an address, and for counters and event selects the number. */
static enum kind find(const struct pmc_arch_config *c, u32 msr, unsigned *index)
{
	bool v2 = c->version >= 2, v4 = c->version >= 4;

	*index = 0;
	if (msr - MSR_IA32_PMC0 < ARCH_GENERAL_MAX)
		return indexed(1, c->general, COUNTER, msr - MSR_IA32_PMC0, index);
	if (msr - MSR_IA32_PERFEVTSEL0 < ARCH_GENERAL_MAX)
		return indexed(1, c->general, EVTSEL, msr - MSR_IA32_PERFEVTSEL0, index);
	if (msr - MSR_IA32_FIXED_CTR0 < ARCH_FIXED_MAX)
		return indexed(1, c->fixed, FIXED, msr - MSR_IA32_FIXED_CTR0, index);
	if (msr - MSR_IA32_A_PMC0 < ARCH_GENERAL_MAX)
		return indexed(full_width(c), c->general, A_COUNTER, msr - MSR_IA32_A_PMC0, index);
	if (msr - MSR_IA32_PMC_GP0_CTR < 4 * ARCH_GENERAL_MAX && (msr & 3) < 2)
		return indexed(c->v6_msrs, c->general, msr & 1 ? EVTSEL : A_COUNTER,
			       (msr - MSR_IA32_PMC_GP0_CTR) >> 2, index);
	if (msr - MSR_IA32_PMC_FX0_CTR < 4 * ARCH_FIXED_MAX && !(msr & 3))
		return indexed(c->v6_msrs, c->fixed, FIXED, (msr - MSR_IA32_PMC_FX0_CTR) >> 2,
			       index);
	switch (msr) {
	case MSR_IA32_PERF_CAPABILITIES:
		return c->pdcm ? CAPABILITIES : ABSENT;
	case MSR_IA32_FIXED_CTR_CTRL:
		return v2 ? FIXED_CTRL : ABSENT;
	case MSR_IA32_PERF_GLOBAL_STATUS:
		return v2 ? STATUS : ABSENT;
	case MSR_IA32_PERF_GLOBAL_CTRL:
		return v2 ? CTRL : ABSENT;
	case MSR_IA32_PERF_GLOBAL_OVF_CTRL:
		return v2 ? RESET : ABSENT;
	case MSR_IA32_PERF_GLOBAL_STATUS_SET:
		return v4 ? SET : ABSENT;
	case MSR_IA32_PERF_GLOBAL_INUSE:
		return v4 ? INUSE : ABSENT;
	}
	return NONE;
}

/* IA32_PERF_GLOBAL_INUSE: a counter is in use when its event select is not 0, or its field
 * enables it. */
static u64 in_use(const struct pmc_arch *pmu)
{
	u64 bits = 0;
	unsigned i;

	for (i = 0; i < ARCH_GENERAL_MAX; i++) {
		if (pmu->evtsel[i] & 0xff)
			bits |= BIT(i);
		if (pmu->evtsel[i] & EVTSEL_INT)
			bits |= INUSE_PMI;
	}
	for (i = 0; i < ARCH_FIXED_MAX; i++) {
		u64 field = pmu->fixed_ctrl >> 4 * i;

		if (field & (FIXED_CTRL_OS | FIXED_CTRL_USR))
			bits |= BIT(GLOBAL_FIXED_SHIFT + i);
		if (field & FIXED_CTRL_PMI)
			bits |= INUSE_PMI;
	}
	return bits;
}

int pmc_arch_rdmsr(const struct pmc_arch *pmu, unsigned cpl, u32 msr, u64 *value)
{
	unsigned i;
	enum kind kind = find(&pmu->config, msr, &i);

	if (cpl)
		return PMC_ACCESS_GP;
	switch (kind) {
	case NONE:
		return PMC_ACCESS_ELSEWHERE;
	case ABSENT:
		return PMC_ACCESS_GP;
	case COUNTER:
	case A_COUNTER:
		*value = pmu->general[i];
		break;
	case FIXED:
		*value = pmu->fixed[i];
		break;
	case EVTSEL:
		*value = pmu->evtsel[i];
		break;
	case CAPABILITIES:
		*value = pmu->config.capabilities;
		break;
	case FIXED_CTRL:
		*value = pmu->fixed_ctrl;
		break;
	case STATUS:
		*value = pmu->global_status;
		break;
	case CTRL:
		*value = pmu->global_ctrl;
		break;
	case RESET:
	case SET:
		*value = 0;
		break;
	case INUSE:
		*value = in_use(pmu);
		break;
	}
	return PMC_ACCESS_DONE;
}

static void write_evtsel(struct pmc_arch *pmu, unsigned i, u64 value)
{
	/* UMASK2 goes above the unit mask. */
	u16 unit = (u16)((value >> 8 & 0xff) | (value & EVTSEL_UMASK2) >> 32);

	pmu->evtsel[i] = value;
	pmu->counts[i] = pmc_signals_of(pmu->signals, value & 0xff, unit);
	pmu->level &= ~((u32)1 << i);
}

/* The bits that a write may set; false when the register is read-only. */
static bool writable_bits(const struct pmc_arch_config *c, enum kind kind, unsigned i, u64 *bits)
{
	switch (kind) {
	case COUNTER: /* bits above 31 are replaced by copies of bit 31 */
		*bits = ~(u64)0;
		return true;
	case A_COUNTER:
		*bits = bits_mask(c->general_width);
		return true;
	case FIXED:
		*bits = bits_mask(c->fixed_width);
		return true;
	case EVTSEL:
		*bits = evtsel_bits(c, i);
		return true;
	case FIXED_CTRL:
		*bits = fixed_ctrl_bits(c);
		return true;
	case CTRL:
		*bits = counter_bits(c);
		return true;
	case RESET:
		*bits = reset_bits(c);
		return true;
	case SET: /* CondChgd can only be cleared */
		*bits = reset_bits(c) & ~STATUS_COND_CHGD;
		return true;
	default:
		return false;
	}
}

int pmc_arch_wrmsr(struct pmc_arch *pmu, unsigned cpl, u32 msr, u64 value)
{
	const struct pmc_arch_config *c = &pmu->config;
	unsigned i;
	enum kind kind = find(c, msr, &i);
	u64 allowed;

	if (cpl)
		return PMC_ACCESS_GP;
	if (kind == NONE)
		return PMC_ACCESS_ELSEWHERE;
	if (!writable_bits(c, kind, i, &allowed) || value & ~allowed)
		return PMC_ACCESS_GP;
	switch (kind) {
	case COUNTER:
		pmu->general[i] = pmc_sign_extend(value, c->general_width);
		break;
	case A_COUNTER:
		pmu->general[i] = value;
		break;
	case FIXED:
		pmu->fixed[i] = value;
		break;
	case EVTSEL:
		write_evtsel(pmu, i, value);
		break;
	case FIXED_CTRL:
		pmu->fixed_ctrl = value;
		break;
	case CTRL:
		pmu->global_ctrl = value;
		break;
	case RESET:
		pmu->global_status &= ~value;
		break;
	default:
		pmu->global_status |= value;
	}
	return PMC_ACCESS_DONE;
}

int pmc_arch_rdpmc(const struct pmc_arch *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	u32 i = ecx & 0xffff;

	if (cpl && !pce)
		return PMC_ACCESS_GP;
	if (ecx >> 16 == 0 && i < ARCH_GENERAL_MAX && pmu->config.general >> i & 1)
		*value = pmu->general[i];
	else if (ecx >> 16 == 0x4000 && i < ARCH_FIXED_MAX && pmu->config.fixed >> i & 1)
		*value = pmu->fixed[i];
	else
		return PMC_ACCESS_GP;
	return PMC_ACCESS_DONE;
}

void pmc_arch_debugctl(struct pmc_arch *pmu, u64 value)
{
	pmu->freeze_on_pmi = value >> 12 & 1;
	pmu->freeze_in_smm = value >> 14 & 1;
}

void pmc_arch_tx_begin(struct pmc_arch *pmu)
{
	pmu->in_tx = true;
	pmu->before_tx = pmu->general[TXCP_COUNTER];
}

void pmc_arch_tx_commit(struct pmc_arch *pmu)
{
	pmu->in_tx = false;
}

/* Restores the counter to its value before the transaction; an overflow in it stays in
 * GLOBAL_STATUS. */
void pmc_arch_tx_abort(struct pmc_arch *pmu)
{
	if (pmu->in_tx && pmu->evtsel[TXCP_COUNTER] & EVTSEL_IN_TXCP)
		pmu->general[TXCP_COUNTER] = pmu->before_tx;
	pmu->in_tx = false;
}

bool pmc_arch_take_pmi(struct pmc_arch *pmu)
{
	bool pmi = pmu->pmi;

	pmu->pmi = false;
	return pmi;
}

/* ---- Counting ---- */

/* The cycle, if the counter counts this logical processor's: its ring is enabled, and nothing is
 * frozen. */
static const struct pmc_cycle *counted(const struct pmc_arch *pmu, const struct pmc_cycle *cycle,
				       bool os, bool usr, bool tx)
{
	if (!cycle || !(cycle->cpl ? usr : os) || (pmu->freeze_in_smm && cycle->smm) ||
	    (tx && !cycle->in_tx))
		return NULL;
	return cycle;
}

/*
 * What counter i (from 32 on: fixed) adds in the run. False when it does not count in these cycles,
 * because it is disabled or frozen or because of the ring. Its edge detector then starts anew.
 */
static bool steps_of(const struct pmc_arch *pmu, const struct pmc_run *run, unsigned i,
		     struct pmc_steps *steps)
{
	bool fixed = i >= GLOBAL_FIXED_SHIFT;
	unsigned n = fixed ? i - GLOBAL_FIXED_SHIFT : i;
	const struct pmc_cycle *self, *other = NULL;
	struct pmc_filter filter = { 0 };
	bool os, usr, any, tx = false;

	if (fixed) {
		u64 field = pmu->fixed_ctrl >> 4 * n;

		os = field & FIXED_CTRL_OS;
		usr = field & FIXED_CTRL_USR;
		any = field & FIXED_CTRL_ANY;
	} else {
		u64 sel = pmu->evtsel[n];

		if (!((pmu->config.version ? sel : pmu->evtsel[0]) & EVTSEL_EN))
			return false;
		os = sel & EVTSEL_OS;
		usr = sel & EVTSEL_USR;
		any = sel & EVTSEL_ANY;
		tx = sel & EVTSEL_IN_TX;
		filter.edge = sel & EVTSEL_EDGE;
		filter.invert = sel & EVTSEL_INV;
		filter.equal = sel & EVTSEL_EQ;
		filter.mask = (u8)(sel >> EVTSEL_CMASK_SHIFT);
	}
	self = counted(pmu, &run->self, os, usr, tx);
	if (any)
		other = counted(pmu, run->other, os, usr, tx);
	if (!self && !other)
		return false;
	*steps = pmc_filter_steps(&filter,
				  pmc_occurrences(pmu->signals,
						  fixed ? pmu->fixed_counts[n] : pmu->counts[n],
						  self, other),
				  !fixed && pmu->level >> n & 1);
	return true;
}

/* The counters that are enabled and not frozen, with the bits of GLOBAL_CTRL. */
static u64 enabled(const struct pmc_arch *pmu)
{
	if (pmu->config.version < 2)
		return pmu->config.general;
	/* Only version 4 has the bit. The manual makes it depend on no mode bit, so setting it
	 * by STATUS_SET freezes too. */
	if (pmu->global_status & STATUS_CTR_FRZ)
		return 0;
	return pmu->global_ctrl & ~GLOBAL_METRICS;
}

static bool wants_pmi(const struct pmc_arch *pmu, unsigned i)
{
	if (i < GLOBAL_FIXED_SHIFT)
		return pmu->evtsel[i] & EVTSEL_INT;
	return pmu->fixed_ctrl >> 4 * (i - GLOBAL_FIXED_SHIFT) & FIXED_CTRL_PMI;
}

static void overflow(struct pmc_arch *pmu, u64 which)
{
	bool pmi = false;
	u64 left;

	for (left = which; left; left &= left - 1)
		pmi |= wants_pmi(pmu, bits_lowest(left));
	if (pmu->config.version >= 2)
		pmu->global_status |= which;
	if (!pmi)
		return;
	pmu->pmi = true;
	if (!pmu->freeze_on_pmi || pmu->config.version < 2)
		return;
	/* Before version 4 freezing clears the enable bits, and software must set them again. */
	if (pmu->config.version >= 4)
		pmu->global_status |= STATUS_CTR_FRZ;
	else
		pmu->global_ctrl = 0;
}

/* Collects the counters that count in the run. */
static unsigned counting_in(const struct pmc_arch *pmu, const struct pmc_run *run,
			    struct pmc_counting *counting)
{
	unsigned n = 0;
	u64 mask;

	for (mask = enabled(pmu); mask; mask &= mask - 1) {
		struct pmc_counting *c = &counting[n];
		unsigned i = bits_lowest(mask);
		bool fixed = i >= GLOBAL_FIXED_SHIFT;

		if (!steps_of(pmu, run, i, &c->steps))
			continue;
		c->value = fixed ? pmu->fixed[i - GLOBAL_FIXED_SHIFT] : pmu->general[i];
		c->width = fixed ? pmu->config.fixed_width : pmu->config.general_width;
		c->index = (u8)i;
		n++;
	}
	return n;
}

void pmc_arch_advance(struct pmc_arch *pmu, const struct pmc_run *run)
{
	struct pmc_counting counting[ARCH_GENERAL_MAX + ARCH_FIXED_MAX];
	u64 cycles = run->cycles, step, which;

	for (; cycles; cycles -= step) {
		unsigned n = counting_in(pmu, run, counting);

		step = pmc_counting_until(counting, n);
		if (step > cycles)
			step = cycles;
		which = pmc_counting_add(counting, n, step, &pmu->level);
		while (n--) {
			unsigned i = counting[n].index;

			if (i < GLOBAL_FIXED_SHIFT)
				pmu->general[i] = counting[n].value;
			else
				pmu->fixed[i - GLOBAL_FIXED_SHIFT] = counting[n].value;
		}
		if (which)
			overflow(pmu, which);
	}
}

u64 pmc_arch_next(const struct pmc_arch *pmu, const struct pmc_run *run)
{
	struct pmc_counting counting[ARCH_GENERAL_MAX + ARCH_FIXED_MAX];

	return pmc_counting_until(counting, counting_in(pmu, run, counting));
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The registers of any PMU: making a family's state from a PMU, and calling the family. */
#include "core/state/pmu.h"
#include "core/base/bits.h"
#include "core/pmu/registers.h"

static int init_arch(struct pmc_arch *arch, const struct pmu *pmu, u64 capabilities,
		     const struct pmc_signals *signals)
{
	struct pmc_arch_config c = { 0 };

	if (pmu->general >> ARCH_GENERAL_MAX || pmu->fixed >> ARCH_FIXED_MAX)
		return -PMC_CORE_EINVAL;
	c.version = pmu->version;
	c.general = (u16)pmu->general;
	c.general_width = pmu->general_width;
	c.fixed = (u16)pmu->fixed;
	c.fixed_width = pmu->fixed_width;
	c.any_thread = pmu->caps & PMU_ANY_THREAD;
	c.pin_control = pmu->caps & PMU_PC;
	c.tsx = pmu->caps & PMU_TSX;
	c.adaptive = pmu->caps & PMU_ADAPTIVE;
	c.metrics = pmu->caps & PMU_METRICS;
	c.umask2 = pmu->caps & PMU_UMASK2;
	c.equal = pmu->caps & PMU_EQ;
	c.v6_msrs = pmu->caps & PMU_V6_MSRS;
	c.pdcm = pmu->caps & (PMU_PDCM | PMU_FULL_WRITE);
	c.capabilities = capabilities & ~PERF_CAP_FW_WRITE;
	if (pmu->caps & PMU_FULL_WRITE)
		c.capabilities |= PERF_CAP_FW_WRITE;
	if (pmu->caps & PMU_STATUS_SET)
		c.status_extra = STATUS_TRACE_TOPA | STATUS_ASCI;
	return pmc_arch_init(arch, &c, signals);
}

static int init_amd(struct pmc_amd *amd, const struct pmu *pmu, const struct pmc_signals *signals)
{
	struct pmc_amd_config c = { 0 };

	while (c.counters < AMD_COUNTERS_MAX && pmu->general >> c.counters)
		c.counters++;
	if (pmu->general != bits_mask(c.counters))
		return -PMC_CORE_EINVAL;
	c.width = pmu->general_width;
	c.core_ext = pmu->caps & PMU_CORE_EXT;
	c.v2 = pmu->caps & PMU_GLOBAL;
	c.event12 = pmu->caps & PMU_EVENT12;
	c.guest_host = pmu->caps & PMU_GUEST_HOST;
	c.pin_control = pmu->caps & PMU_PC;
	c.freeze = c.v2;
	return pmc_amd_init(amd, &c, signals);
}

static int init_p4(struct pmc_p4 *p4, const struct pmu *pmu, const struct pmc_signals *signals)
{
	struct pmc_p4_config c = {
		.ht = pmu->caps & PMU_HT,
		.iq_escr = pmu->caps & PMU_IQ_ESCR,
		.ext_cascade = pmu->caps & PMU_EXT_CASCADE,
	};

	pmc_p4_init(p4, &c, signals);
	return 0;
}

static int init_p5(struct pmc_p5 *p5, const struct pmu *pmu, const struct pmc_signals *signals)
{
	struct pmc_p5_config c = { .width = pmu->general_width };

	if (c.width < 32 || c.width > 63)
		return -PMC_CORE_EINVAL;
	c.layout = pmu->family == PMU_CYRIX ? P5_LAYOUT_CYRIX :
		   pmu->family == PMU_C6    ? P5_LAYOUT_C6 :
		   pmu->family == PMU_C3    ? P5_LAYOUT_C3 :
					      P5_LAYOUT;
	c.rdpmc = pmc_pmu_has_rdpmc(pmu);
	pmc_p5_init(p5, &c, signals);
	return 0;
}

int pmc_state_init(struct pmc_state *state, const struct pmu *pmu, u64 capabilities,
		   const struct pmc_signals *signals)
{
	state->family = pmu->family;
	if (!pmu->general)
		return -PMC_CORE_EINVAL;
	switch (pmu->family) {
	case PMU_ARCH:
		return pmu->version ? init_arch(&state->arch, pmu, capabilities, signals) :
				      -PMC_CORE_EINVAL;
	case PMU_P6:
		return pmc_arch_init(&state->arch, &pmc_p6_config, signals);
	case PMU_AMD:
		return init_amd(&state->amd, pmu, signals);
	case PMU_P4:
		return init_p4(&state->p4, pmu, signals);
	case PMU_P5:
	case PMU_CYRIX:
	case PMU_C6:
	case PMU_C3:
		return init_p5(&state->p5, pmu, signals);
	default:
		return -PMC_CORE_EINVAL;
	}
}

int pmc_state_rdmsr(const struct pmc_state *state, unsigned cpl, u32 msr, u64 *value)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		return pmc_arch_rdmsr(&state->arch, cpl, msr, value);
	case PMU_AMD:
		return pmc_amd_rdmsr(&state->amd, cpl, msr, value);
	case PMU_P4:
		return pmc_p4_rdmsr(&state->p4, cpl, msr, value);
	default:
		return pmc_p5_rdmsr(&state->p5, cpl, msr, value);
	}
}

int pmc_state_wrmsr(struct pmc_state *state, unsigned cpl, u32 msr, u64 value)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		return pmc_arch_wrmsr(&state->arch, cpl, msr, value);
	case PMU_AMD:
		return pmc_amd_wrmsr(&state->amd, cpl, msr, value);
	case PMU_P4:
		return pmc_p4_wrmsr(&state->p4, cpl, msr, value);
	default:
		return pmc_p5_wrmsr(&state->p5, cpl, msr, value);
	}
}

int pmc_state_rdpmc(const struct pmc_state *state, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		return pmc_arch_rdpmc(&state->arch, cpl, pce, ecx, value);
	case PMU_AMD:
		return pmc_amd_rdpmc(&state->amd, cpl, pce, ecx, value);
	case PMU_P4:
		return pmc_p4_rdpmc(&state->p4, cpl, pce, ecx, value);
	default:
		return pmc_p5_rdpmc(&state->p5, cpl, pce, ecx, value);
	}
}

void pmc_state_debugctl(struct pmc_state *state, u64 value)
{
	if (state->family == PMU_ARCH)
		pmc_arch_debugctl(&state->arch, value);
	else if (state->family == PMU_AMD)
		pmc_amd_debugctl(&state->amd, value);
}

void pmc_state_advance(struct pmc_state *state, const struct pmc_run *run)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		pmc_arch_advance(&state->arch, run);
		break;
	case PMU_AMD:
		pmc_amd_advance(&state->amd, run);
		break;
	case PMU_P4:
		pmc_p4_advance(&state->p4, run);
		break;
	default:
		pmc_p5_advance(&state->p5, run);
		break;
	}
}

u64 pmc_state_next(const struct pmc_state *state, const struct pmc_run *run)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		return pmc_arch_next(&state->arch, run);
	case PMU_AMD:
		return pmc_amd_next(&state->amd, run);
	case PMU_P4:
		return pmc_p4_next(&state->p4, run);
	default:
		return pmc_p5_next(&state->p5, run);
	}
}

bool pmc_state_take_pmi(struct pmc_state *state, unsigned logical)
{
	switch (state->family) {
	case PMU_ARCH:
	case PMU_P6:
		return pmc_arch_take_pmi(&state->arch);
	case PMU_AMD:
		return pmc_amd_take_pmi(&state->amd);
	case PMU_P4:
		return pmc_p4_take_pmi(&state->p4, logical);
	default:
		return false;
	}
}

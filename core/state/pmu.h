/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The registers of any PMU that core/ knows, behind one set of functions, for a host that takes its
 * model from a name or from CPUID. Each function calls that of the family, whose header documents
 * it.
 */
#ifndef PMC_CORE_STATE_PMU_H
#define PMC_CORE_STATE_PMU_H

#include "core/pmu/pmu.h"
#include "core/state/amd.h"
#include "core/state/arch.h"
#include "core/state/p4.h"
#include "core/state/p5.h"

struct pmc_state {
	u8 family; /* enum pmu_family */
	union {
		struct pmc_arch arch; /* PMU_ARCH, PMU_P6 */
		struct pmc_amd amd;
		struct pmc_p4 p4;
		struct pmc_p5 p5; /* PMU_P5, PMU_CYRIX, PMU_C6, PMU_C3 */
	};
};

/*
 * Initializes the PMU as after a reset. capabilities: IA32_PERF_CAPABILITIES, if the PMU has it;
 * its FW_WRITE bit is changed to agree with the model. -PMC_CORE_EINVAL: the PMU has no counters,
 * or more than any model has (10 general, 16 fixed).
 */
int pmc_state_init(struct pmc_state *state, const struct pmu *pmu, u64 capabilities,
		   const struct pmc_signals *signals);

int pmc_state_rdmsr(const struct pmc_state *state, unsigned cpl, u32 msr, u64 *value);
int pmc_state_wrmsr(struct pmc_state *state, unsigned cpl, u32 msr, u64 value);
int pmc_state_rdpmc(const struct pmc_state *state, unsigned cpl, bool pce, u32 ecx, u64 *value);
/* Passes on what was written to IA32_DEBUGCTL; families that cannot freeze ignore it. */
void pmc_state_debugctl(struct pmc_state *state, u64 value);
void pmc_state_advance(struct pmc_state *state, const struct pmc_run *run);
u64 pmc_state_next(const struct pmc_state *state, const struct pmc_run *run);
/* logical: whose PMI, on a Pentium 4 with Hyper-Threading; else 0. P5 has no PMI. */
bool pmc_state_take_pmi(struct pmc_state *state, unsigned logical);

#endif

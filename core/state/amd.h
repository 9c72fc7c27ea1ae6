/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * AMD's PMU from K7 to Zen 5, as software sees it: the counters of one core. AMD APM volume 2,
 * "Performance Monitoring Counters"; the BKDG or PPR of each family for what differs.
 *
 * Reserved bits are dropped when they are written, and read as 0: AMD's processors raise no #GP for
 * them. The counters of the northbridge and of the L3 cache (RDPMC 6 and up) are not the core's and
 * not here.
 */
#ifndef PMC_CORE_STATE_AMD_H
#define PMC_CORE_STATE_AMD_H

#include "core/pmu/regs.h"
#include "core/state/state.h"

#define AMD_COUNTERS_MAX 16

struct pmc_amd_config {
	u8 counters;   /* 4 (K7 to family 14h); 6 with core extensions; PerfMonV2: leaf 80000022H */
	u8 width;      /* 48 */
	bool core_ext; /* PERF_CTLn and PERF_CTRn at C0010200H; the first four also at C0010000H */
	bool v2;       /* PerfMonV2: global registers */
	bool event12;  /* event select bits 8–11 in bits 32–35 (K8 on) */
	bool guest_host;  /* GuestOnly and HostOnly (family 10h on) */
	bool pin_control; /* bit 19 can be written (K7, K8) */
	bool freeze;	  /* with v2: LBR and PMC freeze (leaf 80000022H, EAX bit 2) */
};

struct pmc_amd {
	struct pmc_amd_config config;
	const struct pmc_signals *signals;
	u64 counter[AMD_COUNTERS_MAX], evtsel[AMD_COUNTERS_MAX];
	u64 global_ctl, global_status;
	bool freeze_on_pmi; /* bit 12 of DebugCtl, which is the host's register */
	bool pmi;
	u64 counts[AMD_COUNTERS_MAX];
	u32 level;
};

/* See pmc_arch_… in arch.h. A row's event select is all 12 bits. */
int pmc_amd_init(struct pmc_amd *pmu, const struct pmc_amd_config *config,
		 const struct pmc_signals *signals);
int pmc_amd_rdmsr(const struct pmc_amd *pmu, unsigned cpl, u32 msr, u64 *value);
int pmc_amd_wrmsr(struct pmc_amd *pmu, unsigned cpl, u32 msr, u64 value);
int pmc_amd_rdpmc(const struct pmc_amd *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value);
void pmc_amd_debugctl(struct pmc_amd *pmu, u64 value);
void pmc_amd_advance(struct pmc_amd *pmu, const struct pmc_run *run);
u64 pmc_amd_next(const struct pmc_amd *pmu, const struct pmc_run *run);
bool pmc_amd_take_pmi(struct pmc_amd *pmu);

#endif

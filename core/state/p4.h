/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4's PMU as software sees it: 18 counters, their CCCRs and 45 or 43 ESCRs, of one
 * core; with Hyper-Threading both logical processors read and write the same. Intel SDM volume 3,
 * "Performance Monitoring (Processors Based on Intel NetBurst Microarchitecture)" and "Performance
 * Monitoring and Intel Hyper-Threading Technology in Processors Based on NetBurst".
 */
#ifndef PMC_CORE_STATE_P4_H
#define PMC_CORE_STATE_P4_H

#include "core/pmu/p4.h"
#include "core/state/state.h"

#define P4_COUNTER_WIDTH 40

/* The event select of a row of signals: an event is known by its ESCR and the number in the
 * ESCR. An event of two ESCRs has two rows. Its unit mask is the event mask; most rows have
 * `any` set. */
#define P4_SELECT(escr, event) ((u16)((escr) << 6 | (event)))

struct pmc_p4_config {
	bool ht;	  /* two logical processors */
	bool iq_escr;	  /* MSR_IQ_ESCR0 and 1 (models 0 to 2) */
	bool ext_cascade; /* bit 11 of the CCCRs of counters 12 to 15 (model 2 and later) */
	/* The erratum of model 2, and of models 0 and 1 from stepping 10 on (SDM volume 3,
	 * "Extended Cascading"): a counter in cascade or extended cascade mode requests no PMI. */
	bool no_cascade_pmi;
};

struct pmc_p4 {
	struct pmc_p4_config config;
	const struct pmc_signals *signals;
	u64 counter[P4_COUNTERS];
	u32 cccr[P4_COUNTERS], escr[P4_ESCRS];
	bool pmi[2]; /* of each logical processor, latched until the host takes it */
	u32 due;     /* counters that overflowed; their PMI comes with the next count */
	u64 counts[P4_COUNTERS];
	u32 level;
};

/* See pmc_arch_… in arch.h. */
void pmc_p4_init(struct pmc_p4 *pmu, const struct pmc_p4_config *config,
		 const struct pmc_signals *signals);
int pmc_p4_rdmsr(const struct pmc_p4 *pmu, unsigned cpl, u32 msr, u64 *value);
int pmc_p4_wrmsr(struct pmc_p4 *pmu, unsigned cpl, u32 msr, u64 value);
/* ecx: bit 31 asks for the fast read, of the low 32 bits. */
int pmc_p4_rdpmc(const struct pmc_p4 *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value);
void pmc_p4_advance(struct pmc_p4 *pmu, const struct pmc_run *run);
/* Until the next overflow or PMI: the PMI comes one count after its overflow. */
u64 pmc_p4_next(const struct pmc_p4 *pmu, const struct pmc_run *run);
/* logical: whose PMI, 0 or 1 */
bool pmc_p4_take_pmi(struct pmc_p4 *pmu, unsigned logical);

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's architectural PMU, versions 1 to 6, as software sees it: one logical processor's. Intel
 * SDM volume 3, "Performance Monitoring", the sections on architectural performance monitoring
 * versions 1–6 and on full-width writes; volume 4 for addresses; docs/pmu-state.md for what is left
 * out.
 */
#ifndef PMC_CORE_STATE_ARCH_H
#define PMC_CORE_STATE_ARCH_H

#include "core/state/state.h"

#define ARCH_GENERAL_MAX 10 /* IA32_PERFEVTSEL0–9, 186H–18FH */
#define ARCH_FIXED_MAX	 16 /* IA32_FIXED_CTR_CTRL has room for 16 fields of 4 bits */

/* The event select under which a row of signals names what fixed counter i counts; its unit mask
 * is 0. */
#define ARCH_SELECT_FIXED(i) (0x1000 + (i))

enum {
	MSR_IA32_PMC0 = 0xc1,
	MSR_IA32_PERFEVTSEL0 = 0x186,
	MSR_IA32_FIXED_CTR0 = 0x309,
	MSR_IA32_PERF_CAPABILITIES = 0x345,
	MSR_IA32_FIXED_CTR_CTRL = 0x38d,
	MSR_IA32_PERF_GLOBAL_STATUS = 0x38e,
	MSR_IA32_PERF_GLOBAL_CTRL = 0x38f,
	MSR_IA32_PERF_GLOBAL_OVF_CTRL = 0x390, /* from version 4 on GLOBAL_STATUS_RESET */
	MSR_IA32_PERF_GLOBAL_STATUS_SET = 0x391,
	MSR_IA32_PERF_GLOBAL_INUSE = 0x392,
	MSR_IA32_A_PMC0 = 0x4c1,
	MSR_IA32_PMC_GP0_CTR = 0x1900, /* four apart; each CFG_A is at the next address */
	MSR_IA32_PMC_FX0_CTR = 0x1980,
};

/*
 * What differs between processors; CPUID leaves 0AH and 23H, and IA32_PERF_CAPABILITIES. Version 0
 * is the P6 (Pentium Pro to Pentium M), from which the architectural PMU came: two counters, and
 * PerfEvtSel0's EN enables both, while PerfEvtSel1 has that bit reserved. See pmc_p6_config.
 */
struct pmc_arch_config {
	u8 version;	  /* 1–6, or 0: P6 */
	u8 general_width; /* bits, 32–63 */
	u8 fixed_width;	  /* bits, 32–63; unused without fixed counters */
	u16 general;	  /* the general counters, one bit each, below ARCH_GENERAL_MAX */
	u16 fixed;	  /* the fixed counters, one bit each; none in version 1 */
	bool any_thread;  /* has AnyThread: version 3 and later, unless deprecated */
	bool pin_control; /* PERFEVTSEL's PC can be written (reserved from Sandy Bridge on) */
	bool umask2; /* PERFEVTSEL's UMASK2, bits 40–47 (leaf 23H); rows of signals with a second
			    * unit mask have it in bits 8–15 of theirs */
	bool equal;  /* PERFEVTSEL's EQ, bit 36 (leaf 23H) */
	bool tsx;    /* PERFEVTSEL's IN_TX, and IN_TXCP in number 2 */
	bool adaptive; /* PERFEVTSEL's ADAPTIVE_RECORD, which is stored but has no effect */
	/* Bit 48 of GLOBAL_CTRL and GLOBAL_STATUS, which is stored; PERF_METRICS is the host's. */
	bool metrics;
	bool v6_msrs; /* version 6: the registers at 1900H and 1980H */
	bool pdcm;    /* IA32_PERF_CAPABILITIES exists; without it there are no full-width writes */
	u64 capabilities; /* its value */
	u64 status_extra; /* further bits of GLOBAL_STATUS that the host uses (ToPA, ASCI) */
};

/* Pentium Pro, II, III and M: SDM volume 3, "Performance Monitoring (P6 Family Processor)". */
extern const struct pmc_arch_config pmc_p6_config;

struct pmc_arch {
	struct pmc_arch_config config;
	const struct pmc_signals *signals;
	u64 general[ARCH_GENERAL_MAX], fixed[ARCH_FIXED_MAX];
	u64 evtsel[ARCH_GENERAL_MAX];
	u64 fixed_ctrl, global_ctrl, global_status;
	bool freeze_on_pmi,
		freeze_in_smm; /* bits 12 and 14 of IA32_DEBUGCTL, which is the host's register */
	bool pmi;	       /* latched until the host takes it */
	/* Derived from the registers, or the state of edge detectors: */
	u64 counts[ARCH_GENERAL_MAX]; /* signals that each general counter counts */
	u64 fixed_counts[ARCH_FIXED_MAX];
	u32 level;     /* edge detectors, one bit for each general counter */
	bool in_tx;    /* between pmc_arch_tx_begin() and its end */
	u64 before_tx; /* counter 2 when the transaction began */
};

/* The state after a reset. signals must outlive pmu. -PMC_CORE_EINVAL when the configuration is
 * none. */
int pmc_arch_init(struct pmc_arch *pmu, const struct pmc_arch_config *config,
		  const struct pmc_signals *signals);

/* cpl: the current privilege level, 3 in virtual-8086 mode, 0 in real mode. Results: enum
 * pmc_access. */
int pmc_arch_rdmsr(const struct pmc_arch *pmu, unsigned cpl, u32 msr, u64 *value);
int pmc_arch_wrmsr(struct pmc_arch *pmu, unsigned cpl, u32 msr, u64 value);
/* pce: CR4.PCE. ecx selects the counter: bits 31–16 its type (0 general, 4000H fixed). */
int pmc_arch_rdpmc(const struct pmc_arch *pmu, unsigned cpl, bool pce, u32 ecx, u64 *value);

/* The host passes on what was written to IA32_DEBUGCTL; only bits 12 and 14 matter. */
void pmc_arch_debugctl(struct pmc_arch *pmu, u64 value);

/* Count a run. */
void pmc_arch_advance(struct pmc_arch *pmu, const struct pmc_run *run);

/*
 * How many cycles like those of run until a counter overflows, including the one in which it does;
 * PMC_NEVER: none does. run->cycles is ignored.
 */
u64 pmc_arch_next(const struct pmc_arch *pmu, const struct pmc_run *run);

/*
 * The outermost transaction (TSX) begins, commits, or aborts. An abort undoes what counter 2
 * counted in the transaction when its select register has IN_TXCP. If the host never calls these,
 * IN_TXCP has no effect.
 */
void pmc_arch_tx_begin(struct pmc_arch *pmu);
void pmc_arch_tx_commit(struct pmc_arch *pmu);
void pmc_arch_tx_abort(struct pmc_arch *pmu);

/* Whether a performance-monitoring interrupt was requested since the last call. */
bool pmc_arch_take_pmi(struct pmc_arch *pmu);

#endif

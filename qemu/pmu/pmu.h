/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A PMU in QEMU: one of core/'s register models for each virtual processor, what it counts, and how it is
 * reached by instructions. All calls are made by the thread that runs the processors.
 */
#ifndef PMC_QEMU_PMU_H
#define PMC_QEMU_PMU_H

/* core/ first: QEMU has macros by the names of some of its constants. */
#include "pmc/core/state/pmu.h"
#include "pmc/pmu/hooks.h"
#include "pmc/pmu/icount.h"

/* What is counted. Rows of events name these (signals.c). */
enum pmc_signal {
	SIGNAL_INSN,
	SIGNAL_CYCLE,
	SIGNAL_REF,
	SIGNAL_LOAD,
	SIGNAL_STORE,
	/* Branches by what they are, in the order of enum pmc_branch … */
	SIGNAL_COND,
	SIGNAL_COND_TAKEN,
	SIGNAL_JUMP,
	SIGNAL_JUMP_INDIRECT,
	SIGNAL_CALL,
	SIGNAL_CALL_INDIRECT,
	SIGNAL_RETURN,
	SIGNAL_FAR,
	/* … and sums of these. */
	SIGNAL_BRANCH,
	SIGNAL_TAKEN,
	SIGNAL_NEAR_TAKEN,
	SIGNAL_NOT_TAKEN,
	SIGNAL_INTERRUPT,
	SIGNAL_DTLB_LOAD,
	SIGNAL_DTLB_STORE,
	SIGNAL_ITLB,
	SIGNALS_N
};

struct pmc_cpu {
	X86CPU *cpu;
	struct pmu pmu;
	struct pmc_signals signals;
	struct pmc_state *state; /* Pentium 4 with Hyper-Threading: of the core; else own */
	struct pmc_state own;
	/* clang-format off */
	u8 logical;              /* which of the core's */
	struct pmc_cpu *sibling; /* the core's other one, when they share the PMU */
	struct pmc_cycle now;    /* ring and side of what is not counted yet; signals of every cycle */
	bool refresh;            /* the side may have changed: pmc_poll() asks again */
	bool counting;           /* any counter is enabled: else nothing need be told to the model */
	u8 step;                 /* a comparison or an edge depends on which instruction did what, in ring 0
				  * (bit 0), in the others (bit 1) */
	bool pmi;                /* to be delivered */
	bool look;               /* pmc_poll() has to bring the counters up to date */
	bool waits;              /* something watched happened since the last instruction that retired */
	u32 watched;             /* signals that enabled counters count */
	s64 insns;               /* retired instructions that the model knows of */
	s64 total[SIGNALS_N];    /* signals since the start, and what of them the model knows of */
	s64 known[SIGNALS_N];
	s64 held;                /* what of the budget is held back, to end at an overflow */
	/* clang-format on */
	u64 debugctl;
	u64 capabilities;
};

/* ---- count.c ---- */

/* Tells the model what happened since the last call. behind: the newest so many instructions are left out. */
void pmc_count(struct pmc_cpu *p, unsigned behind);
/* After the registers changed: which signals are looked at, and where the budget has to end. */
void pmc_changed(struct pmc_cpu *p);

/* ---- signals.c ---- */

/* The rows of events that this PMU counts. */
void pmc_rows_of(const struct pmu *pmu, struct pmc_signals *signals);

#endif

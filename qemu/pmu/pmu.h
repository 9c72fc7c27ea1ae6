/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A PMU in QEMU: one of core/'s register models for each virtual processor, the signals that it
 * counts, and the instructions that reach it. The thread that runs the processors makes all calls.
 */
#ifndef PMC_QEMU_PMU_H
#define PMC_QEMU_PMU_H

/* core/ comes first, because QEMU has macros by the names of some of its constants. */
#include "pmc/core/state/pmu.h"
#include "pmc/pmu/fault.h"
#include "pmc/pmu/hooks.h"
#include "pmc/pmu/icount.h"
#include "pmc/pmu/model.h"

/* The signals that events count. Rows of events name these (signals.c). */
enum pmc_signal {
	SIGNAL_INSN,
	SIGNAL_CYCLE,
	SIGNAL_REF,
	SIGNAL_LOAD,
	SIGNAL_STORE,
	/* Branches by kind, in the order of enum pmc_branch … */
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
	struct pmc_cycle now;    /* ring, side and signals of each cycle not counted yet */
	bool refresh;            /* the side may have changed: pmc_poll() asks again */
	bool counting;           /* some counter is enabled, so the model must be told */
	u8 step;                 /* count one by one: in ring 0 (bit 0), in others (bit 1) */
	bool pmi;                /* to be delivered */
	bool look;               /* pmc_poll() must count */
	bool waits;              /* a watched signal came after the last retired instruction */
	u64 watched;             /* signals that enabled counters count */
	s64 insns;               /* retired instructions that the model was told */
	unsigned n_signals;      /* SIGNALS_N, and those of a modelled machine */
	s64 total[PMC_SIGNALS];  /* signals since the start, and how many the model was told */
	s64 known[PMC_SIGNALS];
	s64 held;                /* the part of the budget that is held back for an overflow */
	/* clang-format on */
	u64 debugctl;
	u64 capabilities;
	struct pmc_fault fault;
	struct pmc_model *model; /* the machine behind events of misses; NULL: none */
};

/* ---- count.c ---- */

/* Tells the model what happened since the last call, without the newest `behind` instructions. */
void pmc_count(struct pmc_cpu *p, unsigned behind);
/* Called when registers have changed: finds the signals to watch, and the end of the budget. */
void pmc_changed(struct pmc_cpu *p);

/* ---- signals.c ---- */

/* Finds the rows of events that this PMU counts. */
void pmc_rows_of(const struct pmu *pmu, struct pmc_signals *signals);

#endif

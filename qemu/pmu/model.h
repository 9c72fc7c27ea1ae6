/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A modelled machine beside the PMU: core/machine/ sees what the processor fetches, loads, stores
 * and where it branches, and events of misses count what the models say.
 *
 * The models begin, cold, when the guest first enables a counter of such an event, so that booting
 * is not slowed down; then they see everything that all processors do. Each processor has caches,
 * TLBs and predictors of its own, and all share the last level.
 */
#ifndef PMC_QEMU_MODEL_H
#define PMC_QEMU_MODEL_H

#include "pmc/core/machine/state.h"
#include "pmc/core/quantities/events.h"
#include "pmc/core/state/state.h"

struct pmc_cpu;

struct pmc_model {
	const struct machine *machine;
	struct machine desc;	     /* the machine, as the state has it */
	struct machine_state *state; /* NULL: it has not begun */
	struct pmc_signal_row *row;  /* the PMU's rows, and those of the machine's events */
	struct machine_formula formula[PMC_SIGNALS];
	unsigned n; /* formulas: of the signals from SIGNALS_N on */
};

/*
 * Gives the PMU the events that the machine of this name answers; p->signals must have the PMU's
 * own. False: there is no such machine; *why says what would be right, for g_free().
 */
bool pmc_model_init(struct pmc_cpu *p, const char *name, char **why);
void pmc_model_free(struct pmc_cpu *p);
/* Some of the events may be enabled now: lets the models of all processors begin. */
void pmc_model_begin(struct pmc_cpu *p);
/* Brings p->total of these signals up to date. */
void pmc_model_sum(struct pmc_cpu *p, u64 signals);

#endif

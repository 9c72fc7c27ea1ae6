/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the PMU wants of QEMU's instruction counter, for the files of QEMU that know no processor.
 *
 * The PMU counts by icount: instructions are what icount counted, less what did not retire. An overflow is
 * met by a budget that ends at it. What of the budget is held back for that is kept in struct pmc_cpu, and
 * given when the PMU has looked.
 */
#ifndef PMC_QEMU_ICOUNT_H
#define PMC_QEMU_ICOUNT_H

#include "hw/core/cpu.h"

/*
 * The events that translated code counts, beside the instructions: four sums in CPUState.pmc_events. A
 * translation block adds what all its instructions bring when it is entered; when it is left early,
 * what was not done is taken off again, as icount does.
 */
#define PMC_EVENT_LOAD 0   /* an instruction that reads memory, once */
#define PMC_EVENT_STORE 16 /* … that writes memory, once */
#define PMC_EVENT_BRANCH 32
#define PMC_EVENT_TAKEN 48

/* The CPU is about to run, with a new budget. */
void pmc_prepare_for_run(CPUState *cpu);

/* Between two translation blocks, before interrupts are looked at: counts, delivers, clips the budget. */
void pmc_poll(CPUState *cpu);

/* Empty CPUState.pmc_events: at least once in 65,535 instructions. */
void pmc_drain(CPUState *cpu);

/* A block was left early: these of its events did not happen. */
void pmc_undo(CPUState *cpu, uint64_t events);

/* The only processor: a PAUSE has nobody to wait for. */
bool pmc_alone(CPUState *cpu);

#endif

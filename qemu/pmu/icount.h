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
 * The events that translated code counts, beside the instructions. A translation block adds what all its
 * instructions bring when it is entered; when it is left early, what was not done is taken off again, as
 * icount does.
 *
 * CPUState.pmc_mem: instructions that read memory, and those that write it, in one word; each instruction
 * counts once.
 */
#define PMC_MEM_LOAD  1ull
#define PMC_MEM_STORE (1ull << 32)
/* The two sums of one block in a word that is encoded in few bytes. */
#define PMC_MEM_PACKED(mem) ((uint32_t)(mem) | (uint32_t)((mem) >> 32) << 16)

/* CPUState.pmc_branch: only a block's last instruction is a branch. */
enum pmc_branch {
	PMC_BRANCH_NONE,
	PMC_BRANCH_COND, /* Jcc, LOOPcc, JCXZ */
	PMC_BRANCH_COND_TAKEN,
	PMC_BRANCH_JUMP,
	PMC_BRANCH_JUMP_INDIRECT,
	PMC_BRANCH_CALL,
	PMC_BRANCH_CALL_INDIRECT,
	PMC_BRANCH_RETURN,
	PMC_BRANCH_FAR, /* far jumps, calls and returns, INT, IRET, SYSCALL … */
};

/* The CPU is about to run, with a new budget. */
void pmc_prepare_for_run(CPUState *cpu);

/* It has run, and may be halted now: what overflowed with its last instruction has to wake it. */
void pmc_after_run(CPUState *cpu);

/* Between two translation blocks, before interrupts are looked at: counts, delivers, clips the budget. */
void pmc_poll(CPUState *cpu);

/* Empty CPUState.pmc_mem, before its lower half is full. */
void pmc_drain(CPUState *cpu);

/* A block was left early. Its sums, what of them was done (packed), and its branch, which was not. */
void pmc_undo(CPUState *cpu, uint64_t mem, uint32_t done, int branch);

/* The only processor: a PAUSE has nobody to wait for. */
bool pmc_alone(CPUState *cpu);
/* Whether another one could run now. */
bool pmc_others_run(CPUState *cpu);

#endif

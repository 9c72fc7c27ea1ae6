/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the PMU needs of QEMU's instruction counter, for those files of QEMU that know no processor.
 *
 * The PMU counts by icount: its instructions are those that icount counted, without those that did
 * not retire. The budget ends at the next overflow, so that it is met. struct pmc_cpu keeps the
 * part of the budget that is held back for that; the PMU gives it back when it has counted.
 */
#ifndef PMC_QEMU_ICOUNT_H
#define PMC_QEMU_ICOUNT_H

#include "hw/core/cpu.h"

/*
 * The events that translated code counts beside the instructions. A translation block adds what all
 * its instructions bring when it is entered. When it is left early, what was not done is
 * subtracted, as icount does.
 *
 * CPUState.pmc_mem: instructions that read memory, and instructions that write it, in one word.
 * Each instruction counts once.
 */
#define PMC_MEM_LOAD  1ull
#define PMC_MEM_STORE (1ull << 32)
/* The two sums of one block, in a word that takes few bytes to encode */
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

/* The CPU has run, and may be halted now: an overflow of its last instruction must wake it. */
void pmc_after_run(CPUState *cpu);

/*
 * Called between two translation blocks, before QEMU looks at interrupts: counts, delivers, clips
 * the budget.
 */
void pmc_poll(CPUState *cpu);

/* Empties CPUState.pmc_mem before its lower half is full. */
void pmc_drain(CPUState *cpu);

/* With a modelled machine: an access that a helper of an instruction has made; oi: MemOpIdx. */
void pmc_helper_access(CPUState *cpu, uint64_t address, uint32_t oi, bool store);

/*
 * Called when a block was left early. It gets the sums of the block, the part of them that was done
 * (packed), and the branch, which was not executed.
 */
void pmc_undo(CPUState *cpu, uint64_t mem, uint32_t done, int branch);

/* Is this the only processor? Then a PAUSE has nobody to wait for. */
bool pmc_alone(CPUState *cpu);
/* Could another processor run now? */
bool pmc_others_run(CPUState *cpu);

#endif

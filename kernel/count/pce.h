/* SPDX-License-Identifier: GPL-2.0 */
/* CR4.PCE, the bit of a CPU that permits RDPMC in user mode, beside the numbers of mappings. */
#ifndef PMC_KERNEL_PCE_H
#define PMC_KERNEL_PCE_H

#include <linux/cpumask.h>

struct mm_struct;

/*
 * A memory's number of mappings became 1, or 0: CPUs that have the memory already set the bit, or
 * clear it. Both wait until that is done.
 */
void pce_open(struct mm_struct *mm);
void pce_close(struct mm_struct *mm);
/* The same as pce_close() on these CPUs, for all memory that rdpmc_is_changing() names. */
void pce_close_on(const struct cpumask *cpus);

void pce_init(void);
/* Nobody waits for the functions above any more. */
void pce_exit(void);

#endif

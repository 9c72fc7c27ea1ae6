/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Siblings: the two logical processors of a Pentium 4's core, which share its PMU. Each has half of
 * the counters (core/encode/p4/siblings.h).
 */
#ifndef PMC_KERNEL_SIBLING_H
#define PMC_KERNEL_SIBLING_H

#include <linux/jump_label.h>
#include <linux/percpu.h>
#include <linux/types.h>

DECLARE_STATIC_KEY_FALSE(hw_has_siblings);
DECLARE_PER_CPU(bool, hw_sibling);

/* Is this CPU the second sibling of its core? Valid while the PMU is held. */
static inline bool hw_is_sibling(void)
{
	return static_branch_unlikely(&hw_has_siblings) && this_cpu_read(hw_sibling);
}

/* Does a register belong to this CPU? of_sibling: the register is one of the second sibling's. */
static inline bool hw_is_mine(bool of_sibling)
{
	return !static_branch_unlikely(&hw_has_siblings) || of_sibling == this_cpu_read(hw_sibling);
}

/*
 * Gives each sibling half of the counters, if there are siblings. After regs_init(), which lists
 * all registers.
 */
void sibling_init(void);
/* Finds out which of the siblings this CPU is. */
void sibling_begin(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* RDPMC in user mode: who may use it, and what it must not show. */
#ifndef PMC_KERNEL_RDPMC_H
#define PMC_KERNEL_RDPMC_H

#include <linux/percpu.h>
#include <linux/types.h>

struct mm_struct;
struct task_struct;

/* Can user mode read its own counters on this processor, and no others? */
bool rdpmc_is_possible(void);
/* Some process may use RDPMC now: no counter may keep what another process counted. */
bool rdpmc_is_open(void);
/* The counters of this CPU are not 0 any more: something counts. */
DECLARE_PER_CPU(bool, rdpmc_marks);
static inline void rdpmc_mark(void)
{
	this_cpu_write(rdpmc_marks, true);
}

/* Opens RDPMC for one set until it is put. False: CPUs are counted, so it stays closed. */
bool rdpmc_get(void);
void rdpmc_put(void);
/*
 * A set counts a CPU until it is put. True: RDPMC is open, so rdpmc_hide() must be called at each
 * switch.
 */
bool rdpmc_get_cpu(void);
/* True: that was the last one. */
bool rdpmc_put_cpu(void);
/* Hides what counters of CPUs hold from `next`; called at a switch, before it runs on this CPU. */
void rdpmc_hide(const struct task_struct *next);

/* Lets a process use RDPMC, once for each mapping, and no more. */
void rdpmc_allow(struct mm_struct *mm);
void rdpmc_forbid(struct mm_struct *mm);

/*
 * rdpmc_begin() is called when the first set takes the PMU, and takes RDPMC from every process.
 * rdpmc_end() is called when the last set gives the PMU back.
 */
void rdpmc_begin(void);
void rdpmc_end(void);
/* Called at each fork. While a set holds the PMU, children begin without RDPMC. */
void rdpmc_forked(const struct task_struct *parent, struct task_struct *child);

#endif

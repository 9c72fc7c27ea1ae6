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
/* Some process may use RDPMC now. */
bool rdpmc_is_open(void);
/*
 * RDPMC is open, and this task leaves the CPU: must its counters be stopped and set to 0? If not,
 * they run on, and are cleared when a thread comes that may look at them.
 */
bool rdpmc_needs_clearing(const struct task_struct *task);
/* The task comes to this CPU, or has it, and RDPMC is open; interrupts off. */
void rdpmc_arrive(const struct task_struct *task);

/* What the counters of this CPU tell of others. The CPU itself changes it, with interrupts off. */
struct rdpmc_traces {
	bool counted; /* something has counted since they were set to 0 … */
	bool left;    /* … and was left in them, or runs on */
	bool shown;   /* rdpmc_hide() says: a thread that may look at them runs, or comes next */
};
DECLARE_PER_CPU(struct rdpmc_traces, rdpmc_traces);

/*
 * Opens RDPMC for one set of the current process until it is put. False: CPUs are counted, so it
 * stays closed.
 */
bool rdpmc_get(void);
void rdpmc_put(void);
/*
 * A set counts a CPU until it is put. True: RDPMC is open, so rdpmc_hide() must be called at each
 * switch.
 */
bool rdpmc_get_cpu(void);
/* True: that was the last one. */
bool rdpmc_put_cpu(void);
/*
 * Hides what counters hold from `next`; called at a switch, before it runs on this CPU, and before
 * the thread that leaves stops counting.
 */
void rdpmc_hide(const struct task_struct *next);

/*
 * A process with several threads may use RDPMC. The module hears only of switches of those that are
 * counted, so until rdpmc_hide() is called at every switch, counters are cleared whenever a thread
 * leaves.
 */
bool rdpmc_is_shared(void);
/* Names the function that is called when that begins or ends; it must not sleep. */
void rdpmc_tell(void (*changed)(bool shared));
/* rdpmc_hide() has been called at every switch since all that were under way ended. */
void rdpmc_watch(void);
/* It will not be called any more. False: it must be. */
bool rdpmc_unwatch(void);

/* Lets a process use RDPMC, once for each mapping, and no more; with its memory's lock. */
void rdpmc_allow(struct mm_struct *mm);
void rdpmc_forbid(struct mm_struct *mm);
/* RDPMC is being given to this process, or taken from it; perhaps from another one instead. */
bool rdpmc_is_changing(const struct mm_struct *mm);

/* Called when the PMU was taken: takes RDPMC from every process. */
void rdpmc_begin(void);
/* Called at each fork. While a set holds the PMU, children begin without RDPMC. */
void rdpmc_forked(const struct task_struct *parent, struct task_struct *child);

#endif

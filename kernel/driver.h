/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of pmc.ko share.
 *
 * A set (struct set) is an open file: events, and one target. What it counts is in contexts (struct context),
 * one for each thread, or one for a CPU: the target's own, and one for each thread that inherits. A context
 * counts on at most one CPU at a time, and then is in that CPU's list.
 *
 * Locks, from the outside in:
 *
 *	set->mutex	the set's setting up, attaching and mapping
 *	plans_mutex	which counters all sets have (plan.c), who holds the PMU (hw.c)
 *	set->lock	the list of contexts, and what ended ones left behind; interrupts off
 *	context->lock	counts and state of a context; interrupts off; also taken by the scheduler's hooks
 *
 * The lists of a CPU are touched on that CPU alone, with interrupts off. Contexts that hang on a task are
 * unhooked by that task, or with the machine stopped (thread.c). Sets and contexts are freed after an RCU
 * grace period; everything that finds them through a task runs with preemption off.
 */
#ifndef PMC_KERNEL_DRIVER_H
#define PMC_KERNEL_DRIVER_H

#include <linux/cred.h>
#include <linux/jump_label.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <asm/msr.h>

#include "kernel/core.h"
#include "pmc/pmc_ioctl.h"

/* ---- hw.c: the registers of this CPU ---- */

#define HW_SLOTS 72 /* registers that are written: at most Pentium 4's 18 + 45 + 2 */

struct planned_reg {
	u64 value, mask;
	u8 slot;
};
struct planned_counter {
	u64 mask;      /* of its width */
	u64 top, most; /* sampling: its highest bit; how far from its end it can be set */
	u32 rdpmc;     /* RDPMC's argument … */
	u32 msr;       /* … or its address, for processors without RDPMC */
	u8 counter;
	u8 event; /* of the set */
};
/* What a set writes and reads, in one of its rotations. */
struct reg_plan {
	u32 n_regs, n_counters;
	struct planned_reg reg[HW_SLOTS];
	struct planned_counter counter[PMC_ABI_EVENTS];
};

/* The PMU, the same on all CPUs; no counters when there is none. Constant after hw_init(). Where two logical
 * processors share one, its counters are those of the first; the second has their twins (core/encode/p4/siblings.h). */
extern struct pmu hw_pmu;
extern bool hw_probed, hw_has_rdpmc;

int hw_init(void);

/* Two logical processors of each core share its PMU, and have half of it each. */
DECLARE_STATIC_KEY_FALSE(hw_has_siblings);
DECLARE_PER_CPU(bool, hw_sibling);
/* Does this CPU have the second half? Once the PMU is held. */
static inline bool hw_is_sibling(void)
{
	return static_branch_unlikely(&hw_has_siblings) && this_cpu_read(hw_sibling);
}

/* Take and give back the PMU for one set; plans_mutex held. -EBUSY, -ENODEV. */
int hw_acquire(void);
void hw_release(void);
u32 hw_holders(void);

/* Is the register one that the module writes, and that the processor lets it? */
bool hw_has_register(u32 address);

/* The registers of the events in `which` on their counters. -ERANGE: one of them is no register of this PMU.
 * plan2: the same for the second half, where there is one. */
int hw_plan(const struct encoding *enc, const u8 *counter, u64 which, struct reg_plan *plan,
	    struct reg_plan *plan2);
/* Would the two disturb each other on one CPU? */
bool hw_conflict(const struct reg_plan *a, const struct reg_plan *b);

/* Make this CPU count a plan; interrupts off. Registers that hold their values already are not written. */
void hw_load(const struct reg_plan *plan);
/* Switch its counters off and clear them: where user mode may look at counters. */
void hw_unload(const struct reg_plan *plan);
u64 hw_read_msr(const struct planned_counter *counter);

/*
 * What the counter holds. The instruction itself, since Linux's macro goes through three calls where it is built
 * with paravirtualization; where a hypervisor wants to be asked (Xen PV), hw_has_rdpmc is false.
 */
static inline u64 hw_rdpmc(const struct planned_counter *counter)
{
	u32 low, high;

	asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter->rdpmc));
	return (u64)high << 32 | low;
}
static inline u64 hw_read(const struct planned_counter *counter)
{
	return likely(hw_has_rdpmc) ? hw_rdpmc(counter) : hw_read_msr(counter);
}
/* Sampling only: counters are never written otherwise. As above, the instruction itself. */
static inline void hw_write_counter(const struct planned_counter *counter, u64 value)
{
	native_wrmsr(counter->msr, (u32)value, (u32)(value >> 32));
}
/* Switch off what no other context of this CPU's list counts with. */
void hw_stop(const struct reg_plan *plan);
/* The register in which overflows are acknowledged; 0: there is none, or (Pentium 4) each counter's CCCR. */
extern u32 hw_acknowledge_msr;
void hw_acknowledge_each(u64 counters);
/* These counters' overflows are served. From NMIs too. */
static inline void hw_acknowledge(u64 counters)
{
	if (likely(hw_acknowledge_msr))
		native_wrmsr(hw_acknowledge_msr, (u32)counters, (u32)(counters >> 32));
	else
		hw_acknowledge_each(counters);
}

/* Somebody on this CPU takes rotations; interrupts off. */
void hw_rotate(void);

struct context;
/* The contexts that count on this CPU; interrupts off. */
struct list_head *hw_active(void);
/* Do this CPU's registers belong to the module now? Interrupts off. */
bool hw_ready(void);

/* Reading and writing registers for tools. */
int hw_msr(struct pmc_ioctl_msr *msr);

/* ---- context.c ---- */

struct set;

/* Kbuild's PMC_WITHOUT_NOTIFIERS shows what a kernel without them makes of the module. */
#if defined(CONFIG_PREEMPT_NOTIFIERS) && !defined(PMC_WITHOUT_NOTIFIERS)
#define PMC_HAVE_NOTIFIERS
#endif

struct context {
#ifdef PMC_HAVE_NOTIFIERS
	struct preempt_notifier notifier;
#endif
	struct hlist_node of_task;
	struct list_head of_set, of_cpu, of_hooks;
	struct set *set;	  /* valid while the context is not dead */
	struct task_struct *task; /* NULL: of a CPU. Compared, and used while it is hooked */
	raw_spinlock_t lock;
	refcount_t refs; /* the set's and the task's */
	int cpu;	 /* where it counts now; -1 */
	bool dead;	 /* nobody reads it any more */
	u8 rotation;
	bool updating;		     /* sampling: the sums are being changed */
	struct sample *sample;	     /* of each event, when the set samples; else NULL */
	const struct reg_plan *plan; /* while it counts: this rotation's, this CPU's */
	u64 tsc, tsc_base;
	struct rcu_head rcu;
	u32 n;
	u32 changes; /* odd while another thread changes counts, another number after; with the lock */
	struct count {
		u64 sum, base, running;
	} count[];
};

struct context *context_create(struct set *set, struct task_struct *task, gfp_t gfp);
void context_put(struct context *context);
/* On this CPU, interrupts off, context->lock held. */
void context_resume(struct context *context);
void context_suspend(struct context *context);
void context_update(struct context *context);
/* Its counters begin at 0, as they never do otherwise; what they held is in the sums. */
void context_restart(struct context *context);
/* The next rotation. */
void context_rotate(struct context *context);

/* ---- set.c ---- */

struct set {
	struct mutex mutex;
	struct list_head all;	 /* of the sets that have a plan; plans_mutex */
	const struct cred *cred; /* of who opened it */
	bool privileged;	 /* who attached it might have attached it to anything */
	struct pid *pid;	 /* its process, for messages */
	u32 flags;		 /* PMC_SETUP_… */
	bool holds;		 /* the PMU */
	bool set_up, attached, hooks;
	bool of_cpus;	       /* among the plans, as a set of a CPU */
	bool running, on_exec; /* read without locks by the hooks */
	int cpu;	       /* its target, or -1 */
	u32 n;
	struct encoding enc[PMC_ABI_EVENTS];
	bool pinned[PMC_ABI_EVENTS];
	u8 group[PMC_ABI_EVENTS];
	u8 counter[PMC_ABI_EVENTS];
	u64 counters; /* that its rotations use, all together */
	u32 rotations;
	struct reg_plan *
		plan; /* one for each rotation; then the same for the second half (hw_has_siblings) */

	raw_spinlock_t lock;
	struct list_head contexts;
	struct context *
		self; /* of a set that counts one thread, does not inherit and takes no rotations; by RCU */
	u32 n_contexts, lost;
	bool dropped;
	struct pmc_ioctl_count ended[PMC_ABI_EVENTS]; /* what contexts that are gone have left */
	u64 ended_tsc;

	bool samples;		     /* some event does: */
	u64 period[PMC_ABI_EVENTS];  /* 0: this one does not */
	u64 ticks[PMC_ABI_EVENTS];   /* between samples of a frequency; 0: by period */
	u32 sample[PMC_ABI_EVENTS];  /* PMC_SAMPLE_… */
	bool kernel[PMC_ABI_EVENTS]; /* counts kernel mode */
	struct rings *rings;	     /* mapped, or NULL */
	wait_queue_head_t wait;	     /* for records */

	struct pmc_ioctl_page *page; /* mapped, or NULL */
	bool rdpmc;		     /* … and may be used */
	struct rcu_head rcu;
};

/* What the context counts by on this CPU, in this rotation. */
static inline const struct reg_plan *context_plan(const struct context *context)
{
	const struct set *set = context->set;

	return &set->plan[context->rotation + (hw_is_sibling() ? set->rotations : 0)];
}

extern struct mutex plans_mutex;

struct set *set_create(void);
void set_destroy(struct set *set);
int set_setup(struct set *set, struct pmc_ioctl_setup *setup, const struct pmc_ioctl_event *events);
int set_attach(struct set *set, struct pmc_ioctl_attach *attach);
int set_start(struct set *set, u32 flags);
int set_stop(struct set *set);
int set_reset(struct set *set);
/* counts: room for set->n. */
int set_read(struct set *set, struct pmc_ioctl_read *read, struct pmc_ioctl_count *counts);

/* Everything that a context has counted goes to its set, which lets go of it. With set->lock and context->lock. */
void set_collect(struct set *set, struct context *context);

/* ---- read.c ---- */

/* PMC_IOC_READ by the thread that the set counts. False: the long way does it, or says why it cannot be done. */
bool read_own(struct set *set, struct pmc_ioctl_read __user *arg);

/* ---- plan.c: counters for the events of a set, beside all others ---- */

int plan_make(struct set *set, const struct task_struct *task, int cpu,
	      struct pmc_ioctl_attach *attach);
/* The set's counters are free for others; its plan stays while hooks may look at it. */
void plan_drop(struct set *set);
/* The same, before there was any hook: it can be made again. */
void plan_undo(struct set *set);
/* Would the two disturb each other? */
bool plans_conflict(const struct set *a, const struct set *b);

/* ---- thread.c: what hangs on tasks ---- */

/* The hooks are there while anybody holds the PMU or counts time; plans_mutex held. */
int threads_get(void);
void threads_put(void);
/* Hook the context to its task. -ESRCH: it is ending; -EAGAIN: it has changed, look again; -EBUSY: plan again; -EUSERS:
 * it has very many. */
int threads_hook(struct context *context, const struct cred *cred, const struct mm_struct *mm);
/* Resume or suspend what this CPU's task has of the set; interrupts off. */
void threads_start_here(struct set *set);

/* From the first time that the PMU is taken, page_forked() hears of every fork; plans_mutex held. Until the end. */
int threads_hold(void);
void threads_exit(void);

/* page_hide() hears of every switch, or no more; plans_mutex held. */
int threads_watch(void);
void threads_unwatch(void);

/* ---- switch.c: the contexts that a task has, and its switches ---- */

/* -EINVAL: the parameter asks for what there is not. */
int switches_init(void);
/* Before the first context and after the last one. */
void switches_begin(void);
void switches_end(void);
/* For sched_switch, or NULL where nobody needs it; and one that calls page_hide(). */
void *switches_probe(void);
void *switches_watch(void);

/* The list changes in the task itself, before it runs, or with the machine stopped. Preemption off. */
void switches_add(struct context *context, struct task_struct *task);
/* Interrupts off. True: it was there, and the task's reference is the caller's to put. */
bool switches_remove(struct context *context);
/* A dead context, from anywhere: takes it away, if its task need not do it. */
void switches_drop(struct context *context);
/* As switches_add(), interrupts off: how many contexts the task has. Dead ones that it would take away itself go to `gone`,
 * by of_hooks. */
u32 switches_sweep(struct task_struct *task, struct list_head *gone);
/* Is anything hooked? All of it, with the machine stopped; of_hooks is a list of them. */
bool switches_any(void);
void switches_remove_all(struct list_head *gone);

/* Every context of a task, dead ones too; a context may be taken away meanwhile. Preemption off. */
struct context *switches_first(const struct task_struct *task);
struct context *switches_next(const struct context *context);
#define for_each_context(context, task) \
	for ((context) = switches_first(task); (context); (context) = switches_next(context))

/* ---- cpu.c: what counts whole CPUs ---- */

int cpus_init(void);
void cpus_exit(void);
int cpus_hook(struct context *context, int cpu);
void cpus_unhook(struct context *context);

/* ---- sample.c: counters that interrupt ---- */

struct sample;

int sample_init(void);
void sample_exit(void);
bool sample_possible(void);
/* A set that samples comes or goes; plans_mutex. */
int sample_get(void);
void sample_put(void);
/* What context.c does, for a context of such a set. */
void sample_begin(struct context *context);
void sample_resume(struct context *context);
void sample_suspend(struct context *context);
void sample_update(struct context *context);
size_t sample_size(u32 n);

/* ---- ring.c: the memory that records go to ---- */

struct vm_area_struct;
u32 rings_needed(const struct set *set);
int rings_map(struct set *set, struct vm_area_struct *vma);
void rings_free(struct set *set);
bool rings_have(struct set *set);
/* Nothing is left to be counted. From anywhere. */
void rings_wake(struct set *set);

/* ---- access.c: who may count what ---- */

int access_level(void);
bool access_any(void);
bool access_privileged(void);
bool access_kernel(void);
bool access_cpus(void);
/* May the caller count this task? 0 or -EPERM. *cred and *mm are what was looked at, to be put when 0. */
int access_task(struct task_struct *task, bool privileged, const struct cred **cred,
		struct mm_struct **mm);
/* May still who has `cred` count the current task after it executed a program? */
bool access_after_exec(const struct cred *cred);

/* ---- page.c: the mapped page ---- */

struct vm_area_struct;
int page_map(struct set *set, struct vm_area_struct *vma);
void page_update(struct context *context);
void page_free(struct set *set);
/* May RDPMC be open to user mode on this processor? */
bool page_has_rdpmc(void);
/* The set is closed, and mapped nowhere any more. */
void page_close(struct set *set);
/*
 * A CPU is to be counted, or is not any more; plans_mutex held. -EBUSY: it is to be sampled, and RDPMC is open to
 * somebody; else errors of threads_watch().
 */
int page_claim_cpu(bool samples);
void page_release_cpu(void);
/* At each switch, while both are: before `next` runs on this CPU. */
void page_hide(const struct task_struct *next);
/* The PMU was taken, by the first set: nobody has RDPMC. */
void page_begin(void);
/* At each fork, while it is held. */
void page_forked(const struct task_struct *parent, struct task_struct *child);
/* RDPMC is open to some process: no counter of another may be left behind. */
bool page_is_strict(void);

#endif

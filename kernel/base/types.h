/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The structures that all of pmc.ko shares, and the order of its locks.
 *
 * A set (struct set) is an open file: it has events and one target. Each thread or CPU that a set
 * counts has a context (struct context): the target has one, and so has every thread that inherits
 * the set. A context counts on at most one CPU at a time, and is in that CPU's list while it
 * counts, or waits there for counters that another set has (count/turn.c).
 *
 * Locks, from the outside in:
 *
 *	set->mutex	serialises set-up, attaching, starting and stopping of one set
 *	plans_mutex	protects all plans (count/plan.c), and the hooks of threads (task/thread.c)
 *	hold_mutex	who holds the PMU (count/hold.c); never together with plans_mutex
 *	set->walking	serialises walks of the set's contexts (count/walk.c)
 *	set->lock	protects the list of contexts, and the counts of those that ended;
 *			interrupts are off, so nobody walks the whole list with it
 *	context->lock	protects counts and state of one context; interrupts are off;
 *			the scheduler's hooks take it, too. Inside that of a context that comes to
 *			a CPU or leaves it, the CPU takes those of the contexts in its list
 *
 * Only a CPU itself changes its list of contexts, with interrupts off. A context that is hooked to
 * a task is unhooked by that task, or while the task stands still (task/still.c), where its pi_lock
 * is taken outside of the lock of all hooks (task/switch.c). Sets and
 * contexts are freed after an RCU grace period; code that finds them through a task runs with
 * preemption off.
 */
#ifndef PMC_KERNEL_TYPES_H
#define PMC_KERNEL_TYPES_H

#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>

#include "kernel/base/core.h"
#include "pmc/pmc_ioctl.h"

struct cred;
struct pid;
struct pt_regs;
struct reg_plan;
struct rings;
struct sample;
struct task_struct;
struct set_user;
struct stop;

/*
 * PMC_WITHOUT_NOTIFIERS (Kbuild) builds the module as for a kernel that has no preemption
 * notifiers.
 */
#if defined(CONFIG_PREEMPT_NOTIFIERS) && !defined(PMC_WITHOUT_NOTIFIERS)
#define PMC_HAVE_NOTIFIERS
#endif

/* What a set counts on one task or one CPU. */
struct context {
#ifdef PMC_HAVE_NOTIFIERS
	struct preempt_notifier notifier;
#endif
	struct hlist_node of_task;
	struct list_head of_set, of_cpu, of_hooks;
	struct set *set; /* valid until the context is dead */
	/* NULL: a CPU's. It is compared, and dereferenced only while hooked */
	struct task_struct *task;
	raw_spinlock_t lock;
	refcount_t refs;	     /* one is the set's, one the task's */
	int cpu;		     /* where it counts now, or -1 */
	bool target;		     /* the set was attached to its thread: it is not inherited */
	bool dead;		     /* nobody will read it any more */
	u8 rotation;		     /* which of the set's rotations is on the counters */
	u8 next;		     /* the rotation that comes next, while turns are given */
	bool chosen;		     /* it gets counters, while turns are given, … */
	u64 order[2];		     /* … and the least of these goes first */
	bool updating;		     /* sampling: the sums are being changed */
	bool stopped;		     /* sampling: an overflow has stopped it (sample/stop.h) … */
	u64 stopped_tsc;	     /* … at this time stamp */
	struct sample *sample;	     /* one for each event when the set samples, else NULL */
	const struct reg_plan *plan; /* that of this rotation on this CPU; &no_plan: it waits */
	u64 tsc, tsc_base;
	u64 waited; /* of tsc, without rotation: no event was on a counter */
	struct rcu_head rcu;
	u32 n;
	u32 pass;    /* the last walk of the set that has seen it */
	u32 changes; /* seqcount: odd while another thread changes the counts, with the lock */
	struct count {
		u64 sum, base, running;
	} count[];
};

/* Counts of several contexts. */
struct sums {
	struct pmc_ioctl_count *count; /* of each event */
	u64 tsc;
};

/*
 * Who goes first where two sets need the same counters. Within USERS they take turns. Whoever
 * attached any other set may count any task.
 */
enum rank { PRIVILEGED_PINNED, PRIVILEGED, USERS, RANKS };

struct set {
	struct mutex mutex, walking;
	struct list_head all;	 /* links the sets that have a plan; plans_mutex */
	const struct cred *cred; /* of whoever opened it */
	struct pid *pid;	 /* the process that opened it, for messages */
	u32 flags;		 /* PMC_SETUP_… */
	bool holds;		 /* the PMU; with lock */
	bool set_up, attached, hooks;
	bool running, on_exec; /* the hooks read them without locks */
	int cpu;	       /* its target, or -1 */
	u32 n;
	struct encoding *enc; /* of each event; the sums (ended, late) are in the same memory */
	bool pinned[PMC_ABI_EVENTS];
	u8 group[PMC_ABI_EVENTS];
	u8 counter[PMC_ABI_EVENTS];
	u64 counters; /* all that its rotations use */
	u32 rotations;
	enum rank rank;
	bool is_pinned; /* at least one event is */
	bool shares;	/* another set may need its counters where it counts; as its plan says */
	u64 number;	/* of its plan; plans_mutex, as for: */
	u64 met;	/* the last plan of a set on the same task */
	struct set_user *user; /* of whoever attached it */
	struct turn {
		u64 used;  /* ticks of this turn, with others waiting */
		u64 since; /* when the last one ended: the oldest goes first */
	} turn;
	/* one for each rotation, then the same for the sibling (hw_has_siblings) */
	struct reg_plan *plan;

	raw_spinlock_t lock;
	struct list_head contexts;
	/*
	 * RCU. Only if the set counts one thread, neither inherits, rotates nor samples, and has
	 * not waited for counters since the last reset.
	 */
	struct context *self;
	u32 n_contexts, lost;
	bool dropped, closing; /* closing: nobody inherits it any more */
	u32 pass;	       /* number of walks */
	struct sums ended;     /* of contexts that are gone … */
	struct sums late;      /* … and of those among them that the last walk had seen */

	bool samples; /* at least one event does: */
	u32 sampled;  /* bit i: event i does */
	u64 period[PMC_ABI_EVENTS];
	u64 ticks[PMC_ABI_EVENTS];   /* between two samples of a frequency; 0: a fixed period */
	u32 changes[PMC_ABI_EVENTS]; /* how often its period was changed */
	struct stop *stop;	     /* overflows stop it, and send a signal; NULL: they do not */
	bool overflown;		     /* one has stopped it */
	u8 sample[PMC_ABI_EVENTS];   /* PMC_SAMPLE_… */
	u16 stack[PMC_ABI_EVENTS];   /* bytes of it in each record */
	bool kernel[PMC_ABI_EVENTS]; /* it counts kernel mode */
	u16 first_event;	     /* the number that its first event has in records */
	struct rings *rings;	     /* NULL until they are mapped, or made for on_sample: */
	/* Other kernel code takes the samples, in NMIs too; NULL: they go into the rings. */
	void (*on_sample)(const struct pmc_ioctl_sample *record, struct pt_regs *regs, void *data);
	void *on_sample_data;
	u32 wake_bytes, wake_samples; /* when its reader wakes up; mutex, read without it */
	bool of_kernel;		      /* other kernel code has opened it */
	wait_queue_head_t wait;	      /* for records … */
	struct irq_work hangup;	      /* … and for the end: wakes it, too */

	struct list_head of_records; /* of its CPU: those with records; task/records.c */

	struct pmc_ioctl_page *page; /* NULL until it is mapped */
	bool rdpmc;		     /* the page permits RDPMC */
	struct rcu_head rcu;
};

#endif

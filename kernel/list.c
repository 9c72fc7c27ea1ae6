// SPDX-License-Identifier: GPL-2.0
/*
 * Tells who counts what on a CPU (PMC_IOC_LIST): the CPU itself looks at its list of contexts. All
 * that can wait is done afterwards, since it looks with interrupts off.
 */
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uidgid.h>

#include "abi/event.h"
#include "kernel/base/access.h"
#include "kernel/count/turn.h"
#include "kernel/list.h"
#include "kernel/pmu/regs.h"

struct listing {
	struct pmc_ioctl_holding *holdings;
	struct encoding *enc; /* of each */
	u32 room, n;
	bool all; /* the caller sees every user's, not only his own */
	const struct cred *cred;
	struct pid_namespace *pids;
};

/* With its lock. */
static void add_context(struct listing *l, const struct context *context)
{
	const struct reg_plan *plan = context->plan;
	const struct set *set = context->set;
	const struct pmc_ioctl_holding common = {
		.pid = (u32)pid_nr_ns(set->pid, l->pids),
		.tid = context->task ? task_pid_nr_ns(context->task, l->pids) : -1,
		.uid = from_kuid_munged(l->cred->user_ns, set->cred->uid),
		.flags = set->rank == USERS ? 0 : PMC_HOLDING_PRIVILEGED,
	};
	u8 counter[PMC_ABI_EVENTS];
	u32 i;

	memset(counter, PMC_NO_COUNTER, sizeof(counter));
	for (i = 0; i < plan->n_counters; i++)
		counter[plan->counter[i].event] = plan->counter[i].counter;
	for (i = 0; i < context->n; i++, l->n++) {
		if (l->n >= l->room)
			continue;
		l->enc[l->n] = set->enc[i];
		l->holdings[l->n] = common;
		l->holdings[l->n].counter = counter[i];
		l->holdings[l->n].number = (u8)i;
		if (counter[i] == PMC_NO_COUNTER)
			l->holdings[l->n].flags |= PMC_HOLDING_WAITS;
	}
}

static void look(void *data)
{
	struct listing *l = data;
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry(context, regs_active(), of_cpu) {
		if (!l->all && !uid_eq(context->set->cred->uid, l->cred->uid))
			continue;
		raw_spin_lock(&context->lock);
		add_context(l, context);
		raw_spin_unlock(&context->lock);
	}
	local_irq_restore(flags);
}

int list_cpu(u32 cpu, struct pmc_ioctl_holding *holdings, u32 n)
{
	struct listing l = {
		.holdings = holdings,
		.room = n,
		.all = access_privileged(),
		.cred = current_cred(),
		.pids = task_active_pid_ns(current),
	};
	int err = -ENXIO;
	u32 i;

	if (cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -ENXIO;
	/* A CPU where nothing counts is not interrupted for that. */
	if (regs_idle((int)cpu))
		return 0;
	l.enc = kvmalloc_array(n + 1, sizeof(*l.enc), GFP_KERNEL);
	if (!l.enc)
		return -ENOMEM;
	if (smp_call_function_single((int)cpu, look, &l, 1))
		goto out;
	/* What came from the ABI can go back. A sibling is told the one ESCR that it was given. */
	for (i = 0; i < min(l.n, n); i++)
		pmc_abi_from_encoding(&l.enc[i], &holdings[i].event);
	err = (int)l.n;
out:
	kvfree(l.enc);
	return err;
}

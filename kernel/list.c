// SPDX-License-Identifier: GPL-2.0
/* Tells who counts what on a CPU (PMC_IOC_LIST): the CPU itself looks at its list of contexts. */
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/errno.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
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
	u32 room, n;
	bool all; /* the caller sees every user's, not only his own */
	const struct cred *cred;
	struct pid_namespace *pids;
};

static void add(struct listing *l, const struct context *context, u32 event, u32 counter)
{
	const struct set *set = context->set;
	struct pmc_ioctl_holding *h;

	if (l->n++ >= l->room)
		return;
	h = &l->holdings[l->n - 1];
	memset(h, 0, sizeof(*h));
	h->pid = (u32)pid_nr_ns(set->pid, l->pids);
	h->tid = context->task ? task_pid_nr_ns(context->task, l->pids) : -1;
	h->uid = from_kuid_munged(l->cred->user_ns, set->cred->uid);
	h->flags = (set->rank == USERS ? 0 : PMC_HOLDING_PRIVILEGED) |
		   (counter == PMC_NO_COUNTER ? PMC_HOLDING_WAITS : 0);
	h->counter = (u8)counter;
	h->number = (u8)event;
	/* What came from the ABI can go back. */
	pmc_abi_from_encoding(&set->enc[event], &h->event);
}

/* With its lock. */
static void add_context(struct listing *l, const struct context *context)
{
	const struct reg_plan *plan = context->plan;
	u8 counter[PMC_ABI_EVENTS];
	u32 i;

	memset(counter, PMC_NO_COUNTER, sizeof(counter));
	for (i = 0; i < plan->n_counters; i++)
		counter[plan->counter[i].event] = plan->counter[i].counter;
	for (i = 0; i < context->n; i++)
		add(l, context, i, counter[i]);
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

	if (cpu >= nr_cpu_ids)
		return -ENXIO;
	if (smp_call_function_single((int)cpu, look, &l, 1))
		return -ENXIO;
	return (int)l.n;
}

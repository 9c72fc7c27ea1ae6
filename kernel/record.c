// SPDX-License-Identifier: GPL-2.0
/*
 * The record of a sample: made in a buffer of this CPU, from NMIs and outside of them, then put into the
 * ring. A set that does not count the kernel never sees an address of it.
 */
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>
#include <asm/tsc.h>

#include "kernel/ring.h"
#include "kernel/sample.h"

#define WORDS (PMC_ABI_EVENTS + 2 * PMC_SAMPLE_DEPTH)

struct buffer {
	struct pmc_ioctl_sample head;
	u64 word[WORDS];
};
static DEFINE_PER_CPU(struct buffer[2], buffers);

/* What the part has counted until now. False: it is being brought up to date just now. */
static bool counts_now(const struct part *part, u64 *to)
{
	const struct plan *plan = part->plan;
	const struct plan_counter *c;
	u32 i;

	if (READ_ONCE(part->updating))
		return false;
	for (i = 0; i < part->n; i++)
		to[i] = part->count[i].sum;
	for (i = 0; i < plan->n_counters; i++) {
		c = &plan->counter[i];
		to[c->event] += (hw_read(c) + part->sample[c->event].off - part->count[c->event].base) & c->mask;
	}
	return true;
}

void record_sample(const struct sampler *sampler, u64 period, struct pt_regs *regs)
{
	const struct part *part = sampler->part;
	const struct set *set = part->set;
	u32 event = sampler->counter->event, what = set->sample[event], n = 0;
	struct ring *ring = ring_of(part);
	struct buffer *b = this_cpu_ptr(&buffers[!!in_nmi()]);
	/* Where switches are heard of by the tracepoint, counting begins some instructions before the task is current. */
	struct task_struct *task = part->task ? part->task : current;
	struct pt_regs *user = NULL;
	struct pid_namespace *ns;

	if (!ring)
		return;
	if (regs && user_mode(regs))
		user = regs;
	else if (task->mm && !(task->flags & PF_KTHREAD))
		user = task_pt_regs(task);
	memset(&b->head, 0, sizeof(b->head));
	b->head.type = PMC_RECORD_SAMPLE;
	b->head.event = (u16)event;
	b->head.cpu = (u32)smp_processor_id();
	ns = ns_of_pid(set->pid);
	if (likely(ns == &init_pid_ns)) {
		b->head.pid = (u32)task->tgid;
		b->head.tid = (u32)task->pid;
	} else {
		b->head.pid = (u32)task_tgid_nr_ns(task, ns);
		b->head.tid = (u32)task_pid_nr_ns(task, ns);
	}
	b->head.time = rdtsc();
	b->head.period = period;
	if (regs && !user_mode(regs) && set->kernel[event]) {
		b->head.ip = regs->ip;
	} else if (user) {
		b->head.ip = user->ip;
		b->head.flags = PMC_SAMPLE_USER | (user == regs ? 0 : PMC_SAMPLE_LATE);
	}
	if (what & PMC_SAMPLE_COUNTS) {
		if (counts_now(part, b->word)) {
			b->head.n_counts = (u16)part->n;
			n = part->n;
		} else {
			b->head.flags |= PMC_SAMPLE_NO_COUNTS;
		}
	}
	if (what & PMC_SAMPLE_KERNEL_CHAIN && regs && !user_mode(regs) && set->kernel[event]) {
		b->head.n_kernel = (u16)chain_kernel(regs, b->word + n, PMC_SAMPLE_DEPTH);
		n += b->head.n_kernel;
	}
	if (what & PMC_SAMPLE_USER_CHAIN && user && in_nmi()) {
		/* Where the user is, when ip is the kernel's. */
		u32 in_user = !(b->head.flags & PMC_SAMPLE_USER);

		if (in_user)
			b->word[n] = user->ip;
		b->head.n_user = (u16)in_user;
		if (task == current)
			b->head.n_user += (u16)chain_user(user, b->word + n + in_user, PMC_SAMPLE_DEPTH - in_user);
		n += b->head.n_user;
	}
	b->head.size = (u16)(sizeof(b->head) + n * sizeof(u64));
	ring_put(ring, b, b->head.size);
}

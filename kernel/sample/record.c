// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the record of a sample: in its place in the ring, or, if it might wrap around there, first
 * in a buffer of this CPU. NMIs have a buffer of their own. The module never reads a record in the
 * ring again, because the reader may have changed it. A set that does not count kernel mode never
 * sees an address of the kernel.
 */
#include <linux/percpu.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>
#include <asm/tsc.h>

#include "abi/event.h"
#include "kernel/sample/chain.h"
#include "kernel/sample/dump.h"
#include "kernel/sample/record.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sampler.h"
#include "kernel/sample/stop.h"

#define WORDS (PMC_ABI_EVENTS + 2 * PMC_SAMPLE_DEPTH + DUMP_REGISTERS)

struct buffer {
	struct pmc_ioctl_sample head;
	u64 word[WORDS];
};
static struct buffer __percpu *buffers; /* two for each CPU, the second for NMIs */

int record_init(void)
{
	buffers = __alloc_percpu(2 * sizeof(struct buffer), __alignof__(struct buffer));
	return buffers ? 0 : -ENOMEM;
}

void record_exit(void)
{
	free_percpu(buffers);
}

void record_prepare(struct sampler *sampler)
{
	const struct set *set = sampler->context->set;
	u32 n = 0;

	sampler->event = sampler->counter->event;
	sampler->number = (u16)(set->first_event + sampler->event);
	sampler->kernel = set->kernel[sampler->event];
	sampler->what = set->sample[sampler->event];
	if (sampler->what & PMC_SAMPLE_COUNTS)
		n += set->n;
	if (sampler->what & PMC_SAMPLE_KERNEL_CHAIN)
		n += PMC_SAMPLE_DEPTH;
	if (sampler->what & PMC_SAMPLE_USER_CHAIN)
		n += PMC_SAMPLE_DEPTH;
	if (sampler->what & PMC_SAMPLE_USER_REGS)
		n += DUMP_REGISTERS;
	sampler->stack = set->stack[sampler->event];
	sampler->most = (u16)(sizeof(struct pmc_ioctl_sample) + n * sizeof(u64));
	/* In the first namespace the numbers of tasks need no translation. */
	sampler->more = sampler->what || sampler->stack || ns_of_pid(set->pid) != &init_pid_ns ||
			set->on_sample || set->stop;
}

/*
 * What the context has counted until now. A set that samples does not rotate: each event has its
 * counter.
 */
static void counts_now(const struct context *context, u64 *to)
{
	const struct planned_counter *c = context->plan->counter,
				     *end = c + context->plan->n_counters;
	const struct count *count;

	for (; c < end; c++) {
		count = &context->count[c->event];
		to[c->event] = count->sum +
			       ((hw_rdpmc(c) + context->sample[c->event].off - count->base) &
				c->mask);
	}
}

/*
 * Are registers and stack of user mode as it was interrupted, or left, to be had now? Not before
 * the task is current, since its memory is not there.
 */
static bool can_dump(const struct task_struct *task, struct pt_regs *regs,
		     const struct pt_regs *user)
{
	return user && task == current && in_nmi() && dump_is_complete(regs, user);
}

/* Adds what follows the head. Returns the size of the record. */
static u32 add_words(const struct sampler *sampler, struct pmc_ioctl_sample *to, u16 flags,
		     struct task_struct *task, struct pt_regs *regs, struct pt_regs *user,
		     struct left left)
{
	const struct context *context = sampler->context;
	u32 what = sampler->what, n = 0, k;

	if (what & PMC_SAMPLE_COUNTS) {
		/* Otherwise this NMI interrupted sample_update(), and the sums are inconsistent. */
		if (!READ_ONCE(context->updating)) {
			counts_now(context, to->word);
			n = context->plan->n_counters;
			to->n_counts = (u16)n;
		} else {
			to->flags = flags | PMC_SAMPLE_NO_COUNTS;
		}
	}
	/* Before the task is current the kernel runs on the stack of the one before. */
	if (what & PMC_SAMPLE_KERNEL_CHAIN && regs && !user_mode(regs) && sampler->kernel &&
	    task == current) {
		k = chain_kernel(regs, to->word + n, PMC_SAMPLE_DEPTH);
		to->n_kernel = (u16)k;
		n += k;
	}
	if (what & PMC_SAMPLE_USER_CHAIN && left.ip && in_nmi()) {
		/* If ip is in the kernel, the chain begins with where user mode was left. */
		k = !(flags & PMC_SAMPLE_USER);
		if (k)
			to->word[n] = left.ip;
		if (task == current)
			k += chain_user(user, left.bp, to->word + n + k, PMC_SAMPLE_DEPTH - k);
		to->n_user = (u16)k;
		n += k;
	}
	if (what & PMC_SAMPLE_USER_REGS && can_dump(task, regs, user)) {
		k = dump_registers(user, to->word + n);
		to->n_regs = (u16)k;
		n += k;
	}
	return (u32)(sizeof(*to) + n * sizeof(u64));
}

/* In a buffer of this CPU: writes the sample to the ring, with the stack that belongs to it. */
static void put_sample(const struct sampler *sampler, struct pmc_ioctl_sample *sample,
		       const struct task_struct *task, struct pt_regs *regs,
		       const struct pt_regs *user)
{
	struct stack_part stack = { .size = 0 };

	if (sampler->stack && can_dump(task, regs, user))
		stack = dump_stack_part(
			user, min_t(u32, sampler->stack, PMC_ABI_MAX_STACK - sample->size));
	if (stack.size)
		ring_put_with_stack(sampler->ring, sample, &stack);
	else
		ring_put(sampler->ring, (struct pmc_ioctl_record *)sample);
}

void record_any(const struct sampler *sampler, u64 period, u64 now, struct pt_regs *regs)
{
	struct pmc_ioctl_sample *to;
	struct task_struct *task = record_task(sampler->context);
	struct pid_namespace *ns = ns_of_pid(sampler->context->set->pid);
	struct pt_regs *user = NULL;
	struct left left = { 0 };
	pid_t pid = task->tgid, tid = task->pid;
	u32 size = sizeof(*to);
	u16 flags = 0;
	u64 ip = 0;
	const struct set *set = sampler->context->set;
	/* Outside of NMIs (no regs) somebody may come in between. */
	bool in_place = regs && !set->on_sample && !sampler->stack &&
			ring_place(sampler->ring, sampler->most, &to);

	if (!in_place)
		to = &this_cpu_ptr(buffers)[!!in_nmi()].head;
	if (regs && user_mode(regs))
		user = regs;
	else if (task->mm && !(task->flags & PF_KTHREAD))
		user = task_pt_regs(task);
	if (user)
		left = user == regs ? (struct left){ regs->ip, regs->bp } : dump_left(regs, user);
	if (regs && user != regs && sampler->kernel) {
		ip = regs->ip;
	} else if (user) {
		ip = left.ip;
		flags = PMC_SAMPLE_USER | (user == regs ? 0 : PMC_SAMPLE_LATE);
	}
	if (ns != &init_pid_ns) {
		pid = task_tgid_nr_ns(task, ns);
		tid = task_pid_nr_ns(task, ns);
	}
	record_head(to, sampler, pid, tid, flags, ip, now, period);
	if (sampler->what) {
		size = add_words(sampler, to, flags, task, regs, user, left);
		to->size = (u16)size;
	}
	if (set->on_sample) {
		ring_took(sampler->ring);
		set->on_sample(to, regs, set->on_sample_data);
	} else if (in_place) {
		ring_commit(sampler->ring, size);
	} else {
		put_sample(sampler, to, task, regs, user);
	}
	if (set->stop)
		stop_note(sampler, regs);
}

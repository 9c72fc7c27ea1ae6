/* SPDX-License-Identifier: GPL-2.0 */
/* The record of a sample. */
#ifndef PMC_KERNEL_RECORD_H
#define PMC_KERNEL_RECORD_H

#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/smp.h>

#include "kernel/sample/ring.h"
#include "kernel/sample/sampler.h"

int record_init(void);
void record_exit(void);
/* Fills in what the records of this sampler are like, from its context, counter and ring. */
void record_prepare(struct sampler *sampler);
/* Writes any kind of record. regs: where the NMI came; NULL: as record_late(). */
void record_any(const struct sampler *sampler, u64 period, u64 now, struct pt_regs *regs);
/* Outside of the sample's NMI, when nobody knows any more where that came. */
static inline void record_late(const struct sampler *sampler, u64 period, u64 now)
{
	record_any(sampler, period, now, NULL);
}

/* Writes every field, because the ring still holds an older record. */
static __always_inline void record_head(struct pmc_ioctl_sample *to, const struct sampler *sampler,
					pid_t pid, pid_t tid, u16 flags, u64 ip, u64 now,
					u64 period)
{
	to->type = PMC_RECORD_SAMPLE;
	to->size = sizeof(*to);
	to->flags = flags;
	to->event = sampler->number;
	to->cpu = (u32)smp_processor_id();
	to->pid = (u32)pid;
	to->tid = (u32)tid;
	to->n_counts = to->n_kernel = to->n_user = to->n_regs = to->n_stack = 0;
	to->reserved = 0;
	to->ip = ip;
	to->time = now;
	to->period = period;
}

/*
 * With the tracepoint (task/switch.c), counting begins some instructions before the task becomes
 * current.
 */
static inline struct task_struct *record_task(const struct context *context)
{
	return context->task ? context->task : current;
}

/*
 * Writes one sample to the sampler's ring. now: the time stamp; regs: where the NMI came. The most
 * frequent record is a head alone, written where it belongs in the ring; a call for it would cost
 * ten instructions more.
 */
static __always_inline void record_sample(const struct sampler *sampler, u64 period, u64 now,
					  struct pt_regs *regs)
{
	const struct task_struct *task = record_task(sampler->context);
	struct ring *ring = sampler->ring;
	struct pmc_ioctl_sample *to;
	bool user = user_mode(regs);

	if (unlikely(sampler->more || !(user || sampler->kernel) ||
		     !ring_place(ring, sampler->most, &to))) {
		record_any(sampler, period, now, regs);
		return;
	}
	record_head(to, sampler, task->tgid, task->pid, user ? PMC_SAMPLE_USER : 0, regs->ip, now,
		    period);
	ring_commit(ring, sizeof(*to));
}

#endif

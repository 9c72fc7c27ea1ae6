// SPDX-License-Identifier: GPL-2.0
/* See note.h. */
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "kernel/sample/note.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sampler.h"

void note_begin(struct pmc_ioctl_record *record, u16 type, u16 fixed)
{
	memset(record, 0, fixed);
	record->type = type;
	record->size = record->fixed = fixed;
	record->cpu = (u32)smp_processor_id();
}

void note_task(struct pmc_ioctl_record *record, const struct set *set, struct task_struct *task)
{
	struct pid_namespace *ns = ns_of_pid(set->pid);

	record->pid = (u32)task_tgid_nr_ns(task, ns);
	record->tid = (u32)task_pid_nr_ns(task, ns);
}

void note_parent(struct pmc_ioctl_record *record, const struct set *set, struct task_struct *task,
		 bool thread)
{
	struct pid_namespace *ns = ns_of_pid(set->pid);

	record->ppid = (u32)task_tgid_nr_ns(task, ns);
	record->ptid = thread ? (u32)task_pid_nr_ns(task, ns) : record->ppid;
}

void note_throttle(const struct sampler *sampler, u16 type)
{
	const struct context *context = sampler->context;
	struct pmc_ioctl_record record;

	if (!(context->set->flags & PMC_SETUP_RECORDS))
		return;
	note_begin(&record, type, sizeof(record));
	note_task(&record, context->set, context->task ? context->task : current);
	record.event = sampler->number;
	if (type == PMC_RECORD_UNTHROTTLE)
		record.value = sampler->sample->left_out;
	sampler->sample->left_out = 0;
	ring_put(sampler->ring, &record);
}

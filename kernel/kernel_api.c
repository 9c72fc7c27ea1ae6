// SPDX-License-Identifier: GPL-2.0
/*
 * What pmc.ko exports to other kernel code: the sets of /dev/pmc, without a file. A set is
 * opened with credentials of the kernel, so whoever happens to open it, a user's system call or a
 * kernel thread, it is one of a privileged caller; everything else is set.c.
 */
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "abi/event.h"
#include "kernel/base/core.h"
#include "kernel/info.h"
#include "kernel/kernel_api.h"
#include "kernel/pmu/probe.h"
#include "kernel/sample/ring.h"
#include "kernel/set.h"

struct pmc_kernel_set {
	struct set *set;
};

void pmc_kernel_info(struct pmc_ioctl_info *info)
{
	info_fill(info);
	info->size = sizeof(*info);
}
EXPORT_SYMBOL_GPL(pmc_kernel_info);

/* ---- Events by name ---- */

struct parsing {
	struct event event;
	struct encoding enc;
	struct diag diag;
};

static int parse(struct parsing *p, const char *text, struct pmc_ioctl_event *event)
{
	struct catalogues cats = { &hw_pmu.model->events, 1 };
	u32 n = 1;

	if (pmc_event_parse(text, strlen(text), &cats, &p->event, &n, &p->diag) ||
	    pmc_encode(&hw_pmu, text, &p->event, 0, &p->enc, &p->diag))
		return -EINVAL;
	memset(event, 0, sizeof(*event));
	return pmc_abi_from_encoding(&p->enc, event);
}

int pmc_kernel_event(const char *text, struct pmc_ioctl_event *event, char *why, size_t size)
{
	struct pmc_ioctl_event made;
	struct parsing *p = kzalloc(sizeof(*p), GFP_KERNEL);
	int err;

	if (!p)
		return -ENOMEM;
	err = parse(p, text, &made);
	if (!err)
		*event = made;
	else if (why && size)
		strscpy(why, p->diag.sentence, size);
	kfree(p);
	return err;
}
EXPORT_SYMBOL_GPL(pmc_kernel_event);

/* ---- Opening and closing ---- */

/* With the kernel's credentials, as for all functions of set.h. */
static struct set *create_set(void)
{
	struct set *set = set_create();

	if (!set)
		return NULL;
	/* No process: not the one that happens to run this. */
	put_pid(set->pid);
	set->pid = get_pid(task_tgid(&init_task));
	set->of_kernel = true;
	return set;
}

/* Samples need a callback, which can copy the stack by itself: it gets the registers. */
static bool samples_wrongly(const struct pmc_kernel_setup *setup)
{
	u32 i;

	for (i = 0; i < setup->n; i++)
		if (setup->events[i].stack || (setup->events[i].period && !setup->sample))
			return true;
	return false;
}

static int set_up(struct set *set, const struct pmc_kernel_setup *from)
{
	struct pmc_ioctl_setup setup = {
		.size = sizeof(setup),
		.flags = from->flags,
		.n = from->n,
	};
	int err;

	if (from->flags & ~(PMC_SETUP_INHERIT | PMC_SETUP_ROTATE) || from->n > PMC_ABI_EVENTS ||
	    samples_wrongly(from))
		return -EINVAL;
	set->on_sample = from->sample;
	set->on_sample_data = from->data;
	mutex_lock(&set->mutex);
	err = set_setup(set, &setup, from->events);
	mutex_unlock(&set->mutex);
	return err;
}

static int attach(struct set *set, struct task_struct *task, int cpu,
		  struct pmc_ioctl_attach *attach)
{
	int err;

	memset(attach, 0, sizeof(*attach));
	attach->size = sizeof(*attach);
	attach->target = task ? PMC_TARGET_THREAD : PMC_TARGET_CPU;
	attach->id = task ? task->pid : cpu;
	mutex_lock(&set->mutex);
	err = set_attach_to(set, task, attach);
	if (!err)
		err = rings_make(set);
	mutex_unlock(&set->mutex);
	return err;
}

static struct pmc_kernel_set *open_set(struct task_struct *task, int cpu,
				       const struct pmc_kernel_setup *setup,
				       struct pmc_ioctl_attach *told)
{
	struct pmc_kernel_set *s = kzalloc(sizeof(*s), GFP_KERNEL);
	struct cred *kernel = prepare_kernel_cred(&init_task);
	const struct cred *caller;
	struct pmc_ioctl_attach own;
	int err = -ENOMEM;

	if (!s || !kernel) {
		kfree(s);
		if (kernel)
			put_cred(kernel);
		return ERR_PTR(err);
	}
	caller = override_creds(kernel);
	s->set = create_set();
	if (!s->set)
		goto free;
	err = set_up(s->set, setup);
	if (!err)
		err = attach(s->set, task, cpu, told ? told : &own);
	if (!err)
		goto out;
	set_destroy(s->set);
free:
	kfree(s);
	s = ERR_PTR(err);
out:
	revert_creds(caller);
	put_cred(kernel);
	return s;
}

struct pmc_kernel_set *pmc_kernel_open_cpu(int cpu, const struct pmc_kernel_setup *setup,
					   struct pmc_ioctl_attach *attach)
{
	return open_set(NULL, cpu, setup, attach);
}
EXPORT_SYMBOL_GPL(pmc_kernel_open_cpu);

struct pmc_kernel_set *pmc_kernel_open_task(struct task_struct *task,
					    const struct pmc_kernel_setup *setup,
					    struct pmc_ioctl_attach *attach)
{
	return open_set(task, -1, setup, attach);
}
EXPORT_SYMBOL_GPL(pmc_kernel_open_task);

void pmc_kernel_close(struct pmc_kernel_set *s)
{
	if (!s)
		return;
	set_destroy(s->set);
	kfree(s);
}
EXPORT_SYMBOL_GPL(pmc_kernel_close);

/* ---- Counting ---- */

int pmc_kernel_start(struct pmc_kernel_set *s)
{
	int err;

	mutex_lock(&s->set->mutex);
	err = set_start(s->set, 0);
	mutex_unlock(&s->set->mutex);
	return err;
}
EXPORT_SYMBOL_GPL(pmc_kernel_start);

void pmc_kernel_stop(struct pmc_kernel_set *s)
{
	mutex_lock(&s->set->mutex);
	set_stop(s->set);
	mutex_unlock(&s->set->mutex);
}
EXPORT_SYMBOL_GPL(pmc_kernel_stop);

void pmc_kernel_reset(struct pmc_kernel_set *s)
{
	mutex_lock(&s->set->mutex);
	set_reset(s->set);
	mutex_unlock(&s->set->mutex);
}
EXPORT_SYMBOL_GPL(pmc_kernel_reset);

int pmc_kernel_read(struct pmc_kernel_set *s, struct pmc_ioctl_count *counts, u32 n,
		    struct pmc_ioctl_read *more)
{
	struct pmc_ioctl_read own, *read = more ? more : &own;

	memset(read, 0, sizeof(*read));
	read->size = sizeof(*read);
	read->n = n;
	return set_read(s->set, read, counts);
}
EXPORT_SYMBOL_GPL(pmc_kernel_read);

void pmc_kernel_read_samples(struct pmc_kernel_set *s, struct pmc_kernel_samples *samples)
{
	const struct rings *rings = s->set->rings;
	const struct pmc_ioctl_ring *page;
	u32 i;

	memset(samples, 0, sizeof(*samples));
	for (i = 0; rings && i < rings->n; i++) {
		page = rings->ring[i].page;
		samples->taken += READ_ONCE(page->samples);
		samples->missed += READ_ONCE(page->missed);
		samples->throttled += READ_ONCE(page->throttled);
	}
}
EXPORT_SYMBOL_GPL(pmc_kernel_read_samples);

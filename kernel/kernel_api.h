/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For other kernel code: counting and sampling on a CPU or a task, by the sets of /dev/pmc.
 *
 *	struct pmc_kernel_setup setup = { .events = &event, .n = 1 };
 *
 *	pmc_kernel_event("instructions:k", &event, NULL, 0);
 *	set = pmc_kernel_open_cpu(3, &setup, NULL);
 *	pmc_kernel_start(set);
 *	pmc_kernel_read(set, &count, 1, NULL);
 *	pmc_kernel_close(set);
 *
 * A set of the kernel is a privileged set of /dev/pmc: it may count everything, takes turns with
 * those of other privileged callers, and goes before users' sets. It holds counters while it is
 * started only, and meanwhile the kernel's perf has no hardware events. `pmc who` shows it.
 *
 * All functions but the callback need a context that may sleep, without locks of CPU hotplug
 * (cpus_read_lock) held, and interrupts on. Calls about one set may come from several threads at
 * the same time, except that nothing may be under way or follow when it is closed. Whoever uses
 * these functions keeps pmc.ko loaded, as each module does that uses another one's symbols.
 *
 * Build with the include paths of pmc's tree and its include/, and KBUILD_EXTRA_SYMBOLS=… of
 * pmc.ko's Module.symvers; examples/module does. All functions are EXPORT_SYMBOL_GPL.
 */
#ifndef PMC_KERNEL_API_H
#define PMC_KERNEL_API_H

#include <linux/types.h>

#include "pmc/pmc_ioctl.h"

struct pmc_kernel_set;
struct pt_regs;
struct task_struct;

/**
 * struct pmc_kernel_setup - what a set counts, and who hears of its samples
 * @events: the events, as /dev/pmc takes them; they are copied
 * @n: how many, at most PMC_ABI_EVENTS; 0: only the virtual time-stamp counter
 * @flags: PMC_SETUP_ROTATE: events that do not fit at once rotate. PMC_SETUP_INHERIT, for a task:
 *	threads and children that it creates from now on are counted, too
 * @sample: called for each sample of events with a period; else NULL
 * @data: for @sample
 *
 * @sample runs on the CPU that counts, mostly in the NMI of the counter (in_nmi()), sometimes with
 * interrupts off and locks of pmc.ko held, when the counter was stopped before its NMI came. So it
 * may do what an NMI may: take no lock, wait for nothing, and call no function of this header. Two
 * events of one set may interrupt each other; samples of a set that inherits come on several CPUs
 * at once. @record is what a reader of /dev/pmc would find in the ring, with counts and chains if
 * the event's `sample` asks for them, in the first PID namespace; it is gone when the callback
 * returns. @regs are those of the interrupted code, or NULL where there was no NMI. pmc.ko bounds
 * the time that samples take on each CPU to a third, and throttles beyond that.
 */
struct pmc_kernel_setup {
	const struct pmc_ioctl_event *events;
	u32 n;
	u32 flags;
	void (*sample)(const struct pmc_ioctl_sample *record, struct pt_regs *regs, void *data);
	void *data;
};

/**
 * struct pmc_kernel_samples - what became of the samples that were due
 * @taken: the callback was called
 * @missed: fell due together with another one, before that was served
 * @throttled: were left out, as samples took too much of the time
 *
 * For one event, the sum is what was counted divided by the period.
 */
struct pmc_kernel_samples {
	u64 taken, missed, throttled;
};

/**
 * pmc_kernel_info() - describe the PMU
 * @info: filled in as by PMC_IOC_INFO
 */
void pmc_kernel_info(struct pmc_ioctl_info *info);

/**
 * pmc_kernel_event() - make an event from its name
 * @text: one event, as `pmc stat -e` takes it: "instructions:u", "r00c0:counter=2", "cycles:fixed";
 *	without u or k it counts user and kernel mode
 * @event: filled in on success; set its period, and what its samples hold, afterwards
 * @why: takes the sentence that says what is wrong with the text, cut to @size; may be NULL
 * @size: of @why
 *
 * Names of files of events (perfmon JSON) and of libpfm4 are unknown to the kernel.
 *
 * Return: 0, -EINVAL: there is no such event, or this PMU cannot count it, -EOPNOTSUPP: it begins
 * when another one overflows, or -ENOMEM.
 */
int pmc_kernel_event(const char *text, struct pmc_ioctl_event *event, char *why, size_t size);

/**
 * pmc_kernel_open_cpu() - open a set that counts a CPU
 * @cpu: must be online. When it goes offline the counts stay, and they go on when it comes back
 * @setup: the events and the callback
 * @attach: filled in as by PMC_IOC_ATTACH (counter, holder, rotations; conflict with -ENOSPC); may
 *	be NULL
 *
 * Return: the set, which does not count yet, or ERR_PTR() of an error of PMC_IOC_SETUP or
 * PMC_IOC_ATTACH: -ENXIO: there is no such CPU, or it is offline; -ENOSPC: the PMU has too few
 * counters; -EBUSY: perf or the NMI watchdog holds the PMU now, or the set samples a CPU whose
 * counters a process may read with RDPMC; -ENODEV: there is no PMU; -EINVAL: an event samples and
 * there is no callback, or asks for a copy of the stack, or as there.
 */
struct pmc_kernel_set *pmc_kernel_open_cpu(int cpu, const struct pmc_kernel_setup *setup,
					   struct pmc_ioctl_attach *attach);

/**
 * pmc_kernel_open_task() - open a set that counts a task
 * @task: any thread, one of the kernel too. The caller holds a reference to it during the call, and
 *	needs none afterwards: when it ends, the set keeps what it has counted
 * @setup: the events and the callback
 * @attach: as for pmc_kernel_open_cpu()
 *
 * Return: as pmc_kernel_open_cpu(); -ESRCH: the task is exiting; -EUSERS: 32 sets of privileged
 * callers count it already.
 */
struct pmc_kernel_set *pmc_kernel_open_task(struct task_struct *task,
					    const struct pmc_kernel_setup *setup,
					    struct pmc_ioctl_attach *attach);

/**
 * pmc_kernel_start() - begin to count, or go on
 * @set: the set; nothing happens if it is started
 *
 * Return: 0, or -EBUSY: perf or the NMI watchdog holds the PMU now.
 */
int pmc_kernel_start(struct pmc_kernel_set *set);

/**
 * pmc_kernel_stop() - stop counting
 * @set: the set; nothing happens if it is stopped
 *
 * When this returns, no callback runs, and none comes.
 */
void pmc_kernel_stop(struct pmc_kernel_set *set);

/**
 * pmc_kernel_reset() - set all counts to 0
 * @set: the set
 */
void pmc_kernel_reset(struct pmc_kernel_set *set);

/**
 * pmc_kernel_read() - read all counts
 * @set: the set, started or stopped
 * @counts: takes one for each event, of one instant if one thread or CPU is counted
 * @n: how many events the set has
 * @more: filled in as by PMC_IOC_READ, without the pointer; may be NULL
 *
 * The CPU where it counts is interrupted for that, unless it is this one.
 *
 * Return: 0, or -ERANGE: @n is not the number of its events.
 */
int pmc_kernel_read(struct pmc_kernel_set *set, struct pmc_ioctl_count *counts, u32 n,
		    struct pmc_ioctl_read *more);

/**
 * pmc_kernel_read_samples() - tell what became of the samples that were due
 * @set: the set; a stopped one for numbers that agree with its counts
 * @samples: filled in; zeros if it does not sample
 */
void pmc_kernel_read_samples(struct pmc_kernel_set *set, struct pmc_kernel_samples *samples);

/**
 * pmc_kernel_close() - stop the set and free it
 * @set: the set, or NULL
 *
 * When this returns, no callback runs, and none comes. What is counted may end at the same time.
 */
void pmc_kernel_close(struct pmc_kernel_set *set);

#endif

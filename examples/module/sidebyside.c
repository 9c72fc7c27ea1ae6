// SPDX-License-Identifier: BSD-2-Clause
/*
 * Instructions and cycles of one CPU, each on a general and on a fixed counter, side by side: a
 * module that counts by pmc.ko (kernel/kernel_api.h). A thread prints every few seconds what each
 * event has counted since the last time.
 *
 *	insmod pmc.ko
 *	insmod sidebyside.ko cpu=3 interval_ms=5000
 *	insmod sidebyside.ko cpu=0 events=instructions:u,branches:u
 *
 * By hand one would program the registers on that CPU with smp_call_function_single(), and hope
 * that nobody else does. Here the set may meet others: they take turns, and `running` tells.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "kernel/kernel_api.h"

#define MOST 8

static int cpu;
static unsigned int interval_ms = 5000;
/* Numbers of counters stand behind names: C0.00 on general counter 2, … */
static char *events[MOST] = { "r00c0:counter=2", "r003c:counter=3", "instructions:fixed",
			      "cycles:fixed" };
static int n = 4;
module_param(cpu, int, 0444);
MODULE_PARM_DESC(cpu, "which CPU (0)");
module_param(interval_ms, uint, 0444);
MODULE_PARM_DESC(interval_ms, "milliseconds between two lines of the log (5000)");
module_param_array(events, charp, &n, 0444);
MODULE_PARM_DESC(events, "events as pmc stat -e takes them (instructions and cycles, twice)");

static struct pmc_kernel_set *set;
static struct task_struct *thread;

static void print(const struct pmc_ioctl_count *now, struct pmc_ioctl_count *before)
{
	int i;

	for (i = 0; i < n; i++) {
		pr_info("sidebyside: CPU %d: %s: %llu%s\n", cpu, events[i],
			(unsigned long long)(now[i].value - before[i].value),
			now[i].running - before[i].running < now[i].enabled - before[i].enabled ?
				" (a part of the time)" :
				"");
		before[i] = now[i];
	}
}

static int loop(void *unused)
{
	struct pmc_ioctl_count before[MOST] = {}, now[MOST];

	if (pmc_kernel_read(set, before, (u32)n, NULL))
		return 0;
	while (!kthread_should_stop()) {
		/* kthread_stop() wakes it up. */
		schedule_timeout_interruptible(msecs_to_jiffies(interval_ms));
		if (!pmc_kernel_read(set, now, (u32)n, NULL))
			print(now, before);
	}
	return 0;
}

static void describe(void)
{
	struct pmc_ioctl_info info;

	pmc_kernel_info(&info);
	pr_info("sidebyside: %s, version %u: general counters %#x of %u bits, fixed %#x\n",
		info.model, info.arch_version, info.general, info.general_width, info.fixed);
}

static int open(void)
{
	static struct pmc_ioctl_event event[MOST]; /* too large for a stack */
	struct pmc_kernel_setup setup = { .events = event, .n = (u32)n };
	struct pmc_ioctl_attach attach;
	char why[200];
	int err, i;

	for (i = 0; i < n; i++) {
		err = pmc_kernel_event(events[i], &event[i], why, sizeof(why));
		if (!err)
			continue;
		pr_err("sidebyside: %s: %s\n", events[i], err == -EINVAL ? why : "no event");
		return err;
	}
	set = pmc_kernel_open_cpu(cpu, &setup, &attach);
	if (IS_ERR(set)) {
		err = (int)PTR_ERR(set);
		pr_err("sidebyside: CPU %d cannot be counted: %d\n", cpu, err);
		return err;
	}
	for (i = 0; i < n; i++)
		pr_info("sidebyside: CPU %d: %s is on counter %u\n", cpu, events[i],
			attach.counter[i]);
	return 0;
}

static int __init sidebyside_init(void)
{
	int err;

	describe();
	err = open();
	if (err)
		return err;
	err = pmc_kernel_start(set);
	if (err) {
		pr_err("sidebyside: perf or the NMI watchdog has the counters: %d\n", err);
		goto close;
	}
	thread = kthread_run(loop, NULL, "sidebyside");
	if (!IS_ERR(thread))
		return 0;
	err = (int)PTR_ERR(thread);
close:
	pmc_kernel_close(set);
	return err;
}

static void __exit sidebyside_exit(void)
{
	kthread_stop(thread);
	pmc_kernel_close(set);
}

module_init(sidebyside_init);
module_exit(sidebyside_exit);
MODULE_DESCRIPTION("Counts of one CPU by general and by fixed counters");
MODULE_LICENSE("Dual BSD/GPL");

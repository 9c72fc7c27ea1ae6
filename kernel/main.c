// SPDX-License-Identifier: GPL-2.0
/*
 * pmc.ko: the device /dev/pmc, its calls, and the order in which the module's parts are
 * initialised. The ABI is in include/pmc/pmc_ioctl.h; docs/driver.md says why the module is built
 * as it is.
 */
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/poll.h>
#include <linux/timekeeping.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <asm/tsc.h>

#include "kernel/base/access.h"
#include "kernel/count/hold.h"
#include "kernel/count/page.h"
#include "kernel/count/pce.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/read.h"
#include "kernel/count/timer.h"
#include "kernel/count/user.h"
#include "kernel/cpu.h"
#include "kernel/event.h"
#include "kernel/info.h"
#include "kernel/list.h"
#include "kernel/msr.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/reserve.h"
#include "kernel/pmu/sibling.h"
#include "kernel/sample/frame.h"
#include "kernel/sample/ring.h"
#include "kernel/sample/sample.h"
#include "kernel/selftest.h"
#include "kernel/set.h"
#include "kernel/signal.h"
#include "kernel/task/records.h"
#include "kernel/task/switch.h"
#include "kernel/task/thread.h"

/*
 * Copies a structure from user mode. Its size comes first: fields that the caller does not know are
 * zero. *size: the caller's.
 */
static int copy_in(void *to, size_t known, const void __user *from, u32 *size)
{
	if (get_user(*size, (const u32 __user *)from))
		return -EFAULT;
	if (*size < 2 * sizeof(u32) || *size > PAGE_SIZE)
		return -EINVAL;
	return copy_struct_from_user(to, known, from, *size);
}

static int copy_out(void __user *to, const void *from, size_t known, u32 size)
{
	return copy_to_user(to, from, min_t(size_t, known, size)) ? -EFAULT : 0;
}

/* Can the caller's structure be written? Asked before a call changes anything. */
static int check_out(void __user *to, const void *as_read, size_t known, u32 size)
{
	return copy_out(to, as_read, known, size);
}

static bool all_zero(const u32 *words, u32 n)
{
	u32 any = 0;

	while (n--)
		any |= words[n];
	return !any;
}

/*
 * The least that elements of arrays can be, and what a count is if the caller does not say. The ABI
 * has these numbers: they never change.
 */
enum { LEAST_EVENT = 16, LEAST_COUNT = 8, COUNT_SIZE = 24, LEAST_HOLDING = 16, LEAST_FINDING = 24 };

#define MOST_HOLDINGS	 256				  /* that one call lists */
#define MOST_FIRST_EVENT (0xffffu - (PMC_ABI_EVENTS - 1)) /* so that 16 bits hold the last one */

#define CLOCK_LOOKS 5

#define RESERVED_ZERO(s) all_zero((s).reserved, ARRAY_SIZE((s).reserved))

static int call_info(void __user *arg)
{
	struct pmc_ioctl_info info;
	u32 size;
	int err = copy_in(&info, sizeof(info), arg, &size);

	if (err)
		return err;
	info_fill(&info);
	info.size = size;
	return copy_out(arg, &info, sizeof(info), size);
}

/* Is this a size that an array's elements may have, whatever the caller knows of them? */
static bool is_size(u32 size, u32 least)
{
	return size >= least && size <= PAGE_SIZE && !(size % sizeof(u64));
}

/* Copies n events from user mode, each as long as the caller knows it. */
static int copy_events(struct pmc_ioctl_event *to, const void __user *from, u32 n, u32 size)
{
	int err = 0;

	for (; n && !err; n--, to++, from += size)
		err = copy_struct_from_user(to, sizeof(*to), from, size);
	return err;
}

static int call_setup(struct set *set, void __user *arg)
{
	struct pmc_ioctl_event few[4], *events = few;
	struct pmc_ioctl_setup setup;
	u32 size;
	int err = copy_in(&setup, sizeof(setup), arg, &size);

	if (err)
		return err;
	if (setup.flags & ~(PMC_SETUP_INHERIT | PMC_SETUP_ROTATE | PMC_SETUP_RECORDS) ||
	    setup.n > PMC_ABI_EVENTS || !RESERVED_ZERO(setup) || setup.bad ||
	    (setup.n && !is_size(setup.event_size, LEAST_EVENT)))
		return -EINVAL;
	if (setup.n > ARRAY_SIZE(few)) {
		events = kmalloc_array(setup.n, sizeof(*events), GFP_KERNEL);
		if (!events)
			return -ENOMEM;
	}
	err = copy_events(events, u64_to_user_ptr(setup.events), setup.n, setup.event_size);
	if (err)
		goto out;
	mutex_lock(&set->mutex);
	err = set_setup(set, &setup, events);
	mutex_unlock(&set->mutex);
	if (err && copy_out(arg, &setup, sizeof(setup), size))
		err = -EFAULT;
out:
	if (events != few)
		kfree(events);
	return err;
}

static int call_attach(struct set *set, void __user *arg)
{
	struct pmc_ioctl_attach attach;
	u32 size;
	int err = copy_in(&attach, sizeof(attach), arg, &size), err2;

	if (err)
		return err;
	if (!RESERVED_ZERO(attach) || attach.rings)
		return -EINVAL;
	err = check_out(arg, &attach, sizeof(attach), size);
	if (err)
		return err;
	mutex_lock(&set->mutex);
	err = set_attach(set, &attach);
	mutex_unlock(&set->mutex);
	err2 = !err || err == -ENOSPC ? copy_out(arg, &attach, sizeof(attach), size) : 0;
	return err ? err : err2;
}

/* Copies an array of n elements to user mode, each of `size` bytes as the caller knows it. */
static int copy_array(void __user *to, const void *from, size_t known, u32 n, u32 size)
{
	const size_t both = min_t(size_t, size, known);

	if (size == known)
		return copy_to_user(to, from, n * known) ? -EFAULT : 0;
	for (; n; n--, from += known, to += size)
		if (copy_to_user(to, from, both) || clear_user(to + both, size - both))
			return -EFAULT;
	return 0;
}

static int call_read(struct set *set, void __user *arg)
{
	struct pmc_ioctl_count few[8], *counts = few;
	struct pmc_ioctl_read read;
	u32 size;
	int err = copy_in(&read, sizeof(read), arg, &size);

	if (err)
		return err;
	if (!RESERVED_ZERO(read) || read.flags || read.contexts || read.lost || read.tsc ||
	    read.n > PMC_ABI_EVENTS || (read.count_size && !is_size(read.count_size, LEAST_COUNT)))
		return -EINVAL;
	if (read.n > ARRAY_SIZE(few)) {
		counts = kmalloc_array(read.n, sizeof(*counts), GFP_KERNEL);
		if (!counts)
			return -ENOMEM;
	}
	err = set_read(set, &read, counts);
	if (err)
		goto out;
	err = copy_array(u64_to_user_ptr(read.counts), counts, sizeof(*counts), read.n,
			 read.count_size ? read.count_size : COUNT_SIZE);
	if (err)
		goto out;
	err = copy_out(arg, &read, sizeof(read), size);
out:
	if (counts != few)
		kfree(counts);
	return err;
}

static int call_list(void __user *arg)
{
	struct pmc_ioctl_holding *holdings;
	struct pmc_ioctl_list list;
	u32 size;
	int err = copy_in(&list, sizeof(list), arg, &size);

	if (err)
		return err;
	if (!RESERVED_ZERO(list) || list.total || list.n > MOST_HOLDINGS ||
	    list.flags & ~(PMC_LIST_THREAD | PMC_LIST_QUIET) || list.flags == PMC_LIST_QUIET ||
	    !is_size(list.holding_size, LEAST_HOLDING))
		return -EINVAL;
	holdings = kvcalloc(list.n + 1, sizeof(*holdings), GFP_KERNEL);
	if (!holdings)
		return -ENOMEM;
	if (list.flags & PMC_LIST_THREAD)
		err = list_thread((pid_t)list.cpu, list.flags & PMC_LIST_QUIET, holdings, list.n);
	else
		err = list_cpu(list.cpu, holdings, list.n);
	if (err < 0)
		goto out;
	list.total = (u32)err;
	list.n = min(list.n, list.total);
	err = copy_array(u64_to_user_ptr(list.holdings), holdings, sizeof(*holdings), list.n,
			 list.holding_size);
	if (!err)
		err = copy_out(arg, &list, sizeof(list), size);
out:
	kvfree(holdings);
	return err;
}

static int call_period(struct set *set, void __user *arg)
{
	struct pmc_ioctl_period period;
	u32 size;
	int err = copy_in(&period, sizeof(period), arg, &size);

	if (err)
		return err;
	if (period.flags & ~PMC_EVENT_FREQUENCY || period.reserved)
		return -EINVAL;
	mutex_lock(&set->mutex);
	err = set_period(set, &period);
	mutex_unlock(&set->mutex);
	return err;
}

static int call_signal(struct set *set, void __user *arg)
{
	struct pmc_ioctl_signal signal;
	u32 size;
	int err = copy_in(&signal, sizeof(signal), arg, &size);

	if (err)
		return err;
	if (!RESERVED_ZERO(signal))
		return -EINVAL;
	mutex_lock(&set->mutex);
	err = signal_choose(set, &signal);
	mutex_unlock(&set->mutex);
	return err;
}

static int call_wakeup(struct set *set, void __user *arg)
{
	struct pmc_ioctl_wakeup wakeup;
	u32 size;
	int err = copy_in(&wakeup, sizeof(wakeup), arg, &size);

	if (err)
		return err;
	if (wakeup.reserved)
		return -EINVAL;
	mutex_lock(&set->mutex);
	err = rings_wakeup(set, &wakeup);
	mutex_unlock(&set->mutex);
	return err;
}

static const struct file_operations operations;

static int call_output(struct set *set, void __user *arg)
{
	struct pmc_ioctl_output output;
	struct file *file;
	u32 size;
	int err = copy_in(&output, sizeof(output), arg, &size);

	if (err)
		return err;
	if (output.reserved || output.first_event > MOST_FIRST_EVENT)
		return -EINVAL;
	/* While we have its file the other set is not closed. */
	file = fget((unsigned int)output.fd);
	if (!file)
		return -EBADF;
	err = -EBADF;
	if (file->f_op == &operations) {
		mutex_lock(&set->mutex);
		err = set_output(set, file->private_data, (u16)output.first_event);
		mutex_unlock(&set->mutex);
	}
	fput(file);
	return err;
}

static int call_msr(void __user *arg)
{
	struct pmc_ioctl_msr msr;
	u32 size;
	int err = copy_in(&msr, sizeof(msr), arg, &size);

	if (err)
		return err;
	if (msr.flags & ~PMC_MSR_WRITE || msr.reserved[0] || msr.reserved[1])
		return -EINVAL;
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	if (msr.flags & PMC_MSR_WRITE && security_locked_down(LOCKDOWN_MSR))
		return -EPERM;
	err = check_out(arg, &msr, sizeof(msr), size);
	if (err)
		return err;
	mutex_lock(&hold_mutex);
	err = msr_access(&msr);
	mutex_unlock(&hold_mutex);
	return err ? err : copy_out(arg, &msr, sizeof(msr), size);
}

static int call_selftest(void __user *arg)
{
	struct pmc_ioctl_selftest test;
	struct pmc_ioctl_finding *findings;
	u32 size;
	int err = copy_in(&test, sizeof(test), arg, &size);

	if (err)
		return err;
	if (test.total || test.reserved || test.n > PMC_SELFTEST_FINDINGS ||
	    !is_size(test.finding_size, LEAST_FINDING))
		return -EINVAL;
	if (!capable(CAP_SYS_ADMIN) || security_locked_down(LOCKDOWN_MSR))
		return -EPERM;
	err = check_out(arg, &test, sizeof(test), size);
	if (err)
		return err;
	findings = kvcalloc(PMC_SELFTEST_FINDINGS, sizeof(*findings), GFP_KERNEL);
	if (!findings)
		return -ENOMEM;
	err = selftest_run(test.cpu, findings, &test.total);
	test.n = min(test.n, test.total);
	if (!err)
		err = copy_array(u64_to_user_ptr(test.findings), findings, sizeof(*findings),
				 test.n, test.finding_size);
	if (!err)
		err = copy_out(arg, &test, sizeof(test), size);
	kvfree(findings);
	return err;
}

/* Times of the two clocks are those of one moment: the closest of a few looks. */
static void look_at_clocks(struct pmc_ioctl_clock *clock)
{
	u64 before, after, monotonic;
	unsigned long flags;
	int i;

	clock->error = ~0u;
	for (i = 0; i < CLOCK_LOOKS; i++) {
		local_irq_save(flags);
		before = rdtsc_ordered();
		monotonic = ktime_get_ns();
		after = rdtsc_ordered();
		local_irq_restore(flags);
		if (after - before >= clock->error)
			continue;
		clock->error = (u32)(after - before);
		clock->tsc = before + (after - before) / 2;
		clock->monotonic = monotonic;
	}
}

static int call_clock(void __user *arg)
{
	struct pmc_ioctl_clock clock;
	u32 size;
	int err = copy_in(&clock, sizeof(clock), arg, &size);

	if (err)
		return err;
	if (clock.error || clock.tsc || clock.monotonic || clock.reserved[0] || clock.reserved[1])
		return -EINVAL;
	look_at_clocks(&clock);
	return copy_out(arg, &clock, sizeof(clock), size);
}

/* ---- The file ---- */

#define CALL(call) (_IOC_TYPE(call) << 8 | _IOC_NR(call))

/* PMC_IOC_START, _STOP, _RESET and _RESUME, whose argument is a number. */
static long call_control(struct set *set, unsigned int call, unsigned long arg)
{
	long err;

	if (arg & ~(unsigned long)(CALL(call) == CALL(PMC_IOC_START) ? PMC_START_ON_EXEC : 0))
		return -EINVAL;
	mutex_lock(&set->mutex);
	if (CALL(call) == CALL(PMC_IOC_START))
		err = set_start(set, (u32)arg);
	else if (CALL(call) == CALL(PMC_IOC_STOP))
		err = set_stop(set);
	else if (CALL(call) == CALL(PMC_IOC_RESUME))
		err = signal_resume(set);
	else
		err = set_reset(set);
	mutex_unlock(&set->mutex);
	return err;
}

static noinline long any_call(struct file *file, unsigned int call, unsigned long arg)
{
	struct set *set = file->private_data;
	void __user *to = (void __user *)arg;

	/*
	 * Ignore the size in the call's number: the caller may know another version of the
	 * structure.
	 */
	switch (CALL(call)) {
	case CALL(PMC_IOC_INFO):
		return call_info(to);
	case CALL(PMC_IOC_SETUP):
		return call_setup(set, to);
	case CALL(PMC_IOC_ATTACH):
		return call_attach(set, to);
	case CALL(PMC_IOC_READ):
		return call_read(set, to);
	case CALL(PMC_IOC_MSR):
		return call_msr(to);
	case CALL(PMC_IOC_LIST):
		return call_list(to);
	case CALL(PMC_IOC_PERIOD):
		return call_period(set, to);
	case CALL(PMC_IOC_SIGNAL):
		return call_signal(set, to);
	case CALL(PMC_IOC_CLOCK):
		return call_clock(to);
	case CALL(PMC_IOC_WAKEUP):
		return call_wakeup(set, to);
	case CALL(PMC_IOC_SELFTEST):
		return call_selftest(to);
	case CALL(PMC_IOC_OUTPUT):
		return call_output(set, to);
	case CALL(PMC_IOC_START):
	case CALL(PMC_IOC_STOP):
	case CALL(PMC_IOC_RESET):
	case CALL(PMC_IOC_RESUME):
		return call_control(set, call, arg);
	default:
		return -ENOTTY;
	}
}

/* The most frequent call goes a way of its own, without what the others need. */
static long pmc_ioctl(struct file *file, unsigned int call, unsigned long arg)
{
	if (likely(call == PMC_IOC_READ) && read_current(file->private_data, (void __user *)arg))
		return 0;
	return any_call(file, call, arg);
}

static int pmc_mmap(struct file *file, struct vm_area_struct *vma)
{
	/*
	 * The caller holds the memory's lock, which copies take inside set->mutex, so that mutex
	 * must not be taken here.
	 */
	if (vma->vm_pgoff == PMC_RING_OFFSET >> PAGE_SHIFT)
		return rings_map(file->private_data, vma);
	return page_map(file->private_data, vma);
}

static __poll_t pmc_poll(struct file *file, poll_table *table)
{
	struct set *set = file->private_data;
	__poll_t mask = 0;
	bool ended;

	poll_wait(file, &set->wait, table);
	ended = READ_ONCE(set->attached) && !READ_ONCE(set->n_contexts);
	if (rings_are_ready(set, ended))
		mask |= EPOLLIN | EPOLLRDNORM;
	if (ended)
		mask |= EPOLLHUP;
	return mask;
}

static int pmc_open(struct inode *inode, struct file *file)
{
	struct set *set = set_create();

	if (!set)
		return -ENOMEM;
	file->private_data = set;
	return stream_open(inode, file);
}

static int pmc_release(struct inode *inode, struct file *file)
{
	set_destroy(file->private_data);
	return 0;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.open = pmc_open,
	.release = pmc_release,
	.unlocked_ioctl = pmc_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
	.mmap = pmc_mmap,
	.poll = pmc_poll,
	.llseek = noop_llseek,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "pmc",
	.fops = &operations,
	.mode = 0660,
	.groups = selftest_groups,
};

/* The order matters: each needs what those before it have found. */
static int __init init_pmu(void)
{
	int err;

	err = probe_init();
	if (err)
		return err;
	err = regs_init();
	if (err)
		return err;
	if (hw_probed && !reserve_try())
		probe_disbelieve("CPUID announces no counters, and they keep nothing");
	sibling_init();
	timer_init();
	event_init();
	return 0;
}

static int __init pmc_init(void)
{
	int err;

	err = switch_init();
	if (err)
		return err;
	thread_init();
	pce_init();
	err = init_pmu();
	if (err)
		return err;
	err = sample_init();
	if (err)
		return err;
	frame_init();
	err = records_init();
	if (err)
		goto sample;
	err = cpus_init();
	if (err)
		goto records;
	err = misc_register(&device);
	if (err)
		goto cpus;
	pr_info("pmc: %s: general counters %#x of %u bits, fixed %#x%s\n", hw_pmu.model->title,
		hw_pmu.general, hw_pmu.general_width, hw_pmu.fixed,
		hw_probed ? " (CPUID does not announce them, but they answer)" : "");
	selftest_on_load();
	return 0;

cpus:
	cpus_exit();
records:
	records_exit();
sample:
	sample_exit();
	return err;
}

static void __exit pmc_exit(void)
{
	misc_deregister(&device);
	hold_exit();
	cpus_exit();
	thread_exit();
	records_exit();
	user_exit();
	timer_exit();
	pce_exit();
	/* Functions of this module free the sets that were closed a moment ago. */
	rcu_barrier();
	sample_exit();
}

module_init(pmc_init);
module_exit(pmc_exit);
MODULE_DESCRIPTION("Performance monitoring counters of x86 processors, per thread and per CPU");
MODULE_LICENSE("GPL");
MODULE_VERSION(PMC_VERSION);

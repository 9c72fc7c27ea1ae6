// SPDX-License-Identifier: GPL-2.0
/*
 * pmc.ko: /dev/pmc. The device, its calls, and the order in which things begin and end. The ABI is in
 * include/pmc/pmc_ioctl.h; why it is built as it is, in docs/driver.md.
 */
#include <linux/capability.h>
#include <linux/compat.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <asm/tsc.h>

#include "kernel/driver.h"
#include "kernel/event.h"

/*
 * A structure from user mode, as its size says: what the caller does not know is zero. *size: the caller's.
 */
static int take(void *to, size_t known, const void __user *from, u32 *size)
{
	if (get_user(*size, (const u32 __user *)from))
		return -EFAULT;
	if (*size < 2 * sizeof(u32) || *size > PAGE_SIZE)
		return -EINVAL;
	return copy_struct_from_user(to, known, from, *size);
}

static int give(void __user *to, const void *from, size_t known, u32 size)
{
	return copy_to_user(to, from, min_t(size_t, known, size)) ? -EFAULT : 0;
}

static bool all_zero(const u32 *words, u32 n)
{
	u32 any = 0;

	while (n--)
		any |= words[n];
	return !any;
}

#define RESERVED_ZERO(s) all_zero((s).reserved, ARRAY_SIZE((s).reserved))

static int call_info(void __user *arg)
{
	struct pmc_ioctl_info info;
	u32 size;
	int err = take(&info, sizeof(info), arg, &size);

	if (err)
		return err;
	memset(&info, 0, sizeof(info));
	info.size = size;
	info.version = PMC_ABI_VERSION;
	strscpy(info.model, hw_pmu.model->name, sizeof(info.model));
	info.general = hw_pmu.general;
	info.fixed = hw_pmu.fixed;
	info.general_width = hw_pmu.general_width;
	info.fixed_width = hw_pmu.fixed_width;
	info.family = hw_pmu.family;
	info.arch_version = hw_pmu.version;
	info.caps = hw_pmu.caps;
	info.arch_events = hw_pmu.arch_events;
	info.features = PMC_FEATURE_INHERIT | (page_has_rdpmc() ? PMC_FEATURE_RDPMC : 0) |
			(hw_probed ? PMC_FEATURE_PROBED : 0) |
			(sample_possible() ? PMC_FEATURE_SAMPLE : 0);
	info.paranoid = (u32)max(access_level(), 0);
	info.tsc_khz = tsc_khz;
	info.held = hw_holders();
	return give(arg, &info, sizeof(info), size);
}

static int call_setup(struct set *set, void __user *arg)
{
	struct pmc_ioctl_event *events;
	struct pmc_ioctl_setup setup;
	u32 size;
	int err = take(&setup, sizeof(setup), arg, &size), err2;

	if (err)
		return err;
	if (setup.flags & ~(PMC_SETUP_INHERIT | PMC_SETUP_ROTATE) || setup.n > PMC_ABI_EVENTS ||
	    !RESERVED_ZERO(setup) || setup.bad || (setup.n && setup.event_size != sizeof(*events)))
		return -EINVAL;
	events = memdup_user(u64_to_user_ptr(setup.events), setup.n * sizeof(*events));
	if (IS_ERR(events))
		return PTR_ERR(events);
	mutex_lock(&set->mutex);
	err = set_setup(set, &setup, events);
	mutex_unlock(&set->mutex);
	kfree(events);
	err2 = err ? give(arg, &setup, sizeof(setup), size) : 0;
	return err2 ? err2 : err;
}

static int call_attach(struct set *set, void __user *arg)
{
	struct pmc_ioctl_attach attach;
	u32 size;
	int err = take(&attach, sizeof(attach), arg, &size), err2;

	if (err)
		return err;
	if (!RESERVED_ZERO(attach) || attach.rings)
		return -EINVAL;
	mutex_lock(&set->mutex);
	err = set_attach(set, &attach);
	mutex_unlock(&set->mutex);
	err2 = !err || err == -ENOSPC ? give(arg, &attach, sizeof(attach), size) : 0;
	return err ? err : err2;
}

static int call_read(struct set *set, void __user *arg)
{
	struct pmc_ioctl_count few[8], *counts = few;
	struct pmc_ioctl_read read;
	u32 size;
	int err = take(&read, sizeof(read), arg, &size);

	if (err)
		return err;
	if (!RESERVED_ZERO(read) || read.flags || read.contexts || read.lost || read.tsc ||
	    read.n > PMC_ABI_EVENTS)
		return -EINVAL;
	if (read.n > ARRAY_SIZE(few)) {
		counts = kmalloc_array(read.n, sizeof(*counts), GFP_KERNEL);
		if (!counts)
			return -ENOMEM;
	}
	err = set_read(set, &read, counts);
	if (!err && copy_to_user(u64_to_user_ptr(read.counts), counts, read.n * sizeof(*counts)))
		err = -EFAULT;
	if (!err)
		err = give(arg, &read, sizeof(read), size);
	if (counts != few)
		kfree(counts);
	return err;
}

static int call_msr(void __user *arg)
{
	struct pmc_ioctl_msr msr;
	u32 size;
	int err = take(&msr, sizeof(msr), arg, &size);

	if (err)
		return err;
	if (msr.flags & ~PMC_MSR_WRITE || msr.reserved[0] || msr.reserved[1])
		return -EINVAL;
	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	if (msr.flags & PMC_MSR_WRITE && security_locked_down(LOCKDOWN_MSR))
		return -EPERM;
	mutex_lock(&plans_mutex);
	err = hw_msr(&msr);
	mutex_unlock(&plans_mutex);
	return err ? err : give(arg, &msr, sizeof(msr), size);
}

/* ---- The file ---- */

static noinline long any_call(struct file *file, unsigned int call, unsigned long arg)
{
	struct set *set = file->private_data;
	void __user *to = (void __user *)arg;
	long err;

	/* The size in the call is the caller's, who may know another version of the structure. */
	switch (_IOC_NR(call) | (_IOC_TYPE(call) << 8)) {
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_INFO):
		return call_info(to);
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_SETUP):
		return call_setup(set, to);
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_ATTACH):
		return call_attach(set, to);
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_READ):
		return call_read(set, to);
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_MSR):
		return call_msr(to);
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_START):
		if (arg & ~(unsigned long)PMC_START_ON_EXEC)
			return -EINVAL;
		break;
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_STOP):
	case PMC_IOC_MAGIC << 8 | _IOC_NR(PMC_IOC_RESET):
		if (arg)
			return -EINVAL;
		break;
	default:
		return -ENOTTY;
	}
	mutex_lock(&set->mutex);
	if (_IOC_NR(call) == _IOC_NR(PMC_IOC_START))
		err = set_start(set, (u32)arg);
	else if (_IOC_NR(call) == _IOC_NR(PMC_IOC_STOP))
		err = set_stop(set);
	else
		err = set_reset(set);
	mutex_unlock(&set->mutex);
	return err;
}

/* The call that is made most goes its own way, without what the others need. */
static long pmc_ioctl(struct file *file, unsigned int call, unsigned long arg)
{
	if (likely(call == PMC_IOC_READ) && read_own(file->private_data, (void __user *)arg))
		return 0;
	return any_call(file, call, arg);
}

static int pmc_mmap(struct file *file, struct vm_area_struct *vma)
{
	/* Not the set's mutex: this is called with the memory's lock, which a copy in a call may take. */
	if (vma->vm_pgoff == PMC_RING_OFFSET >> PAGE_SHIFT)
		return rings_map(file->private_data, vma);
	return page_map(file->private_data, vma);
}

static __poll_t pmc_poll(struct file *file, poll_table *table)
{
	struct set *set = file->private_data;
	__poll_t mask = 0;

	poll_wait(file, &set->wait, table);
	if (rings_have(set))
		mask |= EPOLLIN | EPOLLRDNORM;
	if (READ_ONCE(set->attached) && !READ_ONCE(set->n_contexts))
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
};

static int __init pmc_init(void)
{
	int err;

	err = switches_init();
	if (err)
		return err;
	err = hw_init();
	if (err)
		return err;
	event_init();
	err = sample_init();
	if (err)
		return err;
	err = cpus_init();
	if (err)
		goto sample;
	err = misc_register(&device);
	if (err)
		goto cpus;
	pr_info("pmc: %s: general counters %#x of %u bits, fixed %#x%s\n", hw_pmu.model->title,
		hw_pmu.general, hw_pmu.general_width, hw_pmu.fixed,
		hw_probed ? " (not announced by CPUID, but there)" : "");
	return 0;

cpus:
	cpus_exit();
sample:
	sample_exit();
	return err;
}

static void __exit pmc_exit(void)
{
	misc_deregister(&device);
	cpus_exit();
	threads_exit();
	/* Sets that were closed a moment ago are freed by functions of this module. */
	rcu_barrier();
	sample_exit();
}

module_init(pmc_init);
module_exit(pmc_exit);
MODULE_DESCRIPTION("Performance monitoring counters of x86 processors, per thread and per CPU");
MODULE_LICENSE("GPL");
MODULE_VERSION(PMC_VERSION);

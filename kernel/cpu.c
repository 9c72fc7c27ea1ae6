// SPDX-License-Identifier: GPL-2.0
/*
 * What counts whole CPUs, and CPUs that come and go. A part of a CPU counts there while its set is
 * started; when the CPU goes offline its counts stay, and go on when it is back.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/notifier.h>
#include <linux/smp.h>
#include <linux/suspend.h>

#include "kernel/hw.h"

/* All parts of CPUs. Taken outside part->lock. */
static DEFINE_RAW_SPINLOCK(cpus_lock);
static LIST_HEAD(cpu_parts);
static int state;

int cpus_hook(struct part *part, int cpu)
{
	int err = 0;

	cpus_read_lock();
	if (cpu < 0 || (u32)cpu >= nr_cpu_ids || !cpu_online(cpu)) {
		err = -ENXIO;
	} else {
		raw_spin_lock_irq(&cpus_lock);
		list_add(&part->of_hooks, &cpu_parts);
		raw_spin_unlock_irq(&cpus_lock);
		refcount_inc(&part->refs);
	}
	cpus_read_unlock();
	return err;
}

void cpus_unhook(struct part *part)
{
	raw_spin_lock_irq(&cpus_lock);
	list_del_init(&part->of_hooks);
	raw_spin_unlock_irq(&cpus_lock);
	part_put(part);
}

static void come(void *unused)
{
	int cpu = smp_processor_id();
	struct part *part;
	unsigned long flags;

	local_irq_save(flags);
	hw_cpu_begin();
	raw_spin_lock(&cpus_lock);
	list_for_each_entry(part, &cpu_parts, of_hooks) {
		raw_spin_lock(&part->lock);
		if (!part->dead && part->set->cpu == cpu && part->cpu < 0 && READ_ONCE(part->set->running))
			part_resume(part);
		raw_spin_unlock(&part->lock);
	}
	raw_spin_unlock(&cpus_lock);
	local_irq_restore(flags);
}

static void go(void *unused)
{
	struct part *part, *next;
	unsigned long flags;

	local_irq_save(flags);
	list_for_each_entry_safe(part, next, hw_active(), of_cpu) {
		raw_spin_lock(&part->lock);
		part_suspend(part);
		raw_spin_unlock(&part->lock);
	}
	hw_cpu_end();
	local_irq_restore(flags);
}

/* ---- Hotplug, on the CPU itself ---- */

static int online(unsigned int cpu)
{
	come(NULL);
	return 0;
}

static int offline(unsigned int cpu)
{
	go(NULL);
	hw_cpu_cancel();
	return 0;
}

/*
 * ---- Sleep, in which registers are lost: what the machine does for it is not counted ----
 *
 * CPUs that come back before the machine is awake wait for that, like the one that never went.
 */

static int power(struct notifier_block *block, unsigned long what, void *unused)
{
	switch (what) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
		mutex_lock(&plans_mutex);
		on_each_cpu(go, NULL, 1);
		hw_asleep = true;
		mutex_unlock(&plans_mutex);
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
		mutex_lock(&plans_mutex);
		hw_asleep = false;
		on_each_cpu(come, NULL, 1);
		mutex_unlock(&plans_mutex);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block power_block = { .notifier_call = power };

int cpus_init(void)
{
	int err = register_pm_notifier(&power_block);

	if (err)
		return err;
	err = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "pmc:online", online, offline);
	if (err < 0) {
		unregister_pm_notifier(&power_block);
		return err;
	}
	state = err;
	return 0;
}

void cpus_exit(void)
{
	cpuhp_remove_state_nocalls(state);
	unregister_pm_notifier(&power_block);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * What counts whole CPUs, and CPUs that come and go. A part of a CPU counts there while its set is
 * started; when the CPU goes offline its counts stay, and go on when it is back.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/smp.h>

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

static int online(unsigned int cpu)
{
	struct part *part;

	hw_cpu_online();
	raw_spin_lock_irq(&cpus_lock);
	list_for_each_entry(part, &cpu_parts, of_hooks) {
		raw_spin_lock(&part->lock);
		if (!part->dead && part->set->cpu == (int)cpu && part->cpu < 0 &&
		    READ_ONCE(part->set->running))
			part_resume(part);
		raw_spin_unlock(&part->lock);
	}
	raw_spin_unlock_irq(&cpus_lock);
	return 0;
}

static int offline(unsigned int cpu)
{
	struct part *part, *next;

	local_irq_disable();
	list_for_each_entry_safe(part, next, hw_active(), of_cpu) {
		raw_spin_lock(&part->lock);
		part_suspend(part);
		raw_spin_unlock(&part->lock);
	}
	local_irq_enable();
	hw_cpu_offline();
	return 0;
}

int cpus_init(void)
{
	int err = cpuhp_setup_state(CPUHP_AP_ONLINE_DYN, "pmc:online", online, offline);

	if (err < 0)
		return err;
	state = err;
	return 0;
}

void cpus_exit(void)
{
	cpuhp_remove_state(state);
}

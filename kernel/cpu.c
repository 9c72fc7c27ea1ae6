// SPDX-License-Identifier: GPL-2.0
/*
 * What counts whole CPUs; CPUs that come and go; sleep. A context of a CPU counts there while its set is
 * started; when the CPU goes offline its counts stay, and go on when it is back.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/smp.h>
#include <linux/syscore_ops.h>

#include "kernel/pmu/hw.h"

/* All contexts of CPUs. Taken outside context->lock. */
static DEFINE_RAW_SPINLOCK(cpus_lock);
static LIST_HEAD(cpu_contexts);
static int state;

int cpus_hook(struct context *context, int cpu)
{
	int err = 0;

	cpus_read_lock();
	if (cpu < 0 || (u32)cpu >= nr_cpu_ids || !cpu_online(cpu)) {
		err = -ENXIO;
	} else {
		raw_spin_lock_irq(&cpus_lock);
		list_add(&context->of_hooks, &cpu_contexts);
		raw_spin_unlock_irq(&cpus_lock);
		refcount_inc(&context->refs);
	}
	cpus_read_unlock();
	return err;
}

void cpus_unhook(struct context *context)
{
	raw_spin_lock_irq(&cpus_lock);
	list_del_init(&context->of_hooks);
	raw_spin_unlock_irq(&cpus_lock);
	context_put(context);
}

/* Everything that counts here leaves off; interrupts off. stopped: a list that it goes to, or NULL. */
static void stop(struct list_head *stopped)
{
	struct context *context, *next;

	list_for_each_entry_safe(context, next, hw_active(), of_cpu) {
		raw_spin_lock(&context->lock);
		context_suspend(context);
		if (stopped)
			list_add(&context->of_cpu, stopped);
		raw_spin_unlock(&context->lock);
	}
	hw_cpu_end();
}

/* ---- Hotplug, on the CPU itself ---- */

static int online(unsigned int cpu)
{
	struct context *context;
	unsigned long flags;

	local_irq_save(flags);
	hw_cpu_begin();
	raw_spin_lock(&cpus_lock);
	list_for_each_entry(context, &cpu_contexts, of_hooks) {
		raw_spin_lock(&context->lock);
		if (!context->dead && context->set->cpu == (int)cpu && context->cpu < 0 &&
		    READ_ONCE(context->set->running))
			context_resume(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock(&cpus_lock);
	local_irq_restore(flags);
	return 0;
}

/* The machine is stopped, and no program comes to this CPU any more. Until now they did, before Linux 5.11. */
static int dying(unsigned int cpu)
{
	stop(NULL);
	hw_cpu_cancel();
	return 0;
}

/* The first of the states in which a CPU dies. Modules have none of their own there; this is free on x86. */
#define DYING CPUHP_AP_ARM_CACHE_B15_RAC_DYING

/*
 * ---- Sleep: on the last CPU, when the others have died, all programs are frozen, and interrupts are off ----
 *
 * When it wakes up it counts what it counted before. Its registers may have lost what they held.
 */

static LIST_HEAD(asleep);

static void suspend(void)
{
	stop(&asleep);
}

static void resume(void)
{
	struct context *context, *next;

	hw_cpu_begin();
	list_for_each_entry_safe(context, next, &asleep, of_cpu) {
		raw_spin_lock(&context->lock);
		list_del_init(&context->of_cpu);
		context_resume(context);
		raw_spin_unlock(&context->lock);
	}
}

#ifdef PMC_HAVE_SYSCORE
static int suspend_call(void *unused)
{
	suspend();
	return 0;
}
static void resume_call(void *unused)
{
	resume();
}
static const struct syscore_ops ops = { .suspend = suspend_call, .resume = resume_call };
static struct syscore syscore = { .ops = &ops };
#else
static int suspend_call(void)
{
	suspend();
	return 0;
}
static struct syscore_ops syscore = { .suspend = suspend_call, .resume = resume };
#define register_syscore   register_syscore_ops
#define unregister_syscore unregister_syscore_ops
#endif

int cpus_init(void)
{
	int err = cpuhp_setup_state_nocalls(DYING, "pmc:dying", NULL, dying);

	if (err)
		return err;
	err = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "pmc:online", online, NULL);
	if (err < 0) {
		cpuhp_remove_state_nocalls(DYING);
		return err;
	}
	state = err;
	register_syscore(&syscore);
	return 0;
}

void cpus_exit(void)
{
	unregister_syscore(&syscore);
	cpuhp_remove_state_nocalls(state);
	cpuhp_remove_state_nocalls(DYING);
}

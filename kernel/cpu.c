// SPDX-License-Identifier: GPL-2.0
/*
 * Sets that count whole CPUs; CPUs that come and go; sleep; restarts. The context of a CPU counts
 * there while its set is started. When the CPU goes offline the counts stay, and they go on when it
 * comes back.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/reboot.h>
#include <linux/syscore_ops.h>

#include "kernel/count/begin.h"
#include "kernel/count/context.h"
#include "kernel/count/rdpmc.h"
#include "kernel/count/timer.h"
#include "kernel/cpu.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/regs.h"
#include "kernel/sample/throttle.h"
#include "kernel/task/thread.h"

/* ---- Sets of CPUs, and RDPMC beside them ---- */

static bool hiding; /* rdpmc_hide() is called; plans_mutex */

int cpus_get(bool samples)
{
	bool open = rdpmc_get_cpu();
	int err = 0;

	/*
	 * A sampling counter holds the distance to the next sample, so the module can neither set
	 * it to 0 nor show it.
	 */
	if (open && samples)
		err = -EBUSY;
	else if (open && !hiding)
		err = thread_watch_switches();
	if (err) {
		cpus_put();
		return err;
	}
	hiding |= open;
	return 0;
}

void cpus_put(void)
{
	if (!rdpmc_put_cpu() || !hiding)
		return;
	thread_unwatch_switches();
	hiding = false;
}

/* ---- Their contexts ---- */

/* Links all contexts of CPUs. Taken outside context->lock. */
static DEFINE_RAW_SPINLOCK(cpu_lock);
static LIST_HEAD(cpu_contexts);

int cpus_hook(struct context *context, int cpu)
{
	int err = 0;

	cpus_read_lock();
	if (cpu < 0 || (u32)cpu >= nr_cpu_ids || !cpu_online(cpu)) {
		err = -ENXIO;
		goto unlock;
	}
	raw_spin_lock_irq(&cpu_lock);
	list_add(&context->of_hooks, &cpu_contexts);
	raw_spin_unlock_irq(&cpu_lock);
	refcount_inc(&context->refs);
unlock:
	cpus_read_unlock();
	return err;
}

void cpus_unhook(struct context *context)
{
	raw_spin_lock_irq(&cpu_lock);
	list_del_init(&context->of_hooks);
	raw_spin_unlock_irq(&cpu_lock);
	context_put(context);
}

/*
 * Stops everything that counts on this CPU; interrupts off. stopped: the list that takes it, or
 * NULL.
 */
static void stop_here(struct list_head *stopped)
{
	struct context *context, *next;

	list_for_each_entry_safe(context, next, regs_active(), of_cpu) {
		raw_spin_lock(&context->lock);
		context_suspend(context);
		if (stopped)
			list_add(&context->of_cpu, stopped);
		raw_spin_unlock(&context->lock);
	}
	end_here(); /* also called when bringing a CPU online fails halfway */
}

/* ---- Hotplug, on the CPU itself ---- */

static bool should_run(const struct context *context, int cpu)
{
	return !context->dead && context->set->cpu == cpu && context->cpu < 0 &&
	       READ_ONCE(context->set->running);
}

static int online(unsigned int cpu)
{
	struct context *context;
	unsigned long flags;
	bool fits = probe_fits();

	if (!fits)
		pr_warn("pmc: CPU %u has another PMU than the others: nothing counts there\n", cpu);
	local_irq_save(flags);
	if (!fits)
		begin_never_here();
	/*
	 * If the kernel stops taking a CPU offline halfway, the CPU comes back without having
	 * ended.
	 */
	begin_here();
	raw_spin_lock(&cpu_lock);
	list_for_each_entry(context, &cpu_contexts, of_hooks) {
		raw_spin_lock(&context->lock);
		if (should_run(context, (int)cpu))
			context_resume(context);
		raw_spin_unlock(&context->lock);
	}
	raw_spin_unlock(&cpu_lock);
	local_irq_restore(flags);
	return 0;
}

/*
 * The machine is stopped, and no task will run on this CPU again. Before Linux 5.11 tasks could run
 * here until now, so an earlier state would not do.
 */
static int dying(unsigned int cpu)
{
	stop_here(NULL);
	timer_cancel((int)cpu);
	throttle_cancel();
	return 0;
}

/*
 * The first of the states in which a CPU dies. Modules have no state of their own among them; on
 * x86 nobody else uses this one.
 */
#define DYING CPUHP_AP_ARM_CACHE_B15_RAC_DYING

/*
 * ---- Sleep: on the last CPU, with the others offline, all tasks frozen, and interrupts off ----
 *
 * After waking up the CPU goes on with what it counted before. Its registers may have lost their
 * contents.
 */

static LIST_HEAD(asleep);

static void suspend(void)
{
	stop_here(&asleep);
}

static void resume(void)
{
	struct context *context, *next;

	begin_here();
	list_for_each_entry_safe(context, next, &asleep, of_cpu) {
		raw_spin_lock(&context->lock);
		list_del_init(&context->of_cpu);
		context_resume(context);
		raw_spin_unlock(&context->lock);
	}
}

/*
 * ---- The machine restarts, perhaps by kexec: the next kernel finds counters that are stopped ----
 */

static void end_for_good(void *unused)
{
	begin_never_here();
	stop_here(NULL);
}

static int rebooting(struct notifier_block *block, unsigned long how, void *unused)
{
	on_each_cpu(end_for_good, NULL, 1);
	return NOTIFY_DONE;
}

static struct notifier_block reboot_block = { .notifier_call = rebooting };

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

static int online_state;

int cpus_init(void)
{
	int err;

	err = cpuhp_setup_state_nocalls(DYING, "pmc:dying", NULL, dying);
	if (err)
		return err;
	err = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN, "pmc:online", online, NULL);
	if (err < 0) {
		cpuhp_remove_state_nocalls(DYING);
		return err;
	}
	online_state = err;
	register_syscore(&syscore);
	register_reboot_notifier(&reboot_block);
	return 0;
}

void cpus_exit(void)
{
	unregister_reboot_notifier(&reboot_block);
	unregister_syscore(&syscore);
	cpuhp_remove_state_nocalls(online_state);
	cpuhp_remove_state_nocalls(DYING);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Nothing exported makes another task stand still but stop_machine(), which disturbs every CPU. But
 * whoever wakes a task up takes its pi_lock first. So a task that sleeps does so until its pi_lock
 * is released, and has left its CPU when on_cpu says so; this is how the kernel itself looks at
 * tasks that sleep (task_call_func).
 *
 * A task that runs is interrupted on its CPU. What a task changes of its own it changes with
 * preemption off, so if preemption is on where the interrupt came, nothing is half changed. Kernels
 * that do not count who has turned preemption off (CONFIG_PREEMPT_COUNT) cannot tell.
 *
 * On a machine with one CPU any other task stands still while interrupts are off.
 *
 * A task that waits for a CPU gets one soon, or goes to sleep. If it does not, the machine is
 * stopped after all.
 */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/stop_machine.h>

#include "kernel/task/still.h"

/* A task that was just created sleeps soon. Later ones wait ten times as long. */
#define EARLY_TRIES 40
#define TRIES	    (EARLY_TRIES + (IS_ENABLED(CONFIG_PREEMPT_COUNT) ? 40 : 5))

/* With pi_lock. The order in which this looks at the fields is that of try_to_wake_up(). */
static bool is_asleep(struct task_struct *task)
{
#ifdef PMC_HAVE_TASK_STATE
	unsigned int state = READ_ONCE(task->__state);
#else
	unsigned int state = (unsigned int)READ_ONCE(task->state);
#endif

	if (state == TASK_RUNNING || state & (TASK_WAKING | TASK_NEW))
		return false;
	smp_rmb();
	if (still_is_queued(task))
		return false;
	smp_rmb();
#ifdef CONFIG_SMP
	/* It may still be leaving its CPU. */
	smp_cond_load_acquire(&task->on_cpu, !VAL);
#endif
	return true;
}

int still_asleep(struct task_struct *task, int (*function)(void *data), void *data)
{
	unsigned long flags;
	int err = -EINPROGRESS;

	raw_spin_lock_irqsave(&task->pi_lock, flags);
	if (is_asleep(task))
		err = function(data);
	raw_spin_unlock_irqrestore(&task->pi_lock, flags);
	return err;
}

struct interruption {
	struct task_struct *task;
	int (*function)(void *data);
	void *data;
	int err;
};

static void interrupted(void *data)
{
	struct interruption *i = data;

	if (current == i->task && preempt_count() == HARDIRQ_OFFSET)
		i->err = i->function(i->data);
}

static int interrupt(struct task_struct *task, int (*function)(void *data), void *data)
{
	struct interruption i = { task, function, data, -EINPROGRESS };

	if (IS_ENABLED(CONFIG_PREEMPT_COUNT))
		smp_call_function_single((int)task_cpu(task), interrupted, &i, 1);
	return i.err;
}

/* -EINPROGRESS: there are several CPUs. */
static int on_the_only_cpu(int (*function)(void *data), void *data)
{
	int err = -EINPROGRESS;

	cpus_read_lock(); /* no other one comes */
	if (num_online_cpus() == 1) {
		local_irq_disable();
		err = function(data);
		local_irq_enable();
	}
	cpus_read_unlock();
	return err;
}

int still_call(struct task_struct *task, int (*function)(void *data), void *data)
{
	unsigned long pause;
	int tries, err;

	err = on_the_only_cpu(function, data);
	if (err != -EINPROGRESS)
		return err;
	for (tries = 0; tries < TRIES; tries++) {
		err = still_asleep(task, function, data);
		if (err == -EINPROGRESS)
			err = interrupt(task, function, data);
		if (err != -EINPROGRESS)
			return err;
		pause = tries < EARLY_TRIES ? 10 : 100; /* microseconds */
		usleep_range(pause, 2 * pause);
	}
	return stop_machine(function, data, NULL);
}

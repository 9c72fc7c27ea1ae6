// SPDX-License-Identifier: GPL-2.0
/*
 * A signal at each sample of a set. Signals take locks that an NMI must not wait for, so the NMI
 * only stops the set (sample/stop.c), and interrupts do the rest: one takes the context off its
 * CPU at once, in real-time kernels, too, and the next one, there a thread, sends the signal.
 */
#include <linux/bitops.h>
#include <linux/cred.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "kernel/base/irq_work.h"
#include "kernel/sample/stop.h"
#include "kernel/set.h"
#include "kernel/signal.h"

/* What kill(2) asks: whoever asked for the signal may send it to what the thread is by now. */
static bool may_send(const struct cred *from, struct task_struct *task)
{
	const struct cred *to = __task_cred(task);

	return uid_eq(from->euid, GLOBAL_ROOT_UID) || uid_eq(from->euid, to->suid) ||
	       uid_eq(from->euid, to->uid) || uid_eq(from->uid, to->suid) ||
	       uid_eq(from->uid, to->uid);
}

static void send_signal(struct irq_work *work)
{
	struct stop *stop = container_of(work, struct stop, send);
	struct task_struct *task;
	kernel_siginfo_t info;

	clear_siginfo(&info);
	info.si_signo = stop->signal;
	info.si_code = POLL_HUP;
	info.si_fd = stop->fd;
	info.si_band = (long)xchg(&stop->due, 0);
	if (!info.si_band)
		return;
	rcu_read_lock();
	task = pid_task(stop->pid, PIDTYPE_PID);
	if (task && may_send(stop->cred, task) && send_sig_info(stop->signal, &info, task))
		send_sig(SIGIO, task, 1); /* the queue of the user's signals is full */
	rcu_read_unlock();
}

static void take_off(struct irq_work *work)
{
	struct stop *stop = container_of(work, struct stop, off);

	set_stop_overflown(stop->set);
	irq_work_queue(&stop->send);
}

/* Its siginfo must have room for si_fd and si_band, and somebody must be able to catch it. */
static bool can_tell(u32 signal)
{
	switch (signal) {
	case SIGILL:
	case SIGTRAP:
	case SIGBUS:
	case SIGFPE:
	case SIGKILL:
	case SIGSEGV:
	case SIGCHLD:
	case SIGSTOP:
	case SIGSYS:
		return false;
	default:
		return signal >= 1 && signal <= _NSIG;
	}
}

static struct stop *create(struct set *set, const struct pmc_ioctl_signal *how)
{
	struct stop *stop = kzalloc(sizeof(*stop), GFP_KERNEL_ACCOUNT);

	if (!stop)
		return NULL;
	stop->off = HARD_IRQ_WORK(take_off);
	init_irq_work(&stop->send, send_signal);
	stop->signal = (int)how->signal;
	stop->fd = how->fd;
	stop->pid = get_pid(task_pid(current));
	stop->cred = get_current_cred();
	stop->set = set;
	return stop;
}

int signal_choose(struct set *set, const struct pmc_ioctl_signal *how)
{
	struct stop *stop = NULL;

	if (how->signal && !can_tell(how->signal))
		return -EINVAL;
	if (!set->attached)
		return -ENOTCONN;
	if (set->running || set->on_exec)
		return -EBUSY;
	if (!set->samples)
		return -EOPNOTSUPP;
	if (set->flags & PMC_SETUP_INHERIT)
		return -EINVAL;
	if (how->signal) {
		stop = create(set, how);
		if (!stop)
			return -ENOMEM;
	}
	/* An overflow that has stopped it may still be on its way to its interrupt. */
	set_stop(set);
	signal_free(set);
	set->stop = stop;
	return 0;
}

int signal_resume(struct set *set)
{
	if (!set->attached)
		return -ENOTCONN;
	if (!READ_ONCE(set->overflown))
		return -EALREADY;
	return set_start(set, 0);
}

void signal_free(struct set *set)
{
	struct stop *stop = set->stop;

	if (!stop)
		return;
	irq_work_sync(&stop->off);
	irq_work_sync(&stop->send);
	set->stop = NULL;
	put_pid(stop->pid);
	put_cred(stop->cred);
	kfree(stop);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See exit.h. */
#include "emu/signal/exit.h"

#include "emu/base/mutex.h"
#include "emu/base/sigmask.h"
#include "emu/base/stop.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/count/sample.h"
#include "emu/count/task.h"
#include "emu/heritage/bequeath.h"
#include "emu/heritage/copied.h"
#include "emu/signal/action.h"

#define PATIENCE 5000 /* how long the other threads may take to stop: see stop_others() */

/* Does another process run in this memory, too? It then goes on after this one's end. */
static bool is_outlived(const struct thread *self)
{
	bool outlived = false;

	mutex_lock(&threads_lock);
	for (const struct thread *t = threads_first; t && !outlived; t = t->next) {
		if (t == self || t->state == THREAD_FREE || thread_is_left(t))
			continue;
		outlived = t->vfork_child || (t->pid && t->pid != self->pid);
	}
	mutex_unlock(&threads_lock);
	return outlived;
}

/* Nobody else runs. */
static void leave_translations(const struct thread *self)
{
	if (!self->filters && bequeath_has_heirs(self->pid))
		bequeath();
}

void exit_end_counting(struct thread *self)
{
	if (threads_count == 1) {
		mutex_lock(&cache_lock);
		leave_translations(self);
		if (!self->filters)
			copied_tell(self->cpu.r[RSP]);
		mutex_unlock(&cache_lock);
	} else {
		self->state = THREAD_ENGINE;
		if (is_outlived(self)) { /* it needs the lock, and the vectors of counts */
			count_task_done(self);
			return;
		}
		/* Others wait in system calls and take signals there, while this thread leaves
		 * translations: Chromium sends SIGTERM to its processes when they end anyway. */
		action_ignore_all(self);
		mutex_lock(&cache_lock); /* for good */
		if (!stop_others(self, PATIENCE)) {
			/* Their chunks stay as they are, and the reader adds them up. */
			count_task_done(self);
			return;
		}
		leave_translations(self);
	}
	count_process_done(self);
}

_Noreturn void exit_group(struct thread *t, long status)
{
	sigmask_block_all();
	sample_after(t);
	if (t->vfork_child)
		count_task_done(t);
	else
		exit_end_counting(t);
	for (;;)
		sys1(__NR_exit_group, status);
}

void exit_arrange_signal(int sig)
{
	u64 mask = BIT(sig);

	action_set_default(sig);
	sys4(__NR_rt_sigprocmask, SIG_BLOCK, &mask, 0, 8);
	sys3(__NR_tgkill, sys0(__NR_getpid), sys0(__NR_gettid), sig);
}

_Noreturn void exit_by_signal(struct thread *t, int sig)
{
	exit_arrange_signal(sig);
	sigmask_set(~BIT(sig));
	/* Signals that do nothing by default do not come here, but the first process of a container
	 * survives the others. */
	exit_group(t, 128 + sig);
}

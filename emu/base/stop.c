// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See stop.h. */
#include "emu/base/stop.h"

#include "emu/base/kick.h"
#include "emu/base/mutex.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"

#include <linux/time_types.h>

FORKED volatile u32 stop_wanted;

/* Is another thread in the code cache? Kicks each one that is. */
static bool kick_others(const struct thread *self)
{
	bool any = false;

	mutex_lock(&threads_lock);
	for (struct thread *t = threads_first; t; t = t->next) {
		if (t == self || __atomic_load_n(&t->state, __ATOMIC_SEQ_CST) != THREAD_CACHE)
			continue;
		if (t->watched && !t->lives) /* it was killed in the code cache */
			continue;
		if (!t->tid || kick_send(t))
			any = true;
	}
	mutex_unlock(&threads_lock);
	return any;
}

bool stop_others(struct thread *self, unsigned patience)
{
	static const struct __kernel_timespec moment = { 0, 100000 };

	__atomic_store_n(&stop_wanted, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 0; kick_others(self); i++) {
		if (patience && i >= patience)
			return false;
		sys2(__NR_nanosleep, &moment, 0);
	}
	return true;
}

void stop_end(void)
{
	__atomic_store_n(&stop_wanted, 0, __ATOMIC_SEQ_CST);
}

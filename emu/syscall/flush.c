// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See flush.h. */
#include "emu/syscall/flush.h"

#include "emu/base/mutex.h"
#include "emu/base/stop.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/code/origin.h"
#include "emu/count/log.h"
#include "emu/heritage/inherit.h"
#include "emu/syscall/jumps.h"

/*
 * Where a thread is about to go may be code of a mapping that the log does not know yet. What the
 * thread has counted on its way is written to the log now, and whoever reads it there looks for the
 * target among the mappings that the log has told of. A signal may have led the thread elsewhere
 * since it jumped.
 */
static void tell_where_they_go(void)
{
	for (const struct thread *t = threads_first; t; t = t->next)
		if (t->state != THREAD_FREE) {
			origin_log(t->cpu.rip);
			origin_log(t->target);
		}
}

void flush_cache(struct thread *self)
{
	stop_others(self, 0);
	mutex_lock(&threads_lock);
	if (log_is_exact())
		tell_where_they_go();
	inherit_forget();
	cache_flush();
	jumps_clear();
	mutex_unlock(&threads_lock);
	stop_end();
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See flush.h. */
#include "emu/syscall/flush.h"

#include "emu/base/mutex.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/heritage/inherit.h"
#include "emu/signal/stop.h"
#include "emu/syscall/jumps.h"

void flush_cache(struct thread *self)
{
	stop_others(self, 0);
	mutex_lock(&threads_lock);
	inherit_forget();
	cache_flush();
	jumps_clear();
	mutex_unlock(&threads_lock);
	stop_end();
}

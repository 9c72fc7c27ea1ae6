// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* The locks of the shared memory. */
#include "emu/base/shm.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/launch.h"

#include <linux/futex.h>
#include <linux/time_types.h>

void shm_lock_word(u32 *lock)
{
	struct __kernel_timespec ms = { 0, 1000000 };
	int spins;

	/* Others hold it for a few instructions; after a second the holder must have been
	 * killed. */
	for (spins = 0; spins < 1000 + 1000; spins++) {
		u32 zero = 0;

		/* A page that is read first comes with those around it. */
		if (!__atomic_load_n(lock, __ATOMIC_RELAXED) &&
		    __atomic_compare_exchange_n(lock, &zero, 1, false, __ATOMIC_ACQUIRE,
						__ATOMIC_RELAXED))
			return;
		if (spins < 1000)
			__builtin_ia32_pause();
		else /* sleep, but not when the word has changed: nobody wakes us */
			sys4(__NR_futex, lock, FUTEX_WAIT, 1, &ms);
	}
	__atomic_store_n(lock, 1, __ATOMIC_SEQ_CST);
}

void shm_unlock_word(u32 *lock)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

void shm_lock(void)
{
	shm_lock_word(&engine.shm->lock);
}

void shm_unlock(void)
{
	shm_unlock_word(&engine.shm->lock);
}

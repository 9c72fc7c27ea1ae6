// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A lock on a futex. The word is 0 while the lock is free, 1 while a thread holds it, and 2 while
 * others wait for it as well.
 */
#include "emu/base/mutex.h"
#include "emu/base/syscall.h"

#include <linux/futex.h>

void mutex_lock(volatile u32 *lock)
{
	u32 c = 0;

	if (likely(__atomic_compare_exchange_n(lock, &c, 1, false, __ATOMIC_ACQUIRE,
					       __ATOMIC_RELAXED)))
		return;
	while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE))
		sys4(__NR_futex, lock, FUTEX_WAIT_PRIVATE, 2, 0);
}

void mutex_unlock(volatile u32 *lock)
{
	if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
		sys3(__NR_futex, lock, FUTEX_WAKE_PRIVATE, 1);
}

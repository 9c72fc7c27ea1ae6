// SPDX-License-Identifier: GPL-2.0
/*
 * PMC_IOC_READ as nearly everybody calls it: a thread reads the set that counts it, with the structure as this
 * version knows it. The counters are looked at, and the counts go from registers to the caller; nothing is added
 * up, nothing is copied twice, nobody is asked. Whatever is otherwise goes the long way (set_read()), which also
 * finds the reason when a call must be refused: nothing here has an error of its own.
 */
#include <linux/uaccess.h>

#include "kernel/driver.h"

#define MOST 8 /* events: more than most PMUs have counters; Linux clears the array for each call */

/* The part's counts now, and the ticks that it ran; with its lock. Without turns counter i is event i's. */
static __always_inline u64 peek(const struct part *part, u64 values[MOST])
{
	const struct plan_counter *c = part->plan->counter;
	u32 i, n = part->n;

	if (unlikely(part->cpu < 0)) {
		for (i = 0; i < n; i++)
			values[i] = part->count[i].sum;
		return part->tsc;
	}
	for (i = 0; i < n; i++, c++)
		values[i] = part->count[i].sum + ((hw_read(c) - part->count[i].base) & c->mask);
	return part->tsc + (rdtsc() - part->tsc_base);
}

bool read_own(struct set *set, struct pmc_ioctl_read __user *arg)
{
	struct pmc_ioctl_count __user *to;
	u64 values[MOST], counts, in, in2, in3, ran;
	struct part *part;
	u32 size, n, i, flags;

	/* All that follows n and counts must be 0 when it comes: looked at by 64 bits. */
	BUILD_BUG_ON(offsetof(struct pmc_ioctl_read, tsc) != 16 || sizeof(*arg) != 48);
	if (!user_read_access_begin(arg, sizeof(*arg)))
		return false;
	unsafe_get_user(size, &arg->size, fault_in);
	unsafe_get_user(n, &arg->n, fault_in);
	unsafe_get_user(counts, &arg->counts, fault_in);
	unsafe_get_user(ran, &arg->tsc, fault_in);
	unsafe_get_user(in, (u64 __user *)&arg->flags, fault_in);
	unsafe_get_user(in2, (u64 __user *)&arg->lost, fault_in);
	unsafe_get_user(in3, (u64 __user *)&arg->reserved[1], fault_in);
	user_read_access_end();
	if (unlikely(size != sizeof(*arg) || n > MOST || (ran | in | in2 | in3)))
		return false;

	/*
	 * Interrupts are off, so the part is there while it is looked at. One of this thread is let go by this
	 * thread, or when the file is closed; what others do to it (PMC_IOC_RESET) has its lock.
	 */
	local_irq_disable();
	part = READ_ONCE(set->self);
	if (unlikely(!part || part->task != current || part->n != n)) {
		local_irq_enable();
		return false;
	}
	raw_spin_lock(&part->lock);
	ran = peek(part, values);
	raw_spin_unlock(&part->lock);
	local_irq_enable();
	flags = READ_ONCE(set->running) ? PMC_READ_RUNNING : 0;

	/* arg was looked at above, and reading and writing are the same to x86. */
	to = u64_to_user_ptr(counts);
	if (!user_write_access_begin(to, n * sizeof(*to)))
		return false;
	for (i = 0; i < n; i++, to++) {
		unsafe_put_user(values[i], &to->value, fault_out);
		unsafe_put_user(ran, &to->enabled, fault_out);
		unsafe_put_user(ran, &to->running, fault_out);
	}
	unsafe_put_user(ran, &arg->tsc, fault_out);
	unsafe_put_user(flags, &arg->flags, fault_out);
	unsafe_put_user(1, &arg->parts, fault_out);
	user_write_access_end();
	return true;
fault_in:
	user_read_access_end();
	return false;
fault_out:
	user_write_access_end();
	return false;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * PMC_IOC_READ as nearly everybody calls it: a thread reads the set that counts it, which is running, with the
 * structure as this version knows it. The counters are looked at, and the counts go from registers to the caller:
 * nothing is added up, copied, locked or asked. Whatever is otherwise goes the long way (set_read()), which also
 * finds the reason when a call must be refused: nothing here has an error of its own.
 *
 * Why it is right without locks: interrupts are off, so this thread stays on this CPU, and its context is there and
 * stays active. The timers that read or rotate counters run on this CPU, so not now. Another thread may zero the
 * counts (PMC_IOC_RESET); context->changes tells of that. The caller's memory is written with interrupts off, so a
 * page that is not there must not be brought: page faults are disabled, and the long way brings it.
 */
#include <linux/uaccess.h>

#include "kernel/driver.h"

bool read_own(struct set *set, struct pmc_ioctl_read __user *arg)
{
	const struct planned_counter *c, *end;
	struct pmc_ioctl_count __user *to;
	u64 counts, ran, in, in2, in3;
	const struct count *count;
	u32 size, n, changes;
	struct context *context;

	/* All that follows n and counts must be 0 when it comes: looked at by 64 bits. */
	BUILD_BUG_ON(offsetof(struct pmc_ioctl_read, tsc) != 16 || sizeof(*arg) != 48);
	if (unlikely(!hw_has_rdpmc) || !user_read_access_begin(arg, sizeof(*arg)))
		return false;
	unsafe_get_user(size, &arg->size, out_in);
	unsafe_get_user(n, &arg->n, out_in);
	unsafe_get_user(counts, &arg->counts, out_in);
	unsafe_get_user(ran, &arg->tsc, out_in);
	unsafe_get_user(in, (u64 __user *)&arg->flags, out_in);
	unsafe_get_user(in2, (u64 __user *)&arg->lost, out_in);
	unsafe_get_user(in3, (u64 __user *)&arg->reserved[1], out_in);
	user_read_access_end();
	if (unlikely(size != sizeof(*arg) || n > PMC_ABI_EVENTS || (ran | in | in2 | in3)))
		return false;

	local_irq_disable();
	context = READ_ONCE(set->self);
	if (unlikely(!context || context->task != current || context->n != n || context->cpu < 0))
		goto out_irq;
	to = u64_to_user_ptr(counts);
	/* That arg may be written was seen above: to x86 it is the same as reading. */
	if (!user_write_access_begin(to, n * sizeof(*to)))
		goto out_irq;
	pagefault_disable();
	changes = READ_ONCE(context->changes);
	smp_rmb();
	ran = context->tsc + (rdtsc() - context->tsc_base);
	/* Without rotations counter i of the plan is event i's. */
	count = context->count;
	for (c = context->plan->counter, end = c + n; c < end; c++, count++, to++) {
		unsafe_put_user(count->sum + ((hw_rdpmc(c) - count->base) & c->mask), &to->value,
				out_fault);
		unsafe_put_user(ran, &to->enabled, out_fault);
		unsafe_put_user(ran, &to->running, out_fault);
	}
	unsafe_put_user(ran, &arg->tsc, out_fault);
	unsafe_put_user(PMC_READ_RUNNING, &arg->flags, out_fault);
	unsafe_put_user(1, &arg->contexts, out_fault);
	smp_rmb();
	if (unlikely(changes & 1 || READ_ONCE(context->changes) != changes))
		goto out_fault;
	pagefault_enable();
	user_write_access_end();
	local_irq_enable();
	return true;

out_fault:
	pagefault_enable();
	user_write_access_end();
out_irq:
	local_irq_enable();
	return false;
out_in:
	user_read_access_end();
	return false;
}

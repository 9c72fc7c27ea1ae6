// SPDX-License-Identifier: GPL-2.0
/*
 * PMC_IOC_READ as nearly everybody calls it: a thread reads the set that counts it, which is
 * running, with the structure as this version knows it. The counts go from the registers straight
 * to the caller: nothing is added up, copied, locked or asked from other CPUs. Every other case
 * takes the long way (set_read()), which also finds the reason if a call must be refused, so the
 * function here has no errors of its own.
 *
 * Why it is right without locks: interrupts are off, so this thread stays on this CPU, and its
 * context exists and stays active. The timers that read counters or rotate events run on this CPU,
 * so not now. Another thread may zero the counts (PMC_IOC_RESET); context->changes tells. The
 * function writes the caller's memory with interrupts off and must not wait for a missing page, so
 * page faults are disabled, and the long way brings the page.
 */
#include <linux/uaccess.h>
#include <asm/msr.h>

#include "kernel/base/types.h"
#include "kernel/count/read.h"
#include "kernel/pmu/regs.h"

/* False: the call is none that this file serves. */
static __always_inline bool get_args(const struct pmc_ioctl_read __user *arg, u64 *counts, u32 *n)
{
	u64 tsc, rest, rest2, rest3;
	u32 size;

	/*
	 * Everything after n and counts must be 0 in the call, count_size, too; it is read 64 bits
	 * at a time.
	 */
	BUILD_BUG_ON(offsetof(struct pmc_ioctl_read, tsc) != 16 || sizeof(*arg) != 48);
	BUILD_BUG_ON(offsetof(struct pmc_ioctl_read, reserved) != 40);
	if (!user_read_access_begin(arg, sizeof(*arg)))
		return false;
	unsafe_get_user(size, &arg->size, fault);
	unsafe_get_user(*n, &arg->n, fault);
	unsafe_get_user(*counts, &arg->counts, fault);
	unsafe_get_user(tsc, &arg->tsc, fault);
	unsafe_get_user(rest, (u64 __user *)&arg->flags, fault);
	unsafe_get_user(rest2, (u64 __user *)&arg->lost, fault);
	unsafe_get_user(rest3, (u64 __user *)&arg->reserved, fault);
	user_read_access_end();
	return size == sizeof(*arg) && *n <= PMC_ABI_EVENTS && !(tsc | rest | rest2 | rest3);

fault:
	user_read_access_end();
	return false;
}

bool read_current(struct set *set, struct pmc_ioctl_read __user *arg)
{
	const struct planned_counter *c, *end;
	struct pmc_ioctl_count __user *to;
	const struct count *count;
	struct context *context;
	u32 n, changes;
	u64 counts, ran;

	if (unlikely(!hw_has_rdpmc) || unlikely(!get_args(arg, &counts, &n)))
		return false;
	local_irq_disable();
	context = READ_ONCE(set->self);
	if (unlikely(!context || context->task != current || context->n != n || context->cpu < 0))
		goto irq;
	to = u64_to_user_ptr(counts);
	/* Whether arg may be written was checked above: on x86 that is the same as reading. */
	if (!user_write_access_begin(to, n * sizeof(*to)))
		goto irq;
	pagefault_disable();
	changes = READ_ONCE(context->changes);
	smp_rmb();
	ran = context->tsc + (rdtsc() - context->tsc_base);
	/* Without rotation counter i of the plan is event i's. */
	count = context->count;
	for (c = context->plan->counter, end = c + n; c < end; c++, count++, to++) {
		unsafe_put_user(count->sum + ((hw_rdpmc(c) - count->base) & c->mask), &to->value,
				fault);
		unsafe_put_user(ran, &to->enabled, fault);
		unsafe_put_user(ran, &to->running, fault);
	}
	unsafe_put_user(ran, &arg->tsc, fault);
	unsafe_put_user(PMC_READ_RUNNING, &arg->flags, undo_tsc);
	unsafe_put_user(1, &arg->contexts, undo_flags);
	smp_rmb();
	if (likely(!(changes & 1) && READ_ONCE(context->changes) == changes)) {
		pagefault_enable();
		user_write_access_end();
		local_irq_enable();
		return true;
	}
	/* The long way must find the structure as the caller gave it. */
	unsafe_put_user(0, &arg->contexts, fault);
undo_flags:
	unsafe_put_user(0, &arg->flags, fault);
undo_tsc:
	unsafe_put_user(0, &arg->tsc, fault);
fault:
	pagefault_enable();
	user_write_access_end();
irq:
	local_irq_enable();
	return false;
}

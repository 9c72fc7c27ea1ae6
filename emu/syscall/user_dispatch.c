// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See user_dispatch.h, and Documentation/admin-guide/syscall-user-dispatch.rst of Linux. */
#include "emu/syscall/user_dispatch.h"

#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/exit.h"
#include "emu/signal/raise.h"

#include <linux/prctl.h>

#ifndef PR_SYS_DISPATCH_INCLUSIVE_ON /* since Linux 6.17 */
#define PR_SYS_DISPATCH_INCLUSIVE_ON 2
#endif

#define USER_END (1ull << 47)

static long kernel_set(u64 mode, u64 start, u64 size, u64 selector)
{
	return sys5(__NR_prctl, PR_SET_SYSCALL_USER_DISPATCH, mode, start, size, selector);
}

/* The kernel checks the arguments. Its selector lets every call pass until it is off again. */
static long check(u64 mode, u64 start, u64 size)
{
	static const u8 allow = SYSCALL_DISPATCH_FILTER_ALLOW;
	long r = kernel_set(mode, start, size, (u64)&allow);

	if (!r)
		kernel_set(PR_SYS_DISPATCH_OFF, 0, 0, 0);
	return r;
}

long user_dispatch_set(struct thread *t, const u64 a[6])
{
	long r;

	if (a[1] == PR_SYS_DISPATCH_OFF)
		r = kernel_set(a[1], a[2], a[3], a[4]);
	else
		r = check(a[1], a[2], a[3]);
	if (!r && a[4] >= USER_END)
		r = -EFAULT;
	if (r)
		return r;
	t->dispatch.mode = (u8)a[1];
	t->dispatch.start = a[2];
	t->dispatch.size = a[3];
	t->dispatch.selector = a[4];
	return 0;
}

void user_dispatch_hand_over(const struct thread *t)
{
	if (t->dispatch.mode != PR_SYS_DISPATCH_OFF)
		kernel_set(t->dispatch.mode, t->dispatch.start, t->dispatch.size,
			   t->dispatch.selector);
}

/* Is the call one of those that are dispatched? */
static bool is_dispatched(struct thread *t)
{
	bool inside = t->cpu.rip - t->dispatch.start < t->dispatch.size;
	u8 selector;

	if (inside != (t->dispatch.mode == PR_SYS_DISPATCH_INCLUSIVE_ON))
		return false;
	if (!t->dispatch.selector)
		return true;
	if (copy_from_user(&selector, t->dispatch.selector, 1))
		exit_by_signal(t, SIGSEGV);
	if (selector == SYSCALL_DISPATCH_FILTER_ALLOW)
		return false;
	if (selector != SYSCALL_DISPATCH_FILTER_BLOCK)
		exit_by_signal(t, SIGSYS);
	return true;
}

bool user_dispatch_raises(struct thread *t)
{
	struct cpu *c = &t->cpu;

	if (likely(t->dispatch.mode == PR_SYS_DISPATCH_OFF) || !is_dispatched(t))
		return false;
	if (t->pending_sig) {
		c->rip -= 2;
		return true;
	}
	/* What SYSCALL itself changes. */
	c->r[RCX] = c->rip;
	c->r[R11] = c->rflags;
	raise_dispatched_call(t, (u32)c->r[RAX]);
	return true;
}

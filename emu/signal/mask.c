// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's mask is thread->sigmask. The kernel has it without SYNC_SIGNALS (kept.h).
 */
#include "emu/signal/mask.h"

#include "emu/base/engine.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/abi.h"
#include "emu/signal/account.h"
#include "emu/signal/kept.h"

void mask_init(void)
{
	thread_self()->sigmask = engine.sigmask;
}

long mask_sigprocmask(struct thread *t, u64 how, u64 set, u64 old, u64 size)
{
	u64 s = 0, was = t->sigmask, mask = was;

	if (size != 8)
		return -EINVAL;
	if (set) {
		if (copy_from_user(&s, set, 8))
			return -EFAULT;
		if (how == SIG_BLOCK)
			mask |= s;
		else if (how == SIG_UNBLOCK)
			mask &= ~s;
		else if (how == SIG_SETMASK)
			mask = s;
		else
			return -EINVAL;
		mask &= ~UNBLOCKABLE;
	}
	if (old && copy_to_user(old, &was, 8))
		return -EFAULT;
	if (mask == was)
		return 0;
	t->sigmask = mask;
	if (!t->pending_sig) /* else everything stays blocked until that one is delivered */
		sigmask_apply(mask);
	kept_wake(t);
	return 0;
}

long mask_sigpending(struct thread *t, u64 to, u64 size)
{
	u64 set = 0;
	long r = sys2(__NR_rt_sigpending, &set, 8);

	if (r < 0)
		return r;
	set |= (account_own(t) | account_shared(t)) & t->sigmask;
	return copy_to_user(to, &set, size < 8 ? size : 8);
}

void mask_send_again(struct thread *t, int sig, const struct siginfo *info)
{
	if (BIT(sig) & SYNC_SIGNALS)
		kept_add(t, sig, info);
	else if (sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, sig, info) < 0)
		sys3(__NR_tgkill, t->pid, t->tid, sig);
}

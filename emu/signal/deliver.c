// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See deliver.h. */
#include "emu/signal/deliver.h"

#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/path.h"
#include "emu/signal/abi.h"
#include "emu/signal/exit.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/frame.h"
#include "emu/signal/kept.h"
#include "emu/signal/mask.h"
#include "emu/signal/trap.h"

bool deliver(struct thread *t, const struct caught *c)
{
	const struct ksigaction *a = &t->sighand->action[c->sig];

	trap_undo(t);
	if (a->handler == SIG_IGN)
		return false;
	if (frame_enter_handler(t, c))
		return true;
	if (a->handler != SIG_DFL && !(a->flags & SA_RESETHAND))
		exit_by_signal(t, SIGSEGV); /* no room for the frame */
	if (BIT(c->sig) & SYNC_SIGNALS)
		exit_by_signal(t, c->sig);
	/* The action has changed meanwhile: the kernel does its default once the signal is
	 * unblocked. */
	sys3(__NR_tgkill, sys0(__NR_getpid), sys0(__NR_gettid), c->sig);
	return false;
}

void deliver_later(struct thread *t, const struct caught *c)
{
	struct pending *p = &t->pending;

	p->sig = (u32)c->sig;
	p->mask = c->mask;
	memcpy(p->info, c->info, sizeof(*c->info));
	memcpy(p->mcontext, c->mc, sizeof(p->mcontext));
	p->fp_size = c->fp_size;
	memcpy(p->fp, c->fp, c->fp_size);
	t->pending_sig = 1;
}

void deliver_pending(struct thread *t)
{
	const struct pending *p = &t->pending;
	const struct caught c = {
		.sig = (int)p->sig,
		.info = (const struct siginfo *)p->info,
		.mc = p->mcontext,
		.fp = p->fp,
		.fp_size = p->fp_size,
		.mask = p->mask,
	};

	path_not_grown(t);
	t->state = THREAD_ENGINE; /* the frame may need cache_lock */
	t->pending_sig = 0;
	t->stepping = false;
	if (c.mask & BIT(c.sig)) /* the program has entered the handler of a trap meanwhile */
		mask_send_again(t, c.sig, c.info);
	else if (deliver(t, &c))
		fpstate_reset();
	sigmask_apply(t->sigmask);
	kept_wake(t);
}

bool deliver_pending_now(struct thread *t, const struct caught *now)
{
	struct caught c = *now;

	t->pending_sig = 0;
	c.sig = (int)t->pending.sig;
	c.info = (const struct siginfo *)t->pending.info;
	c.mask = t->pending.mask;
	return deliver(t, &c);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The program's actions are in thread->sighand. In the kernel every handler of the program is
 * replaced by signal_handler(), with all signals blocked but the synchronous ones. SIGSEGV,
 * SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGSYS are always the engine's, whatever the program wants
 * of them.
 */
#include "emu/signal/action.h"

#include "emu/base/mutex.h"
#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/abi.h"
#include "emu/signal/account.h"
#include "emu/signal/handler.h"
#include "emu/signal/kept.h"
#include "emu/signal/restorer.h"

static long set_native(int sig, const struct ksigaction *a)
{
	return sys4(__NR_rt_sigaction, sig, a, 0, 8);
}

/* Installs the engine's handler, with those flags of the program's that the kernel acts on. */
static long set_engine(int sig, u64 program_flags)
{
	struct ksigaction k = {
		.handler = (u64)signal_handler,
		.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTORER |
			 (program_flags & (SA_RESTART | SA_NOCLDSTOP | SA_NOCLDWAIT)) |
			 (BIT(sig) & SYNC_SIGNALS ? SA_NODEFER : 0),
		.restorer = (u64)signal_restorer,
		.mask = SIGMASK_ALL,
	};

	return set_native(sig, &k);
}

/* Has the kernel do what the program's action needs. */
static long follow(int sig, const struct ksigaction *a)
{
	if (BIT(sig) & SYNC_SIGNALS)
		return set_engine(sig, a->flags);
	if (a->handler == SIG_DFL || a->handler == SIG_IGN)
		return set_native(sig, a);
	return set_engine(sig, a->flags);
}

void action_init(void)
{
	static struct sighand first;
	struct thread *t = thread_self();

	first.users = 1;
	t->sighand = &first;
	for (int sig = 1; sig <= NSIG; sig++) {
		if (sig == SIGKILL || sig == SIGSTOP)
			continue;
		sys4(__NR_rt_sigaction, sig, 0, &first.action[sig], 8);
		if (BIT(sig) & SYNC_SIGNALS)
			set_engine(sig, SA_RESTART);
	}
}

long action_sigaction(struct thread *t, u64 sig, u64 act, u64 old, u64 size)
{
	struct ksigaction a, was;
	long ret = 0;
	u64 mask;

	if (size != 8 || sig < 1 || sig > NSIG)
		return -EINVAL;
	if (act && copy_from_user(&a, act, sizeof(a)))
		return -EFAULT;
	if (act && (sig == SIGKILL || sig == SIGSTOP))
		return -EINVAL;
	/* No handler may run between the two changes. */
	mask = sigmask_block_all();
	mutex_lock(&t->sighand->lock);
	was = t->sighand->action[sig];
	if (act) {
		a.mask &= ~UNBLOCKABLE;
		t->sighand->action[sig] = a;
		ret = follow((int)sig, &a);
		if (ret < 0)
			t->sighand->action[sig] = was;
	}
	mutex_unlock(&t->sighand->lock);
	if (act && !ret && a.handler == SIG_IGN)
		account_forget(t, (int)sig);
	sigmask_set(mask);
	if (!ret && old && copy_to_user(old, &was, sizeof(was)))
		ret = -EFAULT;
	return ret;
}

bool action_take(struct thread *t, int sig, struct ksigaction *a)
{
	struct ksigaction *now = &t->sighand->action[sig];
	bool has_handler;

	mutex_lock(&t->sighand->lock);
	*a = *now;
	has_handler = a->handler != SIG_DFL && a->handler != SIG_IGN;
	if (has_handler && (a->flags & SA_RESETHAND)) {
		now->handler = SIG_DFL;
		follow(sig, now);
	}
	mutex_unlock(&t->sighand->lock);
	return has_handler;
}

void action_clear(struct thread *t)
{
	for (int sig = 1; sig <= NSIG; sig++) {
		struct ksigaction *a = &t->sighand->action[sig];

		if (a->handler == SIG_DFL || a->handler == SIG_IGN)
			continue;
		*a = (struct ksigaction){ .handler = SIG_DFL };
		follow(sig, a);
	}
}

void action_set_default(int sig)
{
	struct ksigaction dfl = { .handler = SIG_DFL };

	set_native(sig, &dfl);
}

/* Handlers of the program's stay: the engine runs none any more. The kernel would reap children by
 * itself if SIGCHLD were ignored. */
void action_ignore_all(struct thread *t)
{
	const struct ksigaction ign = { .handler = SIG_IGN };

	for (int sig = 1; sig <= NSIG; sig++)
		if (!(BIT(sig) & (SYNC_SIGNALS | UNBLOCKABLE)) && sig != SIGCHLD &&
		    t->sighand->action[sig].handler == SIG_DFL)
			set_native(sig, &ign);
}

/* The kernel does not know which synchronous signals the program ignores. */
static bool ignores_sync(const struct thread *t, int sig)
{
	return BIT(sig) & SYNC_SIGNALS && t->sighand->action[sig].handler == SIG_IGN;
}

void action_before_exec(struct thread *t)
{
	sigmask_set(SIGMASK_ALL | t->sigmask);
	kept_send(t, ~0ull); /* the kernel keeps them over the exec */
	for (int sig = 1; sig <= NSIG; sig++)
		if (ignores_sync(t, sig))
			set_native(sig, &t->sighand->action[sig]);
}

void action_after_exec(struct thread *t)
{
	for (int sig = 1; sig <= NSIG; sig++)
		if (ignores_sync(t, sig))
			set_engine(sig, 0);
	sigmask_block_all();
}

void action_hand_over(struct thread *t)
{
	sigmask_set(~0ull); /* until the caller sets the program's */
	kept_send(t, ~0ull);
	for (int sig = 1; sig <= NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			set_native(sig, &t->sighand->action[sig]);
}

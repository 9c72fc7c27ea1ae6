// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Signals: every handler of the program runs translated, and sees the program, never the engine.
 *
 * The kernel only knows signal_master(), on a signal stack of ours, with everything but synchronous
 * signals blocked. What it does depends on where the signal found the thread:
 *
 *  - translated code, at the beginning of a program instruction ("clean point"): the program's state
 *    is in the registers. The handler's frame is built at once and the thread goes on in it.
 *  - translated code, inside an instruction's translation, or in code between traces: the thread is
 *    single-stepped (TF) to the next clean point, a few instructions away.
 *  - about to enter translated code, or about to make the program's system call: the state is in
 *    thread->cpu, the frame is built at once. A call that the kernel wants to restart stands at its
 *    SYSCALL instruction again, as it would natively.
 *  - anywhere else in the engine: kept, all signals blocked, delivered when the engine is done
 *    (run_resume looks).
 *
 * Synchronous faults happen in translated code at a program instruction: the trace's records tell
 * which, and which registers are in spill slots. The counts of the part of the trace before it are
 * added to the thread.
 *
 * SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP and SIGSYS are always ours and never blocked for the
 * kernel; if somebody sends one while the program blocks it, it waits in thread->stashed.
 */
#include "emu/base/thread.h"
#include "emu/base/lock.h"
#include "emu/code/cache.h"
#include "emu/signal/signal.h"
#include "emu/base/usermem.h"

#define KICK_CODE (-0x706d63) /* si_code of SIGKICK: no other sender has it */

void signal_master(int sig, struct siginfo *info, struct ucontext *uc);
void signal_restorer(void);
_Noreturn void signal_restore_native(void *frame_uc);

__asm__(".globl signal_restorer\n"
	"signal_restorer:\n\t"
	"movl $15, %eax\n\t"
	"syscall\n\t"
	".globl signal_restore_native\n"
	"signal_restore_native:\n\t"
	"movq %rdi, %rsp\n\t"
	"movl $15, %eax\n\t"
	"syscall\n\t"
	"ud2");

static const u8 reg_to_mc[16] = {
	MC_RAX, MC_RCX, MC_RDX, MC_RBX, MC_RSP, MC_RBP, MC_RSI, MC_RDI, 0, 1, 2, 3, 4, 5, 6, 7,
};

/* ---- actions ---- */

static long native_action(int sig, const struct ksigaction *a)
{
	return sys4(__NR_rt_sigaction, sig, a, 0, 8);
}

static long native_install(int sig, u64 program_flags)
{
	struct ksigaction k = {
		.handler = (u64)signal_master,
		.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTORER |
			 (program_flags & (SA_RESTART | SA_NOCLDSTOP | SA_NOCLDWAIT)) |
			 (BIT(sig) & SYNC_SIGNALS ? SA_NODEFER : 0),
		.restorer = (u64)signal_restorer,
		.mask = SIGMASK_ALL,
	};

	return native_action(sig, &k);
}

/* What the kernel shall do for the program's action. */
static long native_follow(int sig, const struct ksigaction *a)
{
	if (BIT(sig) & SYNC_SIGNALS)
		return native_install(sig, a->flags);
	if (sig == SIGKICK)
		return 0;
	if (a->handler == SIG_DFL || a->handler == SIG_IGN)
		return native_action(sig, a);
	return native_install(sig, a->flags);
}

/* At the start of an image. */
void signal_init(void)
{
	static struct sighand first;
	struct thread *t = thread_self();

	first.users = 1;
	t->sighand = &first;
	t->alt.flags = 0; /* of a new image; a new thread begins with SS_DISABLE */
	for (int sig = 1; sig <= NSIG; sig++) {
		struct ksigaction *a = &first.action[sig];

		if (sig == SIGKILL || sig == SIGSTOP)
			continue;
		sys4(__NR_rt_sigaction, sig, 0, a, 8);
		if (BIT(sig) & SYNC_SIGNALS || sig == SIGKICK)
			native_install(sig, SA_RESTART);
	}
	sys4(__NR_rt_sigprocmask, 0, 0, &t->sigmask, 8);
}

/* In a new thread: the signal stack. */
void signal_thread_init(struct thread *t)
{
	struct stack_alt ss = {.sp = (u64)t + T_ALTSTACK, .size = T_ALTSIZE};

	sys2(__NR_sigaltstack, &ss, 0);
}

long signal_sigaction(struct thread *t, u64 sig, u64 act, u64 old, u64 size)
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
	/* no handler may run between the two changes */
	mask = sigmask_block_all();
	lock_acquire(&t->sighand->lock);
	was = t->sighand->action[sig];
	if (act) {
		a.mask &= ~(BIT(SIGKILL) | BIT(SIGSTOP));
		t->sighand->action[sig] = a;
		ret = native_follow((int)sig, &a);
		if (ret < 0)
			t->sighand->action[sig] = was;
	}
	lock_release(&t->sighand->lock);
	sigmask_set(mask);
	if (!ret && old && copy_to_user(old, &was, sizeof(was)))
		ret = -EFAULT;
	return ret;
}

/* Before execve: what is inherited must be the kernel's. After one that failed: back. */
void signal_before_exec(struct thread *t)
{
	sigmask_set(t->sigmask & ~BIT(SIGKICK));
	for (int sig = 1; sig <= NSIG; sig++)
		if (BIT(sig) & SYNC_SIGNALS && t->sighand->action[sig].handler == SIG_IGN)
			native_action(sig, &t->sighand->action[sig]);
}

void signal_after_exec(struct thread *t)
{
	for (int sig = 1; sig <= NSIG; sig++)
		if (BIT(sig) & SYNC_SIGNALS && t->sighand->action[sig].handler == SIG_IGN)
			native_install(sig, 0);
	sigmask_apply(t->sigmask);
}

void signal_hand_over(struct thread *t)
{
	for (int sig = 1; sig <= NSIG; sig++)
		if (sig != SIGKILL && sig != SIGSTOP)
			native_action(sig, &t->sighand->action[sig]);
}

/* The kernel is to keep it until it is no longer blocked: it came, or was kept, when it could not be delivered. */
static void send_again(struct thread *t, int sig, const struct siginfo *info)
{
	if (BIT(sig) & SYNC_SIGNALS)
		t->stashed |= BIT(sig);
	else if (sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, sig, info) < 0)
		sys3(__NR_tgkill, t->pid, t->tid, sig);
}

/* Send those again that waited for the mask to let them through. */
static void wake_stashed(struct thread *t)
{
	u64 wake = t->stashed & ~t->sigmask;

	t->stashed &= ~wake;
	for (int sig = 1; wake; wake &= ~BIT(sig), sig++)
		if (wake & BIT(sig))
			sys3(__NR_tgkill, sys0(__NR_getpid), sys0(__NR_gettid), sig);
}

long signal_sigprocmask(struct thread *t, u64 how, u64 set, u64 old, u64 size)
{
	u64 s = 0, was = t->sigmask, mask = was;

	if (size != 8)
		return -EINVAL;
	if (set) {
		if (copy_from_user(&s, set, 8))
			return -EFAULT;
		if (how == 0)
			mask |= s;
		else if (how == 1)
			mask &= ~s;
		else if (how == 2)
			mask = s;
		else
			return -EINVAL;
		mask &= ~(BIT(SIGKILL) | BIT(SIGSTOP));
	}
	if (old && copy_to_user(old, &was, 8))
		return -EFAULT;
	if (mask == was)
		return 0;
	t->sigmask = mask;
	if (!t->pending_sig) /* else all is blocked until that is delivered */
		sigmask_apply(mask);
	wake_stashed(t);
	return 0;
}

/*
 * t->alt is what the kernel keeps of a task: sp and size, both 0 when there is none, and the flags as
 * they were given, which a program sees again in the contexts of its handlers.
 */
static bool within_alt(const struct thread *t, u64 sp)
{
	return sp > t->alt.sp && sp - t->alt.sp <= t->alt.size;
}

static bool on_alt(const struct thread *t, u64 sp)
{
	return !(t->alt.flags & SS_AUTODISARM) && within_alt(t, sp);
}

static u32 alt_flags(const struct thread *t, u64 sp)
{
	if (!t->alt.size)
		return SS_DISABLE;
	return on_alt(t, sp) ? SS_ONSTACK : 0;
}

static long set_alt(struct thread *t, const struct stack_alt *ss)
{
	u32 mode = ss->flags & ~SS_AUTODISARM;

	if (on_alt(t, t->cpu.r[RSP]))
		return -EPERM;
	if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE)
		return -EINVAL;
	if (mode == SS_DISABLE) {
		t->alt = (struct stack_alt){.flags = ss->flags};
	} else {
		if (ss->size < 2048)
			return -ENOMEM;
		t->alt = (struct stack_alt){.sp = ss->sp, .size = ss->size, .flags = ss->flags};
	}
	return 0;
}

long signal_sigaltstack(struct thread *t, u64 uss, u64 uold)
{
	struct stack_alt ss, old = {.sp = t->alt.sp, .size = t->alt.size};

	old.flags = alt_flags(t, t->cpu.r[RSP]) | (t->alt.flags & SS_AUTODISARM);
	if (uss) {
		long ret;

		if (copy_from_user(&ss, uss, sizeof(ss)))
			return -EFAULT;
		ret = set_alt(t, &ss);
		if (ret)
			return ret;
	}
	if (uold && copy_to_user(uold, &old, sizeof(old)))
		return -EFAULT;
	return 0;
}

/* ---- death ---- */

/* The process dies of the signal, as the kernel does it by default. */
static void arrange_death(int sig)
{
	struct ksigaction dfl = {0};
	u64 mask = BIT(sig);

	native_action(sig, &dfl);
	sys4(__NR_rt_sigprocmask, 0 /* SIG_BLOCK */, &mask, 0, 8);
	sys3(__NR_tgkill, sys0(__NR_getpid), sys0(__NR_gettid), sig);
}

static _Noreturn void die_of(struct thread *t, int sig)
{
	arrange_death(sig);
	sigmask_set(~BIT(sig));
	/* a signal whose default is to do nothing does not come here */
	thread_exit_group(t, 128 + sig);
}

/* ---- building the program's frame ---- */

static u32 fp_size(const u8 *fp)
{
	u32 magic, size;

	if (!fp)
		return 0;
	memcpy(&magic, fp + 464, 4);
	memcpy(&size, fp + 468, 4);
	return magic == 0x46505853 && size >= 576 && size <= sizeof(((struct pending *)0)->fp) ? size
											       : 512;
}

/*
 * Put the program, whose state is t->cpu, into its handler of sig. mc: the machine context that the
 * kernel gave (for what t->cpu has not); fp, n: the FP state. mask: what was blocked when the signal
 * came, which is not t->sigmask when it interrupted a call that has a mask of its own. False: it has no
 * handler, or its stack is no good.
 */
static bool enter_handler(struct thread *t, int sig, const struct siginfo *info, const u64 *mc,
			  const u8 *fp, u32 n, u64 mask)
{
	struct ksigaction a;
	struct sigframe f;
	u64 sp = t->cpu.r[RSP] - 128, at, fp_at = 0;
	bool alt = on_alt(t, sp);

	lock_acquire(&t->sighand->lock);
	a = t->sighand->action[sig];
	if (a.handler != SIG_DFL && a.handler != SIG_IGN && (a.flags & SA_RESETHAND)) {
		t->sighand->action[sig].handler = SIG_DFL;
		native_follow(sig, &t->sighand->action[sig]);
	}
	lock_release(&t->sighand->lock);
	if (a.handler == SIG_DFL || a.handler == SIG_IGN || !(a.flags & SA_RESTORER))
		return false;

	if ((a.flags & SA_ONSTACK) && alt_flags(t, sp) == 0) {
		sp = t->alt.sp + t->alt.size;
		alt = true;
	}
	if (n) {
		sp = (sp - n) & ~63ull;
		fp_at = sp;
	}
	at = ((sp - sizeof(f)) & ~15ull) - 8;
	if (alt && !within_alt(t, at))
		return false;

	memset(&f, 0, sizeof(f));
	f.restorer = a.restorer;
	f.uc.flags = 2 | 4 | (n > 512 ? 1 : 0);
	f.uc.stack.sp = t->alt.sp;
	f.uc.stack.size = t->alt.size;
	f.uc.stack.flags = t->alt.flags;
	memcpy(f.uc.mc, mc, sizeof(f.uc.mc));
	for (int r = 0; r < 16; r++)
		f.uc.mc[reg_to_mc[r]] = t->cpu.r[r];
	f.uc.mc[MC_RIP] = t->cpu.rip;
	f.uc.mc[MC_FLAGS] = t->cpu.rflags;
	f.uc.mc[MC_SEGMENTS] = (mc[MC_SEGMENTS] & ~0xffff0000ull) | (u64)t->gs_selector << 16;
	f.uc.mc[MC_OLDMASK] = t->sigmask;
	f.uc.mc[MC_FP] = fp_at;
	f.uc.sigmask = t->sigmask;
	f.info = *info;
	if (copy_to_user(at, &f, sizeof(f)) || (n && copy_to_user(fp_at, fp, n)))
		return false;

	if (t->alt.flags & SS_AUTODISARM)
		t->alt = (struct stack_alt){.flags = SS_DISABLE};
	t->sigmask = mask | a.mask | (a.flags & SA_NODEFER ? 0 : BIT(sig));
	t->cpu.r[RDI] = (u64)sig;
	t->cpu.r[RSI] = at + offsetof(struct sigframe, info);
	t->cpu.r[RDX] = at + offsetof(struct sigframe, uc);
	t->cpu.r[RAX] = 0;
	t->cpu.r[RSP] = at;
	t->cpu.rip = a.handler;
	t->cpu.rflags &= ~(FLAG_DF | FLAG_RF | FLAG_TF);
	return true;
}

/* ---- from the code cache to the program's state ---- */

enum place { NOWHERE, CLEAN, INSIDE };

/*
 * Where in the program is the thread that stands at rip in the code cache? *at is the record's
 * number. Clean: nothing of that instruction has happened.
 */
static enum place locate(u64 rip, struct trace **trace, u32 *at)
{
	struct trace *tr = cache_at(rip);
	u32 i, off;

	if (!tr)
		return NOWHERE;
	off = (u32)(rip - (u64)tr->body);
	/* the last record of several at one address: those before it have no code of their own */
	for (i = tr->n_irec; i-- > 1;)
		if (cache.irecs[tr->irec + i].off <= off)
			break;
	if (i == ~0u)
		i = 0;
	*trace = tr;
	*at = i;
	return cache.irecs[tr->irec + i].off == off ? CLEAN : INSIDE;
}

/* Take over the registers, and count what the trace did before instruction i. */
static void take_state(struct thread *t, const u64 *mc, const struct trace *tr, u32 i, bool inside)
{
	const struct irec *r = &cache.irecs[tr->irec + i];

	for (int k = 0; k < 16; k++)
		t->cpu.r[k] = mc[reg_to_mc[k]];
	t->cpu.rflags = mc[MC_FLAGS];
	t->cpu.rip = tr->pc + (u64)(s64)r->dpc;
	if (inside) {
		if (r->spill == SP_RCX || r->spill == SP_RCX_RDX) {
			t->cpu.r[RCX] = t->spill[0];
			if (r->spill == SP_RCX_RDX)
				t->cpu.r[RDX] = t->spill[1];
		} else if (r->spill & SP_ONE) {
			t->cpu.r[r->spill & 15] = t->spill[2];
		} else if (r->spill & SP_PAIR) {
			t->cpu.r[r->spill & 15] = t->spill[2];
			t->cpu.r[(r->spill & 15) + 1] = t->spill[3];
		}
	}
	trap_undo(t);
	count_vec_add(t, trace_prefix(tr, i));
	if (tr->count_exit != EXIT_NONE &&
	    (i > tr->count_at || (i == tr->count_at && inside)))
		count_vec_sub(t, cache.exits[tr->count_exit].vec);
}

/* The signal handler returns into the engine, which goes on at t->cpu. */
static void resume_engine(struct thread *t, struct ucontext *uc)
{
	trap_undo(t);
	uc->mc[MC_RIP] = (u64)run_enter;
	uc->mc[MC_RSP] = t->stack;
	uc->mc[MC_FLAGS] = 0x202;
	uc->sigmask = sigmask_native(t->sigmask);
	t->stepping = false;
}

/* ---- asynchronous signals ---- */

static void keep(struct thread *t, int sig, const struct siginfo *info, const struct ucontext *uc,
		 u64 mask)
{
	t->pending.sig = (u32)sig;
	t->pending.mask = mask;
	memcpy(t->pending.info, info, sizeof(*info));
	memcpy(t->pending.mcontext, uc->mc, sizeof(uc->mc));
	t->pending.fp_size = fp_size((const u8 *)uc->mc[MC_FP]);
	memcpy(t->pending.fp, (const u8 *)uc->mc[MC_FP], t->pending.fp_size);
	t->pending_sig = 1;
}

/* t->cpu is the program's state; signals beyond this one are blocked or we are in the handler. */
static void deliver(struct thread *t, int sig, const struct siginfo *info, const u64 *mc, const u8 *fp,
		    u32 n, u64 mask)
{
	const struct ksigaction *a = &t->sighand->action[sig];

	trap_undo(t);
	if (a->handler == SIG_IGN)
		return;
	if (enter_handler(t, sig, info, mc, fp, n, mask))
		return;
	if (a->handler != SIG_DFL && !(a->flags & SA_RESETHAND))
		die_of(t, SIGSEGV); /* no room for the frame */
	if (BIT(sig) & SYNC_SIGNALS || sig == SIGKICK)
		die_of(t, sig);
	/* the action changed meanwhile: the kernel's default, when it is unblocked */
	sys3(__NR_tgkill, sys0(__NR_getpid), sys0(__NR_gettid), sig);
}

void signal_deliver_pending(struct thread *t)
{
	struct pending *p = &t->pending;

	t->pending_sig = 0;
	t->stepping = false;
	if (p->mask & BIT(p->sig)) /* by the handler of a trap that was entered meanwhile */
		send_again(t, (int)p->sig, (const struct siginfo *)p->info);
	else
		deliver(t, (int)p->sig, (const struct siginfo *)p->info, p->mcontext, p->fp, p->fp_size, p->mask);
	sigmask_apply(t->sigmask);
	wake_stashed(t);
}

static bool in_resume(u64 rip)
{
	return rip >= (u64)run_resume && rip < (u64)run_resume_end;
}

/* Is the instruction at rip in the code cache POPF? TF behind it is what the program said. */
static bool pops_flags(u64 rip)
{
	const u8 *p = (const u8 *)rip;

	while (*p == 0x66 || (*p & 0xf0) == 0x40)
		p++;
	return *p == 0x9d;
}

/* The instruction that comes next in the code cache is executed alone. */
static void step_next(struct thread *t, struct ucontext *uc)
{
	t->popping = pops_flags(uc->mc[MC_RIP]);
	uc->mc[MC_FLAGS] |= FLAG_TF;
}

/* Single-step, with all signals blocked, until stepped() finds a clean point. */
static void step_on(struct thread *t, struct ucontext *uc)
{
	t->stepping = true;
	t->own_tf = uc->mc[MC_FLAGS] & FLAG_TF; /* just set by POPF */
	step_next(t, uc);
	uc->sigmask = SIGMASK_ALL;
}

static void async_signal(struct thread *t, int sig, const struct siginfo *info, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP], mask = t->sigmask;
	struct trace *tr;
	u32 i;

	/* It ended a call that has a mask of its own: the kernel goes back to the thread's own mask only
	 * when the handler returns. */
	if (t->call_masked && rip == (u64)syscall_end && uc->mc[MC_RAX] == (u64)-EINTR)
		mask = t->call_mask;
	/* Only a synchronous signal that somebody sent can get here while it is blocked, or while another
	 * one waits for its delivery. */
	if (BIT(sig) & SYNC_SIGNALS && (mask & BIT(sig) || t->pending_sig)) {
		t->stashed |= BIT(sig);
		return;
	}
	/* The one before it came after the engine had looked, and before it changed the mask. */
	if (t->pending_sig) {
		send_again(t, sig, info);
		uc->sigmask = SIGMASK_ALL;
		return;
	}
	if (t->sighand->action[sig].handler == SIG_IGN)
		return;
	if (cache_has(rip)) {
		if (locate(rip, &tr, &i) == CLEAN) {
			take_state(t, uc->mc, tr, i, false);
		} else {
			keep(t, sig, info, uc, mask);
			step_on(t, uc);
			return;
		}
	} else if (rip >= (u64)syscall_begin && rip <= (u64)syscall_insn) {
		t->cpu.rip = t->syscall_pc;
	} else if (!in_resume(rip)) {
		keep(t, sig, info, uc, mask);
		uc->sigmask = SIGMASK_ALL;
		return;
	}
	deliver(t, sig, info, uc->mc, (const u8 *)uc->mc[MC_FP], fp_size((const u8 *)uc->mc[MC_FP]), mask);
	resume_engine(t, uc);
}

/* Single-stepping towards a clean point: one instruction of the code cache was executed. */
static void stepped(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct trace *tr;
	u32 i;

	if (t->popping)
		t->own_tf = uc->mc[MC_FLAGS] & FLAG_TF;
	if (cache_has(rip)) {
		if (locate(rip, &tr, &i) != CLEAN) {
			step_next(t, uc);
			return;
		}
		if (!t->own_tf)
			uc->mc[MC_FLAGS] &= ~FLAG_TF;
		take_state(t, uc->mc, tr, i, false);
		t->stepping = false;
		if (t->pending_sig) {
			struct pending *p = &t->pending;

			t->pending_sig = 0;
			deliver(t, (int)p->sig, (const struct siginfo *)p->info, uc->mc,
				(const u8 *)uc->mc[MC_FP], fp_size((const u8 *)uc->mc[MC_FP]), p->mask);
		}
		resume_engine(t, uc);
		return;
	}
	/* left the cache: the engine looks at pending_sig itself */
	if (!t->own_tf) /* else the engine sees it, too */
		uc->mc[MC_FLAGS] &= ~FLAG_TF;
	t->stepping = false;
	if (!t->pending_sig)
		uc->sigmask = sigmask_native(t->sigmask);
}

/* Send it: by a code of our own, so that one that comes late is still known as ours. */
void signal_kick(struct thread *t)
{
	struct siginfo info = {.signo = SIGKICK, .code = KICK_CODE};

	sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, SIGKICK, &info);
}

/* Another thread wants everybody out of the code cache (cache flush). */
static void kicked(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct trace *tr;
	u32 i;

	if (cache_has(rip)) {
		if (locate(rip, &tr, &i) == CLEAN) {
			take_state(t, uc->mc, tr, i, false);
			resume_engine(t, uc);
		} else {
			step_on(t, uc);
		}
	} else if (in_resume(rip)) {
		u64 mask = uc->sigmask;

		resume_engine(t, uc);
		uc->sigmask = mask;
	} else if (rip == (u64)syscall_end && uc->mc[MC_RAX] == (u64)-EINTR) {
		/* it interrupted a call that cannot be restarted by the kernel: we can */
		uc->mc[MC_RIP] = (u64)syscall_insn;
		uc->mc[MC_RAX] = t->cpu.r[RAX];
	}
}

/* ---- synchronous faults ---- */

static const struct usermem_fixup *usermem_at(u64 rip)
{
	for (u64 i = 0; i < usermem_fixups_n; i++)
		if (rip >= usermem_fixups[i].start && rip < usermem_fixups[i].end)
			return &usermem_fixups[i];
	return NULL;
}

/* t->cpu is the program at the fault. It gets its handler, or dies there. */
static void program_fault(struct thread *t, int sig, const struct siginfo *info, struct ucontext *uc)
{
	const u8 *fp = (const u8 *)uc->mc[MC_FP];

	if (!(t->sigmask & BIT(sig)) && enter_handler(t, sig, info, uc->mc, fp, fp_size(fp), t->sigmask)) {
		resume_engine(t, uc);
		return;
	}
	/* dies with the program's own registers, so that a core file shows them */
	arrange_death(sig);
	for (int r = 0; r < 16; r++)
		uc->mc[reg_to_mc[r]] = t->cpu.r[r];
	uc->mc[MC_RIP] = t->cpu.rip;
	uc->sigmask = ~BIT(sig);
}

static bool write_to_protected(int sig, const struct siginfo *info, const struct ucontext *uc)
{
	bool ours;

	if (sig != SIGSEGV || !(uc->mc[MC_ERR] & 2) || info->code != 2 /* SEGV_ACCERR */)
		return false;
	lock_acquire(&cache_lock);
	ours = pages_write_fault(info->addr);
	lock_release(&cache_lock);
	return ours;
}

static void sync_fault(struct thread *t, int sig, struct siginfo *info, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct trace *tr;
	const struct usermem_fixup *fixup;
	enum place where;
	u32 i;
	u8 cls;

	fixup = usermem_at(rip);
	if (fixup) {
		/* nobody copies to the program with cache_lock held; the copy goes on where it was */
		if (!write_to_protected(sig, info, uc))
			uc->mc[MC_RIP] = fixup->recover;
		return;
	}
	if (sig == SIGTRAP && info->code != 0x80 /* SI_KERNEL: INT3 */) {
		if (t->stepping) {
			stepped(t, uc);
			return;
		}
		/* A POPF of the program set TF. It ended its trace; once the thread is at the instruction
		 * behind it or in the engine, trap.c goes on. */
		if (!cache_has(rip) || locate(rip, &tr, &i) != CLEAN)
			return;
		take_state(t, uc->mc, tr, i, false);
		resume_engine(t, uc);
		return;
	}
	if (sig == SIGSYS && rip == (u64)syscall_end) {
		/* a seccomp filter of the program refused a call: the registers as before it */
		t->cpu.r[RAX] = uc->mc[MC_RAX];
		info->addr = t->cpu.rip;
		program_fault(t, sig, info, uc);
		return;
	}
	where = cache_has(rip) ? locate(sig == SIGTRAP ? rip - 1 : rip, &tr, &i) : NOWHERE;
	if (where == NOWHERE)
		emu_fatal("internal error: signal %d at %lx in the engine, address %lx", sig,
			  rip - engine.engine_start, (u64)info->addr);
	if (t->stepping && !t->own_tf)
		uc->mc[MC_FLAGS] &= ~FLAG_TF;
	take_state(t, uc->mc, tr, i, where == INSIDE);
	cls = cache.irecs[tr->irec + i].cls;
	t->state = THREAD_ENGINE; /* the cache may be flushed from here on */
	if (write_to_protected(sig, info, uc)) {
		/* its code was dropped; the writing instruction runs alone */
		u64 mask = uc->sigmask;

		t->one_shot = true;
		resume_engine(t, uc);
		uc->sigmask = mask;
		return;
	}
	if (sig == SIGTRAP) {
		/* INT3 is behind us */
		count_vec_add(t, class_vec(cls));
		t->cpu.rip++;
	}
	if ((sig == SIGILL || sig == SIGFPE) && info->code > 0)
		info->addr = t->cpu.rip;
	program_fault(t, sig, info, uc);
	if (t->pending_sig)
		uc->sigmask = SIGMASK_ALL;
}

void signal_master(int sig, struct siginfo *info, struct ucontext *uc)
{
	struct thread *t = thread_self();

	if (sig == SIGKICK && info->code == KICK_CODE) {
		kicked(t, uc);
		return;
	}
	if ((BIT(sig) & SYNC_SIGNALS) && info->code > 0)
		sync_fault(t, sig, info, uc);
	else
		async_signal(t, sig, info, uc);
}

/* ---- faults that the engine finds itself, and sigreturn ---- */

void signal_fault(struct thread *t, int sig, int code, u64 addr, u64 trapno, u64 err)
{
	struct siginfo info = {.signo = sig, .code = code, .addr = addr};

	u64 mc[MC_WORDS] = {
		[MC_ERR] = err,
		[MC_TRAPNO] = trapno,
		[MC_CR2] = addr,
		[MC_SEGMENTS] = 0x002b000000000033ull,
	};

	sigmask_block_all();
	if (t->pending_sig && sig != SIGTRAP)
		return; /* that one comes first; the program will be here again */
	if ((t->sigmask & BIT(sig)) || t->sighand->action[sig].handler < 2)
		die_of(t, sig);
	/* with a signal waiting, the FP state is in its place already */
	if (!t->pending_sig)
		t->pending.fp_size = fpstate_save(t->pending.fp, sizeof(t->pending.fp));
	if (!enter_handler(t, sig, &info, mc, t->pending.fp, t->pending.fp_size, t->sigmask))
		die_of(t, SIGSEGV);
	if (t->pending_sig)
		t->pending.mask = t->sigmask; /* it interrupts that handler */
	else
		sigmask_apply(t->sigmask);
}

_Noreturn void signal_sigreturn(struct thread *t)
{
	struct sigframe f;
	u64 at = t->cpu.r[RSP] - 8;
	u8 probe[512];

	if (copy_from_user(&f, at, sizeof(f)) ||
	    (f.uc.mc[MC_FP] && copy_from_user(probe, f.uc.mc[MC_FP], sizeof(probe)))) {
		signal_fault(t, SIGSEGV, 0x80, 0, 13, 0);
		run_thread(t);
	}
	for (int r = 0; r < 16; r++)
		t->cpu.r[r] = f.uc.mc[reg_to_mc[r]];
	t->cpu.rip = f.uc.mc[MC_RIP];
	t->cpu.rflags = (f.uc.mc[MC_FLAGS] & 0x50dd5) | 0x202;
	t->sigmask = f.uc.sigmask & ~(BIT(SIGKILL) | BIT(SIGSTOP));
	set_alt(t, &f.uc.stack);
	wake_stashed(t);
	/* the kernel loads FP state and mask; it comes back at run_enter */
	f.uc.mc[MC_RIP] = (u64)run_enter;
	f.uc.mc[MC_RSP] = t->stack;
	f.uc.mc[MC_FLAGS] = 0x202;
	f.uc.mc[MC_SEGMENTS] = 0x002b000000000033ull;
	f.uc.flags |= 6;
	f.uc.stack = (struct stack_alt){.sp = (u64)t + T_ALTSTACK, .size = T_ALTSIZE};
	f.uc.sigmask = t->pending_sig ? SIGMASK_ALL
				      : sigmask_native(t->sigmask);
	signal_restore_native(&f.uc);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See raise.h. */
#include "emu/signal/raise.h"

#include "emu/base/sighand.h"
#include "emu/base/sigmask.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/signal/abi.h"
#include "emu/signal/exit.h"
#include "emu/signal/fpstate.h"
#include "emu/signal/frame.h"

#include <linux/audit.h>

/* Vectors of exceptions, as MC_TRAPNO says them. */
#define VECTOR_DB 1
#define VECTOR_BP 3
#define VECTOR_UD 6
#define VECTOR_GP 13
#define VECTOR_PF 14

/* More bits of a page fault's error code. */
#define PF_PRESENT 0x1
#define PF_USER	   0x4

static void raise(struct thread *t, const struct siginfo *info, u64 trapno, u64 error)
{
	const u64 mc[MC_WORDS] = {
		[MC_ERR] = error,
		[MC_TRAPNO] = trapno,
		[MC_CR2] = info->addr,
		[MC_SEGMENTS] = USER_SEGMENTS,
	};
	struct caught c = { .sig = info->signo, .info = info, .mc = mc, .fp = t->pending.fp };

	sigmask_block_all();
	if (t->pending_sig && c.sig != SIGTRAP)
		return;
	if ((t->sigmask & BIT(c.sig)) || t->sighand->action[c.sig].handler <= SIG_IGN)
		exit_by_signal(t, c.sig);
	/* While a signal is pending, its FP state is there already. */
	if (!t->pending_sig)
		t->pending.fp_size = fpstate_save(t->pending.fp, sizeof(t->pending.fp));
	c.fp_size = t->pending.fp_size;
	c.mask = t->sigmask;
	if (!frame_enter_handler(t, &c))
		exit_by_signal(t, SIGSEGV);
	fpstate_reset();
	if (t->pending_sig) { /* it interrupts that handler */
		t->pending.mask = t->sigmask;
		fpstate_reset_frame(t->pending.fp);
	} else {
		sigmask_apply(t->sigmask);
	}
}

void raise_gp(struct thread *t)
{
	const struct siginfo info = { .signo = SIGSEGV, .code = SI_KERNEL };

	raise(t, &info, VECTOR_GP, 0);
}

void raise_page_fault(struct thread *t, u64 address, u32 access)
{
	struct siginfo info = { .signo = SIGSEGV, .code = SEGV_MAPERR, .addr = address };
	u32 error = PF_USER | access;
	u8 resident;

	if (sys3(__NR_mincore, PAGE_DOWN(address), 1, &resident) != -ENOMEM) { /* it is mapped */
		info.code = SEGV_ACCERR;
		error |= PF_PRESENT;
	}
	raise(t, &info, VECTOR_PF, error);
}

void raise_invalid_opcode(struct thread *t)
{
	const struct siginfo info = { .signo = SIGILL, .code = ILL_ILLOPN, .addr = t->cpu.rip };

	raise(t, &info, VECTOR_UD, 0);
}

void raise_int3(struct thread *t)
{
	const struct siginfo info = { .signo = SIGTRAP, .code = SI_KERNEL };

	raise(t, &info, VECTOR_BP, 0);
}

void raise_int1(struct thread *t)
{
	const struct siginfo info = { .signo = SIGTRAP, .code = TRAP_BRKPT, .addr = t->cpu.rip };

	raise(t, &info, VECTOR_DB, 0);
}

void raise_trace(struct thread *t)
{
	const struct siginfo info = { .signo = SIGTRAP, .code = TRAP_TRACE, .addr = t->cpu.rip };

	raise(t, &info, VECTOR_DB, 0);
}

void raise_dispatched_call(struct thread *t, u32 nr)
{
	struct siginfo info = { .signo = SIGSYS, .code = SYS_USER_DISPATCH, .addr = t->cpu.rip };
	const u32 call[2] = { nr, AUDIT_ARCH_X86_64 };

	memcpy(info.room + sizeof(info.addr), call, sizeof(call));
	raise(t, &info, 0, 0);
}

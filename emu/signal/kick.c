// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See kick.h. */
#include "emu/signal/kick.h"

#include "emu/base/boundary.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/cache.h"
#include "emu/signal/abi.h"
#include "emu/signal/call.h"
#include "emu/signal/context.h"
#include "emu/signal/place.h"
#include "emu/signal/step.h"

/* siginfo.code. No other sender has it, so a kick that comes late is still known. */
#define KICK_CODE (-0x706d63)

void kick_send(struct thread *t)
{
	struct siginfo info = { .signo = SIGKICK, .code = KICK_CODE };

	sys4(__NR_rt_tgsigqueueinfo, t->pid, t->tid, SIGKICK, &info);
}

bool kick_is(int sig, const struct siginfo *info)
{
	return sig == SIGKICK && info->code == KICK_CODE;
}

void kick_received(struct thread *t, struct ucontext *uc)
{
	u64 rip = uc->mc[MC_RIP];
	struct place at;

	if (cache_has(rip)) {
		if (place_is_clean(rip, &at)) {
			place_take(t, uc->mc, &at);
			context_resume_engine(t, uc);
		} else {
			step_start(t, uc);
		}
	} else if (rip >= boundary.resume && rip < boundary.resume_end) {
		u64 mask = uc->sigmask;

		context_resume_engine(t, uc);
		uc->sigmask = mask;
	} else if (rip == (u64)call_end && uc->mc[MC_RAX] == (u64)-EINTR) {
		/* It ended a call that the kernel cannot restart. The engine can. */
		uc->mc[MC_RIP] = (u64)call_insn;
		uc->mc[MC_RAX] = t->cpu.r[RAX];
	}
}

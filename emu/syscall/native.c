// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * A process that asks to be traced goes on natively, as it would after its exec anyway: a debugger
 * looks at its registers and its instructions, and would find the engine's. The kernel gets
 * everything that the engine stands in for: signal actions, signal stack, signal mask and GS.
 */
#include "emu/syscall/native.h"

#include "emu/base/message.h"
#include "emu/base/sigmask.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/pages.h"
#include "emu/hide/fds.h"
#include "emu/launch.h"
#include "emu/signal/action.h"
#include "emu/signal/exit.h"
#include "emu/syscall/user_dispatch.h"

#include <asm/prctl.h>

bool native_possible(const struct thread *t)
{
	return threads_count == 1 && !t->vfork_child;
}

_Noreturn void native_continue(struct thread *t)
{
	struct stack_alt alt = t->alt;

	emu_note(EMU_NOTE_TRACED, "goes on natively and uncounted, since it asks to be traced");
	sigmask_block_all();
	exit_end_counting(t);
	fds_close_on_exec(true);
	pages_unprotect_all();
	action_hand_over(t);
	sys2(__NR_sigaltstack, &alt, 0);
	sys2(__NR_arch_prctl, ARCH_SET_GS, t->gsbase);
	if (t->cpuid_faults)
		sys2(__NR_arch_prctl, ARCH_SET_CPUID, 0);
	sigmask_set(t->sigmask);
	user_dispatch_hand_over(t);
	native_jump(&t->cpu);
}

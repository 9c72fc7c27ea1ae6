/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Signal numbers and the mask that the kernel has for a thread.
 *
 * thread->sigmask is what the program believes is blocked. The kernel gets that mask without the
 * synchronous signals, which the engine must always receive.
 */
#ifndef PMC_EMU_SIGMASK_H
#define PMC_EMU_SIGMASK_H

#include "emu/base/types.h"

enum {
	SIGILL = 4,
	SIGTRAP = 5,
	SIGBUS = 7,
	SIGFPE = 8,
	SIGKILL = 9,
	SIGSEGV = 11,
	SIGCHLD = 17,
	SIGSTOP = 19,
	SIGURG = 23,
	SIGSYS = 31,
};

/* How rt_sigprocmask(2) changes the mask. */
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };

#define BIT(sig) (1ull << ((sig)-1))

/* Signals that an instruction raises. The kernel may not block them while translated code runs. */
#define SYNC_SIGNALS \
	(BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGFPE) | BIT(SIGTRAP) | BIT(SIGSYS))
/* Nobody can block these. */
#define UNBLOCKABLE (BIT(SIGKILL) | BIT(SIGSTOP))
/* The kernel's mask while the engine must not be interrupted. */
#define SIGMASK_ALL (~SYNC_SIGNALS)
/* The same where nothing faults. Not SIGTRAP: when a debugger steps through code that blocks it,
 * the kernel resets its handler. */
#define SIGMASK_NO_FAULT (~BIT(SIGTRAP))

/* The mask that the kernel must have when the program believes in this one. */
u64 sigmask_native(u64 mask);
/* Sets the kernel's mask as given. Returns the previous one. */
u64 sigmask_set(u64 native);
/* Sets the mask that the kernel must have when the program believes in this one. */
void sigmask_apply(u64 mask);
/* Blocks all but the synchronous signals. Returns the kernel's previous mask. */
u64 sigmask_block_all(void);

#endif

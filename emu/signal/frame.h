/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The frame of a program's signal handler.
 */
#ifndef PMC_EMU_SIGNAL_FRAME_H
#define PMC_EMU_SIGNAL_FRAME_H

#include "emu/base/types.h"

struct siginfo;
struct thread;

/* A signal and what it found; the program's registers are in thread->cpu. */
struct caught {
	int sig;
	const struct siginfo *info;
	const u64 *mc; /* the machine context, for what thread->cpu has not */
	const u8 *fp;  /* the FP state */
	u32 fp_size;
	u64 mask; /* what was blocked: t->sigmask, or the mask of the call that it ended */
};

/*
 * Puts the program into its handler of the signal. Where its stack has no room for the frame, the
 * kernel raises SIGSEGV instead, whose handler may have another stack. False: there is no handler,
 * or no room.
 */
bool frame_enter_handler(struct thread *t, const struct caught *c);

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The ways back from a signal frame, through rt_sigreturn(2).
 */
#ifndef PMC_EMU_SIGNAL_RESTORER_H
#define PMC_EMU_SIGNAL_RESTORER_H

struct ucontext;

/* The engine's own handler returns here; RSP is at the frame's ucontext. */
void signal_restorer(void);
/* Has the kernel load a frame that the engine made; uc is that frame's. */
_Noreturn void signal_restore_frame(struct ucontext *uc);

#endif

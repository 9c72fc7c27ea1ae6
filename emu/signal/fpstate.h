/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The program's FP and vector state in a signal frame.
 */
#ifndef PMC_EMU_SIGNAL_FPSTATE_H
#define PMC_EMU_SIGNAL_FPSTATE_H

#include "emu/base/types.h"

/* At the start of an image. */
void fpstate_init(void);
/* Writes the processor's state to fp, which has room bytes; returns its size. */
u32 fpstate_save(u8 *fp, u32 room);
/* The size of a state that the kernel wrote; 0 for NULL. */
u32 fpstate_size(const u8 *fp);

/*
 * A handler begins with the initial state. The first gives it to the processor, the second to the
 * frame that the kernel wrote, from which the thread is going to return.
 */
void fpstate_reset(void);
void fpstate_reset_frame(u8 *fp);

/* Where programs have protection keys: lets the engine use all memory, as the kernel does while it
 * writes a frame. Returns the rights from before. */
u32 fpstate_all_rights(void);
void fpstate_set_rights(u32 pkru);

/* FXSAVE's area: the address of the last x87 instruction. */
#define FP_LAST_INSN 8

#endif

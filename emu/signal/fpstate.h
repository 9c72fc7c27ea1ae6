/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The program's FP and vector state in a signal frame.
 */
#ifndef PMC_EMU_SIGNAL_FPSTATE_H
#define PMC_EMU_SIGNAL_FPSTATE_H

#include "emu/base/types.h"

/* Writes the processor's state to fp, which has room bytes; returns its size. */
u32 fpstate_save(u8 *fp, u32 room);
/* The size of a state that the kernel wrote; 0 for NULL. */
u32 fpstate_size(const u8 *fp);

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Bits of RFLAGS that the engine handles by itself (SDM volume 1, 3.4.3). The decoder knows the
 * status flags.
 */
#ifndef PMC_EMU_RFLAGS_H
#define PMC_EMU_RFLAGS_H

#define FLAG_TF 0x100ull   /* trap after each instruction */
#define FLAG_DF 0x400ull   /* string instructions go down */
#define FLAG_RF 0x10000ull /* no instruction breakpoint for the next instruction */
/* All clear, as a program starts. IF and bit 1 are always set. */
#define FLAGS_CLEAR 0x202ull

#endif

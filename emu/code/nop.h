/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The NOPs that code has: in front of what must lie in a line, and for jumps to what follows. */
#ifndef PMC_EMU_NOP_H
#define PMC_EMU_NOP_H

#include "emu/base/types.h"

#define NOP_MOST 9

/* The bytes of one that has n, 1 to NOP_MOST: as the manuals of Intel and AMD recommend them. */
const u8 *nop_bytes(u32 n);
/* Does it stand there? */
bool nop_is(const u8 *p, u32 n);
/* Writes n bytes of NOPs. Returns their end. */
u8 *nop_pad(u8 *p, u64 n);

#endif

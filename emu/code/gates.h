/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Which indirect entries may be entered (link.c). An entry compares the bits of T_TARGET that its
 * gate lets through; a closed one lets none through, so that no target matches. The traces that a
 * region of a heritage has share a gate, so the whole region wakes up by one store, and none to its
 * code, whose pages other processes share (emu/heritage/inherit.c).
 *
 * The gates lie at the beginning of the cache. They are of use where PEXT is quick.
 */
#ifndef PMC_EMU_GATES_H
#define PMC_EMU_GATES_H

#include "emu/base/types.h"

/* That of traces which this process has made. It is always open. */
#define GATE_OPEN 0
/* That of a region of a heritage. */
static inline u32 gate_of(u32 region)
{
	return GATE_OPEN + 1 + region;
}

/* How many bytes they have, whole lines. */
u64 gates_size(void);
/* Where a gate is. */
u8 *gates_at(u32 gate);
/* All but GATE_OPEN are closed. */
void gates_begin(void);
void gates_open(u32 gate);

#endif

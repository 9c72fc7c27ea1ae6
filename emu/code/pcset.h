/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Sets of addresses, one bit for each by a hash, in 2^log bits. Two addresses may share one, so a
 * set may say of an address that it has it although it has not.
 */
#ifndef PMC_EMU_PCSET_H
#define PMC_EMU_PCSET_H

#include "emu/base/types.h"

/* The address's place in a table of 2^log. */
static inline u64 pc_hash(u64 pc)
{
	return pc * 0x9e3779b97f4a7c15ull;
}

static inline u32 pc_place(u64 pc, u32 log)
{
	return (u32)(pc_hash(pc) >> (64 - log));
}

static inline bool pcset_has(const u8 *bits, u32 log, u64 pc)
{
	u32 at = pc_place(pc, log);

	return bits[at / 8] >> at % 8 & 1;
}

static inline void pcset_add(u8 *bits, u32 log, u64 pc)
{
	u32 at = pc_place(pc, log);

	bits[at / 8] |= (u8)(1 << at % 8);
}

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Bits of 64-bit masks. The compiler's own 64-bit versions may be calls into its library on i386,
 * which core/ must not import.
 */
#ifndef PMC_CORE_BITS_H
#define PMC_CORE_BITS_H

#include "core/base/types.h"

/* The mask of the `width` lowest bits; all 64 for a larger width. */
static inline u64 bits_mask(unsigned width)
{
	return width >= 64 ? ~(u64)0 : ((u64)1 << width) - 1;
}

/* The number of the lowest bit that is set; mask must not be 0. */
static inline unsigned bits_lowest(u64 mask)
{
#ifdef __x86_64__
	return (unsigned)__builtin_ctzll(mask); /* one instruction, and no jump */
#else
	u32 low = (u32)mask;

	return low ? (unsigned)__builtin_ctz(low) : 32 + (unsigned)__builtin_ctz((u32)(mask >> 32));
#endif
}

/* How many bits are set. */
static inline unsigned bits_count(u64 mask)
{
	unsigned n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

#endif

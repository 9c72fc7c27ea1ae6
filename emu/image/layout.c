// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The ranges are those in which addresses matter to caches and TLBs: a stack may begin at any
 * multiple of 16 bytes, as natively; 32 MiB of heap and mappings are more than the sets of any
 * cache span, and as much as the kernel itself varies a heap's beginning.
 */
#include "emu/image/layout.h"

#define STACK_BITS 12 /* of 16 bytes */
#define PAGE_BITS  13 /* of pages */

/* splitmix64's function of its state. Never change it: results of other versions are compared. */
static u64 mix(u64 z)
{
	z *= 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static u64 take(u64 *bits, u32 n)
{
	u64 value = *bits & ((1ull << n) - 1);

	*bits >>= n;
	return value;
}

struct layout layout_of(u32 asked, u64 stack_limit)
{
	struct layout l = {
		.is_fixed = asked,
		.moves_stack = asked && stack_limit >= LAYOUT_STACK_LEAST,
	};
	u64 bits = asked ? mix(asked - 1) : 0;

	l.stack = take(&bits, STACK_BITS) * 16;
	l.heap = take(&bits, PAGE_BITS) * PAGE_SIZE;
	l.mappings = take(&bits, PAGE_BITS) * PAGE_SIZE;
	return l;
}

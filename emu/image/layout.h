/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Where stack, heap and mappings of a program lie, if the kernel is not to decide. How often a
 * program misses caches and TLBs depends on it. A layout is a number, and the same number is the
 * same layout in each run, on each machine, with any engine, arguments and environment:
 *
 *	stack     its first address (that of argc) lies `stack` bytes below a multiple of 64 KiB:
 *		  the next one below the arguments' and the environment's strings
 *	heap      begins `heap` bytes above where it would begin without a layout
 *	mappings  what has no address of its own (libraries, position-independent programs,
 *		  mmap(2)) ends `mappings` bytes below a multiple of 64 MiB
 *
 * In layout 0 the three are 0.
 */
#ifndef PMC_EMU_LAYOUT_H
#define PMC_EMU_LAYOUT_H

#include "emu/base/types.h"

#define LAYOUT_STACK_STEP  (64ull << 10)
#define LAYOUT_STACK_LEAST (1ull << 20) /* under a lower limit the stack stays where it is */

struct layout {
	bool is_fixed; /* else the kernel decides, and all others are 0 */
	bool moves_stack;
	u64 stack, heap, mappings;
};

/* The layout that a header asks for (header.layout), under a limit on the stack in bytes. */
struct layout layout_of(u32 asked, u64 stack_limit);

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the kernel is to believe of the process's memory: heap, arguments, environment.
 */
#ifndef PMC_EMU_MM_H
#define PMC_EMU_MM_H

#include "emu/base/types.h"

struct image;
struct stack;

/* Where the program's heap begins, given where the kernel has put ours and where the engine ends.
 *  */
u64 mm_heap(const struct image *img, u64 kernel_brk, u64 engine_end);

/*
 * Tells the kernel of the program's heap, code, data, arguments and auxiliary vector, so that
 * brk(2) works and /proc/self/cmdline and its neighbours show the program. A kernel that refuses
 * leaves everything as it was, and the heap is where the kernel has put the engine's.
 */
void mm_tell_kernel(const struct stack *s, const struct image *img);

#endif

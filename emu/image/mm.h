/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The kernel's idea of the process's memory: heap, arguments, environment.
 */
#ifndef PMC_EMU_MM_H
#define PMC_EMU_MM_H

#include "emu/base/types.h"

struct image;
struct stack;

/* Where a program's heap begins in layout 0. kernel_brk: where the kernel has put the engine's. */
u64 mm_heap(const struct image *img, u64 kernel_brk, u64 engine_end);

/*
 * Tells the kernel of the program's heap, code, data, arguments and auxiliary vector, so that
 * brk(2) works and /proc/self/cmdline and its neighbours show the program. When the kernel refuses,
 * everything stays as it was, and the heap is the engine's.
 */
void mm_tell_kernel(const struct stack *s, const struct image *img);

#endif

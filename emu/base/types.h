/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Fixed-width types, pages, and the few macros that every part of the engine uses. */
#ifndef PMC_EMU_TYPES_H
#define PMC_EMU_TYPES_H

#include "core/base/types.h"

#define likely(x)     __builtin_expect(!!(x), 1)
#define unlikely(x)   __builtin_expect(!!(x), 0)
#define PAGE_SIZE     4096ull
#define PAGE_DOWN(x)  ((u64)(x) & ~(PAGE_SIZE - 1))
#define PAGE_UP(x)    PAGE_DOWN((u64)(x) + PAGE_SIZE - 1)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Of a small variable that is written at each fork, or soon after it. All of them lie in one page,
 * since each page that parent or child writes is copied for it. */
#define FORKED __attribute__((section(".data.forked")))

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Fixed-width types for the four hosts that compile core/: the library, the Linux kernel, QEMU and
 * the engine. This file also has everything else that core/ needs from its host: bool, size_t,
 * NULL, and the memory functions, which a compiler may call by itself anyway.
 */
#ifndef PMC_CORE_TYPES_H
#define PMC_CORE_TYPES_H

#ifdef __KERNEL__
#include <linux/types.h>
#include <linux/stddef.h>
#include <linux/string.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

/* What functions of core/ return, negated. These are Linux's values; a host's own may differ,
 * since QEMU runs on other systems too. */
enum pmc_core_error {
	PMC_CORE_EINVAL = 22, /* the input is wrong; the diagnostic says where and how */
	PMC_CORE_ENOSPC = 28, /* the caller's array is too small */
};

#endif

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Memory and strings. The functions have the names and rules of the C library's, because the
 * compiler calls memcpy, memmove, memset and memcmp on its own.
 */
#ifndef PMC_EMU_STRING_H
#define PMC_EMU_STRING_H

#include "emu/base/types.h"

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);

/* With these the compiler turns small copies of constant size into moves, in spite of
 * -fno-builtin. */
#define memcpy(dst, src, n) __builtin_memcpy(dst, src, n)
#define memset(dst, c, n)   __builtin_memset(dst, c, n)

#endif

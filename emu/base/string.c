// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Memory and strings, for an executable without a libc.
 *
 * The functions use string instructions and general registers only: the vector registers hold the
 * program's values.
 */
#include "emu/base/string.h"

/* Words at any address. */
typedef u16 __attribute__((aligned(1), may_alias)) any16;
typedef u32 __attribute__((aligned(1), may_alias)) any32;
typedef u64 __attribute__((aligned(1), may_alias)) any64;

/* Copies the first and the last bytes as one word each; they may overlap, so both are read
 * first. */
#define COPY_ENDS(type)                                                   \
	do {                                                              \
		type head = *(const type *)src,                           \
		     tail = *(const type *)((u64)src + n - sizeof(type)); \
		*(type *)dst = head;                                      \
		*(type *)((u64)dst + n - sizeof(type)) = tail;            \
	} while (0)

void *(memcpy)(void *dst, const void *src, size_t n)
{
	void *ret = dst;

	if (n < 16) {
		if (n >= 8)
			COPY_ENDS(any64);
		else if (n >= 4)
			COPY_ENDS(any32);
		else if (n >= 2)
			COPY_ENDS(any16);
		else if (n)
			*(u8 *)dst = *(const u8 *)src;
		return ret;
	}
	if (n <= 128) {
		any64 *d = dst;
		const any64 *s = src;
		u64 tail = *(const any64 *)((u64)src + n - 8);
		size_t i, words = (n - 1) / 8;

		for (i = 0; i < words; i++) {
			d[i] = s[i];
			__asm__ volatile(
				""); /* keeps the compiler from making this a call of memcpy */
		}
		*(any64 *)((u64)ret + n - 8) = tail;
		return ret;
	}
	__asm__ volatile("rep movsb" : "+D"(dst), "+S"(src), "+c"(n) : : "memory");
	return ret;
}

void *memmove(void *dst, const void *src, size_t n)
{
	u8 *d = dst;
	const u8 *s = src;
	void *to = dst;

	if ((u64)dst - (u64)src >= n) { /* forwards: dst is below src, or they are apart */
		__asm__ volatile("rep movsb" : "+D"(to), "+S"(src), "+c"(n) : : "memory");
		return dst;
	}
	/*
	 * The beginning of dst overlaps the end of src: copy downwards, in words unless these
	 * overlap themselves. (REP MOVSB is slow with the direction flag set.)
	 */
	if (d - s >= 8) {
		for (; n >= 8; n -= 8) {
			*(any64 *)(d + n - 8) = *(const any64 *)(s + n - 8);
			__asm__ volatile("");
		}
	}
	while (n) {
		n--;
		d[n] = s[n];
		__asm__ volatile("");
	}
	return dst;
}

void *(memset)(void *dst, int c, size_t n)
{
	void *ret = dst;

	__asm__ volatile("rep stosb" : "+D"(dst), "+c"(n) : "a"(c) : "memory");
	return ret;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const u8 *x = a, *y = b;

	for (; n; n--, x++, y++) {
		if (*x != *y)
			return *x - *y;
	}
	return 0;
}

size_t strlen(const char *s)
{
	const char *p = s;

	while (*p)
		p++;
	return p - s;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (u8)*a - (u8)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++) {
		if (*a != *b || !*a)
			return (u8)*a - (u8)*b;
	}
	return 0;
}

char *strchr(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c)
			return (char *)s;
		if (!*s)
			return NULL;
	}
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Memory, strings and formatted text, for an executable without a libc.
 *
 * The compiler may call memcpy, memmove, memset and memcmp on its own, so they have the usual names
 * and rules. They use the string instructions: no vector register may be touched here, for these
 * hold the program's values.
 */
#include "emu/base/sys.h"

/* Words at any address. */
typedef u16 __attribute__((aligned(1), may_alias)) any16;
typedef u32 __attribute__((aligned(1), may_alias)) any32;
typedef u64 __attribute__((aligned(1), may_alias)) any64;

/* The first and the last bytes, as one word each: they may overlap. Everything is read first. */
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
			__asm__ volatile(""); /* stays a loop: no call of memcpy */
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

	if ((u64)dst - (u64)src >= n) { /* forwards: dst is below, or they are apart */
		__asm__ volatile("rep movsb" : "+D"(to), "+S"(src), "+c"(n) : : "memory");
		return dst;
	}
	/* The end of dst overlaps the beginning of what is yet to be read: copy downwards, in words as
	 * long as they do not overlap themselves (rep movsb is slow with the direction flag set). */
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

/* Where formatted text goes: what does not fit is dropped. */
struct out {
	char *buf;
	size_t size, len;
};

static void out_char(struct out *o, char c)
{
	if (o->len + 1 < o->size)
		o->buf[o->len++] = c;
}

static void out_padded(struct out *o, const char *s, size_t len, int width, char pad)
{
	for (; width > (int)len; width--)
		out_char(o, pad);
	while (len--)
		out_char(o, *s++);
}

/* value in the given base, with a sign when negative, into the end of a buffer; returns its start */
static char *digits(char *end, u64 value, u32 base, bool negative)
{
	do {
		*--end = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	if (negative)
		*--end = '-';
	return end;
}

int emu_vsnprintf(char *buf, size_t size, const char *fmt, __builtin_va_list ap)
{
	struct out o = { buf, size, 0 };
	char num[24], *end = num + sizeof(num);

	for (; *fmt; fmt++) {
		int width = 0, precision = -1, longs = 0;
		char pad = ' ', *start = NULL;
		const char *s;
		u64 value;

		if (*fmt != '%') {
			out_char(&o, *fmt);
			continue;
		}
		if (*++fmt == '0')
			pad = *fmt++;
		if (*fmt == '*') {
			width = __builtin_va_arg(ap, int);
			fmt++;
		}
		for (; *fmt >= '0' && *fmt <= '9'; fmt++)
			width = width * 10 + *fmt - '0';
		if (*fmt == '.') {
			precision = 0;
			if (*++fmt == '*') {
				precision = __builtin_va_arg(ap, int);
				fmt++;
			}
			for (; *fmt >= '0' && *fmt <= '9'; fmt++)
				precision = precision * 10 + *fmt - '0';
		}
		for (; *fmt == 'l' || *fmt == 'z'; fmt++)
			longs = 1;
		switch (*fmt) {
		case 'd': {
			s64 v = longs ? __builtin_va_arg(ap, s64) : __builtin_va_arg(ap, int);

			start = digits(end, v < 0 ? -(u64)v : (u64)v, 10, v < 0);
			break;
		}
		case 'u':
		case 'x':
			value = longs ? __builtin_va_arg(ap, u64) : __builtin_va_arg(ap, u32);
			start = digits(end, value, *fmt == 'u' ? 10 : 16, false);
			break;
		case 'p':
			start = digits(end, (u64) __builtin_va_arg(ap, void *), 16, false);
			*--start = 'x';
			*--start = '0';
			break;
		case 'c':
			out_char(&o, (char)__builtin_va_arg(ap, int));
			continue;
		case 's': {
			size_t len = 0;

			s = __builtin_va_arg(ap, const char *);
			if (!s)
				s = "(null)";
			while ((precision < 0 || len < (size_t)precision) && s[len])
				len++;
			out_padded(&o, s, len, width, ' ');
			continue;
		}
		case '\0':
			fmt--;
			continue;
		default: /* %%, and what we do not know stands for itself */
			out_char(&o, *fmt);
			continue;
		}
		out_padded(&o, start, end - start, width, pad);
	}
	if (size)
		buf[o.len] = '\0';
	return o.len;
}

int emu_snprintf(char *buf, size_t size, const char *fmt, ...)
{
	__builtin_va_list ap;
	int n;

	__builtin_va_start(ap, fmt);
	n = emu_vsnprintf(buf, size, fmt, ap);
	__builtin_va_end(ap);
	return n;
}

char *emu_hex(char *buf, size_t size, const void *bytes, size_t n)
{
	const u8 *p = bytes;
	struct out o = { buf, size, 0 };
	size_t i;

	for (i = 0; i < n && o.len + 3 < size; i++) {
		if (i)
			out_char(&o, ' ');
		out_char(&o, "0123456789abcdef"[p[i] >> 4]);
		out_char(&o, "0123456789abcdef"[p[i] & 15]);
	}
	if (size)
		buf[o.len] = '\0';
	return buf;
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Formatted text, for an executable without a libc. */
#include "emu/base/format.h"

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

/* value in the given base, with a sign when negative, into the end of a buffer; returns its
 * start */
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

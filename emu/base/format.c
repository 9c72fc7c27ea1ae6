// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* Formatted text, for an executable without a libc. */
#include "emu/base/format.h"

/* Where formatted text goes. Text that does not fit is dropped. */
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

/* Writes the value in the given base, with a sign when negative, before the end of a buffer.
 * Returns where it begins. */
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

/* What is between the % and the letter. */
struct spec {
	int width, precision; /* precision -1: none */
	bool is_long;
	char pad;
};

/* A number, or the next argument for "*". */
static const char *parse_number(const char *fmt, int *n, __builtin_va_list *ap)
{
	*n = 0;
	if (*fmt == '*') {
		*n = __builtin_va_arg(*ap, int);
		fmt++;
	}
	for (; *fmt >= '0' && *fmt <= '9'; fmt++)
		*n = *n * 10 + *fmt - '0';
	return fmt;
}

static const char *parse_spec(const char *fmt, struct spec *spec, __builtin_va_list *ap)
{
	*spec = (struct spec){ .precision = -1, .pad = ' ' };
	if (*fmt == '0')
		spec->pad = *fmt++;
	fmt = parse_number(fmt, &spec->width, ap);
	if (*fmt == '.')
		fmt = parse_number(fmt + 1, &spec->precision, ap);
	for (; *fmt == 'l' || *fmt == 'z'; fmt++)
		spec->is_long = true;
	return fmt;
}

static void out_string(struct out *o, const char *s, const struct spec *spec)
{
	size_t len = 0;

	if (!s)
		s = "(null)";
	while ((spec->precision < 0 || len < (size_t)spec->precision) && s[len])
		len++;
	out_padded(o, s, len, spec->width, ' ');
}

/* %d, %u, %x or %p */
static void out_number(struct out *o, char letter, const struct spec *spec, __builtin_va_list *ap)
{
	char num[24], *end = num + sizeof(num), *start;

	if (letter == 'd') {
		s64 v = spec->is_long ? __builtin_va_arg(*ap, s64) : __builtin_va_arg(*ap, int);

		start = digits(end, v < 0 ? -(u64)v : (u64)v, 10, v < 0);
	} else if (letter == 'p') {
		start = digits(end, __builtin_va_arg(*ap, u64), 16, false);
		*--start = 'x';
		*--start = '0';
	} else {
		u64 v = spec->is_long ? __builtin_va_arg(*ap, u64) : __builtin_va_arg(*ap, u32);

		start = digits(end, v, letter == 'u' ? 10 : 16, false);
	}
	out_padded(o, start, end - start, spec->width, spec->pad);
}

int emu_vsnprintf(char *buf, size_t size, const char *fmt, __builtin_va_list arguments)
{
	struct out o = { buf, size, 0 };
	__builtin_va_list ap;

	/* As a local variable it is an array, the address of which can be passed on. */
	__builtin_va_copy(ap, arguments);
	for (; *fmt; fmt++) {
		struct spec spec;

		if (*fmt != '%') {
			out_char(&o, *fmt);
			continue;
		}
		fmt = parse_spec(fmt + 1, &spec, &ap);
		switch (*fmt) {
		case 'd':
		case 'u':
		case 'x':
		case 'p':
			out_number(&o, *fmt, &spec, &ap);
			break;
		case 'c':
			out_char(&o, (char)__builtin_va_arg(ap, int));
			break;
		case 's':
			out_string(&o, __builtin_va_arg(ap, const char *), &spec);
			break;
		case '\0':
			fmt--;
			break;
		default: /* %%, and an unknown letter stands for itself */
			out_char(&o, *fmt);
		}
	}
	__builtin_va_end(ap);
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

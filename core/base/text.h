/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Lengths and comparisons of names, without a libc. */
#ifndef PMC_CORE_TEXT_H
#define PMC_CORE_TEXT_H

#include "core/base/types.h"

#define TEXT_HEX_MAX 16 /* digits of a u64 */

static inline size_t text_length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

static inline char text_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether text[0, len), which has no zero byte at its end, is the name. */
static inline bool text_equal(const char *name, const char *text, size_t len)
{
	return text_length(name) == len && !memcmp(name, text, len);
}

/* The same, ignoring case. */
static inline bool text_equal_nocase(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!name[i] || text_lower(name[i]) != text_lower(text[i]))
			return false;
	return !name[len];
}

/* Writes the hexadecimal digits of a number, without 0x and without a zero byte. Returns how
 * many. */
static inline size_t text_hex(u64 number, char digits[TEXT_HEX_MAX])
{
	int shift = 60;
	size_t n = 0;

	while (shift && !(number >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		digits[n++] = "0123456789abcdef"[number >> shift & 15];
	return n;
}

#endif

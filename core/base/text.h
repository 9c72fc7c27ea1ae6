/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Lengths and comparisons of names, without a libc. */
#ifndef PMC_CORE_TEXT_H
#define PMC_CORE_TEXT_H

#include "core/base/types.h"

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

/* Is text[0, len) the name, without regard to case? */
static inline bool text_same(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!name[i] || text_lower(name[i]) != text_lower(text[i]))
			return false;
	return !name[len];
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that compilers call by themselves, and core/ by name */
#include "core/base/types.h"

void *memcpy(void *to, const void *from, size_t n)
{
	return memmove(to, from, n);
}

void *memmove(void *to, const void *from, size_t n)
{
	const u8 *f = from;
	u8 *t = to;

	if (t < f)
		while (n--)
			*t++ = *f++;
	else
		while (n--)
			t[n] = f[n];
	return to;
}

void *memset(void *to, int c, size_t n)
{
	u8 *t = to;

	while (n--)
		*t++ = (u8)c;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const u8 *x = a, *y = b;

	for (; n; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

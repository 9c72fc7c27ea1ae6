/* SPDX-License-Identifier: BSD-2-Clause */
/* See width.h. */
#include "cli/ui/width.h"

#include <string.h>

int width_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

void width_fill(FILE *out, char c, int n)
{
	char many[32];

	memset(many, c, sizeof(many));
	for (; n > 0; n -= (int)sizeof(many))
		fwrite_unlocked(many, 1, n < (int)sizeof(many) ? (size_t)n : sizeof(many), out);
}

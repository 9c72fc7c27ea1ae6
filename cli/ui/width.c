/* SPDX-License-Identifier: BSD-2-Clause */
/* See width.h. */
#include "cli/ui/width.h"

int width_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

void width_fill(FILE *out, char c, int n)
{
	while (n-- > 0)
		putc_unlocked(c, out);
}

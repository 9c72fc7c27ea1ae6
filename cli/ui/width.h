/* SPDX-License-Identifier: BSD-2-Clause */
/* How wide a text is on a terminal, and the blanks beside it. */
#ifndef PMC_CLI_UI_WIDTH_H
#define PMC_CLI_UI_WIDTH_H

#include <stdio.h>

/* How many columns a text of UTF-8 takes, of characters that take one each. */
int width_of(const char *text);
/* Prints the character n times; not at all if n is negative. */
void width_fill(FILE *out, char c, int n);

#endif

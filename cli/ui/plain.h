/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Texts that others wrote: names in files, words of commands. They are printed as one line and as
 * text, so that they can neither steer a terminal nor look like a line of pmc's own.
 */
#ifndef PMC_CLI_UI_PLAIN_H
#define PMC_CLI_UI_PLAIN_H

#include <stdio.h>

/* Replaces control characters in place: line breaks and tabs by a blank, the others by '?'. */
void plain_make(char *text);
/* Prints the text in that way. */
void plain_print(FILE *out, const char *text);
/* The same, so that Markdown shows the text as it is, also in a table. */
void plain_markdown(FILE *out, const char *text);

#endif

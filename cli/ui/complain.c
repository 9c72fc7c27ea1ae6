/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages to the user. */
#include "cli/ui/complain.h"

#include <pmc/pmc.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CONTEXT 70u /* at most so many bytes of the text are shown */

void complain(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("pmc: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	fflush(stderr);
}

/* Prints the text with a caret under the column (from 1); cuts long texts on both sides of it. */
static void show_place(const char *option, const char *text, unsigned column, unsigned length)
{
	size_t total = strlen(text), from = 0, to = total, i;
	const char *before = "", *after = "";

	if (total > CONTEXT) {
		if (column - 1 > CONTEXT / 2)
			from = column - 1 - CONTEXT / 2;
		if (from + CONTEXT < total)
			to = from + CONTEXT;
	}
	if (from)
		before = "...";
	if (to < total)
		after = "...";
	fprintf(stderr, "  %s %s", option, before);
	for (i = from; i < to; i++)
		fputc((unsigned char)text[i] < ' ' ? '?' : text[i], stderr);
	fprintf(stderr, "%s\n  %*s ^", after,
		(int)(strlen(option) + strlen(before) + column - 1 - from), "");
	for (i = 1; i < length && column - 1 + i < to; i++)
		fputc('~', stderr);
	fputc('\n', stderr);
	fflush(stderr);
}

void complain_at(const char *option, const char *text, const struct pmc_diag *diag)
{
	if (!diag->column || diag->column > strlen(text) + 1) {
		complain("%s: %s", option, diag->sentence);
		return;
	}
	complain("%s, column %u: %s", option, diag->column, diag->sentence);
	show_place(option, text, diag->column, (unsigned)strlen(diag->token));
}

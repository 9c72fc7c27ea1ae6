/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages to the user. */
#include "cli/ui/complain.h"

#include "cli/ui/plain.h"

#include <pmc/pmc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTEXT 70u /* at most so many bytes of the text are shown */

void complain(const char *fmt, ...)
{
	char room[1000] = "", *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(room, sizeof(room), fmt, ap);
	va_end(ap);
	/* Without memory the beginning has to do. */
	if (n >= (int)sizeof(room))
		text = malloc((size_t)n + 1);
	if (text) {
		va_start(ap, fmt);
		vsnprintf(text, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	plain_make(text ? text : room);
	fflush(stdout);
	fprintf(stderr, "pmc: %s\n", text ? text : room);
	fflush(stderr);
	free(text);
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

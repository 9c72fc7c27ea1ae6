/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts that others wrote. */
#include "cli/ui/plain.h"

#include <stdbool.h>
#include <string.h>

/* Takes a byte, or a control character of two. Returns what to print for it. */
static char take(const char **text)
{
	const unsigned char *p = (const unsigned char *)*text;

	(*text)++;
	/* U+0080 to U+009F in UTF-8: a terminal may obey them like an escape sequence. */
	if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0) {
		(*text)++;
		return '?';
	}
	if (p[0] >= '\t' && p[0] <= '\r')
		return ' ';
	return p[0] < ' ' || p[0] == 0x7f ? '?' : (char)p[0];
}

void plain_make(char *text)
{
	const char *from = text;

	while (*from)
		*text++ = take(&from);
	*text = 0;
}

/* Is there nothing to replace? Nearly always so. */
static bool is_plain(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;

	while (*p >= ' ' && *p != 0x7f && *p != 0xc2)
		p++;
	return !*p;
}

void plain_print(FILE *out, const char *text)
{
	if (is_plain(text)) {
		fputs(text, out);
		return;
	}
	while (*text)
		fputc(take(&text), out);
}

void plain_markdown(FILE *out, const char *text)
{
	while (*text) {
		char c = take(&text);

		if (c == '<')
			fputs("&lt;", out);
		else if (c == '>')
			fputs("&gt;", out);
		else if (c == '&')
			fputs("&amp;", out);
		else if (strchr("\\`*_{}[]|#~", c))
			fprintf(out, "\\%c", c);
		else
			fputc(c, out);
	}
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts that others wrote. */
#include "cli/ui/plain.h"

#include <stdbool.h>
#include <stdint.h>
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

#define EACH_BYTE(byte) (UINT64_MAX / 0xff * (byte))

/* Is one of the eight bytes 0? */
static bool has_zero(uint64_t bytes)
{
	return (bytes - EACH_BYTE(0x01)) & ~bytes & EACH_BYTE(0x80);
}

/* Is there nothing to replace? Nearly always so. */
static bool is_plain(const char *text, size_t n)
{
	const unsigned char *p = (const unsigned char *)text;
	uint64_t bytes;

	for (; n >= 8; p += 8, n -= 8) {
		memcpy(&bytes, p, 8);
		/* The first one: is a byte less than a blank? */
		if (((bytes - EACH_BYTE(0x20)) & ~bytes & EACH_BYTE(0x80)) ||
		    has_zero(bytes ^ EACH_BYTE(0x7f)) || has_zero(bytes ^ EACH_BYTE(0xc2)))
			return false;
	}
	while (n && *p >= ' ' && *p != 0x7f && *p != 0xc2)
		p++, n--;
	return !n;
}

void plain_print(FILE *out, const char *text)
{
	size_t n = strlen(text);

	if (is_plain(text, n)) {
		fwrite_unlocked(text, 1, n, out);
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

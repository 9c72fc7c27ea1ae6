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

/* Bytes that are looked at together. */
typedef uint8_t letters __attribute__((vector_size(16)));

/* Is there nothing to replace? Nearly always so. */
static bool is_plain(const char *text, size_t n)
{
	const unsigned char *p = (const unsigned char *)text;
	letters bytes, odd = { 0 };
	uint64_t words[2];

	for (; n >= sizeof(bytes); p += sizeof(bytes), n -= sizeof(bytes)) {
		memcpy(&bytes, p, sizeof(bytes));
		odd |= (letters)(bytes < ' ') | (letters)(bytes == 0x7f) | (letters)(bytes == 0xc2);
	}
	while (n && *p >= ' ' && *p != 0x7f && *p != 0xc2)
		p++, n--;
	memcpy(words, &odd, sizeof(words));
	return !n && !(words[0] | words[1]);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/* Escapes. */
#include "cli/ui/markup.h"

#include "json/utf8.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* Is it a character that XML 1.0 forbids (section 2.2), or one that steers (U+007F to U+009F)? */
static int is_control(const char *text, size_t length)
{
	const unsigned char *p = (const unsigned char *)text;

	if (length == 1)
		return p[0] < ' ' || p[0] == 0x7f;
	if (length == 2)
		return p[0] == 0xc2 && p[1] < 0xa0;
	/* U+FFFE and U+FFFF */
	return length == 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe;
}

void markup_text(FILE *out, const char *text)
{
	size_t left = strlen(text), length;

	for (; left; text += length, left -= length) {
		length = utf8_length(text, left);
		if (!length || is_control(text, length)) {
			length += !length;
			fputs(REPLACEMENT, out);
		} else if (*text == '<') {
			fputs("&lt;", out);
		} else if (*text == '>') {
			fputs("&gt;", out);
		} else if (*text == '&') {
			fputs("&amp;", out);
		} else if (*text == '"') {
			fputs("&quot;", out);
		} else if (*text == '\'') {
			fputs("&#39;", out);
		} else {
			fwrite(text, 1, length, out);
		}
	}
}

void markup_json(FILE *out, const char *json, size_t n)
{
	const char *end = json + n, *at;

	for (; (at = memchr(json, '<', (size_t)(end - json))); json = at + 1) {
		fwrite(json, 1, (size_t)(at - json), out);
		fputs("\\u003c", out);
	}
	fwrite(json, 1, (size_t)(end - json), out);
}

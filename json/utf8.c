/* SPDX-License-Identifier: BSD-2-Clause */
/* UTF-8 (RFC 3629), the encoding of every JSON text. */
#include "json/utf8.h"

size_t utf8_length(const char *text, size_t left)
{
	/* The smallest character of each length: a smaller one must not be written so long. */
	static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)text;
	unsigned long character;
	size_t length, i;

	if (!left)
		return 0;
	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc0 || p[0] > 0xf7)
		return 0;
	length = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (length > left)
		return 0;
	character = p[0] & (0x7fu >> length);
	for (i = 1; i < length; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		character = character << 6 | (p[i] & 0x3f);
	}
	if (character < least[length] || character > 0x10ffff ||
	    (character >= 0xd800 && character < 0xe000))
		return 0;
	return length;
}

size_t utf8_write(char *to, unsigned long character)
{
	size_t length, i;

	if (character < 0x80) {
		to[0] = (char)character;
		return 1;
	}
	length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
	for (i = length - 1; i; i--) {
		to[i] = (char)(0x80 | (character & 0x3f));
		character >>= 6;
	}
	to[0] = (char)(0xf00u >> length | character);
	return length;
}

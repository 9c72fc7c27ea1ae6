/* SPDX-License-Identifier: BSD-2-Clause */
/* Varints, and base64 (RFC 4648, section 4). */
#include "cli/page/packed.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 10 /* bytes of a varint of 64 bits */

void packed_add(struct packed *p, uint64_t number)
{
	if (p->n + LONGEST > p->room) {
		size_t room = 2 * p->room + 256;
		uint8_t *more = realloc(p->byte, room);

		if (!more) {
			p->failed = true;
			return;
		}
		p->byte = more;
		p->room = room;
	}
	for (; number >= 0x80; number >>= 7)
		p->byte[p->n++] = (uint8_t)(number | 0x80);
	p->byte[p->n++] = (uint8_t)number;
}

void packed_print(FILE *out, const struct packed *p)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	fputc('"', out);
	for (i = 0; i < p->n; i += 3) {
		size_t left = p->n - i;
		uint32_t bits = (uint32_t)p->byte[i] << 16 |
				(left > 1 ? (uint32_t)p->byte[i + 1] << 8 : 0) |
				(left > 2 ? p->byte[i + 2] : 0);
		char text[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
				 left > 1 ? digits[bits >> 6 & 63] : '=',
				 left > 2 ? digits[bits & 63] : '=' };

		fwrite(text, 1, sizeof(text), out);
	}
	fputc('"', out);
}

void packed_deinit(struct packed *p)
{
	free(p->byte);
	memset(p, 0, sizeof(*p));
}

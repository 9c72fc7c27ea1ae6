/* SPDX-License-Identifier: BSD-2-Clause */
/* pprof wants gzip around its data. Small files matter less than needing no library. */
#include "cli/script/gzip.h"

#include <stdint.h>

static uint32_t crc_of(const unsigned char *data, size_t n)
{
	uint32_t table[256], crc;
	unsigned i, k;

	for (i = 0; i < 256; i++) {
		crc = i;
		for (k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
		table[i] = crc;
	}
	for (crc = ~0u; n; n--)
		crc = crc >> 8 ^ table[(crc ^ *data++) & 0xff];
	return ~crc;
}

static void put(FILE *out, uint32_t value, unsigned bytes)
{
	for (; bytes; bytes--, value >>= 8)
		fputc((int)(value & 0xff), out);
}

void gzip_write(FILE *out, const unsigned char *data, size_t n)
{
	/* Magic, deflate, no flags, no time, no extra flags, of unknown origin. */
	static const unsigned char head[10] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255 };
	size_t left = n, part;

	fwrite(head, 1, sizeof(head), out);
	do {
		part = left < 65535 ? left : 65535;
		fputc(part == left, out); /* the last block; stored */
		put(out, (uint32_t)part, 2);
		put(out, ~(uint32_t)part & 0xffff, 2);
		fwrite(data + (n - left), 1, part, out);
		left -= part;
	} while (left);
	put(out, crc_of(data, n), 4);
	put(out, (uint32_t)n, 4);
}

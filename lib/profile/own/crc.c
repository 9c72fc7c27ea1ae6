/* SPDX-License-Identifier: BSD-2-Clause */
/* Eight bytes at a time: table[k][b] is what the byte b does when k bytes follow it. */
#include "lib/profile/own/crc.h"

#define POLYNOMIAL 0xedb88320u

void crc_init(struct crc *crc)
{
	unsigned i, k;
	u32 value;

	for (i = 0; i < 256; i++) {
		value = i;
		for (k = 0; k < 8; k++)
			value = value >> 1 ^ (value & 1 ? POLYNOMIAL : 0);
		crc->table[0][i] = value;
	}
	for (k = 1; k < 8; k++)
		for (i = 0; i < 256; i++) {
			value = crc->table[k - 1][i];
			crc->table[k][i] = value >> 8 ^ crc->table[0][value & 0xff];
		}
}

u32 crc_of(const struct crc *crc, const void *bytes, size_t n)
{
	const u8 *b = bytes;
	u32 value = ~0u;

	for (; n >= 8; n -= 8, b += 8) {
		value ^= b[0] | (u32)b[1] << 8 | (u32)b[2] << 16 | (u32)b[3] << 24;
		value = crc->table[7][value & 0xff] ^ crc->table[6][value >> 8 & 0xff] ^
			crc->table[5][value >> 16 & 0xff] ^ crc->table[4][value >> 24] ^
			crc->table[3][b[4]] ^ crc->table[2][b[5]] ^ crc->table[1][b[6]] ^
			crc->table[0][b[7]];
	}
	for (; n; n--, b++)
		value = value >> 8 ^ crc->table[0][(value ^ *b) & 0xff];
	return ~value;
}

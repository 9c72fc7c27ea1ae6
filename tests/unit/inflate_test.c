/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unpacking by libdeflate: streams by hand, of the size that was said and of others; bytes behind a
 * stream, a wrong checksum, missing bytes.
 */
#include "lib/symbols/dwarf/inflate.h"
#include "tests/tap.h"

/* "hello", stored, with Adler-32; the same by fixed codes. */
static const unsigned char stored[] = { 0x78, 0x01, 0x01, 0x05, 0x00, 0xfa, 0xff, 'h',
					'e',  'l',  'l',  'o',	0x06, 0x2c, 0x02, 0x15 };
static const unsigned char codes[] = { 0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9,
				       0x07, 0x00, 0x06, 0x2c, 0x02, 0x15 };

static void check(const struct inflater *in, const char *what, const unsigned char *from, size_t n)
{
	unsigned char packed[32], to[16] = { 0 };
	size_t i;

	memcpy(packed, from, n);
	packed[n] = 0;
	ok(inflater_unpack(in, packed, n, to, 5) && !memcmp(to, "hello", 6),
	   "%s: five bytes, and none behind them", what);
	ok(!inflater_unpack(in, packed, n, to, 4), "%s: not into four", what);
	ok(!inflater_unpack(in, packed, n, to, 6), "%s: they are not six", what);
	ok(!inflater_unpack(in, packed, n + 1, to, 5), "%s: nothing may follow", what);
	for (i = 0; i < n; i++)
		if (inflater_unpack(in, packed, i, to, 5))
			break;
	is_int(i, n, "%s: nothing may be missing", what);
	packed[n - 1] ^= 1;
	ok(!inflater_unpack(in, packed, n, to, 5), "%s: the checksum counts", what);
}

int main(void)
{
	struct inflater in;

	if (!inflater_init(&in))
		skip_all("there is no libdeflate");
	check(&in, "stored", stored, sizeof(stored));
	check(&in, "codes", codes, sizeof(codes));
	inflater_deinit(&in);
	return done();
}

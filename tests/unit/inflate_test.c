/* SPDX-License-Identifier: BSD-2-Clause */
/* What zlib packs is unpacked as zlib does it, and damaged bytes are refused. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/inflate.h"
#include "tests/any.h"
#include "tests/tap.h"

#define LARGEST 300000

static int (*compress2)(uint8_t *to, unsigned long *n, const uint8_t *from, unsigned long size,
			int level);
static int (*uncompress)(uint8_t *to, unsigned long *n, const uint8_t *from, unsigned long size);
static uint8_t plain[LARGEST], packed[2 * LARGEST], unpacked[LARGEST + 1], wanted[LARGEST + 1];

/* Writes bytes of some sort: letters by chance, a few of them, runs, copies from near and far. */
static size_t make_bytes(void)
{
	size_t n = any(4) ? any(2000) : any(LARGEST), i = 0, k, length, back;
	unsigned sort = (unsigned)any(6), few = 1 + (unsigned)any(60);

	while (i < n) {
		length = 1 + any(any(8) ? 10 : 600);
		back = i ? 1 + any(any(4) ? 40 : i) : 0;
		for (k = 0; k < length && i < n; k++, i++) {
			if (sort && back && back <= i && (length & 3))
				plain[i] = plain[i - back];
			else
				plain[i] = (uint8_t)(sort < 2 ? any(256) : any(few) * any(few));
		}
	}
	return n;
}

static void test_round_trip(void)
{
	size_t round, n, wrong = 0;
	unsigned long size;

	for (round = 0; round < 400; round++) {
		n = make_bytes();
		size = sizeof(packed);
		if (compress2(packed, &size, plain, n, (int)any(10)))
			wrong++;
		memset(unpacked, 0, n);
		unpacked[n] = 0x5a;
		wrong += !inflate_bytes(packed, size, unpacked, n) ||
			 memcmp(unpacked, plain, n) != 0 || unpacked[n] != 0x5a;
		wrong += inflate_bytes(packed, size, unpacked, n + 1) ||
			 (n && inflate_bytes(packed, size, unpacked, n - 1)) ||
			 inflate_bytes(packed, size - 1 - any(size < 40 ? size : 40), unpacked, n);
	}
	is_u64(wrong, 0, "400 texts, of each level: unpacked, and neither cut nor of another size");
}

/* What zlib takes is taken as it is, and nothing else. */
static void test_damage(void)
{
	size_t round, n = 0, i, wrong = 0, refused = 0;
	unsigned long size, got;
	uint8_t *at;
	bool good;

	for (round = 0; round < 6000; round++) {
		if (round % 20 == 0)
			n = make_bytes() % 3000;
		size = sizeof(packed);
		compress2(packed, &size, plain, n, (int)any(10));
		/* Of its own size, so that a sanitizer sees what reads behind it */
		at = malloc(size);
		memcpy(at, packed, size);
		for (i = 0; i <= any(3); i++)
			at[any(4) ? any(size) : any(size < 12 ? size : 12)] ^= 1 << any(8);
		got = n;
		good = !uncompress(wanted, &got, at, size) && got == n;
		wrong += inflate_bytes(at, size, unpacked, n) != good ||
			 (good && memcmp(unpacked, wanted, n) != 0);
		refused += !good;
		free(at);
	}
	is_u64(wrong, 0, "6,000 that are damaged");
	ok(refused > 5000, "are refused as by zlib");
}

int main(void)
{
	void *zlib = dlopen("libz.so.1", RTLD_NOW);

	if (!zlib)
		skip_all("there is no zlib");
	*(void **)&compress2 = dlsym(zlib, "compress2");
	*(void **)&uncompress = dlsym(zlib, "uncompress");
	test_round_trip();
	test_damage();
	return done();
}

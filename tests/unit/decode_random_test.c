/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs the checks of the decoder's fuzz target over its saved corpus and random changes of it. It
 * needs no libFuzzer.
 *
 * The random numbers have a fixed seed, so every run is the same. A violation aborts the program
 * and prints its line.
 *
 * links: emu/decode/?*.c emu/decode/tables/?*.c
 */
#include <dirent.h>
#include "tests/fuzz/decode_fuzz.c"
#include "tests/any.h"
#include "tests/tap.h"

#define CORPUS "tests/fuzz/corpus/decode"
#define ROUNDS 2000 /* changes of every saved input */

static unsigned rnd(unsigned below)
{
	return (unsigned)any(below);
}

/* Changes a few bytes, and inserts or drops one. Returns the new length. */
static unsigned change(uint8_t *b, unsigned n, unsigned max)
{
	for (unsigned k = rnd(3) + 1; k; k--) {
		unsigned at = n ? rnd(n) : 0;

		switch (rnd(4)) {
		case 0:
			if (n < max) {
				memmove(b + at + 1, b + at, n - at);
				b[at] = (uint8_t)rnd(256);
				n++;
			}
			break;
		case 1:
			if (n) {
				memmove(b + at, b + at + 1, n - at - 1);
				n--;
			}
			break;
		case 2:
			if (n)
				b[at] ^= (uint8_t)(1u << rnd(8));
			break;
		default:
			if (n)
				b[at] = (uint8_t)rnd(256);
		}
	}
	return n;
}

int main(void)
{
	struct dirent **names;
	int n_names = scandir(CORPUS, &names, NULL, alphasort);
	unsigned files = 0;
	unsigned long inputs = 0;

	for (int k = 0; k < n_names; k++) {
		char path[512];
		uint8_t saved[32], b[32];
		unsigned n;
		FILE *f;

		snprintf(path, sizeof(path), CORPUS "/%s", names[k]->d_name);
		f = names[k]->d_name[0] == '.' ? NULL : fopen(path, "rb");
		free(names[k]);
		if (!f)
			continue;
		n = (unsigned)fread(saved, 1, sizeof(saved), f);
		fclose(f);
		LLVMFuzzerTestOneInput(saved, n);
		files++;
		for (unsigned i = 0; i < ROUNDS; i++) {
			memcpy(b, saved, n);
			LLVMFuzzerTestOneInput(b, change(b, n, sizeof(b)));
			inputs++;
		}
	}
	if (n_names >= 0)
		free(names);
	ok(files >= 50, "%u saved inputs", files);
	ok(inputs == (unsigned long)files * ROUNDS, "%lu changed ones", inputs);
	return done();
}

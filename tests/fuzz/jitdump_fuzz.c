/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JITs' lists of functions under libFuzzer. What must hold: they are refused, or functions come in
 * order, do not overlap, and have names and bytes inside the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/profile/jit/dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "jitdump_fuzz: %s\n", what);
	abort();
}

static bool inside(const uint8_t *data, size_t size, const void *at, uint64_t n)
{
	const uint8_t *p = at;

	return p >= data && p <= data + size && n <= (uint64_t)(data + size - p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct jitdump j;
	size_t i;

	if (jitdump_read(&j, data, size)) {
		must(!j.function, "a file that is refused has no functions");
		return 0;
	}
	for (i = 0; i < j.n; i++) {
		const struct jit_function *f = &j.function[i];

		must(f->size && inside(data, size, f->name, strlen(f->name) + 1), "a name");
		must(!f->file || inside(data, size, f->file, strlen(f->file) + 1), "a file");
		must(!f->code || inside(data, size, f->code, f->size), "bytes");
		must(!i || f[-1].address + f[-1].size <= f->address, "order");
	}
	jitdump_deinit(&j);
	return 0;
}

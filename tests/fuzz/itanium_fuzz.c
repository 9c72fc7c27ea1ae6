/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Our demangler under libFuzzer: an input is a mangled name. What ours makes of it must be what
 * libstdc++ makes of it.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/demangle/itanium.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef char *demangle_fn(const char *name, char *buffer, size_t *size, int *status);

static demangle_fn *theirs(void)
{
	static demangle_fn *function;
	void *library = function ? NULL : dlopen("libstdc++.so.6", RTLD_NOW);

	if (library)
		*(void **)&function = dlsym(library, "__cxa_demangle");
	return function;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t n = strnlen((const char *)data, size), length;
	char text[ITANIUM_ROOM], *name, *plain;
	int status;

	/* It gets exactly the name, without an end. */
	name = malloc(n + !n);
	memcpy(name, data, n);
	length = itanium_demangle(name, n, text);
	free(name);
	if (!length || !theirs())
		return 0;
	name = strndup((const char *)data, n);
	plain = theirs()(name, NULL, NULL, &status);
	if (!plain || strcmp(plain, text) || strlen(text) != length) {
		fprintf(stderr, "itanium_fuzz: %s\n is %s\nours %s\n", name,
			plain ? plain : "nothing", text);
		abort();
	}
	free(plain);
	free(name);
	return 0;
}

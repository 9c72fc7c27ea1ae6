/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dlopen() and its like are looked up by name. A reference would make the linker warn whoever links
 * libpmc.a statically; a static program does not have them, and goes without.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "lib/base/library.h"

#pragma weak dlsym

void *library_function(void *library, const char *name)
{
	return dlsym ? dlsym(library, name) : NULL;
}

void *library_open(const char *soname, bool stay)
{
	__typeof__(dlopen) *open = library_function(RTLD_DEFAULT, "dlopen");

	return open ? open(soname, RTLD_NOW | RTLD_LOCAL | (stay ? RTLD_NODELETE : 0)) : NULL;
}

void library_close(void *library)
{
	__typeof__(dlclose) *close = library_function(RTLD_DEFAULT, "dlclose");

	if (library && close)
		close(library);
}

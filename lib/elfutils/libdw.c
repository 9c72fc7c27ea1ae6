/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads libdw and libelf. */
#ifdef PMC_LIBDW
#include <errno.h>
#include <string.h>

#include "lib/elfutils/libdw.h"
#include "lib/base/library.h"

int libdw_load(struct libdw *libdw)
{
	struct libdw l = { 0 };

	l.libraries[0] = library_open("libdw.so.1", false);
	l.libraries[1] = library_open("libelf.so.1", false);
	if (!l.libraries[0] || !l.libraries[1])
		goto missing;
#define X(name)                                                      \
	*(void **)&l.name = library_function(l.libraries[0], #name); \
	if (!l.name)                                                 \
		goto missing;
	LIBDW_FUNCTIONS(X)
#undef X
#define X(name)                                                      \
	*(void **)&l.name = library_function(l.libraries[1], #name); \
	if (!l.name)                                                 \
		goto missing;
	LIBELF_FUNCTIONS(X)
#undef X
	if (l.elf_version(EV_CURRENT) == EV_NONE)
		goto missing;
	*libdw = l;
	return 0;
missing:
	libdw_unload(&l);
	return -ENOSYS;
}

void libdw_unload(struct libdw *libdw)
{
	size_t i;

	for (i = 0; i < 2; i++)
		library_close(libdw->libraries[i]);
	memset(libdw, 0, sizeof(*libdw));
}
#endif

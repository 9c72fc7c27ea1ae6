/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads libdeflate, and unpacks with it. */
#include <string.h>

#include "lib/base/library.h"
#include "lib/symbols/dwarf/inflate.h"

bool inflater_init(struct inflater *inflater)
{
	struct libdeflate_decompressor *(*make)(void) = NULL;
	struct inflater i = { .library = library_open("libdeflate.so.0", false) };

	if (!i.library)
		return false;
	*(void **)&make = library_function(i.library, "libdeflate_alloc_decompressor");
	*(void **)&i.free = library_function(i.library, "libdeflate_free_decompressor");
	*(void **)&i.decompress = library_function(i.library, "libdeflate_zlib_decompress_ex");
	if (make && i.free && i.decompress)
		i.decompressor = make();
	if (!i.decompressor) {
		library_close(i.library);
		return false;
	}
	*inflater = i;
	return true;
}

void inflater_deinit(struct inflater *inflater)
{
	inflater->free(inflater->decompressor);
	library_close(inflater->library);
	memset(inflater, 0, sizeof(*inflater));
}

bool inflater_unpack(const struct inflater *inflater, const void *from, size_t n, void *to,
		     size_t size)
{
	size_t used = 0;

	/* Where the last argument is NULL, it has to become `size`. */
	return !inflater->decompress(inflater->decompressor, from, n, to, size, &used, NULL) &&
	       used == n;
}

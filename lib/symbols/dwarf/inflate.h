/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unpacks what zlib has packed, by libdeflate, which takes less than half of what zlib takes, since
 * it has all bytes before it begins, and room for all that they become. It is loaded when it is
 * first needed; where it is missing, libelf unpacks by zlib.
 */
#ifndef PMC_LIB_SYMBOLS_DWARF_INFLATE_H
#define PMC_LIB_SYMBOLS_DWARF_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

struct libdeflate_decompressor;

struct inflater {
	void *library;
	struct libdeflate_decompressor *decompressor;
	void (*free)(struct libdeflate_decompressor *decompressor);
	/* 0: done */
	int (*decompress)(struct libdeflate_decompressor *decompressor, const void *from, size_t n,
			  void *to, size_t size, size_t *used, size_t *made);
};

/* False: the library is not here, or the program is a static one, or there is no memory. */
bool inflater_init(struct inflater *inflater);
void inflater_deinit(struct inflater *inflater);
/* Unpacks n bytes, all of them, to exactly `size`. False: they are damaged, or become another size;
 * what `to` has then is undefined. */
bool inflater_unpack(const struct inflater *inflater, const void *from, size_t n, void *to,
		     size_t size);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of a cache file while it is made: each is there once. */
#ifndef PMC_LIB_SYMBOLS_CACHE_TEXT_H
#define PMC_LIB_SYMBOLS_CACHE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash table of offsets, or of addresses with their offsets. */
struct cache_text_slot {
	const char *name;
	uint32_t offset; /* 0: it is empty */
};

/* Begins as zeros. */
struct cache_text {
	char *bytes; /* begins with a byte 0 */
	size_t n, room;
	struct cache_text_slot *by_address, *by_text;
	size_t n_names, slots;
	bool failed; /* no memory */
};

/* The offset of the name, which must stay as it is; NULL: 0. */
uint32_t cache_text_add(struct cache_text *text, const char *name);
/* Adds the byte 0 that names begin behind, if no name was added. */
void cache_text_close(struct cache_text *text);
void cache_text_deinit(struct cache_text *text);

#endif

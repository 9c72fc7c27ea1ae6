/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory that is given back all at once: strings and arrays of a profile. */
#ifndef PMC_LIB_PROFILE_ARENA_H
#define PMC_LIB_PROFILE_ARENA_H

#include "core/base/types.h"

struct arena_block;
/* All zero: an empty one. */
struct arena {
	struct arena_block *last;
	u8 *at;
	size_t left;
};

/* n bytes, all zero, aligned to 16; NULL: there is no memory. */
void *arena_alloc(struct arena *arena, size_t n);
/* A copy of n bytes with a zero byte behind them; NULL: there is no memory. */
char *arena_copy(struct arena *arena, const void *bytes, size_t n);
void arena_deinit(struct arena *arena);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* From passages through traces to counts of instructions. */
#ifndef PMC_LIB_EMULATED_WALK_H
#define PMC_LIB_EMULATED_WALK_H

#include <stddef.h>

#include "core/base/types.h"

struct builder;
struct space;
struct way;

/* What a thread has counted, until it is spread over the instructions. */
struct walks {
	u64 *ends;   /* by instruction: passages that end there */
	u8 *marked;  /* by trace: it has such passages */
	u32 *traces; /* those traces */
	size_t n, max_instructions, max_pieces;
	int err;
};

void walks_deinit(struct walks *w);
/* Adds passages, which may be negative, and counts the instruction at their end. */
void walks_add(struct walks *w, const struct space *s, const struct way *way, u64 count,
	       struct builder *b, unsigned thread);
/* Counts all instructions on the way there, and forgets the passages. */
void walks_spread(struct walks *w, const struct space *s, struct builder *b, unsigned thread);
/* Counts a single instruction. */
void walks_alone(const struct space *s, u64 pc, u64 position, unsigned length, u8 cls, u64 target,
		 u64 count, struct builder *b, unsigned thread);

#endif

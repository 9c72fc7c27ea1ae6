/* SPDX-License-Identifier: BSD-2-Clause */
/* Strings that live as long as the object that they describe. */
#ifndef PMC_LIB_SYMBOLS_BASE_TEXT_H
#define PMC_LIB_SYMBOLS_BASE_TEXT_H

#include <stddef.h>

struct text_block;
struct text {
	struct text_block *blocks;
};

/* A copy of the two strings, one behind the other; NULL: out of memory. */
const char *text_join(struct text *text, const char *a, const char *b);
/* Takes the strings of another one, which has none then. */
void text_take(struct text *text, struct text *other);
void text_deinit(struct text *text);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps strings in blocks. */
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/base/text.h"

struct text_block {
	struct text_block *next;
	size_t size, used;
	char bytes[];
};

const char *text_join(struct text *text, const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b), need = na + nb + 1;
	struct text_block *block = text->blocks;
	char *to;

	if (!block || block->size - block->used < need) {
		size_t size = need > 65536 ? need : 65536;

		block = malloc(sizeof(*block) + size);
		if (!block)
			return NULL;
		*block = (struct text_block){ .next = text->blocks, .size = size };
		text->blocks = block;
	}
	to = block->bytes + block->used;
	memcpy(to, a, na);
	memcpy(to + na, b, nb + 1);
	block->used += need;
	return to;
}

void text_take(struct text *text, struct text *other)
{
	struct text_block **last = &other->blocks;

	/* What is not full stands first. */
	while (*last)
		last = &(*last)->next;
	*last = text->blocks;
	text->blocks = other->blocks;
	other->blocks = NULL;
}

void text_deinit(struct text *text)
{
	struct text_block *block = text->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	text->blocks = NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of texts, each with a number. */
#include "cli/profile/names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct names_block {
	struct names_block *next;
	size_t used, size;
	char bytes[];
};

/* A copy of n bytes, for which a call of malloc(3) each would take longer; NULL: no memory. */
static char *copy(struct names *names, const char *bytes, size_t n)
{
	struct names_block *block = names->blocks;
	char *to;

	if (!block || block->size - block->used < n) {
		size_t size = n > 65536 ? n : 65536;

		block = malloc(sizeof(*block) + size);
		if (!block)
			return NULL;
		*block = (struct names_block){ .next = names->blocks, .size = size };
		names->blocks = block;
	}
	to = memcpy(block->bytes + block->used, bytes, n);
	block->used += n;
	return to;
}

static uint32_t hash(const char *text, size_t n)
{
	uint64_t h = n, word;

	for (; n >= 8; text += 8, n -= 8) {
		memcpy(&word, text, 8);
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	word = 0;
	memcpy(&word, text, n);
	h = (h ^ word) * 0x9e3779b97f4a7c15u;
	return (uint32_t)(h ^ h >> 32);
}

/* The slot that has the text, or the free one where it belongs. */
static size_t slot_of(const struct names *names, const char *text, uint32_t h)
{
	size_t i = h & (names->slots - 1);

	for (; names->slot[i]; i = (i + 1) & (names->slots - 1)) {
		unsigned name = names->slot[i] - 1;

		if (names->hash[name] == h && !strcmp(names->text[name], text))
			break;
	}
	return i;
}

/* Puts the texts into a table of twice as many slots as there is room for. */
static void fill_slots(const struct names *names, unsigned *slot, size_t slots)
{
	unsigned i;

	for (i = 0; i < names->n; i++) {
		size_t k = names->hash[i] & (slots - 1);

		while (slot[k])
			k = (k + 1) & (slots - 1);
		slot[k] = i + 1;
	}
}

static int grow(struct names *names)
{
	unsigned room = names->room ? names->room * 2 : 256, *slot;
	const char **text = realloc(names->text, room * sizeof(*text));
	uint32_t *hashes;

	if (!text)
		return -ENOMEM;
	names->text = text;
	hashes = realloc(names->hash, room * sizeof(*hashes));
	if (!hashes)
		return -ENOMEM;
	names->hash = hashes;
	slot = calloc((size_t)room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	fill_slots(names, slot, (size_t)room * 2);
	free(names->slot);
	names->slot = slot;
	names->slots = (size_t)room * 2;
	names->room = room;
	return 0;
}

/* The number of the text, which is copied unless it stays where it is. */
static unsigned add(struct names *names, const char *text, bool stays)
{
	size_t n = strlen(text), i;
	uint32_t h = hash(text, n);

	if (names->n == names->room && grow(names))
		return NAME_NONE;
	i = slot_of(names, text, h);
	if (!names->slot[i]) {
		names->text[names->n] = stays ? text : copy(names, text, n + 1);
		if (!names->text[names->n])
			return NAME_NONE;
		names->hash[names->n] = h;
		names->slot[i] = ++names->n;
	}
	return names->slot[i] - 1;
}

unsigned names_add(struct names *names, const char *text)
{
	return add(names, text, false);
}

unsigned names_find(const struct names *names, const char *text)
{
	size_t i;

	if (!names->slots)
		return NAME_NONE;
	i = slot_of(names, text, hash(text, strlen(text)));
	return names->slot[i] ? names->slot[i] - 1 : NAME_NONE;
}

const char *names_text(const struct names *names, unsigned name)
{
	return names->text[name];
}

void names_deinit(struct names *names)
{
	struct names_block *block = names->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	free(names->text);
	free(names->hash);
	free(names->slot);
	memset(names, 0, sizeof(*names));
}

/* ---- By address ---- */

static struct name_at *slot_at(const struct names_at *at, const char *text)
{
	size_t i = ((uintptr_t)text * 0x9e3779b97f4a7c15u >> 32) & (at->slots - 1);

	while (at->slot[i].text && at->slot[i].text != text)
		i = (i + 1) & (at->slots - 1);
	return &at->slot[i];
}

static int grow_at(struct names_at *at)
{
	struct names_at larger = { .n = at->n, .slots = at->slots ? 2 * at->slots : 256 };
	size_t i;

	larger.slot = calloc(larger.slots, sizeof(*larger.slot));
	if (!larger.slot)
		return -ENOMEM;
	for (i = 0; i < at->slots; i++)
		if (at->slot[i].text)
			*slot_at(&larger, at->slot[i].text) = at->slot[i];
	free(at->slot);
	*at = larger;
	return 0;
}

unsigned names_add_at(struct names_at *at, struct names *names, const char *text)
{
	struct name_at *slot;
	unsigned name;

	if (2 * at->n >= at->slots && grow_at(at))
		return NAME_NONE;
	slot = slot_at(at, text);
	if (slot->text)
		return slot->name;
	name = add(names, text, true);
	if (name == NAME_NONE)
		return name;
	*slot = (struct name_at){ text, name };
	at->n++;
	return name;
}

void names_at_deinit(struct names_at *at)
{
	free(at->slot);
	memset(at, 0, sizeof(*at));
}

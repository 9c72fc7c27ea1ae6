/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of texts, each with a number. */
#include "cli/profile/names.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *text)
{
	size_t n = strlen(text);
	uint64_t h = n, word;

	for (; n >= 8; text += 8, n -= 8) {
		memcpy(&word, text, 8);
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	word = 0;
	memcpy(&word, text, n);
	h = (h ^ word) * 0x9e3779b97f4a7c15u;
	return (size_t)(h ^ h >> 32);
}

/* The slot that has the text, or the free one where it belongs. */
static size_t slot_of(const struct names *names, const char *text)
{
	size_t i = hash(text) & (names->slots - 1);

	while (names->slot[i] && strcmp(names->text[names->slot[i] - 1], text))
		i = (i + 1) & (names->slots - 1);
	return i;
}

static int grow(struct names *names)
{
	unsigned room = names->room ? names->room * 2 : 256, i;
	char **text = realloc(names->text, room * sizeof(*text));
	unsigned *slot;

	if (!text)
		return -ENOMEM;
	names->text = text;
	slot = calloc((size_t)room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(names->slot);
	names->slot = slot;
	names->slots = (size_t)room * 2;
	names->room = room;
	for (i = 0; i < names->n; i++)
		slot[slot_of(names, text[i])] = i + 1;
	return 0;
}

unsigned names_add(struct names *names, const char *text)
{
	size_t i;

	if (names->n == names->room && grow(names))
		return NAME_NONE;
	i = slot_of(names, text);
	if (!names->slot[i]) {
		names->text[names->n] = strdup(text);
		if (!names->text[names->n])
			return NAME_NONE;
		names->slot[i] = ++names->n;
	}
	return names->slot[i] - 1;
}

unsigned names_find(const struct names *names, const char *text)
{
	size_t i;

	if (!names->slots)
		return NAME_NONE;
	i = slot_of(names, text);
	return names->slot[i] ? names->slot[i] - 1 : NAME_NONE;
}

const char *names_text(const struct names *names, unsigned name)
{
	return names->text[name];
}

void names_deinit(struct names *names)
{
	unsigned i;

	for (i = 0; i < names->n; i++)
		free(names->text[i]);
	free(names->text);
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
	name = names_add(names, text);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of texts, each with a number. */
#include "cli/profile/names.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *text)
{
	uint64_t h = 14695981039346656037u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 1099511628211u;
	return (size_t)(h ^ h >> 29);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects names. Most come several times from the same address; some from several. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/base/hash.h"
#include "lib/symbols/cache/text.h"

/* The slot of this name, or an empty one. */
static struct cache_text_slot *by_address(const struct cache_text *text, const char *name)
{
	size_t i = ((uintptr_t)name * 0x9e3779b97f4a7c15u >> 32) & (text->slots - 1);

	while (text->by_address[i].offset && text->by_address[i].name != name)
		i = (i + 1) & (text->slots - 1);
	return &text->by_address[i];
}

static struct cache_text_slot *by_text(const struct cache_text *text, const char *name)
{
	size_t i = hash_bytes(name, strlen(name)) & (text->slots - 1);

	while (text->by_text[i].offset && strcmp(text->by_text[i].name, name))
		i = (i + 1) & (text->slots - 1);
	return &text->by_text[i];
}

static bool grow(struct cache_text *text)
{
	struct cache_text larger = *text;
	size_t i;

	if (2 * text->n_names < text->slots)
		return true;
	larger.slots = text->slots ? 2 * text->slots : 1024;
	larger.by_address = calloc(larger.slots, sizeof(*larger.by_address));
	larger.by_text = calloc(larger.slots, sizeof(*larger.by_text));
	if (!larger.by_address || !larger.by_text) {
		free(larger.by_address);
		free(larger.by_text);
		return false;
	}
	for (i = 0; i < text->slots; i++) {
		const struct cache_text_slot *a = &text->by_address[i], *b = &text->by_text[i];

		if (a->offset)
			*by_address(&larger, a->name) = *a;
		if (b->offset)
			*by_text(&larger, b->name) = *b;
	}
	free(text->by_address);
	free(text->by_text);
	*text = larger;
	return true;
}

/* Appends bytes; returns their offset, or 0 without memory. */
static uint32_t append(struct cache_text *text, const char *bytes, size_t n)
{
	size_t at = text->n;

	if (at + n > UINT32_MAX || vector_reserve(&text->bytes, &text->room, at + n, 1)) {
		text->failed = true;
		return 0;
	}
	memcpy(text->bytes + at, bytes, n);
	text->n += n;
	return at;
}

void cache_text_close(struct cache_text *text)
{
	if (!text->n)
		append(text, "", 1);
}

uint32_t cache_text_add(struct cache_text *text, const char *name)
{
	struct cache_text_slot *address, *same;

	if (!name || text->failed)
		return 0;
	cache_text_close(text);
	if (!grow(text)) {
		text->failed = true;
		return 0;
	}
	address = by_address(text, name);
	if (address->offset)
		return address->offset;
	same = by_text(text, name);
	if (!same->offset)
		*same = (struct cache_text_slot){ name, append(text, name, strlen(name) + 1) };
	*address = (struct cache_text_slot){ name, same->offset };
	text->n_names++;
	return same->offset;
}

void cache_text_deinit(struct cache_text *text)
{
	free(text->bytes);
	free(text->by_address);
	free(text->by_text);
	memset(text, 0, sizeof(*text));
}

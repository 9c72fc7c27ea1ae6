/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The index of names: a hash table with linear probing, at most half full. */
#include "core/event/index.h"
#include "core/base/text.h"
#include "core/event/catalogue.h"

/* A slot's `what`: a row of the generic events, a row of the catalogue, or a row with the number
 * of one of its unit masks in the lowest six bits. */
#define IS_GENERIC	 0x80000000u
#define IS_UMASK	 0x40000000u
#define UMASK_OF(row, j) (IS_UMASK | (row) << 6 | (j))

#define LENGTH_MAX 255u /* a longer name gets no slot and is not found; no manual has one */

static u64 load8(const char *s)
{
	u64 v;

	__builtin_memcpy(&v, s, 8);
	return v;
}

static u64 load4(const char *s)
{
	u32 v;

	__builtin_memcpy(&v, s, 4);
	return v;
}

static inline u64 mix(u64 h, u64 v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}

/* Setting bit 5 makes letters lower-case. It also maps other characters to the same value, which
 * does no harm. of: 0 for events, the row + 1 for its unit masks. The lowest byte of the result
 * is the length. */
static inline u32 hash(const char *s, size_t len, u32 of)
{
	const u64 fold = 0x2020202020202020ull;
	u64 h = (u64)of << 8 | len;
	size_t i;

	for (i = 0; i + 8 <= len; i += 8)
		h = mix(h, load8(s + i) | fold);
	if (i < len && len >= 8)
		h = mix(h, load8(s + len - 8) | fold);
	else if (len >= 4)
		h = mix(h, (load4(s) << 32 | load4(s + len - 4)) | fold);
	else if (i < len)
		h = mix(h,
			((u64)(u8)s[0] << 16 | (u64)(u8)s[len / 2] << 8 | (u8)s[len - 1]) | fold);
	h = mix(h, h >> 32);
	return ((u32)(h >> 24) & ~0xffu) | (u32)len;
}

/* ---- Building ---- */

/* Where put() stores names; with slot NULL it only counts them. */
struct builder {
	struct index_slot *slot;
	u32 mask, n;
};

static void put(struct builder *b, const char *name, size_t len, u32 of, u32 what)
{
	u32 h, i;

	if (!len || len > LENGTH_MAX)
		return;
	b->n++;
	if (!b->slot)
		return;
	h = hash(name, len, of);
	for (i = (h >> 8) & b->mask; b->slot[i].hash; i = (i + 1) & b->mask)
		;
	b->slot[i].hash = h;
	b->slot[i].what = what;
}

static void put_words(struct builder *b, const char *words, u32 what)
{
	size_t n;

	for (; *words; words += n + (words[n] == ' ')) {
		for (n = 0; words[n] && words[n] != ' '; n++)
			;
		put(b, words, n, 0, what);
	}
}

static void put_all(struct builder *b, const struct catalogue *c)
{
	const struct event_row *row;
	const char *name;
	u32 i, j;

	for (i = 0; (row = pmc_generic_row(i)); i++) {
		put_words(b, row->name, IS_GENERIC | i);
		put_words(b, row->alias, IS_GENERIC | i);
	}
	for (i = 0; (name = c->event(c, i)); i++) {
		if (!name[0])
			continue;
		put(b, name, text_length(name), 0, i);
		for (j = 0; j < 64 && (name = c->umask(c, i, j)); j++)
			put(b, name, text_length(name), i + 1, UMASK_OF(i, j));
	}
}

static u32 slots(const struct catalogue *c)
{
	struct builder b = { NULL, 0, 0 };
	u32 n = 16;

	put_all(&b, c);
	while (n < 2 * b.n)
		n *= 2;
	return n;
}

size_t pmc_index_size(const struct catalogue *c)
{
	return slots(c) * sizeof(struct index_slot);
}

void pmc_index_build(struct name_index *index, void *memory, const struct catalogue *c)
{
	u32 n = slots(c);
	struct builder b = { memory, n - 1, 0 };

	memset(memory, 0, n * sizeof(struct index_slot));
	put_all(&b, c);
	index->catalogue = c;
	index->slot = memory;
	index->mask = n - 1;
}

/* ---- Looking up ---- */

/* Whether two names of the same length are equal. Most are written as in the catalogue, so
 * compare case first. */
static inline bool same(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i + 8 <= len; i += 8)
		if (load8(name + i) != load8(text + i))
			return text_equal_nocase(name, text, len);
	for (; i < len; i++)
		if (name[i] != text[i])
			return text_equal_nocase(name, text, len);
	return true;
}

/* Whether this is the name of the generic event or one of its aliases. */
static inline bool is_generic(const struct event_row *row, const char *text, size_t len)
{
	const char *words = row->alias;
	size_t n;

	if (text_length(row->name) == len && !memcmp(row->name, text, len))
		return true;
	for (; *words; words += n + (words[n] == ' ')) {
		for (n = 0; words[n] && words[n] != ' '; n++)
			;
		if (n == len && !memcmp(words, text, len))
			return true;
	}
	return false;
}

/* The hash contains the length of the name, so names with equal hashes have equal lengths. */
void pmc_index_event(const struct name_index *index, const char *name, size_t len,
		     struct index_found *found)
{
	const struct catalogue *c = index->catalogue;
	const struct index_slot *slot;
	u32 h, i;

	found->generic = NULL;
	found->is_event = false;
	if (!len || len > LENGTH_MAX)
		return;
	h = hash(name, len, 0);
	for (i = (h >> 8) & index->mask; (slot = &index->slot[i])->hash;
	     i = (i + 1) & index->mask) {
		if (slot->hash != h || slot->what & IS_UMASK)
			continue;
		if (slot->what & IS_GENERIC) {
			const struct event_row *row = pmc_generic_row(slot->what & ~IS_GENERIC);

			if (is_generic(row, name, len))
				found->generic = row;
		} else if ((!found->is_event || slot->what < found->row) &&
			   same(c->event(c, slot->what), name, len)) {
			found->is_event = true;
			found->row = slot->what;
		}
	}
}

s32 pmc_index_umask(const struct name_index *index, u32 row, const char *name, size_t len)
{
	const struct catalogue *c = index->catalogue;
	const struct index_slot *slot;
	s32 found = -1;
	u32 h, i, j;

	if (!len || len > LENGTH_MAX)
		return -1;
	h = hash(name, len, row + 1);
	for (i = (h >> 8) & index->mask; (slot = &index->slot[i])->hash;
	     i = (i + 1) & index->mask) {
		j = slot->what & 63;
		if (slot->hash == h && slot->what == UMASK_OF(row, j) &&
		    (found < 0 || (s32)j < found) && same(c->umask(c, row, j), name, len))
			found = (s32)j;
	}
	return found;
}

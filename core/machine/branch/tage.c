/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TAGE. */
#include "core/machine/branch/tage.h"
#include "core/machine/branch/places.h"

#define ADDRESS	 (((u64)1 << TAGE_TAKEN) - 1)
#define NOINLINE __attribute__((noinline))

/* All counters predict "taken" from this on. Those of the tables go from 0 to 7, those below, of
 * two bits, from 2 to 5. */
#define NEW_TAKEN     4
#define NEW_NOT_TAKEN 3
#define LOWEST_BELOW  2
#define HIGHEST_BELOW 5

/* What the tables say of a branch. */
struct guess {
	u32 index[TAGE_MAX_TABLES]; /* where each table has or would have it … */
	u16 tag[TAGE_MAX_TABLES];   /* … by this tag */
	int provider, second;	    /* tables that have it; -1: the counter below */
	u8 *below;
	bool provided, other; /* what these two predict */
	bool is_new;
	bool predicted;
};

static bool is_usual(const struct branch_desc *desc)
{
	return desc->tables == PLACES_TABLES && desc->table_bits == PLACES_INDEX_BITS &&
	       desc->tag_bits == PLACES_TAG_BITS;
}

static size_t bytes_below(const struct branch_desc *desc)
{
	return ((size_t)1 << desc->bits) < 64 ? 64 : (size_t)1 << desc->bits;
}

static size_t n_moments(const struct branch_desc *desc)
{
	size_t n = 2;

	while (desc->tables && n <= desc->lengths[desc->tables - 1])
		n *= 2;
	return n;
}

static size_t bytes_of_history(const struct branch_desc *desc)
{
	return is_usual(desc) ? (sizeof(struct places) + 7) & ~(size_t)7 :
				n_moments(desc) * sizeof(struct tage_moment);
}

size_t pmc_tage_bytes(const struct branch_desc *desc)
{
	return bytes_below(desc) + bytes_of_history(desc) +
	       ((size_t)desc->tables << desc->table_bits) * sizeof(struct tage_entry);
}

void pmc_tage_init(struct tage *t, const struct branch_desc *desc, void *memory)
{
	u32 i;

	memset(t, 0, sizeof(*t));
	memset(memory, 0, pmc_tage_bytes(desc));
	t->below = memory;
	memset(t->below, LOWEST_BELOW, bytes_below(desc));
	t->moment = (struct tage_moment *)(t->below + bytes_below(desc));
	t->moment_mask = (u32)n_moments(desc) - 1;
	t->entry = (struct tage_entry *)((u8 *)t->moment + bytes_of_history(desc));
	if (is_usual(desc)) {
		t->places = (struct places *)t->moment;
		pmc_places_init(t->places, desc->lengths);
	}
	t->trust = TAGE_TRUST;
	t->tables = desc->tables;
	t->bits = desc->bits;
	t->table_bits = desc->table_bits;
	t->tag_bits = desc->tag_bits;
	for (i = 0; i < desc->tables; i++)
		t->length[i] = desc->lengths[i];
}

static inline bool predicts(u8 counter)
{
	return counter >= NEW_TAKEN;
}

static inline struct tage_entry *entry_of(const struct tage *t, const struct guess *g, int table)
{
	return &t->entry[((u32)table << t->table_bits) + g->index[table]];
}

/* Finds the tables that have it there. */
static void find(const struct tage *t, struct guess *g)
{
	int i;

	g->provider = g->second = -1;
	for (i = 0; i < t->tables; i++) {
		if (entry_of(t, g, i)->tag != g->tag[i])
			continue;
		g->second = g->provider;
		g->provider = i;
	}
}

/* What the entries say that were found. */
static void guess(const struct tage *t, u64 ip, struct guess *g)
{
	const struct tage_entry *e;
	bool below;

	g->below = &t->below[(u32)ip & ((1u << t->bits) - 1)];
	below = predicts(*g->below);
	g->provided = g->other = g->predicted = below;
	g->is_new = false;
	if (g->provider < 0)
		return;
	e = entry_of(t, g, g->provider);
	g->provided = g->predicted = predicts(e->taken);
	if (g->second >= 0)
		g->other = predicts(entry_of(t, g, g->second)->taken);
	g->is_new = !e->useful && (u8)(e->taken - NEW_NOT_TAKEN) <= 1;
	if (g->is_new && t->trust >= TAGE_TRUST)
		g->predicted = g->other;
}

static void allocate(const struct tage *t, const struct guess *g, bool taken)
{
	struct tage_entry *e;
	int i;

	for (i = g->provider + 1; i < t->tables; i++) {
		e = entry_of(t, g, i);
		if (e->useful)
			continue;
		e->tag = g->tag[i];
		e->taken = taken ? NEW_TAKEN : NEW_NOT_TAKEN;
		return;
	}
	for (i = g->provider + 1; i < t->tables; i++)
		entry_of(t, g, i)->useful--;
}

static void learn_use(struct tage *t, struct tage_entry *e, const struct guess *g, bool taken)
{
	if (g->is_new && g->other == taken && t->trust < 15)
		t->trust++;
	if (g->is_new && g->other != taken && t->trust)
		t->trust--;
	if (g->provided == taken && e->useful < 3)
		e->useful++;
	if (g->provided != taken && e->useful)
		e->useful--;
}

static u8 moved(u8 counter, bool taken, u8 lowest, u8 highest)
{
	if (taken)
		return counter < highest ? counter + 1 : counter;
	return counter > lowest ? counter - 1 : counter;
}

static void learn(struct tage *t, const struct guess *g, bool taken)
{
	struct tage_entry *e;

	if (g->provider < 0) {
		*g->below = moved(*g->below, taken, LOWEST_BELOW, HIGHEST_BELOW);
		return;
	}
	e = entry_of(t, g, g->provider);
	if (g->provided != g->other)
		learn_use(t, e, g, taken);
	e->taken = moved(e->taken, taken, 0, 7);
}

/* A branch whose places are known. Whether it was predicted. */
static bool predict(struct tage *t, u64 ip, struct guess *g, bool taken)
{
	find(t, g);
	guess(t, ip, g);
	learn(t, g, taken);
	if (g->predicted != taken)
		allocate(t, g, taken);
	return g->predicted == taken;
}

/* ---- In any size ---- */

/* Finds the branch's place in each table. */
static void find_places(const struct tage *t, u64 ip, struct guess *g)
{
	const struct tage_moment *now = &t->moment[t->n & t->moment_mask], *then;
	u32 i, tag;
	u64 history;

	for (i = 0; i < t->tables; i++) {
		then = &t->moment[(t->n - t->length[i]) & t->moment_mask];
		history = now->index_and_tag ^ then->index_and_tag;
		g->index[i] = (u32)history >> t->in_index ^ (u32)ip;
		g->index[i] ^= (u32)(ip >> (t->table_bits - i));
		g->index[i] &= (1u << t->table_bits) - 1;
		tag = (u32)(history >> 32) >> t->in_tag ^ (u32)ip;
		tag ^= (u32)(now->short_tag ^ then->short_tag) >> t->in_short_tag << 1;
		g->tag[i] = (u16)((tag & ((1u << t->tag_bits) - 1)) | TAGE_VALID);
	}
}

/* The next bit, downwards, of a fold. */
static u8 next_bit(u8 bit, u32 width)
{
	return (u8)((bit ? bit : width) - 1);
}

/* The outcome in both copies of a fold. */
static u64 twice(bool taken, u32 bit, u32 width)
{
	return ((u64)taken | (u64)taken << width) << bit;
}

static void remember(struct tage *t, bool taken)
{
	const struct tage_moment *last = &t->moment[(t->n - 1) & t->moment_mask];
	struct tage_moment *now = &t->moment[t->n & t->moment_mask];
	u32 tag_bits = t->tag_bits;

	t->in_index = next_bit(t->in_index, t->table_bits);
	t->in_tag = next_bit(t->in_tag, tag_bits);
	t->in_short_tag = next_bit(t->in_short_tag, tag_bits - 1);
	now->index_and_tag = last->index_and_tag ^ twice(taken, t->in_index, t->table_bits) ^
			     twice(taken, t->in_tag, tag_bits) << 32;
	now->short_tag = last->short_tag ^ twice(taken, t->in_short_tag, tag_bits - 1);
}

static bool one(struct tage *t, u64 ip, bool taken)
{
	struct guess g;
	bool right;

	find_places(t, ip, &g);
	right = predict(t, ip, &g, taken);
	t->n++;
	remember(t, taken);
	return right;
}

/* ---- In the usual size ---- */

/* Branch number j of the batch, by the general rules. */
static NOINLINE bool one_by_rules(struct tage *t, u32 j, u64 ip, bool taken)
{
	struct guess g;
	u32 i;

	for (i = 0; i < PLACES_TABLES; i++) {
		g.index[i] = t->places->index[i][j];
		g.tag[i] = t->places->tag[i][j];
	}
	return predict(t, ip, &g, taken);
}

/* The counter one step on, in the way that it predicts already. */
static inline u8 surer(u8 counter, bool is_below)
{
	static const u8 next[2][8] = { { 0, 0, 1, 2, 5, 6, 7, 7 }, { 0, 0, 2, 2, 5, 5, 0, 0 } };

	return next[is_below][counter];
}

/* From an entry's counter to its usefulness. */
#define USEFUL (offsetof(struct tage_entry, useful) - offsetof(struct tage_entry, taken))

/* The same of most branches: the provider is right, and its entry is not new if what comes second
 * is wrong. Else false: nothing was done. below: the branch's counter there. */
static inline bool one_as_usual(const struct places *p, struct tage_entry *table, u8 *below, u32 j,
				bool taken)
{
	u8 *provider = below, *second = below;
	u32 i, disagrees;
	u8 *useful;

#pragma GCC unroll 6
	for (i = 0; i < PLACES_TABLES; i++, table += 1u << PLACES_INDEX_BITS) {
		struct tage_entry *e = &table[p->index[i][j]];
		bool have = e->tag == p->tag[i][j];

		second = have ? provider : second;
		provider = have ? &e->taken : provider;
	}
	if (predicts(*provider) != taken)
		return false;
	/* A counter below has no usefulness. It comes second, too, so that both agree, and the byte
	 * behind it, which is of the same memory, stays as it is. */
	useful = provider + USEFUL;
	disagrees = predicts(*second) != taken;
	if (disagrees & !*useful & ((u8)(*provider - NEW_NOT_TAKEN) <= 1))
		return false;
	*useful = (u8)(*useful + (disagrees & (*useful < 3)));
	*provider = surer(*provider, provider == below);
	return true;
}

static u32 in_places(struct tage *t, const u64 *branches, u32 n)
{
	/* In variables, since the compiler must think that a counter's store changes any memory. */
	const struct places *p = t->places;
	struct tage_entry *entry = t->entry;
	u8 *below = t->below;
	u32 j, wrong = 0, mask = (1u << t->bits) - 1;

	pmc_places_find(t->places, branches, n);
	for (j = 0; j < n; j++) {
		u64 branch = branches[j];
		bool taken = branch >> TAGE_TAKEN;

		if (!one_as_usual(p, entry, &below[(u32)branch & mask], j, taken))
			wrong += !one_by_rules(t, j, branch, taken);
	}
	t->n += n;
	return wrong;
}

/* ---- All ---- */

u32 pmc_tage_branches(struct tage *t, const u64 *branches, u32 n)
{
	u32 i, piece, wrong = 0, until_halved, entries = (u32)t->tables << t->table_bits;

	for (; n; n -= piece, branches += piece) {
		until_halved = (1u << TAGE_HALVE_BITS) - (t->n & ((1u << TAGE_HALVE_BITS) - 1));
		piece = n < PLACES_BATCH ? n : PLACES_BATCH;
		piece = piece < until_halved ? piece : until_halved;
		if (t->places)
			wrong += in_places(t, branches, piece);
		for (i = 0; i < piece && !t->places; i++)
			wrong += !one(t, branches[i] & ADDRESS, branches[i] >> TAGE_TAKEN);
		for (i = 0; i < entries && piece == until_halved; i++)
			t->entry[i].useful >>= 1;
	}
	return wrong;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TAGE. */
#include "core/machine/branch/tage.h"
#include "core/machine/branch/counter.h"
#include "core/machine/branch/folds.h"

#define NEW_TAKEN     4
#define NEW_NOT_TAKEN 3

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

static bool has_folds(const struct branch_desc *desc)
{
	return desc->tables == FOLDS_TABLES && desc->table_bits == FOLDS_INDEX_BITS &&
	       desc->tag_bits == FOLDS_TAG_BITS;
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
	return has_folds(desc) ? (sizeof(struct folds) + 7) & ~(size_t)7 :
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
	t->moment = (struct tage_moment *)(t->below + bytes_below(desc));
	t->moment_mask = (u32)n_moments(desc) - 1;
	t->entry = (struct tage_entry *)((u8 *)t->moment + bytes_of_history(desc));
	if (has_folds(desc)) {
		t->folds = (struct folds *)t->moment;
		folds_init(t->folds, desc->lengths);
	}
	t->trust = TAGE_TRUST;
	t->tables = desc->tables;
	t->bits = desc->bits;
	t->table_bits = desc->table_bits;
	t->tag_bits = desc->tag_bits;
	for (i = 0; i < desc->tables; i++)
		t->length[i] = desc->lengths[i];
}

static inline bool entry_predicts(const struct tage_entry *e)
{
	return e->taken >= NEW_TAKEN;
}

static inline struct tage_entry *entry_of(const struct tage *t, const struct guess *g, int table)
{
	return &t->entry[((u32)table << t->table_bits) + g->index[table]];
}

/* Finds the branch's place in each table, in any size. */
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

static void find(const struct tage *t, u64 ip, struct guess *g)
{
	int i;

	find_places(t, ip, g);
	g->provider = g->second = -1;
	for (i = 0; i < t->tables; i++) {
		if (entry_of(t, g, i)->tag != g->tag[i])
			continue;
		g->second = g->provider;
		g->provider = i;
	}
}

/* The same in the usual size, without jumps. */
static inline void find_by_folds(const struct tage *t, u64 ip, struct guess *g)
{
	const struct folds *f = t->folds;
	u64 tags[2] = { folds_tags(f, ip, 0, TAGE_VALID), folds_tags(f, ip, 1, TAGE_VALID) };
	const struct tage_entry *e = t->entry;
	int i, provider = -1, second = -1;

#pragma GCC unroll 6
	for (i = 0; i < FOLDS_TABLES; i++, e += 1u << FOLDS_INDEX_BITS) {
		u32 index = folds_index(f, ip, (u32)i);
		u16 tag = (u16)(tags[i / 3] >> 16 * (i % 3));
		bool have = e[index].tag == tag;

		g->index[i] = index;
		g->tag[i] = tag;
		second = have ? provider : second;
		provider = have ? i : provider;
	}
	g->provider = provider;
	g->second = second;
}

static inline void look(const struct tage *t, u64 ip, struct guess *g)
{
	const struct tage_entry *e;
	bool below;

	if (t->folds)
		find_by_folds(t, ip, g);
	else
		find(t, ip, g);
	g->below = &t->below[(u32)ip & ((1u << t->bits) - 1)];
	below = counter_predicts(*g->below);
	g->provided = g->other = g->predicted = below;
	g->is_new = false;
	if (g->provider < 0)
		return;
	e = entry_of(t, g, g->provider);
	g->provided = g->predicted = entry_predicts(e);
	if (g->second >= 0)
		g->other = entry_predicts(entry_of(t, g, g->second));
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

static inline void learn(struct tage *t, const struct guess *g, bool taken)
{
	struct tage_entry *e;
	u8 counter;

	if (g->provider < 0) {
		*g->below = counter_moved(*g->below, taken);
		return;
	}
	e = entry_of(t, g, g->provider);
	if (g->provided != g->other)
		learn_use(t, e, g, taken);
	counter = e->taken;
	e->taken = (u8)(counter + (taken & (counter < 7)) - (!taken & (counter > 0)));
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

bool pmc_tage_branch(struct tage *t, u64 ip, bool taken)
{
	struct guess g;
	size_t i, n = (size_t)t->tables << t->table_bits;

	look(t, ip, &g);
	learn(t, &g, taken);
	if (g.predicted != taken)
		allocate(t, &g, taken);
	t->n++;
	if (t->folds)
		folds_add(t->folds, t->n, taken);
	else
		remember(t, taken);
	if (!(t->n & ((1u << TAGE_HALVE_BITS) - 1)))
		for (i = 0; i < n; i++)
			t->entry[i].useful >>= 1;
	return g.predicted == taken;
}

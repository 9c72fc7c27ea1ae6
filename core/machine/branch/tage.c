/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TAGE. */
#include "core/machine/branch/tage.h"
#include "core/machine/branch/counter.h"

#define NEW_TAKEN     4
#define NEW_NOT_TAKEN 3

/* What the tables say of a branch. */
struct guess {
	struct tage_entry *at[TAGE_MAX_TABLES]; /* where each table has or would have it */
	int provider, second;			/* tables; -1: the one below */
	bool provided, other;			/* what these two predict */
	bool is_new;
	bool predicted;
};

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

size_t pmc_tage_bytes(const struct branch_desc *desc)
{
	return bytes_below(desc) + n_moments(desc) * sizeof(struct tage_moment) +
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
	t->entry = (struct tage_entry *)(t->moment + n_moments(desc));
	t->trust = TAGE_TRUST;
	t->tables = desc->tables;
	t->bits = desc->bits;
	t->table_bits = desc->table_bits;
	t->tag_bits = desc->tag_bits;
	for (i = 0; i < desc->tables; i++)
		t->length[i] = desc->lengths[i];
}

static bool entry_predicts(const struct tage_entry *e)
{
	return e->taken >= NEW_TAKEN;
}

static bool guess_of(const struct tage *t, u64 ip, const struct guess *g, int table)
{
	if (table >= 0)
		return entry_predicts(g->at[table]);
	return counter_predicts(t->below[(u32)ip & ((1u << t->bits) - 1)]);
}

/* The highest of the tables in a mask; -1: none. */
static int highest(u32 tables)
{
	return tables ? 31 - __builtin_clz(tables) : -1;
}

/* What the outcomes of a table's history differ by, from now. */
static struct tage_moment history_of(const struct tage *t, u32 table)
{
	const struct tage_moment *now = &t->moment[t->n & t->moment_mask];
	const struct tage_moment *then = &t->moment[(t->n - t->length[table]) & t->moment_mask];

	return (struct tage_moment){ now->index_and_tag ^ then->index_and_tag,
				     now->short_tag ^ then->short_tag };
}

static u16 tag_of(const struct tage *t, u64 ip, struct tage_moment history)
{
	u32 tag = (u32)(history.index_and_tag >> 32) >> t->in_tag;

	tag ^= (u32)history.short_tag >> t->in_short_tag << 1;
	return (u16)(((tag ^ (u32)ip) & ((1u << t->tag_bits) - 1)) | TAGE_VALID);
}

/* Finds the branch's place in each table. Returns which tables have it. */
static u32 find(const struct tage *t, u64 ip, struct guess *g)
{
	u32 i, index_mask = (1u << t->table_bits) - 1, have = 0;
	struct tage_entry *e = t->entry + ((size_t)t->tables << t->table_bits);
	u64 shifted = ip >> (t->table_bits - t->tables);

	for (i = t->tables; i--;) {
		struct tage_moment history = history_of(t, i);
		u32 index = (u32)history.index_and_tag >> t->in_index ^ (u32)ip;

		shifted >>= 1;
		e -= (size_t)1 << t->table_bits;
		g->at[i] = e + ((index ^ (u32)shifted) & index_mask);
		have += have + (g->at[i]->tag == tag_of(t, ip, history));
	}
	return have;
}

static void look(const struct tage *t, u64 ip, struct guess *g)
{
	u32 have = find(t, ip, g);
	const struct tage_entry *e;

	g->provider = highest(have);
	g->second = g->provider < 0 ? -1 : highest(have ^ 1u << g->provider);
	g->provided = guess_of(t, ip, g, g->provider);
	g->other = guess_of(t, ip, g, g->second);
	g->is_new = false;
	if (g->provider >= 0) {
		e = g->at[g->provider];
		g->is_new = !e->useful && (e->taken == NEW_TAKEN || e->taken == NEW_NOT_TAKEN);
	}
	g->predicted = g->is_new && t->trust >= TAGE_TRUST ? g->other : g->provided;
}

static void allocate(const struct tage *t, u64 ip, const struct guess *g, bool taken)
{
	int i;

	for (i = g->provider + 1; i < t->tables; i++) {
		if (g->at[i]->useful)
			continue;
		g->at[i]->tag = tag_of(t, ip, history_of(t, (u32)i));
		g->at[i]->taken = taken ? NEW_TAKEN : NEW_NOT_TAKEN;
		return;
	}
	for (i = g->provider + 1; i < t->tables; i++)
		g->at[i]->useful--;
}

static void learn(struct tage *t, u64 ip, const struct guess *g, bool taken)
{
	struct tage_entry *e;
	u8 *below = &t->below[(u32)ip & ((1u << t->bits) - 1)];

	if (g->provider < 0) {
		*below = counter_moved(*below, taken);
		return;
	}
	e = g->at[g->provider];
	if (g->provided != g->other) {
		if (g->is_new && g->other == taken && t->trust < 15)
			t->trust++;
		if (g->is_new && g->other != taken && t->trust)
			t->trust--;
		if (g->provided == taken && e->useful < 3)
			e->useful++;
		if (g->provided != taken && e->useful)
			e->useful--;
	}
	if (taken && e->taken < 7)
		e->taken++;
	if (!taken && e->taken)
		e->taken--;
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
	const struct tage_moment *last = &t->moment[t->n++ & t->moment_mask];
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
	learn(t, ip, &g, taken);
	if (g.predicted != taken)
		allocate(t, ip, &g, taken);
	remember(t, taken);
	if (!(t->n & ((1u << TAGE_HALVE_BITS) - 1)))
		for (i = 0; i < n; i++)
			t->entry[i].useful >>= 1;
	return g.predicted == taken;
}

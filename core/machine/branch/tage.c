/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TAGE. */
#include "core/machine/branch/tage.h"
#include "core/machine/branch/counter.h"

#define NEW_TAKEN     4
#define NEW_NOT_TAKEN 3

/* What the tables say of a branch. */
struct guess {
	struct tage_entry *at[TAGE_MAX_TABLES]; /* where each table has or would have it */
	u16 tag[TAGE_MAX_TABLES];
	int provider, second; /* tables; -1: the one below */
	bool provided, other; /* what these two predict */
	bool is_new;
	bool predicted;
};

static size_t bytes_below(const struct branch_desc *desc)
{
	return ((size_t)1 << desc->bits) < 64 ? 64 : (size_t)1 << desc->bits;
}

size_t pmc_tage_bytes(const struct branch_desc *desc)
{
	return bytes_below(desc) +
	       ((size_t)desc->tables << desc->table_bits) * sizeof(struct tage_entry);
}

void pmc_tage_init(struct tage *t, const struct branch_desc *desc, void *memory)
{
	u32 i;

	memset(t, 0, sizeof(*t));
	memset(memory, 0, pmc_tage_bytes(desc));
	t->below = memory;
	t->entry = (struct tage_entry *)((u8 *)memory + bytes_below(desc));
	t->trust = TAGE_TRUST;
	t->tables = desc->tables;
	t->bits = desc->bits;
	t->table_bits = desc->table_bits;
	t->tag_bits = desc->tag_bits;
	for (i = 0; i < desc->tables; i++) {
		t->lengths[i] = desc->lengths[i];
		t->leaves[i][0] = (u8)(desc->lengths[i] % desc->table_bits);
		t->leaves[i][1] = (u8)(desc->lengths[i] % desc->tag_bits);
		t->leaves[i][2] = (u8)(desc->lengths[i] % (desc->tag_bits - 1u));
	}
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

static void look(struct tage *t, u64 ip, struct guess *g)
{
	u32 i, index, index_mask = (1u << t->table_bits) - 1, tag_mask = (1u << t->tag_bits) - 1;
	struct tage_entry *e;

	g->provider = g->second = -1;
	for (i = 0; i < t->tables; i++) {
		const u32 *folded = t->folded[i];

		index = ((u32)ip ^ (u32)(ip >> (t->table_bits - i)) ^ folded[0]) & index_mask;
		g->tag[i] = (u16)((((u32)ip ^ folded[1] ^ folded[2] << 1) & tag_mask) | TAGE_VALID);
		e = t->entry + ((size_t)i << t->table_bits) + index;
		g->at[i] = e;
		if (e->tag == g->tag[i]) {
			g->second = g->provider;
			g->provider = (int)i;
		}
	}
	g->provided = guess_of(t, ip, g, g->provider);
	g->other = guess_of(t, ip, g, g->second);
	g->is_new = false;
	if (g->provider >= 0) {
		e = g->at[g->provider];
		g->is_new = !e->useful && (e->taken == NEW_TAKEN || e->taken == NEW_NOT_TAKEN);
	}
	g->predicted = g->is_new && t->trust >= TAGE_TRUST ? g->other : g->provided;
}

static void allocate(struct tage *t, struct guess *g, bool taken)
{
	int i;

	for (i = g->provider + 1; i < t->tables; i++) {
		if (g->at[i]->useful)
			continue;
		g->at[i]->tag = g->tag[i];
		g->at[i]->taken = taken ? NEW_TAKEN : NEW_NOT_TAKEN;
		return;
	}
	for (i = g->provider + 1; i < t->tables; i++)
		g->at[i]->useful--;
}

static void learn(struct tage *t, u64 ip, struct guess *g, bool taken)
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

/* A fold of `width` bits, when another outcome comes and the oldest leaves. */
static u32 fold_on(u32 folded, u32 width, u32 newest, u32 oldest, u32 leaves)
{
	folded = folded << 1 | newest;
	folded ^= oldest << leaves;
	return (folded ^ folded >> width) & ((1u << width) - 1);
}

static void remember(struct tage *t, bool taken)
{
	u32 i, oldest, last;

	for (i = 0; i < t->tables; i++) {
		u32 *folded = t->folded[i];
		const u8 *leaves = t->leaves[i];

		last = t->lengths[i] - 1u;
		oldest = (u32)(t->history[last >> 6] >> (last & 63)) & 1;
		folded[0] = fold_on(folded[0], t->table_bits, taken, oldest, leaves[0]);
		folded[1] = fold_on(folded[1], t->tag_bits, taken, oldest, leaves[1]);
		folded[2] = fold_on(folded[2], t->tag_bits - 1u, taken, oldest, leaves[2]);
	}
	for (i = TAGE_MAX_HISTORY / 64 - 1; i; i--)
		t->history[i] = t->history[i] << 1 | t->history[i - 1] >> 63;
	t->history[0] = t->history[0] << 1 | taken;
}

bool pmc_tage_branch(struct tage *t, u64 ip, bool taken)
{
	struct guess g;
	size_t i, n = (size_t)t->tables << t->table_bits;

	look(t, ip, &g);
	learn(t, ip, &g, taken);
	if (g.predicted != taken)
		allocate(t, &g, taken);
	remember(t, taken);
	if (!(++t->branches & ((1u << TAGE_HALVE_BITS) - 1)))
		for (i = 0; i < n; i++)
			t->entry[i].useful >>= 1;
	return g.predicted == taken;
}

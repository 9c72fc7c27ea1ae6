/* SPDX-License-Identifier: BSD-2-Clause */
/* Where functions without a name begin. */
#include "cli/profile/entries.h"

#include <errno.h>
#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

int entries_init(struct entries *e, const struct pmc_profile *profile)
{
	struct pmc_profile_info info;
	struct pmc_edge edge;
	size_t i;

	memset(e, 0, sizeof(*e));
	pmc_profile_info(profile, &info);
	e->entry = malloc((info.edges + 1) * sizeof(*e->entry));
	if (!e->entry)
		return -ENOMEM;
	for (i = 0; !pmc_profile_edge_at(profile, i, &edge); i++)
		if (edge.kind == PMC_EDGE_CALL && edge.to_object != ~0u)
			e->entry[e->n++] = (struct entry){ edge.to, edge.to_object };
	qsort(e->entry, e->n, sizeof(*e->entry), compare);
	return 0;
}

void entries_deinit(struct entries *e)
{
	free(e->entry);
	memset(e, 0, sizeof(*e));
}

/* How many entries are not behind the address. */
static size_t count_before(const struct entries *e, unsigned object, uint64_t address)
{
	struct entry key = { address, object };
	size_t low = 0, high = e->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&e->entry[middle], &key) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * The symbols on both sides of an address: where the one before it begins (0: there is none), and
 * the one behind it (UINT64_MAX).
 */
static void find_neighbours(struct pmc_symbols *symbols, int index, uint64_t address,
			    uint64_t *before, uint64_t *behind)
{
	struct pmc_symbol symbol;
	size_t low = 0, high = 1;

	*before = 0;
	*behind = UINT64_MAX;
	while (!pmc_symbols_at(symbols, index, high - 1, &symbol) && symbol.start <= address)
		high *= 2;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (!pmc_symbols_at(symbols, index, middle, &symbol) && symbol.start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low && !pmc_symbols_at(symbols, index, low - 1, &symbol))
		*before = symbol.start;
	if (!pmc_symbols_at(symbols, index, low, &symbol))
		*behind = symbol.start;
}

int entries_find(const struct entries *e, unsigned object, uint64_t address,
		 struct pmc_symbols *symbols, int index, uint64_t *start, uint64_t *end)
{
	size_t n = count_before(e, object, address);
	uint64_t before = 0, behind = UINT64_MAX;

	if (!n || e->entry[n - 1].object != object)
		return -ENOENT;
	if (index >= 0)
		find_neighbours(symbols, index, address, &before, &behind);
	if (before >= e->entry[n - 1].address)
		return -ENOENT;
	*start = e->entry[n - 1].address;
	*end = behind;
	if (n < e->n && e->entry[n].object == object && e->entry[n].address < behind)
		*end = e->entry[n].address;
	return 0;
}

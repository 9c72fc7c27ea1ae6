/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts symbols, chooses names, finds the function of an address. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/symbols/elf/symtab.h"

int symtab_add(struct symtab *table, const struct symtab_symbol *symbol)
{
	if (vector_reserve(&table->symbols, &table->room, table->n + 1, sizeof(*table->symbols)))
		return -ENOMEM;
	table->symbols[table->n++] = *symbol;
	return 0;
}

/* The name that users know comes first. */
static int by_name(const char *a, const char *b)
{
	size_t ua = strspn(a, "_"), ub = strspn(b, "_"), la, lb;

	if (ua != ub)
		return ua < ub ? -1 : 1;
	la = strlen(a), lb = strlen(b);
	if (la != lb)
		return la < lb ? -1 : 1;
	return strcmp(a, b);
}

/* By address; those with a size before those without, outer ones before inner ones, the best name
 * of equal ones first. */
static int by_address(const void *a, const void *b)
{
	const struct symtab_symbol *x = a, *y = b;
	int sized_x = x->rank & SYMTAB_SIZED, sized_y = y->rank & SYMTAB_SIZED;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (sized_x != sized_y)
		return sized_y - sized_x;
	if (sized_x && x->end != y->end)
		return x->end > y->end ? -1 : 1;
	if (x->rank != y->rank)
		return y->rank - x->rank;
	return by_name(x->name, y->name);
}

int symtab_close(struct symtab *table)
{
	struct symtab_symbol *s = table->symbols, *kept = s;
	uint64_t reached = 0; /* where the symbols with a size end so far */
	size_t i;

	if (!table->n)
		return 0;
	qsort(s, table->n, sizeof(*s), by_address);
	for (i = 0; i < table->n; i++) {
		bool sized = s[i].rank & SYMTAB_SIZED;

		if (kept > s && kept[-1].start == s[i].start &&
		    (!sized || kept[-1].end == s[i].end))
			continue; /* another name */
		if (!sized && s[i].start < reached)
			continue; /* a label in a function */
		if (sized && s[i].end > reached)
			reached = s[i].end;
		*kept++ = s[i];
	}
	table->n = kept - s;
	for (i = 0; i + 1 < table->n; i++)
		if (!(s[i].rank & SYMTAB_SIZED) && s[i].end > s[i + 1].start)
			s[i].end = s[i + 1].start;
	return 0;
}

int symtab_index(struct symtab *table)
{
	struct span *list = malloc((table->n + 1) * sizeof(*list));
	size_t i;
	int error;

	if (!list)
		return -ENOMEM;
	for (i = 0; i < table->n; i++)
		list[i] = (struct span){ table->symbols[i].start, table->symbols[i].end, i };
	error = spans_init(&table->spans, list, table->n);
	free(list);
	return error;
}

void symtab_deinit(struct symtab *table)
{
	spans_deinit(&table->spans);
	free(table->symbols);
	*table = (struct symtab){ 0 };
}

struct symtab_symbol *symtab_find(struct symtab *table, uint64_t address)
{
	uint32_t i = spans_find(&table->spans, address);

	return i == SPANS_NONE ? NULL : &table->symbols[i];
}

struct symtab_symbol *symtab_piece(struct symtab *table, uint64_t address, struct piece *within)
{
	uint32_t i = spans_piece(&table->spans, address, within);

	return i == SPANS_NONE ? NULL : &table->symbols[i];
}

/* How many symbols start before the address. */
static size_t starting_before(const struct symtab *table, uint64_t address)
{
	size_t low = 0, high = table->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->symbols[middle].start < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct symtab_symbol *symtab_find_before(struct symtab *table, uint64_t address)
{
	struct symtab_symbol *s = symtab_find(table, address);
	size_t n = s ? 0 : starting_before(table, address);

	return n ? &table->symbols[n - 1] : s;
}

const struct symtab_symbol *symtab_start(const struct symtab *table, uint64_t address)
{
	size_t i = starting_before(table, address);

	return i < table->n && table->symbols[i].start == address ? &table->symbols[i] : NULL;
}

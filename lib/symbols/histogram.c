/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of a profile by an event. Places are sorted by object and address, so those of one
 * function stand together.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "pmc/profile.h"

struct row {
	struct pmc_histogram_row shown;
	unsigned object;
	uint64_t start; /* of the function */
};
struct pmc_histogram {
	struct row *row;
	size_t n, room;
};

/* The row of a place: the last one, or a new one. NULL: no memory. */
static struct row *row_of(struct pmc_histogram *h, unsigned object, const struct pmc_symbol *symbol)
{
	struct row *last = h->n ? &h->row[h->n - 1] : NULL;

	if (last && last->object == object && last->start == symbol->start &&
	    !last->shown.function == !symbol->name)
		return last;
	if (vector_reserve(&h->row, &h->room, h->n + 1, sizeof(*h->row)))
		return NULL;
	h->row[h->n] = (struct row){ .object = object, .start = symbol->start };
	h->row[h->n].shown.function = symbol->name;
	return &h->row[h->n++];
}

static int add_places(struct pmc_histogram *h, const struct pmc_profile *profile,
		      struct pmc_symbols *symbols, size_t event)
{
	struct pmc_profile_object object = { 0 };
	int index = -1;
	unsigned before = ~0u;
	struct pmc_place place;
	size_t i;

	for (i = 0; !pmc_profile_place_at(profile, i, &place); i++) {
		struct pmc_symbol symbol = { 0 };
		struct row *row;

		if (place.object != before) {
			before = place.object;
			pmc_profile_object_at(profile, before, &object);
			index = pmc_symbols_profile_object(symbols, profile, before, NULL);
		}
		if (!place.counts[event])
			continue;
		if (index < 0 || pmc_symbols_find(symbols, index, place.address, &symbol))
			symbol = (struct pmc_symbol){ 0 };
		row = row_of(h, place.object, &symbol);
		if (!row)
			return -ENOMEM;
		row->shown.object = object.path;
		row->shown.count += place.counts[event];
	}
	return 0;
}

/* Unknown code may lie between functions: its rows become one for each object. */
static void merge_unknown(struct pmc_histogram *h)
{
	struct row *unknown = NULL;
	size_t i, n = 0;

	for (i = 0; i < h->n; i++) {
		if (!h->row[i].shown.function && unknown && unknown->object == h->row[i].object) {
			unknown->shown.count += h->row[i].shown.count;
			continue;
		}
		h->row[n] = h->row[i];
		if (!h->row[n].shown.function)
			unknown = &h->row[n];
		n++;
	}
	h->n = n;
}

static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->shown.count != y->shown.count)
		return x->shown.count > y->shown.count ? -1 : 1;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

int pmc_histogram_create(const struct pmc_profile *profile, struct pmc_symbols *symbols,
			 size_t event, struct pmc_histogram **histogram)
{
	struct pmc_profile_event about;
	struct pmc_histogram *h;
	int err = pmc_profile_event_at(profile, event, &about);
	size_t i;

	if (err)
		return err;
	h = calloc(1, sizeof(*h));
	err = h ? add_places(h, profile, symbols, event) : -ENOMEM;
	if (err) {
		pmc_histogram_destroy(h);
		return err;
	}
	merge_unknown(h);
	if (h->n)
		qsort(h->row, h->n, sizeof(*h->row), compare);
	for (i = 0; i < h->n; i++)
		h->row[i].shown.percent = 100 * (double)h->row[i].shown.count / (double)about.total;
	*histogram = h;
	return 0;
}

int pmc_histogram_at(const struct pmc_histogram *histogram, size_t i, struct pmc_histogram_row *row)
{
	if (i >= histogram->n)
		return -ENOENT;
	*row = histogram->row[i].shown;
	return 0;
}

void pmc_histogram_destroy(struct pmc_histogram *histogram)
{
	if (!histogram)
		return;
	free(histogram->row);
	free(histogram);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Cuts ranges that overlap into pieces, and finds the piece of an address. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/base/spans.h"

static int by_start(const struct span *x, const struct span *y)
{
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* Merges two sorted lists, the second of which stands behind the first. */
static void merge(struct span *to, const struct span *list, size_t middle, size_t n)
{
	size_t a = 0, b = middle, k;

	for (k = 0; k < n; k++)
		to[k] = b == n || (a < middle && by_start(&list[a], &list[b]) <= 0) ? list[a++] :
										      list[b++];
}

/* Sorts a short list. */
static void insert(struct span *list, size_t n)
{
	size_t i, k;

	for (i = 1; i < n; i++) {
		struct span s = list[i];

		for (k = i; k && by_start(&list[k - 1], &s) > 0; k--)
			list[k] = list[k - 1];
		list[k] = s;
	}
}

/* Runs that are sorted by insertion. */
#define FEW 12

/* Merges pairs of sorted runs of this width from one array to the other. */
static void merge_runs(struct span *to, const struct span *from, size_t n, size_t width)
{
	size_t i;

	for (i = 0; i < n; i += 2 * width) {
		size_t both = n - i < 2 * width ? n - i : 2 * width;

		if (both <= width || by_start(&from[i + width - 1], &from[i + width]) <= 0)
			memcpy(to + i, from + i, both * sizeof(*to));
		else
			merge(to + i, from + i, width, both);
	}
}

/* Sorts the list, unless it is in order already, as compilers mostly write it. False: no memory. */
static bool sort(struct span *list, size_t n)
{
	struct span *room, *from = list, *to, *other;
	size_t i, width;

	for (i = 1; i < n && by_start(&list[i - 1], &list[i]) <= 0; i++)
		;
	if (i >= n)
		return true;
	to = room = malloc(n * sizeof(*room));
	if (!room)
		return false;
	for (i = 0; i < n; i += FEW)
		insert(list + i, n - i < FEW ? n - i : FEW);
	for (width = FEW; width < n; width *= 2) {
		merge_runs(to, from, n, width);
		other = from;
		from = to;
		to = other;
	}
	if (from != list)
		memcpy(list, from, n * sizeof(*list));
	free(room);
	return true;
}

/* From this address on, until the next piece, it is this value. */
static void add(struct spans *spans, uint64_t start, uint32_t value)
{
	if (spans->n && spans->starts[spans->n - 1] == start)
		spans->n--;
	if (spans->n && spans->values[spans->n - 1] == value)
		return;
	spans->starts[spans->n] = start;
	spans->values[spans->n++] = value;
}

/* Gives back what was not needed. */
static void shrink(struct spans *spans)
{
	void *starts = realloc(spans->starts, (spans->n + 1) * sizeof(*spans->starts));
	void *values = realloc(spans->values, (spans->n + 1) * sizeof(*spans->values));

	if (starts)
		spans->starts = starts;
	if (values)
		spans->values = values;
}

int spans_init(struct spans *spans, struct span *list, size_t n)
{
	uint32_t *open; /* the ranges that the sweep is in, the innermost last */
	size_t depth = 0, i;

	*spans = (struct spans){ 0 };
	if (!n)
		return 0;
	if (n > UINT32_MAX / 2)
		return -ENOMEM;
	/* Each range begins one piece, and its end at most one more. */
	spans->starts = malloc(2 * n * sizeof(*spans->starts));
	spans->values = malloc(2 * n * sizeof(*spans->values));
	open = malloc(n * sizeof(*open));
	if (!spans->starts || !spans->values || !open || !sort(list, n)) {
		free(open);
		spans_deinit(spans);
		return -ENOMEM;
	}
	for (i = 0; i <= n; i++) {
		uint64_t next = i < n ? list[i].start : UINT64_MAX;

		while (depth && list[open[depth - 1]].end <= next) {
			uint64_t end = list[open[depth - 1]].end;

			while (depth && list[open[depth - 1]].end <= end)
				depth--;
			add(spans, end, depth ? list[open[depth - 1]].value : SPANS_NONE);
		}
		if (i < n && list[i].end > list[i].start) {
			add(spans, list[i].start, list[i].value);
			open[depth++] = i;
		}
	}
	free(open);
	shrink(spans);
	return 0;
}

void spans_deinit(struct spans *spans)
{
	free(spans->starts);
	free(spans->values);
	*spans = (struct spans){ 0 };
}

uint32_t spans_find(struct spans *spans, uint64_t address)
{
	size_t low = 0, high = spans->n, i = spans->last;

	if (i < high && spans->starts[i] <= address) {
		if (i + 1 == high || address < spans->starts[i + 1])
			return spans->values[i];
		low = i + 1;
	} else if (i < high) {
		high = i;
	}
	/* starts[low - 1] <= address < starts[high] */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (spans->starts[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return SPANS_NONE;
	spans->last = low - 1;
	return spans->values[low - 1];
}

void piece_narrow(struct piece *within, uint64_t start, uint64_t end)
{
	if (within->start < start)
		within->start = start;
	if (within->end > end)
		within->end = end;
}

uint32_t spans_piece(struct spans *spans, uint64_t address, struct piece *within)
{
	uint32_t value = spans_find(spans, address);
	size_t i = spans->last;

	if (!spans->n)
		return value;
	if (address < spans->starts[0])
		piece_narrow(within, 0, spans->starts[0]);
	else
		piece_narrow(within, spans->starts[i],
			     i + 1 < spans->n ? spans->starts[i + 1] : UINT64_MAX);
	return value;
}

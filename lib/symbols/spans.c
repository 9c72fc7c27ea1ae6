/* SPDX-License-Identifier: BSD-2-Clause */
/* Cuts ranges that overlap into pieces, and finds the piece of an address. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/spans.h"

static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* Sorts, unless the list is in order already, as compilers mostly write it. */
static void sort(struct span *list, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (by_start(&list[i - 1], &list[i]) > 0) {
			qsort(list, n, sizeof(*list), by_start);
			return;
		}
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
	if (!spans->starts || !spans->values || !open) {
		free(open);
		spans_deinit(spans);
		return -ENOMEM;
	}
	sort(list, n);
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

/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws arrows of branches. */
#include "cli/annotate/arrows.h"

#include "cli/code/listing.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST 2000 /* in one function */

static size_t top(const struct arrow *a)
{
	return a->from < a->to ? a->from : a->to;
}

static size_t bottom(const struct arrow *a)
{
	return a->from < a->to ? a->to : a->from;
}

static int by_length(const void *a, const void *b)
{
	const struct arrow *x = a, *y = b;
	size_t nx = bottom(x) - top(x), ny = bottom(y) - top(y);

	if (nx != ny)
		return nx < ny ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

/* Is there an arrow in the lane beside some row of this one? To the same target is no conflict. */
static bool is_taken(const struct arrows *arrows, size_t n, const struct arrow *new, unsigned lane)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const struct arrow *a = &arrows->arrow[i];

		if (a->lane == lane && top(a) <= bottom(new) && top(new) <= bottom(a))
			return true;
	}
	return false;
}

int arrows_init(struct arrows *arrows, const struct listing *listing)
{
	size_t i, n = 0, to;

	*arrows = (struct arrows){ 0 };
	arrows->arrow = calloc(MOST, sizeof(*arrows->arrow));
	if (!arrows->arrow)
		return -ENOMEM;
	for (i = 0; i < listing->n && n < MOST; i++) {
		const struct listed *row = &listing->row[i];

		if (!row->target || !row->text || !strncmp(row->text, "call", 4))
			continue;
		to = listing_find(listing, row->target);
		if (to != SIZE_MAX && to != i)
			arrows->arrow[n++] = (struct arrow){ .from = i, .to = to };
	}
	qsort(arrows->arrow, n, sizeof(*arrows->arrow), by_length);
	for (i = 0; i < n; i++) {
		struct arrow a = arrows->arrow[i];

		while (a.lane < ARROWS_LANES && is_taken(arrows, arrows->n, &a, a.lane))
			a.lane++;
		if (a.lane == ARROWS_LANES)
			continue;
		arrows->arrow[arrows->n++] = a;
		if (arrows->lanes <= a.lane)
			arrows->lanes = a.lane + 1;
	}
	return 0;
}

void arrows_deinit(struct arrows *arrows)
{
	free(arrows->arrow);
	*arrows = (struct arrows){ 0 };
}

/* Draws from the lane's column to the instruction. */
static void draw_end(char *text, size_t column, size_t width, char head)
{
	size_t i;

	text[column] = '+';
	for (i = column + 1; i < width; i++)
		if (text[i] == ' ')
			text[i] = '-';
	if (text[width] != '>')
		text[width] = head;
}

void arrows_write(const struct arrows *arrows, size_t row, int between,
		  char text[2 * ARROWS_LANES + 2])
{
	size_t width = 2 * arrows->lanes, i, column;

	memset(text, ' ', width + 1);
	text[width + 1] = 0;
	for (i = 0; i < arrows->n; i++) {
		const struct arrow *a = &arrows->arrow[i];

		column = width - 2 * (a->lane + 1);
		/* Above its first row an arrow is not there yet; above its last one it is. */
		if (row > top(a) && (between ? row <= bottom(a) : row < bottom(a)))
			text[column] = '|';
	}
	for (i = 0; i < arrows->n && !between; i++) {
		const struct arrow *a = &arrows->arrow[i];

		column = width - 2 * (a->lane + 1);
		if (row == a->to)
			draw_end(text, column, width, '>');
		else if (row == a->from)
			draw_end(text, column, width, '-');
	}
}

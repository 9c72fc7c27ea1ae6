/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums up, drops, sorts. */
#define _GNU_SOURCE /* qsort_r */
#include "cli/flame/order.h"

#include "cli/flame/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Sums ---- */

static void add(uint64_t *to, const uint64_t *from, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		to[i] += from[i];
}

/* A node stands behind its parent, so that one pass backwards adds all up. */
static int sum_up(struct flame *f)
{
	size_t size = (size_t)f->n * f->columns * sizeof(*f->total);
	unsigned i;

	free(f->total);
	f->total = malloc(size + 1);
	if (!f->total)
		return -ENOMEM;
	memcpy(f->total, f->own, size);
	for (i = f->n; i-- > 1;)
		add(flame_total(f, f->node[i].parent), flame_total(f, i), f->columns);
	return 0;
}

/* ---- What is too small ---- */

/* The greatest share that a node has of a column. */
static double weight(const struct flame *f, unsigned node)
{
	const uint64_t *count = flame_total(f, node), *all = flame_total(f, 0);
	double most = 0, share;
	unsigned i;

	for (i = 0; i < f->columns; i++) {
		share = all[i] ? (double)count[i] / (double)all[i] : 0;
		most = share > most ? share : most;
	}
	return most;
}

static int larger_first(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x > y ? -1 : x < y;
}

/* The weight of the node that is the first not to be kept; -1: there is no memory. */
static double limit_of(const struct flame *f, unsigned most)
{
	double *all = malloc(f->n * sizeof(*all)), limit;
	unsigned i;

	if (!all)
		return -1;
	for (i = 0; i < f->n; i++)
		all[i] = weight(f, i);
	qsort(all, f->n, sizeof(*all), larger_first);
	limit = all[most];
	free(all);
	return limit;
}

/* The node's FRAME_REST; rest[] has those that were made so far. */
static unsigned rest_of(struct flame *f, unsigned parent, unsigned *rest)
{
	if (rest[parent] == FLAME_NONE) {
		rest[parent] = f->n++;
		f->node[rest[parent]] =
			(struct flame_node){ { FRAME_REST, 0 }, parent, f->node[parent].depth + 1 };
		memset(flame_own(f, rest[parent]), 0, f->columns * sizeof(*f->own));
	}
	return rest[parent];
}

/*
 * Keeps the nodes above the limit, which have their parents among them. to[] is where each node
 * went. What is kept moves down; sums stay where they are.
 */
static void drop(struct flame *f, double limit, unsigned *to)
{
	unsigned n = f->n, i, kept = 1;

	to[0] = 0;
	for (i = 1; i < n; i++)
		to[i] = weight(f, i) > limit ? kept++ : FLAME_NONE;
	for (i = 1; i < n; i++) {
		if (to[i] == FLAME_NONE)
			continue;
		f->node[to[i]] = f->node[i];
		f->node[to[i]].parent = to[f->node[i].parent];
		memmove(flame_own(f, to[i]), flame_own(f, i), f->columns * sizeof(*f->own));
	}
	f->n = kept;
}

/* What is dropped goes to a node beside it. There is room: such a node stands for one or more. */
static int drop_small(struct flame *f, unsigned most)
{
	unsigned n = f->n, i, parent;
	unsigned *to, *rest, *parents;
	double limit = limit_of(f, most);
	int err = -ENOMEM;

	to = malloc((size_t)n * sizeof(*to));
	rest = malloc((size_t)n * sizeof(*rest));
	parents = malloc((size_t)n * sizeof(*parents));
	if (limit >= 0 && to && rest && parents) {
		for (i = 0; i < n; i++)
			parents[i] = f->node[i].parent;
		drop(f, limit, to);
		memset(rest, 0xff, (size_t)n * sizeof(*rest));
		for (i = 1; i < n; i++) {
			if (to[i] != FLAME_NONE)
				continue;
			f->n_dropped++;
			parent = to[parents[i]];
			if (parent != FLAME_NONE)
				add(flame_own(f, rest_of(f, parent, rest)), flame_total(f, i),
				    f->columns);
		}
		err = sum_up(f);
	}
	free(to);
	free(rest);
	free(parents);
	return err;
}

/* ---- Order ---- */

/* Ranks of rows by their texts, so that texts are compared once. */
struct ranked {
	const char *text, *object;
	unsigned row;
};

static int by_text(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	if (!order)
		order = strcmp(x->object, y->object);
	return order ? order : x->row < y->row ? -1 : x->row > y->row;
}

/* rank[row]; NULL: there is no memory. */
static unsigned *rank_rows(const struct flame *f)
{
	unsigned *rank = malloc((f->rows.n + 1u) * sizeof(*rank)), i;
	struct ranked *all = malloc((f->rows.n + 1u) * sizeof(*all));

	for (i = 0; rank && all && i < f->rows.n; i++)
		all[i] = (struct ranked){
			/* Without "(inlined)", which would need room of its own. */
			subject_function(flame_subject(f, i), &f->rows.spot[i]),
			flame_object(f, (struct frame){ FRAME_FUNCTION, i }),
			i,
		};
	if (rank && all && f->rows.n)
		qsort(all, f->rows.n, sizeof(*all), by_text);
	for (i = 0; rank && all && i < f->rows.n; i++)
		rank[all[i].row] = i;
	if (!all) {
		free(rank);
		rank = NULL;
	}
	free(all);
	return rank;
}

struct sorting {
	const struct flame *flame;
	const unsigned *rank;
};

/* By parent, then callees by name; processes by name, too; rests last. */
static int by_parent(const void *a, const void *b, void *argument)
{
	const struct sorting *s = argument;
	unsigned i = *(const unsigned *)a, k = *(const unsigned *)b;
	const struct flame_node *x = &s->flame->node[i], *y = &s->flame->node[k];
	char text[2][SUBJECT_TEXT];
	unsigned p, q;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->frame.kind != y->frame.kind)
		return x->frame.kind < y->frame.kind ? -1 : 1;
	if (x->frame.kind == FRAME_PROCESS)
		return strcmp(flame_text(s->flame, x->frame, text[0]),
			      flame_text(s->flame, y->frame, text[1]));
	if (x->frame.kind == FRAME_FUNCTION) {
		p = s->rank[x->frame.number];
		q = s->rank[y->frame.number];
		if (p != q)
			return p < q ? -1 : 1;
	}
	return i < k ? -1 : i > k;
}

/* From lists of callees to the order in which a node stands behind its caller. */
static void flatten(struct flame *f, const unsigned *sorted, const unsigned *first, unsigned *open)
{
	unsigned n_open = 0, n = 0, node, k;

	open[n_open++] = 0;
	while (n_open) {
		node = open[--n_open];
		f->order[n++] = node;
		for (k = first[node + 1]; k-- > first[node];)
			open[n_open++] = sorted[k];
	}
}

static int sort(struct flame *f)
{
	struct sorting sorting = { f, NULL };
	unsigned *sorted = malloc((size_t)f->n * sizeof(*sorted));
	unsigned *first = calloc((size_t)f->n + 1, sizeof(*first));
	unsigned *open = malloc((size_t)f->n * sizeof(*open)), *rank = rank_rows(f), i;
	int err = -ENOMEM;

	f->order = malloc((size_t)f->n * sizeof(*f->order));
	sorting.rank = rank;
	if (sorted && first && open && rank && f->order) {
		for (i = 1; i < f->n; i++) {
			sorted[i - 1] = i;
			first[f->node[i].parent + 1]++;
		}
		for (i = 0; i < f->n; i++)
			first[i + 1] += first[i];
		qsort_r(sorted, f->n - 1, sizeof(*sorted), by_parent, &sorting);
		flatten(f, sorted, first, open);
		err = 0;
	}
	free(sorted);
	free(first);
	free(open);
	free(rank);
	return err;
}

int order_make(struct flame *f, unsigned most)
{
	int err = sum_up(f);

	if (!err && most && f->n > most)
		err = drop_small(f, most);
	return err ? err : sort(f);
}

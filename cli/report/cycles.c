/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tarjan's algorithm for strongly connected components, with a stack of its own instead of
 * recursion: calls may be nested deeper than pmc's stack.
 */
#include "cli/report/cycles.h"

#include "cli/report/graph.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct search {
	struct graph *graph;
	unsigned *index, *low;	/* of each node; index 0: not visited */
	unsigned *open, n_open; /* nodes whose component is not complete */
	unsigned *path, n_path; /* the nodes that are being visited */
	size_t *next;		/* of each node: its next arc to follow */
	unsigned count, n_ordered;
};

static void enter(struct search *s, unsigned node)
{
	s->index[node] = s->low[node] = ++s->count;
	s->open[s->n_open++] = node;
	s->path[s->n_path++] = node;
	s->next[node] = s->graph->out_first[node];
}

/* The node's component is complete: it is on top of the open nodes. */
static void close_component(struct search *s, unsigned node)
{
	struct graph *g = s->graph;
	unsigned first = s->n_open, i;

	while (s->open[first - 1] != node)
		first--;
	first--;
	for (i = first; i < s->n_open; i++) {
		/* Done; no arc to it lowers a number any more. */
		s->low[s->open[i]] = ~0u;
		g->order[s->n_ordered++] = s->open[i];
		if (s->n_open - first > 1)
			g->cycle[s->open[i]] = g->n_cycles;
	}
	if (s->n_open - first > 1)
		g->cycles[g->n_cycles++].members = s->n_open - first;
	s->n_open = first;
}

/* Goes one step on: along an arc of the top of the path, or back. */
static void step(struct search *s)
{
	const struct graph *g = s->graph;
	unsigned node = s->path[s->n_path - 1], to;

	if (s->next[node] < g->out_first[node + 1]) {
		to = g->arc[g->out[s->next[node]++]].to;
		if (to >= g->n_nodes)
			return;
		if (!s->index[to])
			enter(s, to);
		else if (s->low[to] != ~0u && s->index[to] < s->low[node])
			s->low[node] = s->index[to];
		return;
	}
	s->n_path--;
	if (s->n_path) {
		unsigned caller = s->path[s->n_path - 1];

		if (s->low[node] < s->low[caller])
			s->low[caller] = s->low[node];
	}
	if (s->low[node] == s->index[node])
		close_component(s, node);
}

int cycles_find(struct graph *g)
{
	struct search s = { .graph = g };
	size_t n = (size_t)g->n_nodes + 1, i;
	int err = -ENOMEM;

	s.index = calloc(n * 4, sizeof(*s.index));
	s.next = calloc(n, sizeof(*s.next));
	g->cycle = malloc(n * sizeof(*g->cycle));
	g->order = calloc(n, sizeof(*g->order));
	g->cycles = calloc(n / 2 + 1, sizeof(*g->cycles));
	if (!s.index || !s.next || !g->cycle || !g->order || !g->cycles)
		goto out;
	memset(g->cycle, 0xff, n * sizeof(*g->cycle));
	s.low = s.index + n;
	s.open = s.low + n;
	s.path = s.open + n;
	for (i = 0; !g->from_stacks && i < g->n_nodes; i++) {
		if (s.index[i])
			continue;
		enter(&s, (unsigned)i);
		while (s.n_path)
			step(&s);
	}
	err = 0;
out:
	free(s.index);
	free(s.next);
	return err;
}

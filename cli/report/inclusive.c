/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inclusive counts. Components (a function, or a cycle of functions) come callees first, so that
 * what a component calls is complete when it is its turn.
 */
#include "cli/report/inclusive.h"

#include "cli/profile/rows.h"
#include "cli/report/graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The counts of a node, or of the cycle that it is in. */
static uint64_t *component_counts(const struct graph *g, unsigned node)
{
	size_t at = g->cycle[node] == ROW_NONE ? node : (size_t)g->n_nodes + g->cycle[node];

	return g->inclusive + at * g->n_events;
}

/* How often a node, or the cycle that it is in, is called from outside. */
static uint64_t component_calls(const struct graph *g, unsigned node)
{
	return g->cycle[node] == ROW_NONE ? g->calls[node] : g->cycles[g->cycle[node]].calls;
}

/* Gives the arc its share of what its callee costs. */
static void estimate_arc(struct graph *g, size_t index)
{
	const struct arc *arc = &g->arc[index];
	const uint64_t *callee = component_counts(g, arc->to);
	uint64_t *count = g->arc_count + index * g->n_events;
	double share = (double)arc->calls / (double)component_calls(g, arc->to);
	unsigned i;

	for (i = 0; i < g->n_events; i++)
		/* A callee with a single caller keeps all its digits. */
		count[i] = share >= 1 ? callee[i] : (uint64_t)((double)callee[i] * share + 0.5);
}

/* Adds up a node, whose callees outside of its component are complete. */
static void add_up(struct graph *g, const struct rows *rows, unsigned node)
{
	uint64_t *total = g->inclusive + (size_t)node * g->n_events, *cycle;
	const uint64_t *self = rows_count(rows, node), *count;
	size_t k;
	unsigned i;

	for (i = 0; i < g->n_events; i++)
		total[i] = self[i];
	for (k = g->out_first[node]; k < g->out_first[node + 1]; k++) {
		const struct arc *arc = &g->arc[g->out[k]];

		if (arc->to >= g->n_nodes || graph_is_recursive(g, arc))
			continue;
		if (g->estimated && arc->calls)
			estimate_arc(g, g->out[k]);
		count = g->arc_count + (size_t)g->out[k] * g->n_events;
		for (i = 0; i < g->n_events; i++)
			total[i] += count[i];
	}
	if (g->cycle[node] == ROW_NONE)
		return;
	cycle = component_counts(g, node);
	for (i = 0; i < g->n_events; i++)
		cycle[i] += total[i];
}

int inclusive_make(struct graph *g, const struct rows *rows)
{
	size_t n = (size_t)g->n_nodes + g->n_cycles, i;

	g->inclusive = calloc((n + 1) * g->n_events, sizeof(*g->inclusive));
	if (!g->inclusive)
		return -ENOMEM;
	for (i = 0; i < g->n_arcs; i++) {
		const struct arc *arc = &g->arc[i];

		if (arc->to < g->n_nodes && g->cycle[arc->to] != ROW_NONE &&
		    !graph_is_recursive(g, arc))
			g->cycles[g->cycle[arc->to]].calls += arc->calls;
	}
	for (i = 0; i < g->n_nodes; i++)
		add_up(g, rows, g->order[i]);
	return 0;
}

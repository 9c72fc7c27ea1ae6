/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who calls whom. Nodes are the rows of a report, which are functions (in a thread, process …, as
 * --sort says); an arc is all calls from one to another.
 *
 * Inclusive counts, those of a function with all that it calls, come from the best source that the
 * profile has:
 *	- stacks of samples: a sample counts once for each function on its stack
 *	- calls with counts of their own, as callgrind records them
 *	- otherwise they are estimated as gprof does it: what a function costs, with all that it
 *	  calls, is distributed over its callers by their numbers of calls
 *
 * A jump to the beginning of another function is a call, too: compilers make it of a last call.
 *
 * Functions that call each other in a circle are a cycle (a strongly connected component). How much
 * of it belongs to which call inside is not known; so a member's inclusive count is its own and
 * what it calls outside, and the cycle as a whole has one more. Stacks need no such rule.
 */
#ifndef PMC_CLI_REPORT_GRAPH_H
#define PMC_CLI_REPORT_GRAPH_H

#include "cli/profile/keys.h"
#include "cli/profile/rows.h"
#include "cli/profile/subject.h"

#include <stdbool.h>
#include <stdint.h>

#define GRAPH_UNKNOWN ROW_NONE /* the callee of calls whose targets were not recorded */

struct arc {
	unsigned from, to;
	uint64_t calls;
};

struct graph_cycle {
	unsigned members;
	uint64_t calls; /* into it, from outside */
};

struct graph {
	unsigned n_nodes, n_events, n_cycles;
	bool estimated;	  /* the inclusive counts */
	bool from_stacks; /* numbers of calls are unknown */
	size_t n_arcs, arc_room;
	struct arc *arc;
	uint64_t *arc_count; /* n_events of each arc: inclusive counts */
	uint64_t *inclusive; /* n_events of each node, then of each cycle */
	unsigned *cycle;     /* of each node: number of its cycle; ROW_NONE: it is in none */
	unsigned *order;     /* all nodes, callees before callers; a cycle's stand together */
	uint64_t *calls;     /* of each node, without those from itself */
	struct graph_cycle *cycles;
	unsigned *slot; /* a hash table of arcs + 1 */
	size_t slots;
	/*
	 * Arcs by their callee, and by their caller: node i has those from first[i] to first[i +
	 * 1].
	 */
	size_t *in_first, *out_first;
	unsigned *in, *out;
};

/*
 * Makes the graph of the rows, to which it adds those of functions that have no counts of their
 * own. index: the events of the rows' columns. Returns 0 or -ENOMEM.
 */
int graph_init(struct graph *graph, struct rows *rows, struct subject *subject,
	       const struct keys *keys, const unsigned *index, unsigned n_events);
void graph_deinit(struct graph *graph);

/*
 * Do both ends of an arc belong to one function or cycle? Then its inclusive count means nothing.
 */
bool graph_is_recursive(const struct graph *graph, const struct arc *arc);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Who calls whom: the arcs. cycles.c and inclusive.c do the arithmetic. */
#include "cli/report/graph.h"

#include "cli/profile/frame.h"
#include "cli/report/cycles.h"
#include "cli/report/inclusive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Arcs ---- */

static size_t slot_of(const struct graph *g, unsigned from, unsigned to)
{
	uint64_t h = ((uint64_t)from << 32 | to) * 0x9e3779b97f4a7c15u;
	size_t at = (size_t)(h ^ h >> 32) & (g->slots - 1);

	for (; g->slot[at]; at = (at + 1) & (g->slots - 1)) {
		const struct arc *arc = &g->arc[g->slot[at] - 1];

		if (arc->from == from && arc->to == to)
			break;
	}
	return at;
}

static int grow(struct graph *g)
{
	size_t room = g->arc_room ? g->arc_room * 2 : 1024, i;
	struct arc *arc = realloc(g->arc, room * sizeof(*arc));
	uint64_t *count;
	unsigned *slot;

	if (!arc)
		return -ENOMEM;
	g->arc = arc;
	count = realloc(g->arc_count, room * g->n_events * sizeof(*count));
	if (!count)
		return -ENOMEM;
	g->arc_count = count;
	slot = calloc(room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(g->slot);
	g->slot = slot;
	g->slots = room * 2;
	g->arc_room = room;
	for (i = 0; i < g->n_arcs; i++)
		slot[slot_of(g, arc[i].from, arc[i].to)] = (unsigned)i + 1;
	return 0;
}

/* The arc; NULL: there is no memory. */
static struct arc *arc_of(struct graph *g, unsigned from, unsigned to)
{
	size_t slot;

	if (g->n_arcs == g->arc_room && grow(g))
		return NULL;
	slot = slot_of(g, from, to);
	if (!g->slot[slot]) {
		g->arc[g->n_arcs] = (struct arc){ .from = from, .to = to };
		memset(g->arc_count + g->n_arcs * g->n_events, 0,
		       g->n_events * sizeof(*g->arc_count));
		g->slot[slot] = (unsigned)++g->n_arcs;
	}
	return &g->arc[g->slot[slot] - 1];
}

static uint64_t *count_of(struct graph *g, const struct arc *arc)
{
	return g->arc_count + (size_t)(arc - g->arc) * g->n_events;
}

/* ---- Edges ---- */

/* What making a graph needs beside it. */
struct making {
	struct graph *graph;
	struct rows *rows;
	struct subject *subject;
	const struct keys *keys;
	const unsigned *index;
};

/* The row of an address; *row is ROW_NONE when a filter leaves it out. Returns 0 or -ENOMEM. */
static int row_of(struct making *m, unsigned object, uint64_t address, unsigned thread,
		  struct spot *spot, unsigned *row)
{
	uint64_t key[SUBJECT_WORDS];
	int found = subject_spot(m->subject, object, address, thread, spot);

	*row = ROW_NONE;
	if (found <= 0)
		return found;
	if (subject_key(m->subject, m->keys, spot, key))
		return -ENOMEM;
	*row = rows_find(m->rows, key, spot);
	return *row == ROW_NONE ? -ENOMEM : 0;
}

/* Is it inside of the function that was found last? */
static bool is_inside(const struct function *function, unsigned object, uint64_t address)
{
	return function->object == object && address >= function->start && address < function->end;
}

/* Is "to" the part of "from" that the compiler moved away, as "f.cold" is of "f"? */
static bool is_part(const char *from, const char *to)
{
	size_t n;

	if (!from || !to)
		return false;
	n = strlen(from);
	return !strncmp(from, to, n) && to[n] == '.';
}

/* Is the jump from one function to another a call? */
static bool is_tail_call(const struct functions *f, const struct spot *from, const struct spot *to)
{
	const struct function *caller = &f->function[from->function];
	const struct function *callee = &f->function[to->function];

	if (from->function == to->function || !callee->name)
		return false;
	/* Back from f.cold to f. */
	if (is_part(callee->name, caller->name ? caller->name : ""))
		return false;
	return to->address == callee->start || is_part(caller->name, callee->name);
}

/* Adds an edge. Returns 0 or -ENOMEM. */
static int add_edge(struct making *m, const struct pmc_edge *edge)
{
	struct functions *f = &m->subject->functions;
	unsigned from, to = GRAPH_UNKNOWN, i;
	struct spot caller, callee;
	struct arc *arc;
	uint64_t *count;

	/* callgrind has made calls of such jumps already. */
	if (edge->kind == PMC_EDGE_RETURN ||
	    (edge->kind == PMC_EDGE_JUMP && m->subject->info.format == PMC_PROFILE_CALLGRIND))
		return 0;
	/* Nearly all jumps stay in their function. */
	if (edge->kind == PMC_EDGE_JUMP &&
	    (edge->to_object == ~0u ||
	     (f->last.function != FUNCTION_NONE &&
	      is_inside(&f->function[f->last.function], edge->from_object, edge->from) &&
	      is_inside(&f->function[f->last.function], edge->to_object, edge->to))))
		return 0;
	if (row_of(m, edge->from_object, edge->from, edge->thread, &caller, &from))
		return -ENOMEM;
	if (from == ROW_NONE)
		return 0;
	if (edge->to_object != ~0u) {
		if (edge->kind == PMC_EDGE_JUMP &&
		    is_inside(&f->function[caller.function], edge->to_object, edge->to))
			return 0;
		if (row_of(m, edge->to_object, edge->to, edge->thread, &callee, &to))
			return -ENOMEM;
		if (to == ROW_NONE ||
		    (edge->kind == PMC_EDGE_JUMP && !is_tail_call(f, &caller, &callee)))
			return 0;
	}
	arc = arc_of(m->graph, from, to);
	if (!arc)
		return -ENOMEM;
	arc->calls += edge->count;
	count = count_of(m->graph, arc);
	for (i = 0; edge->inclusive && i < m->graph->n_events; i++)
		count[i] += edge->inclusive[m->index[i]];
	if (!edge->inclusive && to != GRAPH_UNKNOWN)
		m->graph->estimated = true;
	return 0;
}

static int add_edges(struct making *m)
{
	struct pmc_edge edge;
	size_t i;

	for (i = 0; !pmc_profile_edge_at(m->subject->profile, i, &edge); i++)
		if (add_edge(m, &edge))
			return -ENOMEM;
	return 0;
}

/* ---- Stacks ---- */

/* A frame of the stack that is being added, and the call to it. */
struct step {
	unsigned row; /* ROW_NONE: it is left out */
	size_t arc;
	bool is_first_row, is_first_arc; /* of its kind on the stack, which is counted there */
};

/* The stack, the outermost frame first. What it has in common with the next one stays. */
struct path {
	struct step *step;
	uint64_t *count; /* of each step: of the stacks that went through it */
	size_t n, room;
	bool *row, *arc; /* which of them are on it */
	size_t row_room, arc_room;
	unsigned inclusive_room;
};

/* Notes that an item is on the path. Returns 1 when it was not, 0, or -ENOMEM. */
static int put_on(bool **on, size_t *room, size_t item)
{
	if (item >= *room) {
		size_t n = item * 2 + 64;
		bool *more = realloc(*on, n * sizeof(*more));

		if (!more)
			return -ENOMEM;
		memset(more + *room, 0, (n - *room) * sizeof(*more));
		*on = more;
		*room = n;
	}
	if ((*on)[item])
		return 0;
	(*on)[item] = true;
	return 1;
}

/* Room for the inclusive counts of rows that come while stacks are added. */
static int make_room(struct graph *g, unsigned n_nodes, unsigned *room)
{
	uint64_t *more;
	unsigned n = n_nodes * 2 + 64;

	if (n_nodes <= *room)
		return 0;
	more = realloc(g->inclusive, (size_t)n * g->n_events * sizeof(*more));
	if (!more)
		return -ENOMEM;
	memset(more + (size_t)*room * g->n_events, 0,
	       (size_t)(n - *room) * g->n_events * sizeof(*more));
	g->inclusive = more;
	*room = n;
	return 0;
}

static void add_counts(uint64_t *to, const uint64_t *from, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		to[i] += from[i];
}

/* Leaves steps: their counts go once to each function, and to each call, and to their callers. */
static void pop(struct graph *g, struct path *path, size_t n)
{
	while (path->n > n) {
		const struct step *step = &path->step[--path->n];
		uint64_t *count = path->count + path->n * g->n_events;

		if (step->is_first_row) {
			add_counts(g->inclusive + (size_t)step->row * g->n_events, count,
				   g->n_events);
			path->row[step->row] = false;
		}
		if (step->is_first_arc) {
			add_counts(g->arc_count + step->arc * g->n_events, count, g->n_events);
			path->arc[step->arc] = false;
		}
		if (path->n)
			add_counts(count - g->n_events, count, g->n_events);
	}
}

static struct step *new_step(const struct graph *g, struct path *path)
{
	size_t room = 2 * path->room + 64;
	struct step *step;
	uint64_t *count;

	if (path->n == path->room) {
		step = realloc(path->step, room * sizeof(*step));
		path->step = step ? step : path->step;
		count = realloc(path->count, room * g->n_events * sizeof(*count));
		path->count = count ? count : path->count;
		if (!step || !count)
			return NULL;
		path->room = room;
	}
	memset(path->count + path->n * g->n_events, 0, g->n_events * sizeof(*count));
	path->step[path->n] = (struct step){ .row = ROW_NONE };
	return &path->step[path->n++];
}

/* Goes to what a frame's function has called, or to where the stack begins. */
static int push(struct making *m, struct path *path, const struct pmc_frame *frame, bool innermost,
		unsigned thread)
{
	struct graph *g = m->graph;
	unsigned caller = path->n ? path->step[path->n - 1].row : ROW_NONE;
	struct step *step = new_step(g, path);
	uint64_t address = frame_address(frame, innermost);
	struct spot spot;
	struct arc *arc;
	int first;

	if (!step)
		return -ENOMEM;
	if (frame->object == ~0u)
		return 0;
	if (row_of(m, frame->object, address, thread, &spot, &step->row))
		return -ENOMEM;
	if (step->row == ROW_NONE)
		return 0;
	first = put_on(&path->row, &path->row_room, step->row);
	if (first < 0 || make_room(g, m->rows->n, &path->inclusive_room))
		return -ENOMEM;
	step->is_first_row = first;
	if (caller == ROW_NONE)
		return 0;
	arc = arc_of(g, caller, step->row);
	if (!arc)
		return -ENOMEM;
	step->arc = (size_t)(arc - g->arc);
	first = put_on(&path->arc, &path->arc_room, step->arc);
	step->is_first_arc = first > 0;
	return first < 0 ? first : 0;
}

/* Adds a stack, which has the outermost frames in common with the one before. */
static int add_stack(struct making *m, struct path *path, const struct pmc_stack *stack,
		     size_t common)
{
	size_t left;
	uint64_t *count;
	unsigned i;

	pop(m->graph, path, common);
	for (left = stack->n - common; left--;)
		if (push(m, path, &stack->frames[left], !left, stack->thread))
			return -ENOMEM;
	count = path->count + (path->n - 1) * m->graph->n_events;
	for (i = 0; i < m->graph->n_events; i++)
		count[i] += stack->counts[m->index[i]];
	return 0;
}

static int add_stacks(struct making *m)
{
	struct path path = { 0 };
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	size_t common;
	int err = pmc_stack_walk_create(m->subject->profile, &walk);

	if (err)
		return err;
	while (!err) {
		err = pmc_stack_walk_next(walk, &stack, &common);
		if (!err)
			err = add_stack(m, &path, &stack, common);
	}
	pop(m->graph, &path, 0);
	if (err == -ENOENT)
		err = make_room(m->graph, m->rows->n, &path.inclusive_room);
	pmc_stack_walk_destroy(walk);
	free(path.step);
	free(path.count);
	free(path.row);
	free(path.arc);
	return err;
}

/* ---- Order ---- */

/* Lists the arcs of each node, by their ends on one side. */
static int list_arcs(const struct graph *g, bool in, size_t **first, unsigned **list)
{
	size_t *at = calloc((size_t)g->n_nodes + 2, sizeof(*at)), i;
	unsigned *all = calloc(g->n_arcs + 1, sizeof(*all)), node;

	*first = at;
	*list = all;
	if (!at || !all)
		return -ENOMEM;
	/* at[n + 1] counts the arcs of node n, then says where they begin, then where they end. */
	for (i = 0; i < g->n_arcs; i++) {
		node = in ? g->arc[i].to : g->arc[i].from;
		if (node < g->n_nodes)
			at[node + 2]++;
	}
	for (i = 2; i < (size_t)g->n_nodes + 2; i++)
		at[i] += at[i - 1];
	for (i = 0; i < g->n_arcs; i++) {
		node = in ? g->arc[i].to : g->arc[i].from;
		if (node < g->n_nodes)
			all[at[node + 1]++] = (unsigned)i;
	}
	return 0;
}

static void count_calls(struct graph *g)
{
	size_t i;

	for (i = 0; i < g->n_arcs; i++)
		if (g->arc[i].to < g->n_nodes && g->arc[i].to != g->arc[i].from)
			g->calls[g->arc[i].to] += g->arc[i].calls;
}

static int finish(struct graph *g, const struct rows *rows)
{
	int err;

	g->n_nodes = rows->n;
	g->calls = calloc((size_t)g->n_nodes + 1, sizeof(*g->calls));
	if (!g->calls || list_arcs(g, true, &g->in_first, &g->in) ||
	    list_arcs(g, false, &g->out_first, &g->out))
		return -ENOMEM;
	count_calls(g);
	err = cycles_find(g);
	if (err || g->from_stacks)
		return err;
	return inclusive_make(g, rows);
}

int graph_init(struct graph *g, struct rows *rows, struct subject *subject, const struct keys *keys,
	       const unsigned *index, unsigned n_events)
{
	struct making m = { g, rows, subject, keys, index };
	int err;

	memset(g, 0, sizeof(*g));
	g->n_events = n_events;
	g->from_stacks = subject->info.stacks > 0;
	err = grow(g);
	if (!err)
		err = g->from_stacks ? add_stacks(&m) : add_edges(&m);
	return err ? err : finish(g, rows);
}

bool graph_is_recursive(const struct graph *g, const struct arc *arc)
{
	return arc->from == arc->to || (arc->to < g->n_nodes && g->cycle[arc->from] != ROW_NONE &&
					g->cycle[arc->from] == g->cycle[arc->to]);
}

void graph_deinit(struct graph *g)
{
	free(g->arc);
	free(g->arc_count);
	free(g->inclusive);
	free(g->cycle);
	free(g->order);
	free(g->calls);
	free(g->cycles);
	free(g->slot);
	free(g->in_first);
	free(g->out_first);
	free(g->in);
	free(g->out);
	memset(g, 0, sizeof(*g));
}

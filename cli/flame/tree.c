/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges chains. */
#include "cli/flame/tree.h"

#include "cli/flame/order.h"
#include "cli/profile/frame.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const struct keys flame_keys = { .key = { KEY_OBJECT, KEY_FUNCTION }, .n = 2 };

#define PLACES	       (1u << 16) /* the rows of so many addresses are remembered */
#define INLINED	       16	  /* functions that are told apart at one address */
#define FLAME_LEFT_OUT INT_MAX	  /* instead of a node: the chain does not pass the filter */

struct frame_place {
	uint64_t address;
	unsigned object, row;
};

/* ---- Nodes ---- */

static size_t slot_of(const struct flame *f, unsigned parent, struct frame frame)
{
	uint64_t h = ((uint64_t)parent << 34 ^ (uint64_t)frame.kind << 32 ^ frame.number) *
		     0x9e3779b97f4a7c15u;
	size_t at = (size_t)(h ^ h >> 32) & (f->slots - 1);

	for (; f->slot[at]; at = (at + 1) & (f->slots - 1)) {
		const struct flame_node *node = &f->node[f->slot[at] - 1];

		if (node->parent == parent && node->frame.number == frame.number &&
		    node->frame.kind == frame.kind)
			break;
	}
	return at;
}

static int grow(struct flame *f)
{
	unsigned room = f->room ? f->room * 2 : 1024, i;
	struct flame_node *node = realloc(f->node, room * sizeof(*node));
	uint64_t *own;
	unsigned *slot;

	if (!node)
		return -ENOMEM;
	f->node = node;
	own = realloc(f->own, (size_t)room * f->columns * sizeof(*own));
	if (!own)
		return -ENOMEM;
	f->own = own;
	slot = calloc((size_t)room * 2, sizeof(*slot));
	if (!slot)
		return -ENOMEM;
	free(f->slot);
	f->slot = slot;
	f->slots = (size_t)room * 2;
	f->room = room;
	for (i = 0; i < f->n; i++)
		slot[slot_of(f, node[i].parent, node[i].frame)] = i + 1;
	return 0;
}

/* The node below the parent; FLAME_NONE: there is no memory. */
static unsigned enter(struct flame *f, unsigned parent, struct frame frame)
{
	size_t slot;

	if (f->n == f->room && grow(f))
		return FLAME_NONE;
	slot = slot_of(f, parent, frame);
	if (!f->slot[slot]) {
		f->node[f->n] = (struct flame_node){
			.frame = frame,
			.parent = parent,
			.depth = parent == FLAME_NONE ? 0 : f->node[parent].depth + 1,
		};
		memset(flame_own(f, f->n), 0, f->columns * sizeof(*f->own));
		f->slot[slot] = ++f->n;
	}
	return f->slot[slot] - 1;
}

/* ---- Frames ---- */

/* The row of a spot. ROW_NONE: there is no memory. */
static unsigned row_of(struct flame *f, struct subject *subject, const struct spot *spot)
{
	uint64_t key[SUBJECT_WORDS];

	if (subject_key(subject, &flame_keys, spot, key))
		return ROW_NONE;
	return rows_find(&f->rows, key, spot);
}

static unsigned enter_function(struct flame *f, struct subject *subject, unsigned parent,
			       const struct spot *spot)
{
	unsigned row = row_of(f, subject, spot);

	if (row == ROW_NONE)
		return FLAME_NONE;
	return enter(f, parent, (struct frame){ FRAME_FUNCTION, row });
}

/* Enters the function at an address and, with --inline, below it those that were inlined there. */
static unsigned enter_inlined(struct flame *f, struct subject *subject, unsigned parent,
			      struct spot *spot)
{
	const char *names[INLINED];
	int index = functions_object(&subject->functions, spot->object), n = 0;

	spot->inlined = NAME_NONE;
	parent = enter_function(f, subject, parent, spot);
	if (index >= 0)
		n = pmc_symbols_functions(subject->functions.symbols, index, spot->address, names,
					  INLINED);
	if (n > INLINED)
		n = INLINED;
	/* The last one is the function that has the code. */
	for (n -= 2; n >= 0 && parent != FLAME_NONE; n--) {
		if (!names[n])
			continue;
		spot->inlined = names_add(subject->names, names[n]);
		if (spot->inlined == NAME_NONE)
			return FLAME_NONE;
		parent = enter_function(f, subject, parent, spot);
	}
	return parent;
}

/*
 * Enters a frame. Returns its node, or `parent` when the frame has no place in the program;
 * FLAME_NONE: there is no memory.
 */
static unsigned enter_frame(struct flame *f, struct subject *subject, unsigned parent,
			    const struct pmc_frame *frame, bool innermost, unsigned thread)
{
	uint64_t address = frame_address(frame, innermost);
	struct frame_place *place;
	struct spot spot;

	if (frame->object == ~0u)
		return parent;
	place = &f->place[(address ^ (uint64_t)frame->object << 9 ^ address >> 16) & (PLACES - 1)];
	if (place->row != ROW_NONE && place->address == address && place->object == frame->object)
		return enter(f, parent, (struct frame){ FRAME_FUNCTION, place->row });
	if (subject_spot(subject, frame->object, address, thread, &spot) < 0)
		return FLAME_NONE;
	if (subject->options.inlines)
		return enter_inlined(f, subject, parent, &spot);
	*place = (struct frame_place){ address, frame->object, row_of(f, subject, &spot) };
	if (place->row == ROW_NONE)
		return FLAME_NONE;
	return enter(f, parent, (struct frame){ FRAME_FUNCTION, place->row });
}

/* ---- Chains ---- */

/* The chain that was added last: the next one often begins as it does. */
struct last {
	size_t room;
	unsigned *node; /* of each frame, the outermost first */
	bool any;
	unsigned thread, process;
};

static int enter_process(struct flame *f, struct subject *subject, unsigned thread,
			 struct last *last)
{
	struct pmc_profile_process process;
	const char *name = NULL;
	unsigned number;

	if (!pmc_profile_process_at(subject->profile, subject->process[thread], &process))
		name = process.comm;
	number = names_add(subject->names, name && name[0] ? name : "[unknown]");
	if (number == NAME_NONE)
		return -ENOMEM;
	last->process = enter(f, 0, (struct frame){ FRAME_PROCESS, number });
	return last->process == FLAME_NONE ? -ENOMEM : 0;
}

/* i: how many frames the chain has in common with the last one. */
static int add_chain(struct flame *f, struct subject *subject, const struct pmc_stack *stack,
		     size_t i, struct last *last)
{
	unsigned node;

	if (stack->n > last->room) {
		size_t room = 2 * stack->n;
		unsigned *more = realloc(last->node, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		last->node = more;
		last->room = room;
	}
	if ((!last->any || last->thread != stack->thread) &&
	    enter_process(f, subject, stack->thread, last))
		return -ENOMEM;
	node = i ? last->node[i - 1] : last->process;
	for (; i < stack->n; i++) {
		node = enter_frame(f, subject, node, &stack->frames[stack->n - 1 - i],
				   i + 1 == stack->n, stack->thread);
		if (node == FLAME_NONE)
			return -ENOMEM;
		last->node[i] = node;
	}
	last->any = true;
	last->thread = stack->thread;
	return (int)(node & 0x7fffffff);
}

/* Does the place where the samples were taken pass the filter? 1, 0 or -ENOMEM. */
static int passes(struct subject *subject, const struct pmc_stack *stack)
{
	struct spot spot;

	if (!stack->n || stack->frames[0].object == ~0u)
		return subject->filter.thread[stack->thread];
	return subject_spot(subject, stack->frames[0].object, stack->frames[0].address,
			    stack->thread, &spot);
}

/* The same if it passes the filter. *known: how many frames of the chain before are in `last`. */
static int add_passing(struct flame *f, struct subject *subject, const struct pmc_stack *stack,
		       size_t common, size_t *known, struct last *last)
{
	int err;

	*known = common < *known ? common : *known;
	subject->whole = false;
	err = passes(subject, stack);
	if (err <= 0)
		return err ? err : FLAME_LEFT_OUT;
	subject->whole = true;
	err = add_chain(f, subject, stack, *known, last);
	subject->whole = false;
	*known = stack->n;
	return err;
}

/* Adds the chains of a side: event index[i] to column first + i. */
static int add_chains(struct flame *f, const struct flame_side *side, unsigned first)
{
	struct last last = { 0 };
	struct pmc_stack_walk *walk;
	struct pmc_stack stack;
	uint64_t *own;
	unsigned k;
	size_t i, common, known = 0;
	int err = pmc_stack_walk_create(side->subject->profile, &walk);

	if (err)
		return err;
	for (i = 0; i < PLACES; i++)
		f->place[i].row = ROW_NONE;
	while (err >= 0) {
		err = pmc_stack_walk_next(walk, &stack, &common);
		if (!err)
			err = add_passing(f, side->subject, &stack, common, &known, &last);
		if (err < 0 || err == FLAME_LEFT_OUT)
			continue;
		own = flame_own(f, (unsigned)err) + first;
		for (k = 0; k < f->n_events; k++)
			own[k] += stack.counts[side->index[k]];
	}
	pmc_stack_walk_destroy(walk);
	free(last.node);
	return err == -ENOENT ? 0 : err;
}

/* ---- Making ---- */

static int add_side(struct flame *f, unsigned side)
{
	struct flame_side *s = &f->side[side];
	unsigned first = side * f->n_events;
	int err;

	subject_prepare(s->subject, &flame_keys);
	err = rows_add_places(&f->rows, s->subject, &flame_keys, s->index, f->n_events, first);
	if (!err)
		err = add_chains(f, s, first);
	if (!side)
		f->n_first = f->rows.n;
	return err;
}

int flame_init(struct flame *f, const struct flame_side *side, unsigned n_sides, unsigned n_events,
	       unsigned most)
{
	unsigned i;
	int err;

	memset(f, 0, sizeof(*f));
	f->n_sides = n_sides;
	f->n_events = n_events;
	f->columns = n_sides * n_events;
	f->place = malloc(PLACES * sizeof(*f->place));
	err = f->place ? rows_init(&f->rows, subject_key_words(&flame_keys), f->columns) : -ENOMEM;
	if (!err && enter(f, FLAME_NONE, (struct frame){ FRAME_ROOT, 0 }) == FLAME_NONE)
		err = -ENOMEM;
	for (i = 0; i < n_sides && !err; i++) {
		f->side[i] = side[i];
		err = add_side(f, i);
	}
	return err ? err : order_make(f, most);
}

void flame_deinit(struct flame *f)
{
	rows_deinit(&f->rows);
	free(f->node);
	free(f->own);
	free(f->total);
	free(f->slot);
	free(f->order);
	free(f->place);
	memset(f, 0, sizeof(*f));
}

bool flame_has_chains(const struct flame *f)
{
	unsigned i;

	for (i = 0; i < f->n_sides; i++)
		if (f->side[i].subject->info.stacks)
			return true;
	return false;
}

const char *flame_why_not(const struct flame *f)
{
	const struct pmc_profile_info *info = &f->side[0].subject->info;

	if (info->format == PMC_PROFILE_CALLGRIND)
		return "there is no flame graph: this profile knows who calls whom, but not "
		       "through which callers, and a graph without these would be a guess";
	if (info->quality == PMC_EXACT)
		return "there is no flame graph: this exact profile counts every instruction, but "
		       "has no call tree, and a graph without it would be a guess; record it with "
		       "--call-graph exact";
	return "there is no flame graph: the samples of this profile have no call chains; "
	       "record them with -g";
}

const struct subject *flame_subject(const struct flame *f, unsigned row)
{
	return f->side[row >= f->n_first].subject;
}

const char *flame_text(const struct flame *f, struct frame frame, char text[SUBJECT_TEXT])
{
	const struct subject *subject;

	switch (frame.kind) {
	case FRAME_PROCESS:
		return names_text(f->side[0].subject->names, frame.number);
	case FRAME_FUNCTION:
		subject = flame_subject(f, frame.number);
		return subject_text(subject, KEY_FUNCTION, &f->rows.spot[frame.number], text);
	case FRAME_REST:
		return "[too small to show]";
	default:
		return "all";
	}
}

const char *flame_object(const struct flame *f, struct frame frame)
{
	const struct subject *subject;

	if (frame.kind != FRAME_FUNCTION)
		return NULL;
	subject = flame_subject(f, frame.number);
	return names_text(subject->names, subject->titles.title[f->rows.spot[frame.number].object]);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call chains merged into one tree, which is what a flame graph shows. A node is a frame that was
 * reached through the frames above it; chains that are equal up to a frame share its nodes. So the
 * tree of a million samples has as many nodes as the program has call paths.
 *
 * Below the root stand the names of processes, below them functions. A tree may hold the chains of
 * two profiles, before and after; each has columns of its own.
 */
#ifndef PMC_CLI_FLAME_TREE_H
#define PMC_CLI_FLAME_TREE_H

#include "cli/profile/rows.h"
#include "cli/profile/subject.h"

#include <stddef.h>
#include <stdint.h>

#define FLAME_SIDES 2
#define FLAME_NONE  (~0u)

/* A profile, and which of its events are shown. */
struct flame_side {
	struct subject *subject;
	const unsigned *index;
};

enum frame_kind {
	FRAME_ROOT,
	FRAME_PROCESS,	/* number: a name */
	FRAME_FUNCTION, /* number: a row */
	FRAME_REST,	/* callees that are too small to keep */
};
struct frame {
	enum frame_kind kind;
	unsigned number;
};

struct flame_node {
	struct frame frame;
	unsigned parent; /* stands before the node; FLAME_NONE: of the root */
	unsigned depth;
};

struct frame_place; /* tree.c */

struct flame {
	struct flame_side side[FLAME_SIDES]; /* both have one set of names */
	unsigned n_sides, n_events;
	unsigned columns; /* the events of the first side, then those of the second */
	/* Functions: what flame_keys say of places and frames. Those from n_first on are in the
	 * second profile alone. */
	struct rows rows;
	unsigned n_first;
	unsigned n, room;
	struct flame_node *node; /* node 0 is the root */
	uint64_t *own;		 /* columns of each node: without its callees */
	uint64_t *total;	 /* with them */
	unsigned *slot;		 /* a hash table of numbers + 1 */
	size_t slots;
	size_t n_dropped; /* how many nodes a FRAME_REST stands for */
	unsigned *order;  /* all nodes, each behind its caller, callees by name */
	struct frame_place *place;
};

extern const struct keys flame_keys;

/*
 * Makes the rows of all places and the tree of all chains that pass the filters. `most`: about so
 * many nodes are kept, those with the greatest share of a column; 0: all. Returns 0 or -ENOMEM.
 */
int flame_init(struct flame *flame, const struct flame_side *side, unsigned n_sides,
	       unsigned n_events, unsigned most);
void flame_deinit(struct flame *flame);

/* Has any of the profiles call chains? Without chains there is nothing but the root. */
bool flame_has_chains(const struct flame *flame);

/* Why there is no flame graph when there are no chains: a sentence. */
const char *flame_why_not(const struct flame *flame);

/* The profile that a row's spot belongs to. */
const struct subject *flame_subject(const struct flame *flame, unsigned row);
/* The text of a frame. */
const char *flame_text(const struct flame *flame, struct frame frame, char text[SUBJECT_TEXT]);
/* Its object; NULL: it is no function. */
const char *flame_object(const struct flame *flame, struct frame frame);

static inline uint64_t *flame_own(const struct flame *flame, unsigned node)
{
	return flame->own + (size_t)node * flame->columns;
}

static inline uint64_t *flame_total(const struct flame *flame, unsigned node)
{
	return flame->total + (size_t)node * flame->columns;
}

#endif

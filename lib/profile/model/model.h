/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile in memory, as the builder and the readers of files leave it. */
#ifndef PMC_LIB_PROFILE_MODEL_H
#define PMC_LIB_PROFILE_MODEL_H

#include <pmc/profile.h>

#include "core/base/types.h"
#include "lib/profile/model/arena.h"
#include "lib/profile/model/exact.h"
#include "lib/profile/model/stacktree.h"

/* A place. Its counts are derived from these, or stand in a row of struct pmc_profile. */
struct place {
	u64 address, executions, taken;
	u32 object, thread;
	u8 length, flags;
	u32 row; /* plus 1: of a derived profile's modelled counts (0: none), or of `counted` */
};

/* Bytes of code without a file. Sorted by object and address; they do not overlap. */
struct code {
	u32 object;
	u64 address, size;
	const u8 *bytes;
};

/*
 * Places behind those of the address that was visited last: instructions in a straight line, in the
 * same object, each executed by the threads that came on from there, which are in order, and as
 * often as they did. No edge leaves them, and none is a branch.
 */
struct line {
	u64 address, end; /* of the first one, and behind the last one */
	size_t n, n_threads;
	size_t n_before; /* how many places the address before has */
	const u8 *what;	 /* of each instruction: LINE_LENGTH is its length, its flags stand above */
	const u32 *thread;
	const u64 *executions; /* of each thread; none is 0 */
	u32 object;
};

#define LINE_LENGTH 15u
#define LINE_FLAGS  4

/* Who walks over places and edges. */
struct visitor {
	void *data;
	void (*place)(void *data, const struct place *place);
	void (*edge)(void *data, const struct pmc_edge *edge);
	void (*line)(void *data, const struct line *line); /* NULL: they are visited singly */
	/* The place that was visited last in n other threads, in order, which have executed and
	 * taken it as often. NULL: the same. */
	void (*others)(void *data, const struct place *place, const u32 *thread, size_t n);
};
/* Where the places and edges of a profile come from that has no arrays of them yet. */
struct model_source {
	void (*walk)(const struct model_source *source, const struct visitor *visitor);
	void (*destroy)(struct model_source *source);
};

struct pmc_profile {
	enum pmc_profile_format format;
	enum pmc_quality quality;
	bool derived; /* counts follow from executions: an exact profile of pmc's own */
	const char *command;
	struct pmc_profile_event *events;
	struct pmc_profile_object *objects;
	struct pmc_profile_process *processes;
	struct pmc_profile_thread *threads;
	struct model_source *source; /* of places and edges, if these are not set; or NULL */
	struct place *places;	     /* of a derived profile */
	/* Of a summary: how far behind each place the last one lies that it stands for. Or NULL. */
	const u32 *extents;
	/* Of others: of each place its address, object << 32 | thread, and n_events counts. */
	u64 *counted;
	u64 *modelled; /* rows of a derived profile: a count for each event behind exact.n */
	size_t n_rows;
	struct pmc_edge *edges;
	struct stacktree stacks;
	struct pmc_profile_symbol *symbols;
	struct code *code;
	struct pmc_note *notes;
	size_t n_events, n_objects, n_processes, n_threads, n_places, n_edges, n_symbols, n_code,
		n_notes;
	struct exact exact; /* when derived */
	struct arena arena; /* strings and arrays */
	void *file;	    /* bytes that strings point into, for free(3); or NULL */
};

/* An empty profile; NULL: there is no memory. */
struct pmc_profile *model_create(void);
void model_destroy(struct pmc_profile *p);
/* The names of an exact profile's events. 0 or -ENOMEM. */
int model_set_derived(struct pmc_profile *p);
/* Adds events behind these, whose counts stand in rows. 0 or -ENOMEM. */
int model_add_modelled(struct pmc_profile *p, const struct pmc_profile_event *events, size_t n);
/* How many a derived profile has. */
static inline size_t model_modelled(const struct pmc_profile *p)
{
	return p->n_events - p->exact.n;
}
/* What stands before the counts in a row of `counted`. */
#define MODEL_HEAD 2u

static inline u64 *model_row(const struct pmc_profile *p, size_t i)
{
	return p->counted + i * (MODEL_HEAD + p->n_events);
}

static inline struct place model_place(const struct pmc_profile *p, size_t i)
{
	const u64 *row;

	if (p->derived)
		return p->places[i];
	row = model_row(p, i);
	return (struct place){ .address = row[0],
			       .object = (u32)(row[1] >> 32),
			       .thread = (u32)row[1],
			       .row = (u32)i + 1 };
}

static inline u64 model_address(const struct pmc_profile *p, size_t i)
{
	return p->derived ? p->places[i].address : model_row(p, i)[0];
}

/* The counts of a place, one for each event. */
void model_counts(const struct pmc_profile *p, size_t place, u64 *counts);
/* The sum of one of them over the places from first to end, which is not part of it. */
u64 model_sum(const struct pmc_profile *p, size_t first, size_t end, unsigned event);
/* Sums up the events' totals, and the profile's quality. */
void model_finish(struct pmc_profile *p);
/*
 * Walks over places and edges in their orders: an edge comes behind the places at its address and
 * before those that follow. What comes from a source is not kept.
 */
void model_walk(const struct pmc_profile *p, const struct visitor *visitor);
/* Makes arrays of the source's places and edges, and totals. 0 or -ENOMEM. */
int model_fill(const struct pmc_profile *p);

/* The same unless they are there. */
static inline int model_need(const struct pmc_profile *p)
{
	return __atomic_load_n(&p->source, __ATOMIC_ACQUIRE) ? model_fill(p) : 0;
}

#endif

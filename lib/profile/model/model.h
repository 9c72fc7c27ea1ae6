/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile in memory, as the builder and the readers of files leave it. */
#ifndef PMC_LIB_PROFILE_MODEL_H
#define PMC_LIB_PROFILE_MODEL_H

#include <pmc/profile.h>

#include "core/base/types.h"
#include "lib/profile/model/arena.h"
#include "lib/profile/model/exact.h"
#include "lib/profile/model/stacktree.h"

/* A place. Its counts are derived from these, or stand in struct pmc_profile's counts. */
struct place {
	u64 address, executions, taken;
	u32 object, thread;
	u8 length, flags;
	u32 row; /* of a derived profile: its row of modelled counts, plus 1; 0: none */
};

/* Bytes of code without a file. Sorted by object and address; they do not overlap. */
struct code {
	u32 object;
	u64 address, size;
	const u8 *bytes;
};

/* Who walks over places and edges. */
struct visitor {
	void *data;
	void (*place)(void *data, const struct place *place);
	void (*edge)(void *data, const struct pmc_edge *edge);
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
	struct place *places;
	u64 *counts;   /* of places: n_events each; NULL: derived */
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a reader expects, so that a file need not say it: an instruction is executed as often as the
 * one before it in its thread went on, and the only branch from an instruction is taken as often as
 * this was. Writer and reader expect alike.
 */
#ifndef PMC_LIB_PROFILE_EXPECT_H
#define PMC_LIB_PROFILE_EXPECT_H

#include "lib/profile/model/model.h"

struct expect_thread {
	u64 executions;
	size_t section; /* in which they were seen */
};
struct expect {
	struct expect_thread *threads;
	size_t section;
};

/* 0 or -ENOMEM. */
int expect_init(struct expect *expect, size_t threads);
void expect_deinit(struct expect *expect);
/* A section begins: nothing has been seen. */
void expect_begin(struct expect *expect);

static inline u64 expect_get(const struct expect *expect, u32 thread)
{
	const struct expect_thread *at = &expect->threads[thread];

	return at->section == expect->section ? at->executions : 0;
}

static inline void expect_set(struct expect *expect, u32 thread, u64 executions)
{
	expect->threads[thread] = (struct expect_thread){ executions, expect->section };
}

/* How often the only branch from a place is taken. */
static inline u64 expect_from(const struct place *place)
{
	return place->flags & PMC_PLACE_COND ? place->taken : place->executions;
}

/* How often the instruction behind a place is executed, if nothing jumps there. */
static inline u64 expect_behind(const struct place *place)
{
	return place->executions - (place->flags & PMC_PLACE_COND ? place->taken : 0);
}

/*
 * The count of an edge if it is the only one of its place in its thread; 0 without a place. *at: an
 * index of places, 0 for the first edge; edges come in their order.
 */
u64 expect_edge(const struct pmc_profile *p, size_t *at, const struct pmc_edge *edge);

#endif

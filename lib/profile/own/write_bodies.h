/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes places and edges as a profile gives them, in sections of one object each. */
#ifndef PMC_LIB_PROFILE_WRITE_BODIES_H
#define PMC_LIB_PROFILE_WRITE_BODIES_H

#include "lib/profile/model/model.h"
#include "lib/profile/own/bytes.h"
#include "lib/profile/own/expect.h"
#include "lib/profile/own/writer.h"

struct expect_edge {
	u32 thread;
	u64 count;
};

/* Sections of one kind. */
struct write_body {
	struct bytes out;
	struct writer writer;
	u32 kind, object;
	struct bytes entries; /* of the present section */
	size_t n, total;      /* how many they are; how many there were */
};
struct write_bodies {
	struct visitor visitor;		       /* what to give them */
	struct write_body places, rows, edges; /* rows: of modelled counts */
	struct expect expect;
	u64 expected; /* of place_thread; the others are in `expect` */
	/* What stands before in the section. */
	u64 place_address, place_end, edge_from, edge_away; /* away: to another object */
	u32 place_thread, edge_thread;
	size_t row_place;
	/* What edges from the place's address expect, of each thread that has one there. */
	struct expect_edge *last;
	size_t n_last, last_room, at_last; /* at_last: where the edge before has looked */
	u32 last_object;
	u64 last_address;
	/* Of the place before, whatever section it is in. */
	u32 before_object;
	u64 before_address;
	bool is_mixed; /* not all places there are branches: then nothing is expected */
	bool failed;
};

void write_bodies_init(struct write_bodies *w, const struct pmc_profile *p, const struct crc *crc);
/* Ends the last sections. */
void write_bodies_end(struct write_bodies *w);
void write_bodies_deinit(struct write_bodies *w);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Edges of a recording. Nearly every branch goes to one place, as often as it is taken, so that its
 * edge follows from its counts. Each of the others has a number like a site's, to be counted under.
 */
#ifndef PMC_LIB_PROFILE_BRANCHES_H
#define PMC_LIB_PROFILE_BRANCHES_H

#include "lib/profile/build/table.h"
#include "lib/profile/model/model.h"

struct counts;
struct edges;
struct sites;

/* An edge that does not follow: so often the branch went there instead. */
struct branch {
	u32 site, number, to_object;
	u64 to;
};
/* All zero but for the seed: none. */
struct branches {
	u64 seed;
	struct branch *all;
	size_t n, room;
	struct table table;
};

/* Does control leave the straight line behind an instruction with these flags? *kind says how. */
static inline bool branches_kind(unsigned flags, enum pmc_edge_kind *kind)
{
	if (flags & (PMC_PLACE_COND | PMC_PLACE_JUMP))
		*kind = PMC_EDGE_JUMP;
	else if (flags & PMC_PLACE_CALL)
		*kind = PMC_EDGE_CALL;
	else if (flags & PMC_PLACE_RETURN)
		*kind = PMC_EDGE_RETURN;
	else
		return false;
	return true;
}

/*
 * Does the branch's edge to this target follow from its counts? The first target of a direct branch
 * does. to_object UINT_MAX: the target is unknown, which follows of indirect branches. Where
 * returns go is never noted: a translator knows it only of those that it has guessed.
 */
bool branches_follow(struct sites *sites, u32 site, u32 to_object, u64 to);
/* The edge that follows from the branch's counts. */
struct pmc_edge branches_edge(const struct sites *sites, u32 site, u32 thread, u64 count);
/* The number of an edge that does not follow; 0: there is no memory. */
u32 branches_number(struct branches *branches, struct sites *sites, u32 site, u32 to_object,
		    u64 to);
/* The edge with that number; NULL: none has it. */
const struct branch *branches_find(const struct branches *branches, u32 number);
/* Adds an edge whose number is there already, and higher than those of all others. 0 or -ENOMEM. */
int branches_take(struct branches *branches, struct sites *sites, struct branch edge);
/* So many places of an indirect jump are told, or none (pmc/profile.h). */
#define BRANCHES_TOLD 2
/* Adds those edges to the table, and all others of their branches. 0 or -ENOMEM. */
int branches_finish(const struct branches *branches, struct sites *sites,
		    const struct counts *counts, struct edges *edges);
void branches_deinit(struct branches *branches);

#endif

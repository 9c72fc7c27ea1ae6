/* SPDX-License-Identifier: BSD-2-Clause */
/* From counts of sites to the places and edges of a profile, in the order of pmc/profile.h. */
#ifndef PMC_LIB_PROFILE_GIVE_H
#define PMC_LIB_PROFILE_GIVE_H

struct builder;

/*
 * Makes the source of b->profile's places, whose executions are the counts of their sites, and of
 * its edges. What it needs of the builder becomes its own. 0 or -ENOMEM.
 */
int give_source(struct builder *b);

#endif

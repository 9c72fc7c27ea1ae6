/* SPDX-License-Identifier: BSD-2-Clause */
/* What the builder has collected → the profile, in the order that pmc/profile.h promises. */
#ifndef PMC_LIB_PROFILE_FINISH_H
#define PMC_LIB_PROFILE_FINISH_H

struct builder;

/* Fills b->profile. 0 or -ENOMEM. */
int finish_profile(struct builder *b);

#endif

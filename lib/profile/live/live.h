/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a profile of the records of a sampler, while they come. */
#ifndef PMC_LIB_PROFILE_LIVE_H
#define PMC_LIB_PROFILE_LIVE_H

#include <pmc/profile.h>

#include "core/base/types.h"

struct builder;
struct live;

/* 0 or -ENOMEM. */
int live_create(struct live **live);
void live_destroy(struct live *live);
/* The events of the set in their order, before any record. period 0: it varies. */
int live_event(struct live *live, const char *name, u64 period);
/* The next record, in the order of time. A lack of memory shows in live_finish(). */
void live_take(struct live *live, const struct pmc_record *record);
/* For the command and for notes. It is destroyed by live_finish(). */
struct builder *live_builder(struct live *live);
/* Makes the profile, and destroys `live`, also when it fails. */
int live_finish(struct live *live, struct pmc_profile **profile);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* How a set samples, and what it has noted. set->sampling is this, from the sampler's making on. */
#ifndef PMC_LIB_SAMPLING_H
#define PMC_LIB_SAMPLING_H

#include <pmc/profile.h>

#include "lib/sampling/queue.h"
#include "lib/sampling/switches.h"
#include "lib/set/source.h"

struct sampling {
	struct pmc_sampling
		how; /* period or frequency (but for switches), and ring_kb, are not 0 */
	struct queue queue;
	struct switches switches; /* with PMC_SAMPLER_SWITCHES */
	/* Which source takes the side band: records of maps, names, forks and exits. */
	enum source_id side;
	bool records; /* the driver's own rings bring it */
	bool no_side; /* it cannot be had: /proc must do */
	u64 unclear;  /* records whose time is of a clock that does not convert */
};

#define SAMPLING_SENTENCE 320 /* bytes */

/* The i-th sentence about what its profile misses, in this room; NULL: there are no more. */
const char *sampling_missing(const struct sampling *sampling, size_t i, char *room, size_t size);

/* Does it note call chains, in either way? */
static inline bool sampling_chains(const struct sampling *sampling)
{
	return sampling->how.flags & (PMC_SAMPLER_CHAINS | PMC_SAMPLER_DWARF);
}

/* Does it note them by dumps of the stack? */
static inline bool sampling_dumps(const struct sampling *sampling)
{
	return sampling->how.flags & PMC_SAMPLER_DWARF;
}

/* Does it note switches instead of samples? */
static inline bool sampling_switches(const struct sampling *sampling)
{
	return sampling->how.flags & PMC_SAMPLER_SWITCHES;
}

#endif

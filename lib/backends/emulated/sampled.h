/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of a machine that was modelled in bursts (emu/count/burst.h). The numbers of a task are an
 * array then: the engine's signals, what the models counted in the first phase, and SAMPLED_COUNTS
 * more about the bursts. Arrays of several tasks may be added up.
 */
#ifndef PMC_LIB_EMULATED_SAMPLED_H
#define PMC_LIB_EMULATED_SAMPLED_H

#include <stdbool.h>

#include "emu/launch.h"

struct bursts;

#define MODEL_COUNTS   (sizeof(struct machine_counts) / sizeof(uint64_t))
#define SAMPLED_COUNTS (sizeof(struct emu_bursts) / sizeof(uint64_t))
/* Where the parts of the array begin. */
#define AT_MODEL   ((size_t)EMU_NSIGNALS)
#define AT_SAMPLED (AT_MODEL + MODEL_COUNTS)

/*
 * Can a burst know this count, an offset in struct machine_counts? Large caches and second TLBs
 * hold what came in long before, so a burst would take for a miss whatever came between bursts.
 */
bool sampled_knows(unsigned offset);
/* Were there bursts? If not, the first phase was all, and its counts are whole. */
bool sampled_is(const uint64_t *sum);

/* What an estimate is made of. */
enum sampled_by {
	SAMPLED_MODELS,	 /* what the models said, predictors corrected */
	SAMPLED_FEWEST,	 /* the least that it may have been where they do not know … */
	SAMPLED_MOST,	 /* … and the most */
	SAMPLED_EARLIER, /* branches as they were before the bursts counted */
};
/*
 * Makes the array of a machine that was modelled all the time: out has the signals and the models'
 * counts. `without` is a group that does not tell; EMU_BURST_PAIRS: all do.
 */
void sampled_estimate(const uint64_t *sum, const struct bursts *bursts, enum sampled_by by,
		      unsigned without, uint64_t *out);

/* What an event is estimated at. */
struct sampled_event {
	uint64_t value, first; /* of all; by the first phase alone */
	uint64_t fewest, most, earlier;
	uint64_t without[EMU_BURST_PAIRS];
};
/* Fills in all but value and first by value_of(), which is passed data. */
void sampled_parts(const uint64_t *sum, const struct bursts *bursts, struct sampled_event *e,
		   uint64_t (*value_of)(const void *data, const uint64_t *sum), const void *data);
/*
 * Returns half the width of the 95 % interval of e->value; UINT64_MAX if too few groups have
 * bursts.
 */
uint64_t sampled_error(const uint64_t *sum, const struct bursts *bursts,
		       const struct sampled_event *e);

#endif

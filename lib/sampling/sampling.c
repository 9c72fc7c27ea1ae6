/* SPDX-License-Identifier: BSD-2-Clause */
/* See sampling.h. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/sampling/sampling.h"

const char *sampling_missing(const struct sampling *sampling, size_t i, char *room, size_t size)
{
	if (sampling->no_side && !i--) {
		snprintf(room, size,
			 "the kernel refused to tell which files are mapped, so they were "
			 "looked up in /proc: code of short processes may have no name");
		return room;
	}
	if (sampling->unclear && !i--) {
		snprintf(room, size,
			 "times of %" PRIu64 " records do not convert to CLOCK_MONOTONIC (the "
			 "machine slept, or the time-stamp counters of its CPUs differ), so these "
			 "count when they were read: code that was mapped or unmapped meanwhile "
			 "may have a wrong name or none",
			 sampling->unclear);
		return room;
	}
	return NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock of runs and intervals. */
#include "cli/run/clock.h"

#include <time.h>

uint64_t monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a set that samples has besides its units. The module's rings have samples alone; what is
 * mapped where comes from perf's side band, whose records have the same clock after conversion.
 */
#ifndef PMC_LIB_DRIVER_SAMPLING_H
#define PMC_LIB_DRIVER_SAMPLING_H

#include <sys/types.h>

#include "lib/backends/driver/ring.h"
#include "lib/backends/perf/ring.h"

struct pmc_ioctl_event;
struct pmc_set;
struct sampling;
struct set_event;

/* All zero: nothing is open. */
struct driver_sampling {
	struct perf_rings side;
	struct driver_clock clock;
	u64 *scratch; /* NULL: the clock does not run yet, either */
	u64 looked;   /* when /proc was last looked at, if it must do */
};

/* How the module samples an event. */
void driver_sampling_event(const struct sampling *sampling, const struct set_event *e,
			   struct pmc_ioctl_event *to);
/* Opens the side band of a task (tid -1: all) on a CPU (-1: any); if refused, /proc must do. */
int driver_sampling_open(struct driver_sampling *s, struct pmc_set *set, pid_t tid, int cpu);
/* A round begins: takes the side band, and looks at the clocks. 0 or -ENOMEM. */
int driver_sampling_begin(struct driver_sampling *s, struct pmc_set *set);
void driver_sampling_deinit(struct driver_sampling *s);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a set that samples has besides its units. What is mapped where, names, forks and exits come
 * from the module's rings. Where its kernel cannot tell the module of that, they come from perf's
 * side band, whose records have the same clock after conversion, or else from /proc.
 */
#ifndef PMC_LIB_DRIVER_SAMPLING_H
#define PMC_LIB_DRIVER_SAMPLING_H

#include <stdbool.h>
#include <sys/types.h>

#include "lib/backends/driver/files.h"
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
	struct mapped_files files;
};

/* How the module samples an event. */
void driver_sampling_event(const struct sampling *sampling, const struct set_event *e,
			   struct pmc_ioctl_event *to);
/* Must a unit's own rings tell what its tasks do? */
bool driver_sampling_wants_records(const struct pmc_set *set);
/*
 * A unit of a task (tid -1: all) on a CPU (-1: any) was opened. If its rings have no records, opens
 * perf's side band for it; if that is refused, too, /proc must do.
 */
int driver_sampling_open(struct driver_sampling *s, struct pmc_set *set, pid_t tid, int cpu);
/* A round begins: takes the side band, and looks at the clocks. 0 or -ENOMEM. */
int driver_sampling_begin(struct driver_sampling *s, struct pmc_set *set);
void driver_sampling_deinit(struct driver_sampling *s);

#endif

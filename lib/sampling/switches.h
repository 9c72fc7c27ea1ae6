/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What events counted in a thread from one of its switches to the next. Linux tells at each switch
 * what a counter has counted altogether: a counter belongs to one thread, or with inheritance to
 * one thread on one CPU.
 */
#ifndef PMC_LIB_SAMPLING_SWITCHES_H
#define PMC_LIB_SAMPLING_SWITCHES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/types.h"

struct pmc_record;
struct switched;

/* All zero: no thread has been seen. */
struct switches {
	struct switched *entry;
	size_t n, room;
	u64 *counts; /* of the record that was changed last */
	size_t counts_room;
};

/*
 * Makes the sums of a PMC_TYPE_SWITCH record differences, which live until the next call, and
 * forgets a thread at its PMC_TYPE_EXIT, for its number may be given to another. Records come in
 * the order of time. 0 or -ENOMEM.
 */
int switches_take(struct switches *switches, bool by_cpu, struct pmc_record *record);
void switches_deinit(struct switches *switches);

#endif

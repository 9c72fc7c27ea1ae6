/* SPDX-License-Identifier: BSD-2-Clause */
/* Which core, die, socket and NUMA node a CPU belongs to, as /sys says it. */
#ifndef PMC_CLI_STAT_TOPOLOGY_H
#define PMC_CLI_STAT_TOPOLOGY_H

#include "cli/stat/options.h"

#include <stddef.h>

/* A part of the topology: a core, a die, a socket or a node. Numbers that do not matter are 0. */
struct place {
	int node, socket, die, core;
};

/* The part that a CPU belongs to; `by` is ROWS_CORE, ROWS_DIE, ROWS_SOCKET or ROWS_NODE. */
struct place place_of(enum rows_by by, int cpu);
/* Orders parts of one kind as perf does: < 0, 0 or > 0. */
int place_compare(const struct place *a, const struct place *b);
/* Writes perf's name of the part: "S0-D0-C1", "S0-D0", "S0", "N0". */
void place_name(enum rows_by by, const struct place *place, char *text, size_t size);

#endif

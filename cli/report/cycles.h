/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that call each other in a circle. */
#ifndef PMC_CLI_REPORT_CYCLES_H
#define PMC_CLI_REPORT_CYCLES_H

struct graph;

/*
 * Finds the cycles of two and more functions, and sets graph's cycle, cycles, n_cycles and order. A
 * function that calls itself is no cycle. Profiles of stacks have none. Returns 0 or -ENOMEM.
 */
int cycles_find(struct graph *graph);

#endif

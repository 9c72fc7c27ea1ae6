/* SPDX-License-Identifier: BSD-2-Clause */
/* Where branches and calls go, as texts behind instructions. */
#ifndef PMC_CLI_CODE_FLOW_H
#define PMC_CLI_CODE_FLOW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct listed;
struct subject;

/* The edges of a profile that begin in a function: [first, last). */
struct flow {
	struct subject *subject;
	unsigned object;
	size_t first, last;
};

/* Finds the edges from an object's addresses [from, to). */
void flow_init(struct flow *flow, struct subject *subject, unsigned object, uint64_t from,
	       uint64_t to);

/* Prints the name of a direct target: " <main+0x12>". */
void flow_print_target(FILE *out, const struct flow *flow, const struct listed *row);
/* Prints where an indirect call or jump went, and how often, the most frequent targets first. */
void flow_print_targets(FILE *out, const struct flow *flow, const struct listed *row);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Inclusive counts of functions, from the calls between them. */
#ifndef PMC_CLI_REPORT_INCLUSIVE_H
#define PMC_CLI_REPORT_INCLUSIVE_H

struct graph;
struct rows;

/*
 * Sets graph's inclusive and, where they are estimated, arc_count; graph.h says how. The cycles are
 * known. Returns 0 or -ENOMEM.
 */
int inclusive_make(struct graph *graph, const struct rows *rows);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The call graph of a log's samples, as text. */
#ifndef COMPAT_FREEBSD_PMCSTAT_GRAPH_H
#define COMPAT_FREEBSD_PMCSTAT_GRAPH_H

#include <stdio.h>

#define GRAPH_DEPTH 16 /* FreeBSD's default */

/*
 * Prints for each event which functions its samples lie in and, below each, who called it, in at
 * most `depth` lines one below the other. `name` is for messages. 0, or 1 after a message on
 * stderr; what the log has until then is printed.
 */
int graph_print(int fd, const char *name, unsigned depth, FILE *out);

#endif

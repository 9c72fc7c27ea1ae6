/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that appear whole or not at all. */
#ifndef PMC_CLI_UI_WHOLE_H
#define PMC_CLI_UI_WHOLE_H

#include "cli/ui/destination.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that is being written; `out` refers to the struct. */
struct whole {
	FILE *out;
	const char *path;
	struct destination to;
	int err; /* of the first write that failed */
};

/*
 * Opens the path's destination; "-" is standard output. The path has to live as long. A signal that
 * asks pmc to end does so while a file is written beside its target, and nothing is left of it.
 * Returns 0, or an exit status after a complaint.
 */
int whole_open(struct whole *file, const char *path);
bool whole_is_stdout(const struct whole *file);
/* Lets the file appear, or not if it is not to be kept. Returns as whole_open(). */
int whole_close(struct whole *file, bool keep);

/* All of that, with these bytes. */
int whole_write(const char *path, const char *bytes, size_t n);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Files that appear whole or not at all. */
#ifndef PMC_CLI_UI_WHOLE_H
#define PMC_CLI_UI_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file that is being written; `out` refers to the struct. */
struct whole {
	FILE *out;
	const char *path;
	char *target, *beside; /* beside: what becomes the target; NULL: it is written directly */
	int fd, err;	       /* err: of the first write that failed */
};

/*
 * Opens a file beside the path, to be renamed. "-" is standard output; a descriptor (/dev/stdout,
 * /dev/fd/3), and what is there and is no regular file (a pipe), is written to directly. The path
 * has to live as long. A signal that asks pmc to end does so while the file is written, and nothing
 * is left of it. Returns 0, or an exit status after a complaint.
 */
int whole_open(struct whole *file, const char *path);
bool whole_is_stdout(const struct whole *file);
/* Lets the file appear, or not if it is not to be kept. Returns as whole_open(). */
int whole_close(struct whole *file, bool keep);

/* All of that, with these bytes. */
int whole_write(const char *path, const char *bytes, size_t n);

#endif

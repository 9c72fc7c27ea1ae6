/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing result files. They appear whole or not at all: cli/ui/destination.h. */
#ifndef PMC_CLI_RESULT_WRITE_H
#define PMC_CLI_RESULT_WRITE_H

#include "cli/ui/destination.h"

#include <stdio.h>

struct result;

struct result_file {
	const char *option; /* "--save", for messages */
	const char *path;   /* NULL: none is open */
	struct destination to;
};

/*
 * A result may have so many counts and numbers of runs, so that it can be read again: one for each
 * count, and RESULT_RUN_NUMBERS for each run. A number takes up to 22 bytes of a file, which may
 * have 64 MiB.
 */
#define RESULT_NUMBERS_MAX 2500000u
#define RESULT_RUN_NUMBERS 6u

/* Returns 0, or an exit status after a complaint. */
int result_file_open(struct result_file *file, const char *option, const char *path);
/* Writes the result. Returns 0, or an exit status after a complaint; then the file is as before. */
int result_file_write(struct result_file *file, const struct result *result);
/* Removes what was not written. Does nothing to a file of zeros. */
void result_file_close(struct result_file *file);

/* Prints the JSON document. Errors stay in the stream. */
void result_print(FILE *out, const struct result *result);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The standard input of a command that runs several times. When it is a regular file, every run
 * reads it from the same place. Anything else cannot be read twice and is left alone: a terminal
 * and /dev/null need nothing, and of a pipe each run reads what the runs before left in it.
 */
#ifndef PMC_CLI_RUN_INPUT_H
#define PMC_CLI_RUN_INPUT_H

#include <stdbool.h>
#include <sys/types.h>

struct input {
	off_t start; /* offset before the first run; -1: not a regular file */
	bool pipe;   /* more can come out of it: warn when a run has read it to its end */
};

/* Look at standard input before the first run. */
void input_init(struct input *input);

/*
 * Prepare standard input for another run. Warns once when it is a pipe that the runs before read to
 * its end, because the other runs read nothing then.
 */
void input_rewind(struct input *input);

#endif

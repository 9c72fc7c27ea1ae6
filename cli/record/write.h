/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing the profile that was recorded. */
#ifndef PMC_CLI_RECORD_WRITE_H
#define PMC_CLI_RECORD_WRITE_H

#include <stdio.h>

struct pmc_profile;

struct record_output {
	const char *path; /* as -o has it */
	int fd;		  /* the descriptor that it names; -1: a file is written */
};

/*
 * Where this is standard output, what the command, and pmc, write there goes to standard error from
 * now on. 0, or an exit status after a complaint.
 */
int record_output_init(struct record_output *to, const char *path);
void record_output_deinit(struct record_output *to);

/*
 * Writes the profile, and keeps the file that was there under another name. If that fails, looks
 * for another place, and says so. 0 or an exit status.
 */
int record_write(const struct pmc_profile *profile, const struct record_output *to);
/* Where it is now, and how large. */
void record_print_output(FILE *out, const struct record_output *to);

#endif

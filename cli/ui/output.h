/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a report goes, and what reports say of the command that they are about. */
#ifndef PMC_CLI_OUTPUT_H
#define PMC_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* The file of -o, with the first line that perf writes there; standard error when path is NULL. NULL after a
 * complaint. Close it if it is not stderr. */
FILE *output_open(const char *path, bool append);

/* The command in quotes, on one line. */
void output_command(FILE *out, char *const *argv);

/* What a shell says of a command that was ended by a signal, on standard error; status as of waitpid(2). */
void output_signal(char *const *argv, int status);

#endif

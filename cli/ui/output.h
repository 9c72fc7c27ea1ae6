/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where a report goes, and what reports say about the command.
 *
 * A report that cannot be written must not disturb the command: SIGPIPE is ignored while pmc
 * prints, and after the first failure nothing more is printed. pmc's status tells of it if the
 * command succeeded.
 */
#ifndef PMC_CLI_UI_OUTPUT_H
#define PMC_CLI_UI_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

struct output {
	FILE *file;
	const char *path; /* of -o; NULL: standard error, or the descriptor of --log-fd */
	bool failed;	  /* a write failed; output_end() has said so, if there is a path */
	struct sigaction sigpipe;
};

/*
 * Opens the file of -o; uses standard error when path is NULL, and standard output when it is "-".
 * `dated` begins a file with the line that perf begins such files with, which is a comment in a
 * table and in CSV, but an error in JSON. Returns 0, or an exit status after a complaint.
 */
int output_open(struct output *output, const char *path, bool append, bool dated);
/* The same for --log-fd: the descriptor stays open in the caller, and the command inherits it. */
int output_open_fd(struct output *output, int fd);
/* Closes the file; a failure sets `failed`. Does nothing to an output of zeros. */
void output_close(struct output *output);

/* Do the report and the messages on standard error go to the same file? */
bool output_is_stderr(const struct output *output);
/* The columns of the terminal that the report goes to; 0: it goes to no terminal. */
unsigned output_columns(const struct output *output);

/* Call these before and after printing. Print nothing when output_begin() returns false. */
bool output_begin(struct output *output);
void output_end(struct output *output);

/*
 * Flushes standard output at the end of pmc. Returns STATUS_OK, or STATUS_FAILED after a complaint
 * if anything of it could not be written.
 */
int output_flush_stdout(void);

/* Prints the command in quotes, on one line. */
void output_command(FILE *out, char *const *argv);

/*
 * Prints on standard error what a shell prints when a signal ends a command. `status` is one of
 * waitpid(2).
 */
void output_signal(char *const *argv, int status);

#endif

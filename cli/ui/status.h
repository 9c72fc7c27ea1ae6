/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pmc`: its subcommands, and the exit statuses that they share.
 *
 * Rules of this folder: it stands on pmc/pmc.h alone, and it is the only one that prints and exits.
 * What is wrong with the input is said before anything is started, created or changed.
 */
#ifndef PMC_CLI_CLI_H
#define PMC_CLI_CLI_H

/*
 * Exit statuses. A command that pmc runs gives its own; these are pmc's, chosen like those of env,
 * nice and timeout.
 */
enum {
	STATUS_OK = 0,
	STATUS_NONE = 1,     /* pmc list: nothing matches */
	STATUS_FAILED = 125, /* pmc itself failed, or did not understand its arguments */
	STATUS_NOT_EXECUTABLE = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_SIGNAL = 128, /* + number: the command was ended by a signal */
};

/* One subcommand. run() gets the arguments after the subcommand's name, closed by NULL, and returns
 * the exit status. */
struct subcommand {
	const char *name;
	const char *arguments; /* for the usage line */
	const char *about;     /* one line */
	int (*run)(const struct subcommand *self, char **argv);
};

int stat_run(const struct subcommand *self, char **argv);
int summary_main(const struct subcommand *self, char **argv);
int list_run(const struct subcommand *self, char **argv);
int info_run(const struct subcommand *self, char **argv);
int encode_run(const struct subcommand *self, char **argv);
int decode_run(const struct subcommand *self, char **argv);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options as perf reads them, from one table per subcommand that also makes the help text:
 *
 *	-x, -x SEP          an argument joined to its letter, or the next word
 *	-aA, -ddd           flags bundled; a letter with an argument ends the bundle
 *	--name=ARG --name ARG, and every abbreviation that fits one name only
 *	--no-flag           takes a flag back
 *	--                  ends the options; so does the first word that is none
 */
#ifndef PMC_CLI_OPTIONS_H
#define PMC_CLI_OPTIONS_H

#include <stdbool.h>

enum option_kind {
	OPTION_FLAG,   /* bool */
	OPTION_COUNT,  /* unsigned: how often it was given */
	OPTION_NUMBER, /* long, within [min, max] */
	OPTION_TEXT,   /* const char *, the last one given */
	OPTION_LIST,   /* struct option_list: each one given */
};

struct option_list {
	const char **item; /* the strings are argv's; the array is never freed */
	unsigned n;
};

struct option {
	char letter;	  /* 0: none */
	const char *name; /* without the dashes; "no-…" is a flag's own name where perf has it so */
	enum option_kind kind;
	void *to;
	const char *argument; /* for the help: "MS" */
	const char *about;
	long min, max;	    /* OPTION_NUMBER */
	const char *number; /* … and what it is, for the message: "a number of runs" */
};

/*
 * Reads argv (closed by NULL). `table` is closed by a row without a name. Sets *rest to the first
 * word that is no option. -EINVAL after a complaint; 0. --help is the caller's: it is a row like
 * others.
 */
int options_parse(const struct option *table, char **argv, char ***rest);

/*
 * The same where options may also stand behind words: *words gets all words that are none (in argv's own
 * array, closed by NULL).
 */
int options_parse_mixed(const struct option *table, char **argv, char ***words);

/* The options with what they are about, on standard output. */
void options_help(const struct option *table);

#endif

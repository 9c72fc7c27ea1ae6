/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses options as perf does. One table per subcommand describes them, and the help text comes
 * from the same table.
 *
 *	-x, -x SEP          the argument is joined to its letter, or is the next word
 *	-aA, -ddd           flags may be bundled; a letter with an argument ends the bundle
 *	--name=ARG --name ARG, and every abbreviation that fits a single option
 *	--no-flag           clears a flag
 *	--                  ends the options; so does the first word that is none
 */
#ifndef PMC_CLI_UI_OPTIONS_H
#define PMC_CLI_UI_OPTIONS_H

#include <stdbool.h>

enum option_kind {
	OPTION_FLAG,   /* bool */
	OPTION_COUNT,  /* unsigned: how many times it was given */
	OPTION_NUMBER, /* long, within [min, max] */
	OPTION_TEXT,   /* const char *, the last one given */
	OPTION_LIST,   /* struct option_list: all that were given */
	/*
	 * An option of perf's that pmc does not have: `about` is the sentence that refuses it. No
	 * help text shows it, and it cannot be abbreviated.
	 */
	OPTION_REFUSED,
};

struct option_list {
	const char **item; /* the strings belong to argv, the array to the list */
	unsigned n;
};

struct option {
	char letter;	  /* 0: none */
	const char *name; /* without the dashes; some flags of perf begin with "no-" */
	enum option_kind kind;
	void *to;
	const char *argument; /* for the help text: "MS" */
	const char *about;
	long min, max;	    /* OPTION_NUMBER */
	const char *number; /* what it is, for messages: "a number of runs" */
};

/* Rows that several subcommands have: `to` as above. */
/* clang-format off */
#define OPTION_SEPARATOR(to) \
	{ 'x', "field-separator", OPTION_TEXT, to, "SEP", "print lines of fields" }
#define OPTION_JSON(to) \
	{ 'j', "json-output", OPTION_FLAG, to, NULL, "print a JSON object per line" }
#define OPTION_EVENTS_FILE(to) \
	{ 0, "events-file", OPTION_TEXT, to, "FILE", \
	  "add the events of this perfmon JSON file (default: $PMC_EVENTS)" }
#define OPTION_CACHE(to) \
	{ 0, "no-cache", OPTION_FLAG, to, NULL, \
	  "neither use nor keep what the translator has translated" }
/* clang-format on */

/*
 * Reads argv, which NULL closes; a row without a name closes `table`. Sets *rest to the first word
 * that is no option. Returns 0, or -EINVAL after a complaint. --help is a row like the others; the
 * caller handles it.
 */
int options_parse(const struct option *table, char **argv, char ***rest);

/*
 * The same for subcommands whose options may stand behind words. Sets *words to all words that are
 * no options; they stand in argv's own array, closed by NULL.
 */
int options_parse_mixed(const struct option *table, char **argv, char ***words);

/* Prints the options and their descriptions on standard output. */
void options_help(const struct option *table);

/*
 * Prints the options for completion in shells: "SUBCOMMAND LETTER NAME ARGUMENT ABOUT", separated
 * by tabs, one line per option. LETTER and ARGUMENT are "-" where there is none. ARGUMENT is a word
 * in capitals that says what it is (EVENTS, FILE, MODEL, ...), or all words that it can be,
 * separated by bars.
 */
void options_list(const char *subcommand, const struct option *table);

/* What is wrong with -x SEP, which is NULL without it, and -j together; NULL: nothing. */
const char *options_wrong_format(const char *separator, bool json);
/* The separator that -x asks for: "\t" spelled out is a tab, the one escape that perf knows. */
const char *options_separator(const char *given);

#endif

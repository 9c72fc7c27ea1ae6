/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of `pmc diff`. Those that pmc report and pmc compare have too are spelled as there.
 */
#include "cli/diff/options.h"

#include "cli/profile/file.h"
#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#define SORT "object,function"
/* Processes and threads of two runs have no numbers in common. */
#define ALLOWED (~(1u << KEY_PROCESS | 1u << KEY_THREAD))

/* clang-format off */
#define DIFF_OPTIONS(o) { \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "compare these events (default: instructions:u, or else the first)" }, \
	{ 's', "sort", OPTION_TEXT, &(o)->sort, "KEYS", \
	  "a row for each of these together (default: " SORT "): comm, object, function, file, " \
	  "line, address" }, \
	FILTER_OPTIONS(&(o)->filter), \
	{ 'a', "all", OPTION_FLAG, &(o)->all, NULL, "also show what did not change" }, \
	{ 0, "fail-if", OPTION_LIST, &(o)->fail_if, "CONDITION", \
	  "exit with 1 if it holds: 'instructions:u > +1%', 'main >= +1000'; may be given " \
	  "several times" }, \
	{ 0, "force", OPTION_FLAG, &(o)->force, NULL, \
	  "compare even an exact profile with a sampled one" }, \
	{ 0, "inline", OPTION_FLAG, &(o)->subject.inlines, NULL, \
	  "count inlined functions as functions; needs debug information" }, \
	SYMBOL_OPTIONS(&(o)->subject.symbols), \
	{ 't', "field-separator", OPTION_TEXT, &(o)->separator, "SEP", \
	  "print lines of fields" }, \
	{ 'j', "json", OPTION_FLAG, &(o)->json, NULL, "print a JSON object per line" }, \
	{ 0, "html", OPTION_TEXT, &(o)->html, "FILE", \
	  "write one page for a browser instead: differential flame graph, tables" }, \
	{ 0, "svg", OPTION_TEXT, &(o)->svg, "FILE", \
	  "write a differential flame graph as a picture instead; needs call chains" }, \
	{ 'q', "quiet", OPTION_FLAG, &(o)->quiet, NULL, \
	  "leave out the lines that begin with #" }, \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

/* Sets what is compared. Returns NULL, or what is wrong. */
static const char *take_files(struct diff_options *opt, char *const *words)
{
	if (!words[0] || (words[1] && words[2]))
		return "expects two profiles: pmc diff BEFORE AFTER; a single one is compared with "
		       "pmc.data";
	opt->file[0] = words[0];
	opt->file[1] = words[1] ? words[1] : PROFILE_FILE;
	return NULL;
}

static bool check(struct diff_options *opt, char *const *words)
{
	const char *wrong = take_files(opt, words);

	if (!wrong && opt->json && opt->separator)
		wrong = "-t and -j: a report has one format; choose one";
	if (!wrong && opt->separator && !opt->separator[0])
		wrong = "-t: the separator is empty; give one, as in -t ,";
	if (!wrong && (opt->html || opt->svg) &&
	    (opt->json || opt->separator || opt->all || strcmp(opt->sort, SORT) != 0))
		wrong = "--html and --svg write files; leave out -j, -t, --all and --sort";
	if (wrong) {
		complain("%s", wrong);
		return false;
	}
	if (keys_parse(&opt->keys, opt->sort, ALLOWED))
		return false;
	/* An address is counted from the beginning of its function. */
	if (keys_have(&opt->keys, KEY_ADDRESS) && !keys_have(&opt->keys, KEY_FUNCTION))
		opt->keys.key[opt->keys.n++] = KEY_FUNCTION;
	return true;
}

bool diff_options_init(struct diff_options *opt, const struct subcommand *self, char **argv,
		       int *status)
{
	const struct option table[] = DIFF_OPTIONS(opt);
	char **words;

	memset(opt, 0, sizeof(*opt));
	opt->sort = SORT;
	*status = STATUS_FAILED;
	if (options_parse_mixed(table, argv, &words))
		return false;
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	if (!check(opt, words))
		return false;
	opt->subject.compared = true;
	opt->subject.split = true;
	return true;
}

void diff_options_deinit(struct diff_options *opt)
{
	free(opt->events.item);
	free(opt->fail_if.item);
	filter_options_deinit(&opt->filter);
}

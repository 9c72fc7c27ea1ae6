/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc annotate`, which has perf's where they mean the same. */
#include "cli/annotate/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#define MOST 1000000 /* the largest --limit */

/* clang-format off */
#define ANNOTATE_OPTIONS(o) { \
	{ 'i', "input", OPTION_TEXT, &(o)->input, "FILE", \
	  "the profile (default: pmc.data); perf.data and callgrind.out suit, too" }, \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "show this event (default: instructions:u, or else the first)" }, \
	{ 's', "symbol", OPTION_LIST, &(o)->filter.function, "FUNCTION", \
	  "annotate this function, as the argument does" }, \
	FILTER_OPTIONS(&(o)->filter), \
	FILTER_NUMBER_OPTIONS(&(o)->filter), \
	{ 0, "lines", OPTION_FLAG, &(o)->lines, NULL, \
	  "show the hottest lines of sources instead" }, \
	{ 'n', "limit", OPTION_NUMBER, &(o)->limit, "N", \
	  "show N functions (default: 10) or lines (20); 0: all", 0, MOST, "a number" }, \
	{ 0, "source", OPTION_FLAG, &(o)->source, NULL, \
	  "show lines of sources between instructions (the default)" }, \
	{ 'l', "print-line", OPTION_FLAG, &(o)->positions, NULL, \
	  "show file and line of each instruction" }, \
	{ 'M', "disassembler-style", OPTION_TEXT, &(o)->style, "att|intel", \
	  "the syntax of instructions (default: att)" }, \
	{ 0, "percent-type", OPTION_TEXT, &(o)->percent_type, "local|global", \
	  "percent of the function (the default), or of the whole profile" }, \
	SYMBOL_OPTIONS(&(o)->subject.symbols), \
	{ 0, "stdio", OPTION_FLAG, &(o)->stdio, NULL, \
	  "print; this is what it does in any case" }, \
	{ 'q', "quiet", OPTION_FLAG, &(o)->quiet, NULL, \
	  "leave out what stands above the first function" }, \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

static bool check(struct annotate_options *opt)
{
	if (opt->style && strcmp(opt->style, "att") && strcmp(opt->style, "intel")) {
		complain("-M %s: expects att or intel", opt->style);
		return false;
	}
	opt->intel = opt->style && !strcmp(opt->style, "intel");
	if (opt->percent_type && strcmp(opt->percent_type, "local") &&
	    strcmp(opt->percent_type, "global")) {
		complain("--percent-type %s: expects local or global", opt->percent_type);
		return false;
	}
	opt->whole = opt->lines || (opt->percent_type && !strcmp(opt->percent_type, "global"));
	return true;
}

/* A word without a dash is a function, like -s. */
static bool take_functions(struct option_list *list, char **words)
{
	for (; *words; words++) {
		void *item = realloc(list->item, (list->n + 1) * sizeof(*list->item));

		if (!item) {
			complain("out of memory");
			return false;
		}
		list->item = item;
		list->item[list->n++] = *words;
	}
	return true;
}

bool annotate_options_init(struct annotate_options *opt, const struct subcommand *self, char **argv,
			   int *status)
{
	const struct option table[] = ANNOTATE_OPTIONS(opt);
	char **words;

	memset(opt, 0, sizeof(*opt));
	opt->source = true;
	opt->limit = -1;
	*status = STATUS_FAILED;
	if (options_parse_mixed(table, argv, &words))
		return false;
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	if (!check(opt) || !take_functions(&opt->filter.function, words))
		return false;
	opt->subject.split = true;
	return true;
}

void annotate_options_deinit(struct annotate_options *opt)
{
	free(opt->events.item);
	filter_options_deinit(&opt->filter);
}

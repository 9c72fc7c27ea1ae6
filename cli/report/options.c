/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc report`. */
#include "cli/report/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/profile.h>
#include <stdlib.h>
#include <string.h>

#define SORT "comm,object,function" /* as perf has it */

/* clang-format off */
#define REPORT_OPTIONS(o) { \
	{ 'i', "input", OPTION_TEXT, &(o)->input, "FILE", \
	  "the profile (default: pmc.data); perf.data, callgrind.out and collapsed stacks suit, " \
	  "too" }, \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "show these events (default: instructions:u, or else the first)" }, \
	{ 's', "sort", OPTION_TEXT, &(o)->sort, "KEYS", \
	  "a row for each of these together (default: " SORT "): " KEYS_NAMES }, \
	{ 0, "children", OPTION_FLAG, &(o)->children, NULL, \
	  "also show inclusive counts: with those of the functions that it calls" }, \
	{ 'g', "call-graph", OPTION_FLAG, &(o)->calls, NULL, \
	  "below each function its callers and callees, with numbers of calls" }, \
	FILTER_OPTIONS(&(o)->filter), \
	FILTER_NUMBER_OPTIONS(&(o)->filter), \
	{ 0, "percent-limit", OPTION_TEXT, &(o)->limit_text, "PERCENT", \
	  "leave out rows below this share" }, \
	{ 'n', "show-nr-samples", OPTION_FLAG, &(o)->samples, NULL, \
	  "show numbers of samples, in a sampled profile" }, \
	{ 0, "inline", OPTION_FLAG, &(o)->subject.inlines, NULL, \
	  "count inlined functions as functions; needs debug information" }, \
	SYMBOL_OPTIONS(&(o)->subject.symbols), \
	{ 't', "field-separator", OPTION_TEXT, &(o)->separator, "SEP", \
	  "print lines of fields" }, \
	{ 0, "raw", OPTION_FLAG, &(o)->raw, NULL, \
	  "print a line for each sample: address, thread, command, function, object" }, \
	{ 'j', "json", OPTION_FLAG, &(o)->json, NULL, "print a JSON object per line" }, \
	{ 0, "advice", OPTION_FLAG, &(o)->advice, NULL, \
	  "instead name lines with many misses or mispredictions, and what to look at there" }, \
	{ 0, "html", OPTION_TEXT, &(o)->html, "FILE", \
	  "write one page for a browser instead: flame graph, tables, annotated code" }, \
	{ 0, "svg", OPTION_TEXT, &(o)->svg, "FILE", \
	  "write a flame graph as a picture instead; needs call chains" }, \
	{ 0, "stdio", OPTION_FLAG, &(o)->stdio, NULL, \
	  "print, as without a terminal; do not browse" }, \
	{ 0, "tui", OPTION_FLAG, &(o)->tui, NULL, "browse on the terminal (the default there)" }, \
	{ 'q', "quiet", OPTION_FLAG, &(o)->quiet, NULL, \
	  "leave out the lines that begin with #" }, \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

static bool read_limit(struct report_options *opt)
{
	char *end;

	if (!opt->limit_text)
		return true;
	opt->limit = strtod(opt->limit_text, &end);
	if (*end == '%')
		end++;
	if (end != opt->limit_text && !*end && opt->limit >= 0 && opt->limit <= 100)
		return true;
	complain("--percent-limit %s: expects a percentage from 0 to 100, as 0.5", opt->limit_text);
	return false;
}

/* Is there a key for parts of functions? */
static bool has_parts(const struct keys *keys)
{
	return keys_have(keys, KEY_LINE) || keys_have(keys, KEY_ADDRESS) ||
	       keys_have(keys, KEY_FILE);
}

bool report_options_suit_calls(const struct report_options *opt)
{
	return keys_have(&opt->keys, KEY_FUNCTION) && !has_parts(&opt->keys) &&
	       !opt->subject.inlines;
}

/* Is there an option that says what a printed table shows? */
static bool shapes_table(const struct report_options *opt)
{
	return opt->children || opt->calls || opt->samples || opt->limit_text ||
	       strcmp(opt->sort, SORT) != 0;
}

/* Options that say what a printed table shows, where none is printed. */
static const char *check_pictures(const struct report_options *opt)
{
	if (!opt->html && !opt->svg)
		return NULL;
	if (opt->json || opt->separator || opt->tui)
		return "--html and --svg write files; leave out -j, -t and --tui";
	if (shapes_table(opt))
		return "--html and --svg show all keys and counts; leave out --sort, --children, "
		       "-g, -n and --percent-limit";
	return NULL;
}

/* Options that say what a table shows, where the rules choose events and lines. */
static const char *check_advice(const struct report_options *opt)
{
	if (!opt->advice)
		return NULL;
	if (opt->json || opt->separator || opt->tui || opt->html || opt->svg)
		return "--advice is a text; leave out -j, -t, --tui, --html and --svg";
	if (shapes_table(opt) || opt->events.n)
		return "--advice: the rules choose events and lines; leave out -e, --sort, "
		       "--children, -g, -n and --percent-limit";
	return NULL;
}

static const char *check_raw(const struct report_options *opt)
{
	if (!opt->raw)
		return NULL;
	if (opt->json || opt->separator || opt->tui || opt->advice || opt->html || opt->svg)
		return "--raw prints lines of its own; leave out -j, -t, --tui, --advice, --html "
		       "and --svg";
	if (shapes_table(opt))
		return "--raw shows each sample; leave out --sort, --children, -g, -n and "
		       "--percent-limit";
	return NULL;
}

/* What excludes or needs what. Returns NULL, or what is wrong. */
static const char *check_together(const struct report_options *opt)
{
	const char *wrong;

	if (opt->json && opt->separator)
		return "-t and -j: a report has one format; choose one";
	if (opt->separator && !opt->separator[0])
		return "-t: the separator is empty; give one, as in -t ,";
	wrong = check_raw(opt);
	if (!wrong)
		wrong = check_pictures(opt);
	if (!wrong)
		wrong = check_advice(opt);
	if (wrong)
		return wrong;
	if (opt->tui && (opt->json || opt->separator || opt->stdio))
		return "--tui browses, but --stdio, -t and -j print; choose one";
	if ((opt->children || opt->calls) && !keys_have(&opt->keys, KEY_FUNCTION))
		return "--children and -g are about functions; let 'function' be among the keys of "
		       "--sort";
	if ((opt->children || opt->calls) && has_parts(&opt->keys))
		return "--children and -g are about whole functions; sort by comm, process, "
		       "thread, object and function";
	if (opt->subject.inlines && (opt->children || opt->calls))
		return "--inline: inlined functions are not called, so --children and -g do not "
		       "show them";
	return NULL;
}

static bool check(struct report_options *opt, char *const *rest)
{
	const char *wrong;

	if (rest[0]) {
		complain("%s: 'pmc report' takes no arguments; -i names the profile", rest[0]);
		return false;
	}
	if (keys_parse(&opt->keys, opt->sort, ~0u) || !read_limit(opt))
		return false;
	wrong = check_together(opt);
	if (wrong)
		complain("%s", wrong);
	return !wrong;
}

bool report_options_init(struct report_options *opt, const struct subcommand *self, char **argv,
			 int *status)
{
	const struct option table[] = REPORT_OPTIONS(opt);
	char **rest;

	memset(opt, 0, sizeof(*opt));
	opt->sort = SORT;
	*status = STATUS_FAILED;
	if (options_parse(table, argv, &rest))
		return false;
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	if (!check(opt, rest))
		return false;
	opt->subject.split = true;
	return true;
}

void report_options_deinit(struct report_options *opt)
{
	free(opt->events.item);
	filter_options_deinit(&opt->filter);
}

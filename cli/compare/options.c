/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc compare`. Those that pmc stat has too are spelled as there. */
#include "cli/compare/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define COMPARE_OPTIONS(o) { \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "two commands: count these events; see 'pmc list'" }, \
	{ 'r', "repeat", OPTION_NUMBER, &(o)->repeat, "N", \
	  "two commands: run each N times, in turns", 1, 100000, "a number of runs" }, \
	{ 0, "warmup", OPTION_NUMBER, &(o)->warmup, "N", \
	  "two commands: run each N times before, without counting", 0, 100000, \
	  "a number of runs" }, \
	{ 0, "wait", OPTION_FLAG, &(o)->wait_all, NULL, \
	  "two commands: also wait for what they leave behind" }, \
	{ 0, "pre", OPTION_TEXT, &(o)->pre, "COMMAND", \
	  "run this shell command before each run, without counting" }, \
	{ 0, "post", OPTION_TEXT, &(o)->post, "COMMAND", "the same after each run" }, \
	{ 0, "fail-if", OPTION_LIST, &(o)->fail_if, "CONDITION", \
	  "exit with 1 if it holds: 'instructions:u > +1%'; may be given several times" }, \
	{ 0, "force", OPTION_FLAG, &(o)->force, NULL, \
	  "compare even what was counted under other conditions" }, \
	{ 0, "format", OPTION_TEXT, &(o)->format, "table|markdown|json|github", \
	  "print a table (default), markdown, json or github" }, \
	{ 'o', "output", OPTION_TEXT, &(o)->output, "FILE", \
	  "print to FILE instead of standard output; two commands: instead of standard error" }, \
	{ 0, "backend", OPTION_TEXT, &(o)->backend, "BACKEND", \
	  "two commands: count with driver, perf or emulated" }, \
	OPTION_EVENTS_FILE(&(o)->events_file), \
	FIXED_OPTIONS(&(o)->fixed, \
		"two commands: make every run give the same counts; counts with the translator"), \
	OPTION_CACHE(&(o)->no_cache), \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

/* The word that separates two commands; NULL: there is none. */
static char **find_vs(char **argv)
{
	for (; *argv; argv++)
		if (!strcmp(*argv, "--vs"))
			return argv;
	return NULL;
}

/* Sets what is compared. Returns NULL, or what is wrong. */
static const char *take_sides(struct compare_options *opt, char **words, char **vs)
{
	if (vs) {
		*vs = NULL;
		opt->command[0] = words;
		opt->command[1] = vs + 1;
		if (find_vs(vs + 1))
			return "--vs: stands between two commands, so there is only one";
		if (!words[0] || !vs[1])
			return "--vs: stands between two commands: pmc compare -- COMMAND ... --vs "
			       "COMMAND ...";
		return NULL;
	}
	if (!words[0] || !words[1] || words[2])
		return "expects two result files (pmc compare BEFORE AFTER), or two commands (pmc "
		       "compare -- COMMAND ... --vs COMMAND ...)";
	opt->file[0] = words[0];
	opt->file[1] = words[1];
	return NULL;
}

/* Checks which options exclude or need each other. Returns NULL, or what is wrong. */
static const char *check_together(const struct compare_options *opt)
{
	bool counts = opt->events.n || opt->backend || opt->fixed.deterministic ||
		      opt->repeat > 1 || opt->warmup || opt->wait_all || opt->pre || opt->post;

	if (!opt->command[0] && counts)
		return "-e, -r, --backend, --deterministic, --warmup, --wait, --pre and --post say "
		       "how to count two commands, but the files are counted already";
	return fixed_conflict(&opt->fixed, opt->backend);
}

bool compare_options_init(struct compare_options *opt, const struct subcommand *self, char **argv,
			  int *status)
{
	struct option table[] = COMPARE_OPTIONS(opt);
	char **vs = find_vs(argv), **words;
	const char *wrong;
	int err;

	memset(opt, 0, sizeof(*opt));
	opt->repeat = 1;
	opt->format = "table";
	opt->events_file = getenv("PMC_EVENTS");
	*status = STATUS_FAILED;
	/* The options of a command are not pmc's; options may stand behind files. */
	err = vs ? options_parse(table, argv, &words) : options_parse_mixed(table, argv, &words);
	if (err)
		return false;
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	wrong = take_sides(opt, words, vs);
	if (!wrong)
		wrong = check_together(opt);
	if (wrong)
		complain("%s", wrong);
	return !wrong;
}

void compare_options_deinit(struct compare_options *opt)
{
	free(opt->events.item);
	free(opt->fixed.env.item);
	free(opt->fail_if.item);
}

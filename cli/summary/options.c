/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc summary`. Those that `pmc stat` has too mean the same. */
#include "cli/summary/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define SUMMARY_OPTIONS(o) { \
	{ 'r', "repeat", OPTION_NUMBER, &(o)->repeat, "N", \
	  "repeat each run N times; print mean and spread", 1, 1000000, "a number of runs" }, \
	{ 'a', "all-cpus", OPTION_FLAG, &(o)->all_cpus, NULL, \
	  "count everything on all CPUs while the command runs" }, \
	OPTION_SEPARATOR(&(o)->separator), \
	OPTION_JSON(&(o)->json), \
	{ 'o', "output", OPTION_TEXT, &(o)->output, "FILE", \
	  "print to FILE instead of standard error" }, \
	{ 0, "append", OPTION_FLAG, &(o)->append, NULL, "with -o: append to the file" }, \
	{ 0, "backend", OPTION_TEXT, &(o)->backend, "BACKEND", \
	  "count with driver, perf, msr (needs -a) or emulated; see 'pmc info'" }, \
	FIXED_OPTIONS(&(o)->fixed, \
		"make every run give the same counts; counts with the translator"), \
	MODELLED_OPTIONS(&(o)->models, "; takes tens of times as long"), \
	{ 0, "model", OPTION_TEXT, &(o)->model, "MODEL", \
	  "run nothing; print the formulas of this PMU and how many runs they take" }, \
	{ 'v', "verbose", OPTION_COUNT, &(o)->verbose, NULL, \
	  "also print formulas, and the events of each run and their counts" }, \
	OPTION_CACHE(&(o)->no_cache), \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

static const char *wrong_machine(const struct summary_options *opt)
{
	bool is_chosen = modelled_is_chosen(&opt->models);

	if (is_chosen && opt->model)
		return "--model: prints the formulas of a PMU and runs nothing, so it excludes "
		       "--machine, --cache, --machine-file and --machine-sample";
	if (is_chosen && opt->all_cpus)
		return "--machine, --cache, --machine-file and --machine-sample: only a command "
		       "can be modelled, so "
		       "they exclude -a";
	return modelled_conflict(&opt->models, opt->backend);
}

static int check_together(struct summary_options *opt)
{
	const char *said = options_wrong_format(opt->separator, opt->json);

	if (!said)
		said = fixed_conflict(&opt->fixed, opt->backend);
	if (said)
		;
	else if (opt->model && opt->command[0])
		said = "--model: runs nothing, so give no command";
	else if (opt->model && (opt->backend || opt->all_cpus || opt->fixed.deterministic))
		said = "--model: counts nothing, so it excludes --backend, -a and --deterministic";
	else if (opt->model && (opt->json || opt->separator || opt->output))
		said = "--model: prints text on standard output, so it excludes -x, -j and -o";
	else if (opt->fixed.deterministic && opt->all_cpus)
		said = "--deterministic: counts a command under the translator, so it excludes -a";
	else if (wrong_machine(opt))
		said = wrong_machine(opt);
	else if (!opt->model && !opt->command[0])
		said = "nothing to measure: give a command (pmc summary -- COMMAND)";
	else if (opt->append && !opt->output)
		said = "--append: says how to write the file of -o, so it needs -o";
	else if (opt->backend && !strcmp(opt->backend, "msr") && !opt->all_cpus)
		said = "--backend msr: counts whole CPUs only, so it needs -a";
	if (!said)
		return 0;
	complain("%s", said);
	return STATUS_FAILED;
}

bool summary_options_init(struct summary_options *opt, const struct subcommand *self, char **argv,
			  int *status)
{
	struct option table[] = SUMMARY_OPTIONS(opt);

	memset(opt, 0, sizeof(*opt));
	opt->repeat = 1;
	if (options_parse(table, argv, &opt->command)) {
		*status = STATUS_FAILED;
		return false;
	}
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	*status = check_together(opt);
	if (*status)
		return false;
	opt->separator = options_separator(opt->separator);
	return true;
}

void summary_options_deinit(struct summary_options *opt)
{
	free(opt->fixed.env.item);
	free(opt->models.cache.item);
}

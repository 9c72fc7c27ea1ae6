/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc count`. Those that `pmc stat` has too mean the same. */
#include "cli/count/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <stddef.h>
#include <string.h>

static const char *wrong(const struct count_options *opt)
{
	const char *said;

	if (!opt->event[0])
		return "count what? pmc count EVENT... -- COMMAND, or pmc count SUM -- COMMAND";
	if (opt->sum && opt->event[1])
		return "SUM: stands for the events of all metrics, so give no others beside it";
	if (opt->model && opt->command)
		return "--model: runs nothing, so give no command";
	if (opt->model && (opt->backend || opt->json || opt->separator || opt->output))
		return "--model: shows the runs as text and counts nothing, so it excludes "
		       "--backend, -x, -j and -o";
	if (!opt->model && (!opt->command || !opt->command[0]))
		return "nothing to run: write -- between the events and the command (pmc count "
		       "EVENT... -- COMMAND)";
	said = options_wrong_format(opt->separator, opt->json);
	if (said)
		return said;
	if (opt->append && !opt->output)
		return "--append: says how to write the file of -o, so it needs -o";
	if (opt->backend && !strcmp(opt->backend, "msr"))
		return "--backend msr: counts whole CPUs and no commands; pmc stat -a does that";
	return NULL;
}

/* Divides the words at the "--". */
static void divide(struct count_options *opt, char **words)
{
	opt->event = words;
	for (; *words && strcmp(*words, "--"); words++)
		;
	opt->command = *words ? words + 1 : NULL;
	*words = NULL;
	opt->sum = opt->event[0] && !strcmp(opt->event[0], "SUM");
}

bool count_options_init(struct count_options *opt, const struct subcommand *self, char **argv,
			int *status)
{
	/* clang-format off */
	struct option table[] = {
		{ 'r', "repeat", OPTION_NUMBER, &opt->repeat, "N",
		  "repeat each run N times; print the mean", 1, 1000000, "a number of runs" },
		OPTION_SEPARATOR(&opt->separator),
		OPTION_JSON(&opt->json),
		{ 'o', "output", OPTION_TEXT, &opt->output, "FILE",
		  "print to FILE instead of standard error" },
		{ 0, "append", OPTION_FLAG, &opt->append, NULL, "with -o: append to the file" },
		{ 0, "backend", OPTION_TEXT, &opt->backend, "BACKEND",
		  "count with driver, perf or emulated; see 'pmc info'" },
		{ 0, "model", OPTION_TEXT, &opt->model, "MODEL",
		  "run nothing; show which runs these events take on this PMU" },
		{ 'h', "help", OPTION_FLAG, &opt->help, NULL, "print this text" },
		{ 0 },
	};
	/* clang-format on */
	char **words;
	const char *said;

	memset(opt, 0, sizeof(*opt));
	opt->repeat = 1;
	*status = STATUS_FAILED;
	if (options_parse(table, argv, &words))
		return false;
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	divide(opt, words);
	for (words = opt->event; *words; words++)
		if ((*words)[0] == '-') {
			complain("%s: stands among the events; options of 'pmc count' go before "
				 "them, and --help lists them",
				 *words);
			return false;
		}
	said = wrong(opt);
	if (said) {
		complain("%s", said);
		return false;
	}
	opt->separator = options_separator(opt->separator);
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc read`: what sets that are open already have counted of other processes, threads, and CPUs.
 * Nothing is opened, started or taken from anybody for that.
 */
#include "cli/read/read.h"

#include "cli/read/look.h"
#include "cli/read/print.h"
#include "cli/run/targets.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>

struct read_options {
	struct read_targets targets;
	const char *separator, *file;
	bool json, help;
};

/* Says what is wrong with the options; 0: nothing. */
static int check(const struct read_options *opt, char *const *rest)
{
	const struct read_targets *t = &opt->targets;
	const char *format = options_wrong_format(opt->separator, opt->json);
	bool threads = t->pids || t->tids, cpus = t->all_cpus || t->cpus;

	if (*rest)
		complain("%s: 'pmc read' takes no arguments; -p names processes", *rest);
	else if (!threads && !cpus)
		complain("what is to be read: -p PIDS, -t TIDS, or CPUs by -a or -C");
	else if (threads && cpus)
		complain("-p and -t read processes and threads, -a and -C whole CPUs; choose one");
	else if (t->all_cpus && t->cpus)
		complain("-a and -C: -a reads all CPUs; choose one");
	else if (t->quiet && cpus)
		complain("--quiet: a CPU's counters are read by that CPU alone; it is for -p and "
			 "-t");
	else if (format)
		complain("%s", format);
	else
		return t->cpus ? targets_check('C', t->cpus) : 0;
	return STATUS_FAILED;
}

static void print(const struct read_options *opt, const struct read_list *list)
{
	if (opt->json)
		print_read_json(list);
	else if (opt->separator)
		print_read_fields(list, options_separator(opt->separator));
	else
		print_read_table(list);
}

static int report(struct read_options *opt)
{
	struct pmc_model *model;
	struct read_list list;
	struct pmc_diag diag;
	int status;

	if (pmc_model_open(NULL, opt->file && opt->file[0] ? opt->file : NULL, &model, &diag)) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	opt->targets.model = model;
	status = read_look(&list, &opt->targets);
	if (!status)
		print(opt, &list);
	read_list_deinit(&list);
	pmc_model_close(model);
	return status;
}

int read_main(const struct subcommand *self, char **argv)
{
	struct read_options opt = { .file = getenv("PMC_EVENTS") };
	struct option table[] = {
		{ 'p', "pid", OPTION_TEXT, &opt.targets.pids, "PIDS",
		  "what is counted of these processes" },
		{ 't', "tid", OPTION_TEXT, &opt.targets.tids, "TIDS", "… of these threads" },
		{ 'a', "all-cpus", OPTION_FLAG, &opt.targets.all_cpus, NULL,
		  "… of all CPUs as a whole" },
		{ 'C', "cpu", OPTION_TEXT, &opt.targets.cpus, "CPUS",
		  "… of these CPUs as a whole: 0,2-5" },
		{ 'q', "quiet", OPTION_FLAG, &opt.targets.quiet, NULL,
		  "with -p and -t: interrupt no CPU; counts may be some seconds old" },
		OPTION_SEPARATOR(&opt.separator),
		OPTION_JSON(&opt.json),
		OPTION_EVENTS_FILE(&opt.file),
		{ 'h', "help", OPTION_FLAG, &opt.help, NULL, "print this text" },
		{ 0 },
	};
	char **rest;
	int status;

	if (options_parse(table, argv, &rest))
		return STATUS_FAILED;
	if (opt.help)
		return subcommand_help(self, table);
	status = check(&opt, rest);
	return status ? status : report(&opt);
}

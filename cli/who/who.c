/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc who`: who counts what with the driver, CPU by CPU, at this moment. */
#include "cli/who/who.h"

#include "cli/run/targets.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"
#include "cli/who/look.h"
#include "cli/who/print.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>

struct who_options {
	const char *cpus, *separator, *file;
	bool json, help;
};

/* Says what is wrong with the options; 0: nothing. */
static int check(const struct who_options *opt, char *const *rest)
{
	const char *format = options_wrong_format(opt->separator, opt->json);

	if (*rest) {
		complain("%s: 'pmc who' takes no arguments; -C names CPUs", *rest);
		return STATUS_FAILED;
	}
	if (format) {
		complain("%s", format);
		return STATUS_FAILED;
	}
	return opt->cpus ? targets_check('C', opt->cpus) : 0;
}

static void print(const struct who_options *opt, const struct who_list *list)
{
	if (opt->json)
		print_json(list);
	else if (opt->separator)
		print_fields(list, options_separator(opt->separator));
	else
		print_table(list);
}

static int report(const struct who_options *opt)
{
	struct pmc_model *model;
	struct who_list list;
	struct pmc_diag diag;
	int status;

	if (pmc_model_open(NULL, opt->file && opt->file[0] ? opt->file : NULL, &model, &diag)) {
		complain("%s", diag.sentence);
		return STATUS_FAILED;
	}
	status = who_look(&list, opt->cpus, model);
	if (!status)
		print(opt, &list);
	who_list_deinit(&list);
	pmc_model_close(model);
	return status;
}

int who_main(const struct subcommand *self, char **argv)
{
	struct who_options opt = { .file = getenv("PMC_EVENTS") };
	struct option table[] = {
		{ 'C', "cpu", OPTION_TEXT, &opt.cpus, "CPUS", "only these CPUs: 0,2-5" },
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

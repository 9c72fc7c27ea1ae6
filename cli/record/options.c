/* SPDX-License-Identifier: BSD-2-Clause */
/* See options.h. */
#include "cli/record/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define RECORD_OPTIONS(o) { \
	{ 'o', "output", OPTION_TEXT, &(o)->output, "FILE", \
	  "write to FILE instead of pmc.data" }, \
	{ 'i', "no-inherit", OPTION_FLAG, &(o)->no_inherit, NULL, \
	  "leave out processes and threads that the command makes" }, \
	{ 0, "wait", OPTION_FLAG, &(o)->wait_all, NULL, \
	  "also wait for processes that the command leaves behind" }, \
	{ 0, "deterministic", OPTION_FLAG, &(o)->deterministic, NULL, \
	  "make every run give the same profile" }, \
	{ 0, "cpu-features", OPTION_TEXT, &(o)->cpu_features, "v1|v2|v3|host", \
	  "with --deterministic: show the command a CPU of level v1, v2 (default), v3, or host" }, \
	{ 0, "clock", OPTION_TEXT, &(o)->clock, "virtual|real", \
	  "with --deterministic: show the command a virtual clock (default), or the real one" }, \
	{ 0, "env", OPTION_LIST, &(o)->env, "NAME[=VALUE]", \
	  "with --deterministic: let a variable through, or set it" }, \
	{ 0, "env-all", OPTION_FLAG, &(o)->env_all, NULL, \
	  "with --deterministic: let the whole environment through" }, \
	{ 0, "backend", OPTION_TEXT, &(o)->backend, "BACKEND", \
	  "record with this backend; emulated is the only one that makes profiles" }, \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "also record events of a modelled machine: L1-dcache-load-misses, branch-misses, ..." }, \
	{ 0, "machine", OPTION_TEXT, &(o)->models.machine, "NAME", \
	  "model the caches and branches of this machine; takes tens of times as long" }, \
	{ 0, "cache", OPTION_LIST, &(o)->models.cache, "SETTINGS", \
	  "change the machine: 'L1d=32K,8,64,nru;LL=none'; may be given several times" }, \
	{ 0, "machine-file", OPTION_TEXT, &(o)->models.file, "FILE", \
	  "model the machine of this file of settings" }, \
	{ 'c', "count", OPTION_REFUSED, NULL, NULL, \
	  "an exact profile counts every instruction, so there is no sampling period" }, \
	{ 'F', "freq", OPTION_REFUSED, NULL, NULL, \
	  "an exact profile counts every instruction, so there is no sampling frequency" }, \
	{ 'g', "call-graph", OPTION_REFUSED, NULL, NULL, \
	  "an exact profile has the calls from function to function without an option; " \
	  "'pmc report -g' shows them" }, \
	{ 'p', "pid", OPTION_REFUSED, NULL, NULL, \
	  "the translator counts only programs that it starts" }, \
	{ 't', "tid", OPTION_REFUSED, NULL, NULL, \
	  "the translator counts only programs that it starts" }, \
	{ 'a', "all-cpus", OPTION_REFUSED, NULL, NULL, \
	  "the translator counts only programs that it starts" }, \
	{ 'q', "quiet", OPTION_FLAG, &(o)->quiet, NULL, "print no line about the file" }, \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

static int check_together(const struct record_options *opt)
{
	const char *said = NULL;

	if (!opt->command[0])
		said = "nothing to record: give a command (pmc record -- COMMAND)";
	else if (!opt->deterministic &&
		 (opt->cpu_features || opt->clock || opt->env.n || opt->env_all))
		said = "--cpu-features, --clock, --env and --env-all: say what --deterministic "
		       "fixes, so they need it";
	else if (opt->backend && strcmp(opt->backend, "emulated"))
		said = "--backend: only backend emulated makes profiles; leave the option out, or "
		       "sample with 'perf record', whose files 'pmc report' reads";
	else if (modelled_is_chosen(&opt->models) && !opt->events.n)
		said = "--machine, --cache and --machine-file: say by -e which events to model, as "
		       "in -e L1-dcache-load-misses";
	else if (modelled_conflict(&opt->models, opt->backend))
		said = modelled_conflict(&opt->models, opt->backend);
	else if (!opt->output[0])
		said = "-o: the name is empty; give one, as in -o pmc.data";
	if (!said)
		return 0;
	complain("%s", said);
	return STATUS_FAILED;
}

bool record_options_init(struct record_options *opt, const struct subcommand *self, char **argv,
			 int *status)
{
	struct option table[] = RECORD_OPTIONS(opt);

	memset(opt, 0, sizeof(*opt));
	opt->output = "pmc.data";
	if (options_parse(table, argv, &opt->command)) {
		*status = STATUS_FAILED;
		return false;
	}
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	*status = check_together(opt);
	return !*status;
}

void record_options_deinit(struct record_options *opt)
{
	free(opt->env.item);
	free(opt->events.item);
	free(opt->models.cache.item);
}

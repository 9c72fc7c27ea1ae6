/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc script`: the table of formats, the options, and the file that is written. */
#include "cli/script/script.h"

#include "cli/profile/events.h"
#include "cli/profile/file.h"
#include "cli/profile/functions.h"
#include "cli/script/callgrind.h"
#include "cli/script/collapsed.h"
#include "cli/script/job.h"
#include "cli/script/layout.h"
#include "cli/script/perf.h"
#include "cli/script/pprof.h"
#include "cli/script/speedscope.h"
#include "cli/script/text.h"
#include "cli/ui/complain.h"
#include "cli/ui/nearest.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"
#include "cli/ui/whole.h"

#include <pmc/profile.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many events a format takes. */
enum events { EVENTS_ONE, EVENTS_FEW, EVENTS_ALL, EVENTS_NONE };

struct format {
	const char *name;
	script_writer *write;
	enum events events; /* FEW: the first one without -e, any number with it */
	bool binary;
};

static const struct format formats[] = {
	{ "text", text_write, EVENTS_ALL, false },
	{ "perf", perf_write, EVENTS_FEW, true },
	{ "callgrind", callgrind_write, EVENTS_ALL, false },
	{ "pprof", pprof_write, EVENTS_ALL, true },
	{ "collapsed", collapsed_write, EVENTS_ONE, false },
	{ "speedscope", speedscope_write, EVENTS_ONE, false },
	{ "bolt", bolt_write, EVENTS_NONE, false },
	{ "autofdo", autofdo_write, EVENTS_NONE, false },
};
#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))
#define FORMATS	  "text|perf|callgrind|pprof|collapsed|speedscope|bolt|autofdo"

struct script_options {
	const char *input, *output, *to;
	struct option_list events;
	struct symbol_options symbols;
	bool help;
};

static const struct format *find_format(const char *name)
{
	const char *names[N_FORMATS + 1], *near;
	size_t i;

	for (i = 0; i < N_FORMATS; i++) {
		if (!strcmp(formats[i].name, name))
			return &formats[i];
		names[i] = formats[i].name;
	}
	names[i] = NULL;
	near = nearest_name(name, names);
	complain("--to %s: no such format; %s%s%sformats are " FORMATS, name,
		 near ? "did you mean '" : "", near ? near : "", near ? "'? " : "");
	return NULL;
}

/* All events, those of -e, or the first one. */
static int choose(const struct script_options *opt, const struct format *format,
		  struct script_job *job, struct chosen_events *chosen)
{
	unsigned i, n = (unsigned)job->info.events;
	int status;

	*chosen = (struct chosen_events){ 0 };
	if (opt->events.n && format->events == EVENTS_NONE) {
		complain("-e: --to %s takes no events; it writes how often branches were taken",
			 format->name);
		return STATUS_FAILED;
	}
	if (opt->events.n || format->events != EVENTS_ALL) {
		status = chosen_events_init(chosen, job->profile, &opt->events);
		if (status)
			return status;
	} else {
		chosen->index = calloc(n + 1, sizeof(*chosen->index));
		for (i = 0; chosen->index && i < n; i++)
			chosen->index[chosen->n++] = i;
	}
	if (format->events == EVENTS_ONE && chosen->n > 1) {
		complain("-e: --to %s has room for one event, not for %u", format->name, chosen->n);
		return STATUS_FAILED;
	}
	job->events = chosen->index;
	job->n_events = chosen->n;
	if (job->n_events)
		return 0;
	complain("%s: the profile has no events", job->file);
	return STATUS_FAILED;
}

static int write_file(const struct format *format, struct script_job *job, const char *path)
{
	struct whole file;
	int status = whole_open(&file, path ? path : "-"), written;

	if (status)
		return status;
	if (whole_is_stdout(&file) && format->binary && isatty(STDOUT_FILENO)) {
		complain("--to %s is no text for a terminal; name a file with -o", format->name);
		whole_close(&file, false);
		return STATUS_FAILED;
	}
	job->out = file.out;
	status = format->write(job);
	written = whole_close(&file, !status);
	return status ? status : written;
}

static int convert(const struct script_options *opt, const struct format *format,
		   struct pmc_profile *profile)
{
	struct script_job job = { .profile = profile, .file = profile_file_name(opt->input) };
	struct chosen_events chosen;
	struct functions functions;
	int status;

	pmc_profile_info(profile, &job.info);
	status = choose(opt, format, &job, &chosen);
	if (!status) {
		if (functions_init(&functions, profile, &opt->symbols)) {
			complain("there is not enough memory for the symbols");
			status = STATUS_FAILED;
		} else {
			job.functions = &functions;
			status = write_file(format, &job, opt->output);
			functions_deinit(&functions);
		}
	}
	chosen_events_deinit(&chosen);
	return status;
}

int script_main(const struct subcommand *self, char **argv)
{
	struct script_options opt = { .to = "text" };
	struct option table[] = {
		{ 'i', "input", OPTION_TEXT, &opt.input, "FILE",
		  "the profile (default: " PROFILE_FILE "), of any format" },
		{ 'o', "output", OPTION_TEXT, &opt.output, "FILE",
		  "where to write (default: -, standard output)" },
		{ 0, "to", OPTION_TEXT, &opt.to, FORMATS, "the format (default: text)" },
		{ 'e', "event", OPTION_LIST, &opt.events, "EVENTS", "these events of the profile" },
		SYMBOL_OPTIONS(&opt.symbols),
		{ 'h', "help", OPTION_FLAG, &opt.help, NULL, "print this text" },
		{ 0 },
	};
	const struct format *format;
	struct pmc_profile *profile;
	char **rest;
	int status;

	if (options_parse(table, argv, &rest))
		return STATUS_FAILED;
	if (opt.help)
		return subcommand_help(self, table);
	if (*rest) {
		complain("%s: 'pmc script' takes no arguments; -i names the profile", *rest);
		return STATUS_FAILED;
	}
	format = find_format(opt.to);
	if (!format)
		return STATUS_FAILED;
	status = profile_file_open(opt.input, &profile);
	if (status)
		return status;
	status = convert(&opt, format, profile);
	free(opt.events.item);
	pmc_profile_close(profile);
	return status;
}

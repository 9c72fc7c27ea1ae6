/* SPDX-License-Identifier: BSD-2-Clause */
/* See options.h. */
#include "cli/record/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STACK_BYTES	 8192 /* as perf */
#define MOST_STACK_BYTES 65528

/* clang-format off */
#define RECORD_OPTIONS(o) { \
	{ 'o', "output", OPTION_TEXT, &(o)->output, "FILE", \
	  "write to FILE instead of pmc.data; -: to standard output" }, \
	{ 'i', "no-inherit", OPTION_FLAG, &(o)->no_inherit, NULL, \
	  "leave out processes and threads that the command makes" }, \
	{ 0, "per-thread", OPTION_FLAG, &(o)->no_inherit, NULL, "the same, as perf spells it" }, \
	{ 0, "wait", OPTION_FLAG, &(o)->wait_all, NULL, \
	  "also wait for processes that the command leaves behind" }, \
	FIXED_OPTIONS(&(o)->fixed, \
		"make every run give the same profile"), \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "with options for samples: sample these events; else also record these modelled ones" }, \
	{ 'c', "count", OPTION_NUMBER, &(o)->period, "N", \
	  "take a sample each time an event has counted N", 1, LONG_MAX, "a period" }, \
	{ 'F', "freq", OPTION_NUMBER, &(o)->frequency, "N", \
	  "take about N samples per second (default: 4000)", 1, 1000000, "a frequency" }, \
	{ 0, "samples", OPTION_NUMBER, &(o)->most, "N", \
	  "stop sampling after N samples, and end unless a command runs", 1, LONG_MAX, \
	  "a number of samples" }, \
	{ 'g', "chains", OPTION_FLAG, &(o)->chains, NULL, \
	  "sample call chains, too, by frame pointers" }, \
	{ 0, "call-graph", OPTION_TEXT, &(o)->call_graph, "fp|dwarf[,BYTES]|exact", \
	  "sample call chains by frame pointers, as -g, or by call frame information and copies " \
	  "of BYTES of the stack (default: 8192); exact: no samples, but the exact call tree, by " \
	  "the translator" }, \
	{ 'p', "pid", OPTION_TEXT, &(o)->pids, "PIDS", "sample running processes" }, \
	{ 't', "tid", OPTION_TEXT, &(o)->tids, "TIDS", "sample running threads" }, \
	{ 'a', "all-cpus", OPTION_FLAG, &(o)->all_cpus, NULL, "sample everything on all CPUs" }, \
	{ 'C', "cpu", OPTION_TEXT, &(o)->cpus, "CPUS", "sample everything on these CPUs: 0,2-5" }, \
	{ 0, "all-user", OPTION_FLAG, &(o)->all_user, NULL, \
	  "sample user mode only: every event without a ring gets :u" }, \
	{ 'm', "mmap-pages", OPTION_NUMBER, &(o)->pages, "N", \
	  "memory for samples of each CPU, in pages (default: 128); a power of two", 1, 262144, \
	  "a number of pages" }, \
	{ 0, "backend", OPTION_TEXT, &(o)->backend, "BACKEND", \
	  "sample with driver, perf or emulated; without options for sampling, make an exact " \
	  "profile with emulated (default)" }, \
	MODELLED_OPTIONS(&(o)->models, "; takes tens of times as long"), \
	OPTION_CACHE(&(o)->no_cache), \
	{ 'q', "quiet", OPTION_FLAG, &(o)->quiet, NULL, "print no line about the file" }, \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 0 }, \
}
/* clang-format on */

bool record_tree(const struct record_options *opt)
{
	return opt->call_graph && !strcmp(opt->call_graph, "exact");
}

bool record_samples(const struct record_options *opt)
{
	return opt->period || opt->frequency || opt->most || opt->chains ||
	       (opt->call_graph && !record_tree(opt)) || opt->pids || opt->tids || opt->all_cpus ||
	       opt->cpus || opt->all_user || opt->pages ||
	       (opt->backend && strcmp(opt->backend, "emulated"));
}

bool record_translates(const struct record_options *opt)
{
	return opt->fixed.deterministic || (opt->backend && !strcmp(opt->backend, "emulated"));
}

bool record_is_exact(const struct record_options *opt)
{
	return record_translates(opt) || record_tree(opt) || modelled_is_chosen(&opt->models);
}

static bool has_target(const struct record_options *opt)
{
	return opt->pids || opt->tids || opt->all_cpus || opt->cpus;
}

unsigned record_stack_bytes(const struct record_options *opt)
{
	char *end;
	unsigned long n;

	if (!opt->call_graph || strncmp(opt->call_graph, "dwarf", 5))
		return 0;
	if (!opt->call_graph[5])
		return STACK_BYTES;
	if (opt->call_graph[5] != ',' || opt->call_graph[6] < '1' || opt->call_graph[6] > '9')
		return 0;
	n = strtoul(opt->call_graph + 6, &end, 10);
	return *end || n % 8 || n > MOST_STACK_BYTES ? 0 : (unsigned)n;
}

static bool wrong_chains(const struct record_options *opt)
{
	return opt->call_graph && strcmp(opt->call_graph, "fp") && !record_stack_bytes(opt);
}

/* What is wrong with options for samples; NULL: nothing. */
static const char *wrong_samples(const struct record_options *opt)
{

	if (record_tree(opt))
		return "--call-graph exact: the translator counts every call of a command, and "
		       "nothing is sampled; leave out -c, -F, --samples, -g, -m, -p, -t, -a, -C, "
		       "--all-user, and --backend driver or perf";
	if (opt->backend && strcmp(opt->backend, "driver") && strcmp(opt->backend, "perf") &&
	    strcmp(opt->backend, "emulated"))
		return "--backend: profiles are sampled by driver, perf and emulated, and exact by "
		       "emulated";
	if (modelled_is_chosen(&opt->models))
		return "--machine, --cache and --machine-file: what is modelled is not sampled; "
		       "leave out -c, -F, --samples, -g, -m, -p, -t, -a, -C, --all-user and "
		       "--backend";
	if (record_translates(opt) && !opt->period)
		return "--backend emulated and --deterministic: the translator samples by a "
		       "period, as in -c 1000000; without options for sampling the profile is "
		       "exact";
	if (record_translates(opt) &&
	    (opt->frequency || opt->most || opt->pages || has_target(opt)))
		return "--backend emulated and --deterministic: the translator samples a "
		       "command to its end, by a period and without rings, so leave out -F, "
		       "--samples, -m, -p, -t, -a and -C";
	if (opt->period && opt->frequency)
		return "-c and -F: a period and a frequency exclude each other; choose one";
	if (wrong_chains(opt))
		return "--call-graph: must be fp (frame pointers), dwarf (call frame "
		       "information), dwarf,BYTES with a multiple of 8 up to 65528, or exact (the "
		       "call tree, by the translator)";
	if (opt->pages & (opt->pages - 1))
		return "-m: the number of pages must be a power of two";
	if (opt->pids && opt->tids)
		return "-p and -t: cannot sample processes and threads together; choose one";
	if ((opt->pids || opt->tids) && (opt->all_cpus || opt->cpus))
		return "-p and -t sample processes and threads, -a and -C sample CPUs; choose one";
	if (opt->wait_all && (has_target(opt) || opt->no_inherit))
		return "--wait: waits for processes that the command leaves behind and that are "
		       "sampled, so it excludes -i, -p, -t, -a and -C";
	return NULL;
}

static int check_together(const struct record_options *opt)
{
	const char *said = record_samples(opt) ? wrong_samples(opt) : NULL;

	if (!said)
		said = fixed_conflict(&opt->fixed, opt->backend);
	if (said)
		;
	else if (!opt->command[0] && !has_target(opt))
		said = "nothing to record: give a command (pmc record -- COMMAND) or one of -p, "
		       "-t, -a, -C";
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
	opt->to.fd = -1;
	if (options_parse(table, argv, &opt->command)) {
		*status = STATUS_FAILED;
		return false;
	}
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	*status = check_together(opt);
	if (!*status)
		*status = record_output_init(&opt->to, opt->output);
	return !*status;
}

void record_options_deinit(struct record_options *opt)
{
	record_output_deinit(&opt->to);
	free(opt->fixed.env.item);
	free(opt->events.item);
	free(opt->models.cache.item);
}

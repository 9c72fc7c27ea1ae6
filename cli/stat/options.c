/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc stat`. Those that perf stat has too are spelled as in perf. */
#include "cli/stat/options.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <stdlib.h>
#include <string.h>

#define MAX_MSEC 2000000000L /* 23 days; fits poll(2) */
#define NO_METRICS                                                                              \
	"pmc stat prints counts; 'pmc summary -- COMMAND' prints cycles per instruction, miss " \
	"rates, stalls and other ratios"

/* clang-format off */
#define STAT_OPTIONS(o) { \
	{ 'e', "event", OPTION_LIST, &(o)->events, "EVENTS", \
	  "count these events: names with commas, {groups}, modifiers; see 'pmc list'" }, \
	{ 'd', "detailed", OPTION_COUNT, &(o)->detail, NULL, \
	  "count more events; may be given up to three times" }, \
	{ 0, "all-user", OPTION_FLAG, &(o)->all_user, NULL, \
	  "count user mode only: every event without a ring gets :u" }, \
	{ 0, "strict", OPTION_FLAG, &(o)->strict, NULL, \
	  "fail before the start if an event of -e cannot be counted" }, \
	{ 'n', "null", OPTION_FLAG, &(o)->null_run, NULL, \
	  "count nothing, measure only the time" }, \
	{ 'r', "repeat", OPTION_NUMBER, &(o)->repeat, "N", \
	  "run the command N times; print mean and spread", 1, 1000000, "a number of runs" }, \
	{ 0, "layouts", OPTION_NUMBER, &(o)->layouts, "N", \
	  "run the command in N layouts of its memory; print median and spread", 1, 1000, \
	  "a number of layouts" }, \
	{ 'I', "interval-print", OPTION_NUMBER, &(o)->interval_ms, "MS", \
	  "print the counts every MS milliseconds", 1, MAX_MSEC, "milliseconds" }, \
	{ 0, "interval-count", OPTION_NUMBER, &(o)->interval_count, "N", \
	  "with -I: stop after N intervals", 1, 1000000000, "a number of intervals" }, \
	{ 'D', "delay", OPTION_NUMBER, &(o)->delay_ms, "MS", \
	  "start counting after MS milliseconds (-1: never)", -1, MAX_MSEC, "milliseconds" }, \
	{ 0, "timeout", OPTION_NUMBER, &(o)->timeout_ms, "MS", \
	  "stop after MS milliseconds; the command gets SIGTERM", 10, MAX_MSEC, "milliseconds" }, \
	{ 0, "wait", OPTION_FLAG, &(o)->wait_all, NULL, \
	  "also wait for processes that the command leaves behind" }, \
	{ 'p', "pid", OPTION_TEXT, &(o)->pids, "PIDS", "count running processes" }, \
	{ 't', "tid", OPTION_TEXT, &(o)->tids, "TIDS", "count running threads" }, \
	{ 'a', "all-cpus", OPTION_FLAG, &(o)->all_cpus, NULL, "count everything on all CPUs" }, \
	{ 'C', "cpu", OPTION_TEXT, &(o)->cpus, "CPUS", "count everything on these CPUs: 0,2-5" }, \
	{ 'A', "no-aggr", OPTION_FLAG, &(o)->no_aggr, NULL, \
	  "with -a or -C: count each CPU separately" }, \
	{ 0, "per-core", OPTION_FLAG, &(o)->per_core, NULL, "with -a or -C: count each core" }, \
	{ 0, "per-die", OPTION_FLAG, &(o)->per_die, NULL, "with -a or -C: count each die" }, \
	{ 0, "per-socket", OPTION_FLAG, &(o)->per_socket, NULL, \
	  "with -a or -C: count each socket" }, \
	{ 0, "per-node", OPTION_FLAG, &(o)->per_node, NULL, \
	  "with -a or -C: count each NUMA node" }, \
	{ 0, "no-merge", OPTION_FLAG, &(o)->no_merge, NULL, \
	  "as perf: do not merge events of PMUs that are alike; pmc never does" }, \
	{ 0, "per-thread", OPTION_FLAG, &(o)->per_thread, NULL, "count each thread separately" }, \
	{ 0, "per-process", OPTION_FLAG, &(o)->per_process, NULL, \
	  "count each process separately" }, \
	{ 'i', "no-inherit", OPTION_FLAG, &(o)->no_inherit, NULL, \
	  "do not count threads and processes that the command creates" }, \
	{ 0, "format", OPTION_TEXT, &(o)->format_name, "table|csv|json|markdown|github", \
	  "the format of the report; csv is -x, and json is -j" }, \
	{ 'x', "field-separator", OPTION_TEXT, &(o)->separator, "SEP", \
	  "print lines of fields, like perf stat -x" }, \
	{ 'j', "json-output", OPTION_FLAG, &(o)->json, NULL, \
	  "print a JSON object per line, like perf stat -j" }, \
	{ 0, "as-perf", OPTION_FLAG, &(o)->as_perf, NULL, \
	  "with -x and -j: print perf's fields alone, and on standard error what is not exact" }, \
	{ 0, "human", OPTION_FLAG, &(o)->human, NULL, \
	  "print values as 1.23 G, 12.3 M, 4.56 ms" }, \
	{ 0, "table", OPTION_FLAG, &(o)->run_table, NULL, "with -r: also print a line per run" }, \
	{ 'o', "output", OPTION_TEXT, &(o)->output, "FILE", \
	  "print to FILE instead of standard error" }, \
	{ 0, "log-fd", OPTION_NUMBER, &(o)->log_fd, "FD", \
	  "print to this descriptor instead of standard error", 0, 1000000, "a descriptor" }, \
	{ 0, "append", OPTION_FLAG, &(o)->append, NULL, "with -o: append to the file" }, \
	{ 'B', "big-num", OPTION_FLAG, &(o)->big_num, NULL, \
	  "group digits on terminals, and as the locale does (default; --no-big-num: do not)" }, \
	{ 0, "backend", OPTION_TEXT, &(o)->backend, "BACKEND", \
	  "count with driver, perf, msr or emulated; see 'pmc info'" }, \
	OPTION_EVENTS_FILE(&(o)->events_file), \
	MODELLED_OPTIONS(&(o)->models, " (default: skylakex); see 'pmc info'"), \
	{ 0, "weights", OPTION_TEXT, &(o)->models.weights, "WEIGHTS", \
	  "what est-cycles adds up: 'L1d=4,LL=40' changes the machine's own; or 'iai'" }, \
	{ 0, "estimate-cycles", OPTION_FLAG, &(o)->models.estimate_cycles, NULL, \
	  "let the event cycles be the estimate that est-cycles is" }, \
	FIXED_OPTIONS(&(o)->fixed, \
		"make every run give the same counts; counts with the translator"), \
	{ 'v', "verbose", OPTION_COUNT, &(o)->verbose, NULL, \
	  "also print the raw counts and times of each counter" }, \
	{ 0, "save", OPTION_TEXT, &(o)->save, "FILE", \
	  "also write the result to FILE, for 'pmc compare' and --baseline" }, \
	{ 0, "baseline", OPTION_TEXT, &(o)->baseline, "FILE", \
	  "compare with the result in FILE" }, \
	{ 0, "fail-if", OPTION_LIST, &(o)->fail_if, "CONDITION", \
	  "exit with 1 if it holds: 'instructions:u > +1%'; may be given several times" }, \
	{ 0, "force", OPTION_FLAG, &(o)->force, NULL, \
	  "compare even what was counted under other conditions" }, \
	{ 0, "warmup", OPTION_NUMBER, &(o)->warmup, "N", \
	  "run the command N times before, without counting", 0, 1000000, "a number of runs" }, \
	{ 0, "pre", OPTION_TEXT, &(o)->pre, "COMMAND", \
	  "run this shell command before each run, without counting" }, \
	{ 0, "post", OPTION_TEXT, &(o)->post, "COMMAND", "the same after each run" }, \
	OPTION_CACHE(&(o)->no_cache), \
	{ 'h', "help", OPTION_FLAG, &(o)->help, NULL, "print this text" }, \
	{ 'M', "metrics", OPTION_REFUSED, NULL, NULL, NO_METRICS }, \
	{ 0, "metric-only", OPTION_REFUSED, NULL, NULL, NO_METRICS }, \
	{ 0, "topdown", OPTION_REFUSED, NULL, NULL, NO_METRICS }, \
	{ 0, "td-level", OPTION_REFUSED, NULL, NULL, NO_METRICS }, \
	{ 'T', "transaction", OPTION_REFUSED, NULL, NULL, \
	  "unknown here; count transactions by their events, as in -e cycles:intx" }, \
	{ 'G', "cgroup", OPTION_REFUSED, NULL, NULL, \
	  "pmc cannot count a cgroup; count its processes with -p" }, \
	{ 0 }, \
}
/* clang-format on */

static bool has_target(const struct stat_options *opt)
{
	return opt->pids || opt->tids || opt->all_cpus || opt->cpus;
}

/* Finds the format. Returns NULL, or says what is wrong with what asks for it. */
static const char *choose_format(struct stat_options *opt)
{
	static const char *const names[] = { [FORMAT_TABLE] = "table",
					     [FORMAT_CSV] = "csv",
					     [FORMAT_JSON] = "json",
					     [FORMAT_MARKDOWN] = "markdown",
					     [FORMAT_GITHUB] = "github" };
	int named = FORMAT_GITHUB;
	const char *wrong;

	opt->format = opt->json ? FORMAT_JSON : opt->separator ? FORMAT_CSV : FORMAT_TABLE;
	wrong = options_wrong_format(opt->separator, opt->json);
	if (wrong)
		return wrong;
	if (opt->format_name) {
		while (named >= 0 && strcmp(names[named], opt->format_name))
			named--;
		if (named < 0)
			return "--format: expects table, csv, json, markdown or github";
		if ((opt->json || opt->separator) && named != (int)opt->format)
			return "--format, -x and -j: a report has one format; choose one";
		opt->format = (enum stat_format)named;
	}
	if (opt->format == FORMAT_CSV && !opt->separator)
		opt->separator = ",";
	return NULL;
}

/* Each of these functions says which options exclude or need each other; NULL: they fit. */

static const char *wrong_output(const struct stat_options *opt)
{
	enum stat_format format = opt->format;

	if (opt->append && !opt->output)
		return "--append: says how to write the file of -o, so it needs -o";
	if (opt->output && opt->log_fd >= 0)
		return "-o and --log-fd: the report goes to one place; choose one";
	if (opt->as_perf && format != FORMAT_CSV && format != FORMAT_JSON)
		return "--as-perf: is about perf's formats for scripts, so it needs -x or -j";
	if (opt->human && format != FORMAT_TABLE && format != FORMAT_MARKDOWN)
		return "--human: is for people, so it goes with the formats table and markdown";
	if (opt->run_table && opt->repeat < 2 && opt->layouts < 2)
		return "--table: prints a line per run, so it needs -r or --layouts";
	if (format == FORMAT_GITHUB && opt->interval_ms)
		return "--format github: has one value for each event, so it excludes -I";
	if (format == FORMAT_GITHUB && opt->append)
		return "--format github: the file is one array, so --append is not possible";
	return NULL;
}

static const char *wrong_target(const struct stat_options *opt)
{
	if (opt->pids && opt->tids)
		return "-p and -t: cannot count processes and threads together; choose one";
	if ((opt->pids || opt->tids) && (opt->all_cpus || opt->cpus))
		return "-p and -t count processes and threads, -a and -C count CPUs; choose one";
	return NULL;
}

static const char *wrong_rows(const struct stat_options *opt)
{
	int places = opt->no_aggr + opt->per_core + opt->per_die + opt->per_socket + opt->per_node;
	int tasks = opt->per_thread + opt->per_process;

	if (opt->no_aggr && !opt->all_cpus && !opt->cpus)
		return "-A: separates CPUs, so it needs -a or -C";
	if (places && !opt->all_cpus && !opt->cpus)
		return "--per-core, --per-die, --per-socket and --per-node: separate CPUs, so they "
		       "need -a or -C";
	if (places > 1)
		return "-A, --per-core, --per-die, --per-socket and --per-node: choose one";
	if (tasks > 1)
		return "--per-thread and --per-process: choose one";
	if (tasks && opt->no_aggr)
		return "-A separates CPUs, --per-thread and --per-process separate tasks; "
		       "choose one";
	if (tasks && places)
		return "--per-core, --per-die, --per-socket and --per-node separate CPUs, "
		       "--per-thread and --per-process separate tasks; choose one";
	if (tasks && opt->cpus)
		return "--per-thread and --per-process: cannot be used with -C";
	return NULL;
}

static const char *wrong_null_run(const struct stat_options *opt)
{
	if (!opt->null_run)
		return NULL;
	if (opt->events.n || opt->detail)
		return "-n counts nothing, -e and -d say what to count; choose one";
	if (has_target(opt))
		return "-n: measures the time of a command, so it excludes -p, -t, -a and -C";
	if (opt->by != ROWS_TOTAL)
		return "-n: counts nothing, so there is nothing to separate; leave out -A, "
		       "--per-thread and --per-process";
	if (opt->interval_ms)
		return "-n: measures the time at the end and has no intervals; leave out -I";
	if (opt->format != FORMAT_TABLE && opt->format != FORMAT_MARKDOWN && !opt->as_perf)
		return "-n: the time elapsed stands only in the table; for a format of fields, use "
		       "-e duration_time";
	return NULL;
}

static const char *wrong_models(const struct stat_options *opt)
{
	const struct modelled_options *models = &opt->models;

	if (has_target(opt) && (models->weights || models->estimate_cycles))
		return "--weights and --estimate-cycles: cycles can be estimated only of a "
		       "command, so they exclude -p, -t, -a and -C";
	if (has_target(opt) && modelled_is_chosen(models))
		return "--machine, --cache, --machine-file and --machine-sample: only a command "
		       "can be modelled, so "
		       "they exclude -p, -t, -a and -C";
	if (models->sample && opt->interval_ms)
		return "--machine-sample: an interval has too few bursts to scale them up; leave "
		       "out -I";
	return modelled_conflict(models, opt->backend);
}

static const char *wrong_fixed(const struct stat_options *opt)
{
	return fixed_conflict(&opt->fixed, opt->backend);
}

static const char *wrong_run(const struct stat_options *opt)
{
	bool tasks = opt->per_thread || opt->per_process;

	if (opt->wait_all && (has_target(opt) || opt->no_inherit || opt->null_run))
		return "--wait: waits for processes that the command leaves behind and that are "
		       "counted, so it excludes -i, -n, -p, -t, -a and -C";
	if (opt->fixed.deterministic && has_target(opt))
		return "--deterministic: counts a command under the translator, so it excludes -p, "
		       "-t, -a and -C";
	if (opt->repeat > 1 && opt->interval_ms)
		return "-r and -I: the mean of several runs has no intervals; choose one";
	if (opt->repeat > 1 && tasks)
		return "-r: cannot be used with --per-thread or --per-process, because the threads "
		       "and processes of several runs cannot be matched";
	if (opt->repeat > 1 && !opt->command[0])
		return "-r: repeats a command, so give a command";
	if (opt->timeout_ms && opt->interval_ms)
		return "--timeout and -I: choose one; --interval-count stops after some intervals";
	if (opt->interval_count && !opt->interval_ms)
		return "--interval-count: needs -I";
	if (!has_target(opt) && !opt->command[0])
		return "nothing to count: give a command (pmc stat -- COMMAND) or one of -p, -t, "
		       "-a, -C";
	return NULL;
}

static const char *wrong_layouts(const struct stat_options *opt)
{
	if (!opt->layouts)
		return NULL;
	if (opt->repeat > 1)
		return "--layouts and -r: -r repeats one layout, --layouts has one run of each; "
		       "choose one";
	if (has_target(opt))
		return "--layouts: lays out the memory of a command that pmc starts, so it "
		       "excludes -p, -t, -a and -C";
	if (opt->backend && strcmp(opt->backend, "emulated"))
		return "--layouts: only the translator lays out a command's memory; leave "
		       "--backend out, or write --backend emulated";
	if (opt->null_run)
		return "--layouts: compares counts, and -n counts nothing; choose one";
	if (opt->interval_ms)
		return "--layouts and -I: the median of several runs has no intervals; choose one";
	if (opt->per_thread || opt->per_process)
		return "--layouts: the runs have different threads and processes, so it excludes "
		       "--per-thread and --per-process";
	return NULL;
}

/* Checks which options exclude or need each other. Returns 0 or an exit status. */
static int check_together(struct stat_options *opt)
{
	const char *(*const wrong[])(const struct stat_options *opt) = {
		wrong_output, wrong_target,  wrong_rows,  wrong_null_run,
		wrong_models, wrong_layouts, wrong_fixed, wrong_run,
	};
	const char *said = choose_format(opt);
	size_t i;

	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]) && !said; i++)
		said = wrong[i](opt);
	if (!said)
		return 0;
	complain("%s", said);
	return STATUS_FAILED;
}

/* The same for options about results and runs. */
static int check_results(const struct stat_options *opt)
{
	const char *said = NULL;
	bool result = opt->save || opt->baseline || opt->fail_if.n;

	if (result && opt->interval_ms)
		said = "--save, --baseline and --fail-if are about whole runs, so they exclude -I";
	else if (result && opt->by != ROWS_TOTAL)
		said = "--save, --baseline and --fail-if are about sums, so they exclude -A, "
		       "--per-core, --per-die, --per-socket, --per-node, --per-thread and "
		       "--per-process";
	else if ((opt->pre || opt->post || opt->warmup) && !opt->command[0])
		said = "--pre, --post and --warmup are about runs of a command, so give a command";
	else if (opt->warmup && opt->interval_ms)
		said = "--warmup and -I: choose one";
	if (!said)
		return 0;
	complain("%s", said);
	return STATUS_FAILED;
}

static enum rows_by rows_by(const struct stat_options *opt)
{
	if (opt->per_thread)
		return ROWS_THREAD;
	if (opt->per_process)
		return ROWS_PROCESS;
	if (opt->per_core)
		return ROWS_CORE;
	if (opt->per_die)
		return ROWS_DIE;
	if (opt->per_socket)
		return ROWS_SOCKET;
	if (opt->per_node)
		return ROWS_NODE;
	return opt->no_aggr ? ROWS_CPU : ROWS_TOTAL;
}

bool stat_options_init(struct stat_options *opt, const struct subcommand *self, char **argv,
		       int *status)
{
	struct option table[] = STAT_OPTIONS(opt);

	memset(opt, 0, sizeof(*opt));
	opt->repeat = 1;
	opt->big_num = true;
	opt->log_fd = -1;
	opt->events_file = getenv("PMC_EVENTS");
	if (options_parse(table, argv, &opt->command)) {
		*status = STATUS_FAILED;
		return false;
	}
	if (opt->help) {
		*status = subcommand_help(self, table);
		return false;
	}
	opt->by = rows_by(opt);
	/* Nothing but the layout is to differ between the runs. */
	opt->fixed.deterministic |= opt->layouts > 0;
	*status = check_together(opt);
	if (!*status)
		*status = check_results(opt);
	if (*status)
		return false;
	if (opt->layouts)
		opt->repeat = opt->layouts;
	opt->separator = options_separator(opt->separator);
	return true;
}

void stat_options_deinit(struct stat_options *opt)
{
	free(opt->events.item);
	free(opt->fixed.env.item);
	free(opt->models.cache.item);
	free(opt->fail_if.item);
}

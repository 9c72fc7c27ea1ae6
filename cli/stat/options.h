/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of `pmc stat`, and which of them go together. */
#ifndef PMC_CLI_STAT_OPTIONS_H
#define PMC_CLI_STAT_OPTIONS_H

#include "cli/run/fixed.h"
#include "cli/run/modelled.h"
#include "cli/ui/options.h"

#include <stdbool.h>

struct subcommand;

/*
 * Whose counts stand in a line of the report: CPUs up to ROWS_NODE, tasks from ROWS_THREAD on. The
 * parts of the topology are sums of CPUs.
 */
enum rows_by {
	ROWS_TOTAL,
	ROWS_CPU,
	ROWS_CORE,
	ROWS_DIE,
	ROWS_SOCKET,
	ROWS_NODE,
	ROWS_THREAD,
	ROWS_PROCESS
};

enum stat_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON, FORMAT_MARKDOWN, FORMAT_GITHUB };

struct stat_options {
	struct option_list events; /* each -e */
	unsigned detail;	   /* how many -d */
	bool null_run;		   /* -n: no events */
	bool strict, all_user, wait_all;
	const char *pids, *tids, *cpus;
	bool all_cpus, no_aggr, no_merge, per_thread, per_process;
	bool per_core, per_die, per_socket, per_node;
	bool no_inherit;
	struct fixed_options fixed;
	struct modelled_options models;
	const char *backend;	     /* NULL: choose */
	const char *events_file;     /* of perfmon events; NULL: none */
	long repeat;		     /* 1: once; with --layouts: how many of them */
	long layouts;		     /* 0: not given */
	long interval_ms;	     /* 0: none */
	long interval_count;	     /* 0: no limit */
	long delay_ms;		     /* -1: never begin */
	long timeout_ms;	     /* 0: none */
	long warmup;		     /* runs that are not counted */
	const char *pre, *post;	     /* shell commands around each run; NULL: none */
	const char *save, *baseline; /* result files; NULL: none */
	struct option_list fail_if;
	bool force;
	const char *format_name; /* of --format; NULL: -x, -j, or a table */
	const char *separator;	 /* of CSV; NULL: another format */
	bool json, as_perf, append, big_num, human, run_table;
	unsigned verbose;
	const char *output;
	long log_fd; /* -1: none */
	enum stat_format format;
	char **command; /* command[0] NULL: none */
	enum rows_by by;
	bool no_cache, help;
};

/*
 * Reads the options. Returns false when there is nothing to count, with the exit status in
 * *status: the help text was printed, or the options are wrong. Free with stat_options_deinit() in
 * every case.
 */
bool stat_options_init(struct stat_options *opt, const struct subcommand *self, char **argv,
		       int *status);
void stat_options_deinit(struct stat_options *opt);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc stat` in its parts, in the order in which they come to work:
 *
 *	stat.c         what the user asked for: the options, and which of them go together
 *	stat_plan.c    who counts what: backend, events, command, output file. Everything that can be
 *	               wrong with the input is found here, before anything is started
 *	stat_target.c  what is counted: the command, or the processes, threads and CPUs of a list
 *	stat_run.c     the runs: start, wait, intervals, signals, exit status
 *	stat_report.c  counts become values: differences, means, spreads
 *	stat_metric.c  the rates beside the values
 *	stat_table.c, stat_csv.c, stat_json.c   the three formats
 */
#ifndef PMC_CLI_STAT_H
#define PMC_CLI_STAT_H

#include "cli/ui/options.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- What the user asked for ---- */

/* Whose counts stand in a line of the report. */
enum rows_by { ROWS_TOTAL, ROWS_CPU, ROWS_THREAD, ROWS_PROCESS };

struct stat_options {
	struct option_list events; /* each -e */
	unsigned detail;	   /* how many -d */
	bool null_run;		   /* -n: no events */
	const char *pids, *tids, *cpus;
	bool all_cpus, no_aggr, per_thread, per_process;
	bool no_inherit, deterministic;
	const char *backend;	 /* NULL: choose */
	const char *events_file; /* of perfmon events; NULL: none */
	long repeat;		 /* 1: once */
	long interval_ms;	 /* 0: none */
	long interval_count;	 /* 0: no limit */
	long delay_ms;		 /* -1: never begin */
	long timeout_ms;	 /* 0: none */
	const char *separator;	 /* -x; NULL: a table or JSON */
	bool json, append, big_num;
	unsigned verbose;
	const char *output;
	char **command; /* command[0] NULL: none */
	enum rows_by by;
	bool help;
};

/* ---- Who counts what ---- */

struct plan {
	const struct stat_options *opt;
	enum pmc_use use;
	struct pmc *pmc;
	struct pmc_set *set;	     /* NULL under -n */
	char *asked;		     /* all -e, joined; NULL: none */
	struct pmc_set_event *event; /* strings belong to the set */
	size_t n_events;
	struct pmc_command *command; /* of the run that comes next; NULL: none */
	FILE *out;		     /* the report: standard error, or the file of -o */
};

/*
 * Prepare everything but the first start. 0, or an exit status after a complaint; then nothing was
 * started, created or changed.
 */
int plan_make(struct plan *plan, const struct stat_options *opt);
/* The command of one more run. 0 or an exit status. */
int plan_command(struct plan *plan);
/* Are the lists of -p, -t and -C well written? 0 or an exit status. */
int plan_check_lists(const struct stat_options *opt);
/* Attach the set to the plan's target (again, after pmc_set_detach). 0 or an exit status. */
int plan_attach(struct plan *plan);
/* Says what is wrong with an event, under the -e that it stands in. */
void complain_event(const struct plan *plan, struct pmc_diag *diag);
/* Can what was attached be told apart as --per-thread and --per-process ask? 0 or an exit status. */
int plan_check_rows(struct plan *plan);
void plan_free(struct plan *plan);

/* ---- Counts become values ---- */

/* One row of a reading. */
struct reading_row {
	int cpu;
	pid_t pid, tid;
	char name[16];
	struct pmc_count *count; /* one per event */
};

/* What one reading gave: the counts of each row. */
struct reading {
	uint64_t time_ns; /* CLOCK_MONOTONIC */
	size_t n_rows;
	struct reading_row *row;
};

struct value {
	double mean;   /* before the event's scale */
	double spread; /* standard deviation of the mean; 0 of a single run */
	uint64_t enabled_ns, running_ns;
	enum pmc_count_state state;
	enum pmc_quality quality;
};

struct report_row {
	int cpu;
	pid_t pid, tid;
	char name[16];
	struct value *value; /* one per event */
};

/* One thing to print: the whole run, all runs, or one interval. */
struct report {
	const struct plan *plan;
	size_t n_rows;
	struct report_row *row;
	unsigned runs;	   /* that were made; the values are means when > 1 */
	unsigned number;   /* intervals: how many were printed before */
	uint64_t since_ns; /* intervals: from the beginning to now */
	double wall_ns;	   /* of the run, the mean run, or the interval */
	double wall_spread_ns;
	bool has_times; /* user and system time of one command */
	double user_ns, system_ns;
};

/* Read the plan's set. 0 or -errno. The reading's memory is the caller's: reading_free(). */
int reading_take(const struct plan *plan, struct reading *reading);
void reading_free(struct reading *reading);

/* Runs that are averaged. Begins as zeros. */
struct average {
	double n, mean, m2; /* Welford's sums */
};
void average_add(struct average *average, double x);
/* Standard deviation of the mean; 0 with less than two. */
double average_spread(const struct average *average);

/* The rows of several runs, averaged. Begins as zeros; averages_free(). */
struct averages {
	unsigned runs;
	size_t n_rows, n_events;
	struct report_row *row; /* running sums of the times; state and quality of all runs */
	struct average *sum;	/* n_rows * n_events */
	struct average wall;
};
int averages_add(struct averages *all, const struct report *one);
void averages_free(struct averages *all);

/* now - before (NULL: from zero) as a report; report_free(). 0 or -ENOMEM. */
int report_make(struct report *report, const struct plan *plan, const struct reading *now,
		const struct reading *before);
int report_average(struct report *report, const struct plan *plan, const struct averages *all);
void report_free(struct report *report);

/* Calls line for each event and each of its rows that is to be printed, in the order of printing. */
typedef void report_line(const struct report *report, const struct report_row *row, size_t event);
void report_each(const struct report *report, report_line *line);

/* ---- The rates beside the values ---- */

struct metric {
	bool known; /* value is there; else perf leaves its place empty */
	double value;
	const char *format; /* for value in a table and in CSV: "%8.3f" */
	char unit[48];	    /* "" when the event has no metric */
	bool percent;	    /* the value is followed by % in a table */
};
void metric_of(const struct report *report, const struct report_row *row, size_t event,
	       struct metric *metric);

/* ---- The formats ---- */

/* What is said of a value that is not exact: "scaled", "modelled", …; NULL when it is exact. */
const char *mark_of(const struct pmc_set_event *event, const struct value *value);

/* Each prints to plan->out. begin: before the first run. report: one report. end: what comes after
 * all of them (notes, marks). Errors stay in the stream (ferror). */
struct format {
	void (*begin)(const struct plan *plan);
	void (*report)(const struct report *report);
	void (*end)(const struct plan *plan, const struct report *last);
};
extern const struct format table_format, csv_format, json_format;

/* ---- The runs ---- */

/* Returns the exit status. */
int runs_make(struct plan *plan);

#endif

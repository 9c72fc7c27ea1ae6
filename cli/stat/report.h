/* SPDX-License-Identifier: BSD-2-Clause */
/* What is to be printed: the values of one run, of all runs, or of one interval. */
#ifndef PMC_CLI_STAT_REPORT_H
#define PMC_CLI_STAT_REPORT_H

#include "cli/stat/reading.h"

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct stat_job;

struct value {
	double mean; /* before the event's scale; with --layouts: the median */
	/* Standard deviation of the mean, 0 for a single run; with --layouts: max - min. */
	double spread;
	/*
	 * The counts of the n_each runs that counted it, in the order of the runs, with the
	 * smallest and the largest; before the event's scale. They are integers, so that no count
	 * loses digits. Those of several runs live as long as the averages.
	 */
	const uint64_t *each;
	size_t n_each;
	uint64_t min, max;
	uint64_t only; /* what `each` points to when there was a single run */
	uint64_t enabled_ns, running_ns;
	enum pmc_count_state state;
	enum pmc_quality quality;
	uint64_t error; /* as in struct pmc_count; of several runs the largest */
};

struct report_row {
	int cpu;
	unsigned cpus; /* as in struct reading_row, like the name */
	pid_t pid, tid;
	char name[ROW_NAME];
	struct value *value; /* one per event */
};

struct report {
	const struct stat_job *job;
	size_t n_rows;
	struct report_row *row;
	unsigned runs;	   /* how many were made; the values are means when > 1 */
	unsigned number;   /* intervals: how many were printed before */
	uint64_t since_ns; /* intervals: from the beginning to now */
	double wall_ns;	   /* of the run, the mean run, or the interval */
	double wall_spread_ns;
	const uint64_t *each_wall_ns; /* of each run, as long as the averages; NULL: a single run */
	bool has_times;		      /* user and system time of one command */
	double user_ns, system_ns;
	uint64_t max_rss_kb;
	enum pmc_quality times_quality; /* of all times: the emulator needs time, too */
};

/* Makes a report of n_rows rows of zeros. Returns 0 or -ENOMEM. */
int report_init(struct report *report, const struct stat_job *job, size_t n_rows);
/* Makes the report of now - before (NULL: now alone). Returns 0 or -ENOMEM. */
int report_init_reading(struct report *report, const struct stat_job *job,
			const struct reading *now, const struct reading *before);
void report_deinit(struct report *report);

/*
 * Calls line() for each event and each of its rows that is to be printed, in the order of printing.
 * `events` has the indices of the events in another order than the one asked for; or NULL.
 */
typedef void report_line(const struct report *report, const struct report_row *row, size_t event,
			 void *data);
void report_each(const struct report *report, const size_t *events, report_line *line, void *data);

/*
 * Writes whose counts stand in a row, as perf does: "CPU3", "S0-D0-C1", "sort-4711"; "" when the
 * row is the whole.
 */
void report_row_name(const struct report *report, const struct report_row *row, char *text,
		     size_t size);

/* The share of the time in which the event was counted, in percent. */
double value_running_percent(const struct value *value);
/* The spread in percent of the mean. */
double value_spread_percent(const struct value *value);
/* The word for a value that is not exact, as pmc_quality_name() has it; NULL for the others. */
const char *value_mark(const struct value *value);
/* The same for an event: that of the first of its rows that is not exact. */
const char *report_mark(const struct report *report, size_t event);
/* perf's words for a value without a count; NULL when there is one. */
const char *value_missing(const struct value *value);

#endif

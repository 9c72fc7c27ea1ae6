/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people. Columns and headings are those of perf stat. pmc adds the backend, why no
 * better one counted, marks on values that are not exact, and reasons and notes at the end. Exact
 * values come first, those that were not counted last; otherwise the order is that of the events.
 */
#include "cli/stat/table.h"

#include "cli/run/backend.h"
#include "cli/run/fixed.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/layout.h"
#include "cli/stat/number.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_EVERY 25 /* intervals, as in perf */
#define LONGEST_BAR  10 /* --table */

/* ---- The heading ---- */

static void print_target(const struct stat_job *job, FILE *out)
{
	const struct stat_options *opt = job->opt;

	if (opt->all_cpus)
		fputs("'system wide'", out);
	else if (opt->cpus)
		fprintf(out, "'CPU(s) %s'", opt->cpus);
	else if (opt->pids)
		fprintf(out, "process id '%s'", opt->pids);
	else if (opt->tids)
		fprintf(out, "thread id '%s'", opt->tids);
	else
		output_command(out, opt->command);
}

/*
 * Prints who counted, what the numbers mean, and why no better backend did. Each line begins with
 * `before`.
 */
static void print_backend(const struct stat_job *job, const char *before)
{
	enum pmc_backend id = pmc_backend(job->pmc);
	struct pmc_backend_status perf;
	char text[sizeof(perf.reason) + 40];
	bool no_pmu = false;

	if (job->opt->null_run)
		return; /* it only measures the time */
	/*
	 * Asking for the state of perf takes counters for a moment. Backends that program the
	 * registers themselves would lose counts.
	 */
	if (id == PMC_BACKEND_PERF || id == PMC_BACKEND_EMULATED)
		no_pmu = backend_status(PMC_BACKEND_PERF, job->use, &perf) && perf.error;
	fprintf(job->output.file, "%s%s: %s, exact unless marked\n", before, pmc_backend_name(id),
		id == PMC_BACKEND_EMULATED ? "user mode" :
		no_pmu			   ? "software events" :
					     "hardware counters");
	if (!no_pmu)
		return;
	snprintf(text, sizeof(text), "no hardware counters: %s", perf.reason);
	layout_sentence(output_columns(&job->output), before, text, job->output.file);
}

/* ---- Rows ---- */

/* The lines of one report. */
struct lines {
	struct cells *cell;
	size_t n, room;
	enum number_style style;
};

/* Writes the time of an interval, and whose counts stand in the line. */
static void write_before(const struct report *report, const struct report_row *row, char *text,
			 size_t size)
{
	size_t n = 0;

	text[0] = 0;
	if (report->job->opt->interval_ms)
		n = (size_t)snprintf(text, size, "%6llu.%09llu ",
				     (unsigned long long)(report->since_ns / 1000000000),
				     (unsigned long long)(report->since_ns % 1000000000));
	switch (report->job->opt->by) {
	case ROWS_TOTAL:
		return;
	case ROWS_CPU:
		snprintf(text + n, size - n, "CPU%-7d ", row->cpu);
		return;
	case ROWS_CORE:
	case ROWS_DIE:
	case ROWS_SOCKET:
	case ROWS_NODE:
		snprintf(text + n, size - n, "%-12s %4u ", row->name, row->cpus);
		return;
	case ROWS_THREAD:
		snprintf(text + n, size - n, "%16s-%-8d ", row->name, (int)row->tid);
		return;
	case ROWS_PROCESS:
		snprintf(text + n, size - n, "%16s-%-8d ", row->name, (int)row->pid);
		return;
	}
}

/* Writes the spread and the range of all runs, if they differ. Returns the length. */
static size_t write_range(const struct report *report, const struct pmc_set_event *event,
			  const struct value *value, enum number_style style, char *text,
			  size_t size)
{
	char least[NUMBER_TEXT], most[NUMBER_TEXT], unit[2][NUMBER_UNIT];
	double spread = value_spread_percent(value);
	bool human = style == NUMBER_HUMAN;
	size_t n = 0;

	if (!value->spread)
		return 0;
	number_write_value(event, style, (double)value->min, least, unit[0]);
	number_write_value(event, style, (double)value->max, most, unit[1]);
	/* A median may be 0 where other layouts have counts. */
	if (spread)
		n = (size_t)snprintf(
			text, size,
			report->job->opt->layouts ? "  (range %.2f%%)" : "  ( +-%6.2f%% )", spread);
	return n + (size_t)snprintf(text + n, size - n, "  [%s%s%s .. %s%s%s]", least,
				    human ? " " : "", human ? unit[0] : "", most, human ? " " : "",
				    human ? unit[1] : "");
}

/* Writes the spread of several runs, and the mark of a value that is not exact. */
static void write_after(const struct report *report, const struct report_row *row, size_t index,
			enum number_style style, char *text, size_t size)
{
	const struct pmc_set_event *event = &report->job->event[index];
	const struct value *value = &row->value[index];
	const char *mark = value_mark(value);
	size_t n;

	text[0] = 0;
	n = write_range(report, event, value, style, text, size);
	if (mark && value->quality == PMC_SCALED)
		snprintf(text + n, size - n, "  (scaled, ran %.2f%%)",
			 value_running_percent(value));
	else if (mark && value->error == UINT64_MAX)
		snprintf(text + n, size - n, "  (%s, too few bursts for an error)", mark);
	else if (mark && (double)value->error > value->mean)
		snprintf(text + n, size - n, "  (%s, +-%llu)", mark,
			 (unsigned long long)value->error);
	else if (mark && value->error)
		snprintf(text + n, size - n, "  (%s, +-%.2f%%)", mark,
			 (double)value->error * 100 / value->mean);
	else if (mark)
		snprintf(text + n, size - n, "  (%s)", mark);
}

static void add_line(const struct report *report, const struct report_row *row, size_t index,
		     void *data)
{
	const struct pmc_set_event *event = &report->job->event[index];
	const struct value *value = &row->value[index];
	struct lines *lines = data;
	struct cells *c;
	char number[40];
	struct ratio ratio;

	if (lines->n == lines->room)
		return;
	c = &lines->cell[lines->n++];
	c->label = event->label;
	write_before(report, row, c->before, sizeof(c->before));
	number_write_value(event, lines->style, value->mean, c->value, c->unit);
	if (value->state != PMC_COUNTED) {
		snprintf(c->value, sizeof(c->value), "%s", value_missing(value));
		snprintf(c->unit, sizeof(c->unit), "%s", event->unit);
	}
	ratio_of(report, row, index, &ratio);
	if (ratio.known) {
		snprintf(number, sizeof(number), ratio.format, ratio.value);
		snprintf(c->rate, sizeof(c->rate), " # %s %s", number, ratio.unit);
	}
	write_after(report, row, index, lines->style, c->after, sizeof(c->after));
}

/* 0: exact; 1: not exact; 2: not counted. Intervals keep one order, whatever a counter does. */
static int rank_of(const struct report *report, size_t event)
{
	const struct pmc_set_event *e = &report->job->event[event];
	size_t i;

	if (e->reason)
		return 2;
	if (report->job->opt->interval_ms)
		return !!(e->flags &
			  (PMC_EVENT_TRANSLATOR | PMC_EVENT_MODELLED | PMC_EVENT_ESTIMATE));
	if (report_mark(report, event))
		return 1;
	for (i = 0; i < report->n_rows; i++)
		if (report->row[i].value[event].state == PMC_COUNTED)
			return 0;
	return 2;
}

static void order_events(const struct report *report, size_t *order)
{
	size_t n = 0, i;
	int rank;

	for (rank = 0; rank < 3; rank++)
		for (i = 0; i < report->job->n_events; i++)
			if (rank_of(report, i) == rank)
				order[n++] = i;
}

static void print_rows(const struct report *report)
{
	const struct stat_job *job = report->job;
	struct lines lines = { .room = report->n_rows * job->n_events,
			       .style = number_style_of(job) };
	size_t *order = calloc(job->n_events + 1, sizeof(*order)), i;
	struct layout layout;

	lines.cell = calloc(lines.room + 1, sizeof(*lines.cell));
	if (order && lines.cell) {
		order_events(report, order);
		report_each(report, order, add_line, &lines);
		layout_init(&layout, output_columns(&job->output), lines.cell, lines.n);
		for (i = 0; i < lines.n; i++)
			layout_print(&layout, &lines.cell[i], job->output.file);
	}
	free(lines.cell);
	free(order);
}

/* ---- Times ---- */

/* The digits after the point that show at least two significant ones. */
static int precision_of(double number)
{
	int digits = 2;

	for (; number > 0 && number < 1 && digits < 9; number *= 10)
		digits++;
	return digits;
}

/* The mark of times that are not exact; or "". */
static void write_times_mark(const struct report *report, char *text, size_t size)
{
	text[0] = 0;
	if (report->times_quality != PMC_EXACT)
		snprintf(text, size, "  (%s)", pmc_quality_name(report->times_quality));
}

/* Prints the time of each run, its distance from the mean, and a bar for that, as perf does. */
static void print_runs(const struct report *report)
{
	FILE *out = report->job->output.file;
	double most = 0, distance;
	int digits, bar;
	unsigned i;

	for (i = 0; i < report->runs; i++)
		if (fabs((double)report->each_wall_ns[i] - report->wall_ns) > most)
			most = fabs((double)report->each_wall_ns[i] - report->wall_ns);
	digits = precision_of(report->wall_spread_ns / 1e9);
	fprintf(out, " %17s # Table of individual measurements:\n", "");
	for (i = 0; i < report->runs; i++) {
		distance = (double)report->each_wall_ns[i] - report->wall_ns;
		fprintf(out, " %17.*f (%+.*f)", digits, (double)report->each_wall_ns[i] / 1e9,
			digits, distance / 1e9);
		bar = most > 0 ? (int)(fabs(distance) / most * LONGEST_BAR + 0.5) : 0;
		fprintf(out, "%s%.*s\n", bar ? " " : "", bar, "##########");
	}
	fprintf(out, "\n %17s # Final result:\n", "");
}

/* Times stand below values, unless the terminal is too narrow for what follows them. */
static int time_width(const struct stat_job *job)
{
	unsigned columns = output_columns(&job->output);

	return columns && columns < 80 ? 1 : 17;
}

static void print_mean_time(const struct report *report)
{
	unsigned columns = output_columns(&report->job->output);
	double seconds = report->wall_ns / 1e9, spread = report->wall_spread_ns / 1e9;
	int digits = precision_of(spread), len;
	char line[128], percent[32] = "", mark[32];

	len = snprintf(line, sizeof(line), " %*.*f +- %.*f seconds time elapsed",
		       time_width(report->job), digits, seconds, digits, spread);
	if (seconds && spread)
		snprintf(percent, sizeof(percent), "  ( +-%6.2f%% )", spread * 100 / seconds);
	write_times_mark(report, mark, sizeof(mark));
	/* The percentage repeats what the line says, so a narrow terminal does without it. */
	if (columns && (size_t)len + strlen(percent) + strlen(mark) > columns)
		percent[0] = 0;
	fprintf(report->job->output.file, "%s%s%s\n\n", line, percent, mark);
}

static void print_times(const struct report *report)
{
	const struct stat_job *job = report->job;
	FILE *out = job->output.file;
	char memory[NUMBER_TEXT], mark[32];

	if (report->runs > 1) {
		if (job->opt->run_table)
			print_runs(report);
		print_mean_time(report);
		return;
	}
	write_times_mark(report, mark, sizeof(mark));
	fprintf(out, " %17.9f seconds time elapsed%s\n\n", report->wall_ns / 1e9, mark);
	if (!report->has_times)
		return;
	number_write(memory, sizeof(memory), number_style_of(job), (double)report->max_rss_kb, 0);
	fprintf(out, " %17.9f seconds user%s\n %17.9f seconds sys%s\n", report->user_ns / 1e9, mark,
		report->system_ns / 1e9, mark);
	fprintf(out, " %17s KiB peak memory%s\n\n", memory, mark);
}

/* ---- Remarks ---- */

/* Does print_backend() already give the reason why this event is missing? */
static bool reason_is_printed(const struct stat_job *job, const struct pmc_set_event *event)
{
	struct pmc_backend_status perf;

	if (pmc_backend(job->pmc) != PMC_BACKEND_PERF || event->kind == PMC_KIND_SOFTWARE ||
	    event->kind == PMC_KIND_STREAM)
		return false;
	return backend_status(PMC_BACKEND_PERF, job->use, &perf) && perf.error;
}

/* Prints what --deterministic fixed, in one sentence. Returns how many sentences that were. */
static size_t print_fixed(const struct stat_job *job, const char *before)
{
	char *text = fixed_text(job->set, &job->env);

	if (!text)
		return 0;
	layout_sentence(output_columns(&job->output), before, text, job->output.file);
	free(text);
	return 1;
}

/* Is one of the events an estimate of cycles? */
static bool has_estimate(const struct stat_job *job)
{
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (!job->event[i].reason && job->event[i].flags & PMC_EVENT_ESTIMATE)
			return true;
	return false;
}

/* Prints what the marks mean, reasons and notes; each line begins with `before`. */
static void print_remarks(const struct stat_job *job, const struct report *last, const char *before)
{
	unsigned columns = output_columns(&job->output);
	FILE *out = job->output.file;
	char text[800];
	size_t i, lines = 0;

	if (last && last->times_quality == PMC_ESTIMATED) {
		fprintf(out, "%sestimated: %s\n", before,
			has_estimate(job) ? "times include the work of the translator, and cycles "
					    "are the sum that a note gives" :
					    "includes the work of the translator");
		lines++;
	}
	for (i = 0; i < job->n_events; i++) {
		if (!job->event[i].reason || reason_is_printed(job, &job->event[i]))
			continue;
		snprintf(text, sizeof(text), "<not supported>: %s", job->event[i].reason);
		layout_sentence(columns, before, text, out);
		lines++;
	}
	snprintf(text, sizeof(text), "note: ");
	for (i = 0; notes_text(&job->notes, i, text + 6, sizeof(text) - 6); i++, lines++)
		layout_sentence(columns, before, text, out);
	lines += print_fixed(job, before);
	if (lines && !job->opt->interval_ms)
		fputc('\n', out);
}

/* ---- The format ---- */

static void table_begin(const struct stat_job *job)
{
	if (job->opt->big_num)
		setlocale(LC_NUMERIC, "");
	if (job->opt->interval_ms)
		print_backend(job, "# ");
}

static void print_intervals(const struct report *report)
{
	/* clang-format off */
	static const char *const names[] = {
		[ROWS_TOTAL] = "",
		[ROWS_CPU] = "CPU        ",
		[ROWS_CORE] = "core         CPUs ",
		[ROWS_DIE] = "die          CPUs ",
		[ROWS_SOCKET] = "socket       CPUs ",
		[ROWS_NODE] = "node         CPUs ",
		[ROWS_THREAD] = "        comm-tid          ",
		[ROWS_PROCESS] = "        comm-pid          ",
	};
	/* clang-format on */

	if (report->number % HEADER_EVERY == 0)
		fprintf(report->job->output.file,
			"#           time %s            counts unit events\n",
			names[report->job->opt->by]);
	print_rows(report);
}

/* Prints what was counted; on a terminal, in one line. */
static void print_heading(const struct report *report)
{
	static const char heading[] = " Performance counter stats for ";
	const struct stat_job *job = report->job;
	size_t columns = output_columns(&job->output), size, room;
	FILE *out = job->output.file, *target;
	char *text = NULL, runs[48] = "";

	if (report->runs > 1)
		snprintf(runs, sizeof(runs), " (%s%u %s)", job->opt->layouts ? "medians of " : "",
			 report->runs, job->opt->layouts ? "layouts" : "runs");
	target = open_memstream(&text, &size);
	if (!target)
		return;
	print_target(job, target);
	fclose(target);
	room = sizeof(heading) + strlen(runs) + 10;
	if (columns > room && strlen(text) > columns - room + 4)
		strcpy(text + columns - room, "...'");
	fprintf(out, "\n%s%s%s:\n", heading, text, runs);
	free(text);
}

static void table_report(const struct report *report)
{
	const struct stat_job *job = report->job;
	FILE *out = job->output.file;

	if (job->opt->interval_ms) {
		print_intervals(report);
		return;
	}
	print_heading(report);
	print_backend(job, " ");
	fputc('\n', out);
	print_rows(report);
	if (job->n_events)
		fputc('\n', out);
	print_times(report);
}

static void table_end(const struct stat_job *job, const struct report *last)
{
	print_remarks(job, last, job->opt->interval_ms ? "# " : " ");
}

const struct format table_format = {
	.begin = table_begin,
	.report = table_report,
	.end = table_end,
};

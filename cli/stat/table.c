/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people. Columns and headings are those of perf stat. pmc adds the backend, why no
 * better one counted, marks on values that are not exact, and reasons and notes at the end. As in
 * perf, numbers are grouped by the locale, unless --no-big-num is given.
 */
#include "cli/stat/table.h"

#include "cli/run/backend.h"
#include "cli/run/note.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_WIDTH  18
#define UNIT_WIDTH   4
#define LABEL_WIDTH  24 /* at least; longer names widen the column */
#define RATIO_WIDTH  34 /* with " # " */
#define HEADER_EVERY 25 /* intervals, as in perf */

/* ---- The heading ---- */

static void print_target(const struct stat_job *job)
{
	const struct stat_options *opt = job->opt;

	if (opt->all_cpus)
		fputs("'system wide'", job->output.file);
	else if (opt->cpus)
		fprintf(job->output.file, "'CPU(s) %s'", opt->cpus);
	else if (opt->pids)
		fprintf(job->output.file, "process id '%s'", opt->pids);
	else if (opt->tids)
		fprintf(job->output.file, "thread id '%s'", opt->tids);
	else
		output_command(job->output.file, opt->command);
}

/*
 * Prints who counted, what the numbers mean, and why no better backend did. Each line begins with
 * `before`.
 */
static void print_backend(const struct stat_job *job, const char *before)
{
	enum pmc_backend id = pmc_backend(job->pmc);
	struct pmc_backend_status perf;
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
	if (no_pmu)
		fprintf(job->output.file, "%sno hardware counters: %s\n", before, perf.reason);
}

/* ---- Rows ---- */

static int label_width(const struct stat_job *job)
{
	size_t width = LABEL_WIDTH, len, i;

	for (i = 0; i < job->n_events; i++) {
		len = strlen(job->event[i].label);
		if (len > width)
			width = len;
	}
	return (int)width;
}

static void print_row_name(const struct report *report, const struct report_row *row)
{
	FILE *out = report->job->output.file;

	switch (report->job->opt->by) {
	case ROWS_TOTAL:
		return;
	case ROWS_CPU:
		fprintf(out, "CPU%-7d ", row->cpu);
		return;
	case ROWS_THREAD:
		fprintf(out, "%16s-%-8d ", row->name, row->tid);
		return;
	case ROWS_PROCESS:
		fprintf(out, "%16s-%-8d ", row->name, row->pid);
		return;
	}
}

static void print_time(const struct report *report)
{
	fprintf(report->job->output.file, "%6llu.%09llu ",
		(unsigned long long)(report->since_ns / 1000000000),
		(unsigned long long)(report->since_ns % 1000000000));
}

/* Prints the value and its unit. */
static void print_value(const struct report *report, const struct pmc_set_event *event,
			const struct value *value)
{
	FILE *out = report->job->output.file;
	double shown = value->mean * event->scale;

	if (value->state != PMC_COUNTED)
		fprintf(out, "%*s ", VALUE_WIDTH, value_missing(value));
	else if (event->scale == 1)
		fprintf(out, report->job->opt->big_num ? "%'*.0f " : "%*.0f ", VALUE_WIDTH, shown);
	else
		fprintf(out, report->job->opt->big_num ? "%'*.2f " : "%*.2f ", VALUE_WIDTH, shown);
	fprintf(out, "%-*s ", UNIT_WIDTH, event->unit);
}

/* Writes the mark of a value that is not exact; "" for the others. */
static void write_quality(char *text, size_t size, const struct value *value)
{
	const char *mark = value_mark(value);

	text[0] = 0;
	if (!mark)
		return;
	if (value->quality == PMC_SCALED)
		snprintf(text, size, "  (scaled, ran %.2f%%)", value_running_percent(value));
	else
		snprintf(text, size, "  (%s)", mark);
}

/* Prints everything right of the value; the line has no blanks at its end. */
static void print_rest(const struct report *report, const struct report_row *row, size_t index,
		       int width)
{
	const struct pmc_set_event *event = &report->job->event[index];
	const struct value *value = &row->value[index];
	char text[128] = "", noise[32] = "", quality[48], number[40];
	double spread = value_spread_percent(value);
	FILE *out = report->job->output.file;
	struct ratio ratio;

	ratio_of(report, row, index, &ratio);
	if (ratio.known) {
		snprintf(number, sizeof(number), ratio.format, ratio.value);
		snprintf(text, sizeof(text), " # %s %s", number, ratio.unit);
	}
	if (spread)
		snprintf(noise, sizeof(noise), "  ( +-%6.2f%% )", spread);
	write_quality(quality, sizeof(quality), value);
	if (!text[0] && !noise[0] && !quality[0])
		fputs(event->label, out);
	else if (!noise[0] && !quality[0])
		fprintf(out, "%-*s%s", width, event->label, text);
	else
		fprintf(out, "%-*s%-*s%s%s", width, event->label, RATIO_WIDTH, text, noise,
			quality);
	fputc('\n', out);
}

static void print_line(const struct report *report, const struct report_row *row, size_t index)
{
	const struct stat_job *job = report->job;

	if (job->opt->interval_ms)
		print_time(report);
	print_row_name(report, row);
	print_value(report, &job->event[index], &row->value[index]);
	print_rest(report, row, index, label_width(job));
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

static void print_times(const struct report *report)
{
	const char *mark = report->times_quality == PMC_EXACT ?
				   NULL :
				   pmc_quality_name(report->times_quality);
	FILE *out = report->job->output.file;
	double seconds = report->wall_ns / 1e9, spread = report->wall_spread_ns / 1e9;
	char end[32] = "";

	if (mark)
		snprintf(end, sizeof(end), "  (%s)", mark);
	if (report->runs > 1) {
		int digits = precision_of(spread);

		fprintf(out, " %17.*f +- %.*f seconds time elapsed", digits, seconds, digits,
			spread);
		if (seconds && spread)
			fprintf(out, "  ( +-%6.2f%% )", spread * 100 / seconds);
		fprintf(out, "%s\n\n", end);
		return;
	}
	fprintf(out, " %17.9f seconds time elapsed%s\n\n", seconds, end);
	if (report->has_times)
		fprintf(out, " %17.9f seconds user%s\n %17.9f seconds sys%s\n\n",
			report->user_ns / 1e9, end, report->system_ns / 1e9, end);
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

/* Has any value this quality? */
static bool has_quality(const struct report *last, enum pmc_quality quality)
{
	size_t i, j;

	for (i = 0; i < last->job->n_events; i++)
		for (j = 0; j < last->n_rows; j++) {
			const struct value *value = &last->row[j].value[i];

			if (value->state == PMC_COUNTED && value->quality == quality)
				return true;
		}
	return false;
}

/* Prints what the marks mean, reasons and notes; each line begins with `before`. */
static void print_remarks(const struct stat_job *job, const struct report *last, const char *before)
{
	FILE *out = job->output.file;
	char text[NOTE_TEXT];
	size_t i, lines = 0;

	if (last && (has_quality(last, PMC_ESTIMATED) || last->times_quality == PMC_ESTIMATED)) {
		fprintf(out, "%sestimated: includes the work of the emulator\n", before);
		lines++;
	}
	for (i = 0; i < job->n_events; i++) {
		if (!job->event[i].reason || reason_is_printed(job, &job->event[i]))
			continue;
		fprintf(out, "%s<not supported>: %s\n", before, job->event[i].reason);
		lines++;
	}
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++, lines++)
		fprintf(out, "%snote: %s\n", before, text);
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
		[ROWS_THREAD] = "        comm-tid          ",
		[ROWS_PROCESS] = "        comm-pid          ",
	};
	/* clang-format on */

	if (report->number % HEADER_EVERY == 0)
		fprintf(report->job->output.file,
			"#           time %s            counts unit events\n",
			names[report->job->opt->by]);
	report_each(report, print_line);
}

static void table_report(const struct report *report)
{
	const struct stat_job *job = report->job;
	FILE *out = job->output.file;

	if (job->opt->interval_ms) {
		print_intervals(report);
		return;
	}
	fputs("\n Performance counter stats for ", out);
	print_target(job);
	if (report->runs > 1)
		fprintf(out, " (%u runs)", report->runs);
	fputs(":\n", out);
	print_backend(job, " ");
	fputc('\n', out);
	report_each_exact_first(report, print_line);
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

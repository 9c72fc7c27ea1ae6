/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people. Columns and headings are perf stat's; what is added: the backend and why
 * there is no better one, marks on what is not exact, and at the end notes and reasons. Numbers are
 * grouped by the locale as perf does, unless --no-big-num.
 */
#include "cli/stat/stat.h"

#include "cli/ui/output.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_WIDTH  18
#define UNIT_WIDTH   4
#define LABEL_WIDTH  24 /* at least; longer names push all rows */
#define METRIC_WIDTH 34 /* with " # " */
#define HEADER_EVERY 25 /* intervals; as perf */

/* ---- What is counted, and by whom ---- */

static void print_target(const struct plan *plan)
{
	const struct stat_options *opt = plan->opt;

	if (opt->all_cpus)
		fputs("'system wide'", plan->out);
	else if (opt->cpus)
		fprintf(plan->out, "'CPU(s) %s'", opt->cpus);
	else if (opt->pids)
		fprintf(plan->out, "process id '%s'", opt->pids);
	else if (opt->tids)
		fprintf(plan->out, "thread id '%s'", opt->tids);
	else
		output_command(plan->out, opt->command);
}

/* How the perf backend is; NULL when the library does not know one. */
static const struct pmc_backend_status *perf_status(const struct plan *plan,
						    struct pmc_backend_status *status)
{
	int n = pmc_backends(plan->use, status, PMC_BACKENDS), i;

	for (i = 0; i < n && i < PMC_BACKENDS; i++)
		if (status[i].id == PMC_BACKEND_PERF)
			return &status[i];
	return NULL;
}

/* Who counted, what the numbers mean, and why nobody better did. Each line begins with `before`. */
static void print_backend(const struct plan *plan, const char *before)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	const struct pmc_backend_status *perf = NULL;
	enum pmc_backend id = pmc_backend(plan->pmc);

	/* To ask takes the counters for a moment, which those who count with the registers themselves would feel. */
	if (id == PMC_BACKEND_PERF || id == PMC_BACKEND_EMULATED)
		perf = perf_status(plan, status);
	fprintf(plan->out, "%s%s: %s, exact unless marked\n", before, pmc_backend_name(id),
		id == PMC_BACKEND_EMULATED ? "user mode" :
		perf && perf->error	   ? "software events" :
					     "hardware counters");
	if (perf && perf->error)
		fprintf(plan->out, "%sno hardware counters: %s\n", before, perf->reason);
}

/* ---- Rows ---- */

static int label_width(const struct plan *plan)
{
	size_t width = LABEL_WIDTH, len, i;

	for (i = 0; i < plan->n_events; i++) {
		len = strlen(plan->event[i].label);
		if (len > width)
			width = len;
	}
	return (int)width;
}

static void print_row_name(const struct report *report, const struct report_row *row)
{
	FILE *out = report->plan->out;

	switch (report->plan->opt->by) {
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
	fprintf(report->plan->out, "%6llu.%09llu ",
		(unsigned long long)(report->since_ns / 1000000000),
		(unsigned long long)(report->since_ns % 1000000000));
}

/* The value and its unit, without a line end. */
static void print_value(const struct report *report, const struct pmc_set_event *event,
			const struct value *value)
{
	FILE *out = report->plan->out;
	double shown = value->mean * event->scale;

	if (value->state != PMC_COUNTED)
		fprintf(out, "%*s ", VALUE_WIDTH,
			value->state == PMC_NOT_COUNTED ? "<not counted>" : "<not supported>");
	else if (event->scale == 1)
		fprintf(out, report->plan->opt->big_num ? "%'*.0f " : "%*.0f ", VALUE_WIDTH, shown);
	else
		fprintf(out, report->plan->opt->big_num ? "%'*.2f " : "%*.2f ", VALUE_WIDTH, shown);
	fprintf(out, "%-*s ", UNIT_WIDTH, event->unit);
}

/* Everything right of the value; the line has no blanks at its end. */
static void print_rest(const struct report *report, const struct report_row *row, size_t index,
		       int width)
{
	const struct pmc_set_event *event = &report->plan->event[index];
	const struct value *value = &row->value[index];
	const char *mark = mark_of(event, value);
	FILE *out = report->plan->out;
	struct metric metric;
	char text[128] = "", noise[32] = "", quality[48] = "";
	double pct;

	metric_of(report, row, index, &metric);
	if (metric.known) {
		char number[40];

		snprintf(number, sizeof(number), metric.format, metric.value);
		snprintf(text, sizeof(text), " # %s %s", number, metric.unit);
	}
	pct = report->runs > 1 && value->mean ? value->spread * 100 / value->mean : 0;
	if (pct)
		snprintf(noise, sizeof(noise), "  ( +-%6.2f%% )", pct);
	if (mark && !strcmp(mark, "scaled"))
		snprintf(quality, sizeof(quality), "  (scaled, ran %.2f%%)",
			 value->enabled_ns ?
				 100.0 * (double)value->running_ns / (double)value->enabled_ns :
				 0);
	else if (mark && !strcmp(mark, "modelled"))
		snprintf(quality, sizeof(quality), "  (modelled)");
	else if (mark)
		snprintf(quality, sizeof(quality), "  *");
	if (!text[0] && !noise[0] && !quality[0])
		fputs(event->label, out);
	else if (!noise[0] && !quality[0])
		fprintf(out, "%-*s%s", width, event->label, text);
	else
		fprintf(out, "%-*s%-*s%s%s", width, event->label, METRIC_WIDTH, text, noise,
			quality);
	fputc('\n', out);
}

static void print_line(const struct report *report, const struct report_row *row, size_t index)
{
	const struct plan *plan = report->plan;

	if (plan->opt->interval_ms)
		print_time(report);
	print_row_name(report, row);
	print_value(report, &plan->event[index], &row->value[index]);
	print_rest(report, row, index, label_width(plan));
}

/* ---- Times ---- */

/* Digits after the point, so that a number below 1 shows two that count. */
static int precision_of(double number)
{
	int digits = 2;

	for (; number > 0 && number < 1 && digits < 9; number *= 10)
		digits++;
	return digits;
}

static void print_times(const struct report *report)
{
	FILE *out = report->plan->out;
	double seconds = report->wall_ns / 1e9, spread = report->wall_spread_ns / 1e9;

	if (report->runs > 1) {
		int digits = precision_of(spread);

		fprintf(out, " %17.*f +- %.*f seconds time elapsed", digits, seconds, digits,
			spread);
		if (seconds && spread)
			fprintf(out, "  ( +-%6.2f%% )", spread * 100 / seconds);
		fputs("\n\n", out);
		return;
	}
	fprintf(out, " %17.9f seconds time elapsed\n\n", seconds);
	if (report->has_times)
		fprintf(out, " %17.9f seconds user\n %17.9f seconds sys\n\n", report->user_ns / 1e9,
			report->system_ns / 1e9);
}

/* ---- What has to be said besides ---- */

/* Is the event missing for the reason that print_backend() gives for all of its sort? */
static bool reason_is_said(const struct plan *plan, const struct pmc_set_event *event)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	const struct pmc_backend_status *perf;

	if (pmc_backend(plan->pmc) != PMC_BACKEND_PERF || event->kind == PMC_KIND_SOFTWARE ||
	    event->kind == PMC_KIND_STREAM)
		return false;
	perf = perf_status(plan, status);
	return perf && perf->error;
}

/* Marks, reasons and notes; each line begins with `before`. */
static void print_remarks(const struct plan *plan, const struct report *last, const char *before)
{
	struct pmc_note note;
	bool starred = false;
	size_t i, j, lines = 0;

	for (i = 0; last && i < plan->n_events; i++)
		for (j = 0; j < last->n_rows && !starred; j++) {
			const char *mark = mark_of(&plan->event[i], &last->row[j].value[i]);

			starred = mark && !strcmp(mark, "with-emulator");
		}
	if (starred && ++lines)
		fprintf(plan->out, "%s* includes the work of the emulator\n", before);
	for (i = 0; i < plan->n_events; i++)
		if (plan->event[i].reason && !reason_is_said(plan, &plan->event[i]) && ++lines)
			fprintf(plan->out, "%s<not supported>: %s\n", before,
				plan->event[i].reason);
	for (i = 0; plan->set && !pmc_set_note(plan->set, i, &note); i++, lines++) {
		if (note.pid > 0)
			fprintf(plan->out, "%snote: process %d: %s\n", before, note.pid, note.text);
		else
			fprintf(plan->out, "%snote: %s\n", before, note.text);
	}
	if (lines && !plan->opt->interval_ms)
		fputc('\n', plan->out);
}

/* ---- The format ---- */

static void table_begin(const struct plan *plan)
{
	if (plan->opt->big_num)
		setlocale(LC_NUMERIC, "");
	if (!plan->opt->interval_ms)
		return;
	print_backend(plan, "# ");
}

static void table_report(const struct report *report)
{
	static const char *const names[] = { [ROWS_TOTAL] = "",
					     [ROWS_CPU] = "CPU        ",
					     [ROWS_THREAD] = "        comm-tid          ",
					     [ROWS_PROCESS] = "        comm-pid          " };
	const struct plan *plan = report->plan;

	if (plan->opt->interval_ms) {
		if (report->number % HEADER_EVERY == 0)
			fprintf(plan->out, "#           time %s            counts unit events\n",
				names[plan->opt->by]);
		report_each(report, print_line);
		return;
	}
	fputs("\n Performance counter stats for ", plan->out);
	print_target(plan);
	if (report->runs > 1)
		fprintf(plan->out, " (%u runs)", report->runs);
	fputs(":\n", plan->out);
	print_backend(plan, " ");
	fputc('\n', plan->out);
	report_each(report, print_line);
	if (plan->n_events)
		fputc('\n', plan->out);
	print_times(report);
}

static void table_end(const struct plan *plan, const struct report *last)
{
	print_remarks(plan, last, plan->opt->interval_ms ? "# " : " ");
}

const struct format table_format = { table_begin, table_report, table_end };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -j: one object per line, with the keys of `perf stat -j` in perf's order, and ours after them:
 * "quality" of a value, with the "machine" of a modelled one, or the "reason" why there is none;
 * with -r "min" and "max"; with --layouts these and "range", in the place of "variance"; with
 * --table the "values" of all runs. --as-perf leaves ours out. A rate that does not exist is left
 * out; --as-perf prints perf's keys for it with 0 and "".
 *
 * Objects without the key "event" follow: what --deterministic fixed, with the single key "fixed",
 * and notes, each with the single key "note". Numbers are those of
 * the C locale.
 */
#include "cli/stat/json.h"

#include "cli/run/fixed.h"
#include "cli/run/modelled.h"
#include "cli/stat/as_perf.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"
#include "cli/ui/json.h"

#include <math.h>
#include <string.h>

/* Prints the keys that say when and where the row was counted. */
static void print_origin(const struct report *report, const struct report_row *row)
{
	static const char *const keys[] = {
		[ROWS_CPU] = "cpu",	   [ROWS_CORE] = "core", [ROWS_DIE] = "die",
		[ROWS_SOCKET] = "socket",  [ROWS_NODE] = "node", [ROWS_THREAD] = "thread",
		[ROWS_PROCESS] = "process"
	};
	const struct stat_options *opt = report->job->opt;
	FILE *out = report->job->output.file;
	char name[ROW_NAME + 16];

	if (opt->interval_ms)
		fprintf(out, "\"interval\" : %llu.%09llu, ",
			(unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000));
	if (opt->by == ROWS_TOTAL)
		return;
	report_row_name(report, row, name, sizeof(name));
	fprintf(out, "\"%s\" : ", keys[opt->by]);
	/* perf writes the number of a CPU as a text without "CPU". */
	json_string(out, opt->by == ROWS_CPU ? name + 3 : name);
	fputs(", ", out);
	if (opt->by > ROWS_CPU && opt->by < ROWS_THREAD)
		fprintf(out, "\"aggregate-number\" : %u, ", row->cpus);
}

static void print_rate(const struct report *report, const struct report_row *row, size_t index)
{
	FILE *out = report->job->output.file;
	struct ratio ratio;

	ratio_of(report, row, index, &ratio);
	/* JSON has no infinity; and perf 6.1 names the unit of a rate that it does not know. */
	if (ratio.known && isfinite(ratio.value))
		fprintf(out, ", \"metric-value\" : %f, \"metric-unit\" : \"%s\"", ratio.value,
			ratio.unit);
	else if (report->job->opt->as_perf)
		fputs(", \"metric-value\" : 0.000000, \"metric-unit\" : \"\"", out);
}

/* Prints what each run counted. */
static void print_each(const struct report *report, const struct pmc_set_event *event,
		       const struct value *value)
{
	FILE *out = report->job->output.file;
	size_t i;

	for (i = 0; i < value->n_each; i++) {
		fputs(i ? ", " : ", \"values\" : [", out);
		json_number(out, (double)value->each[i] * event->scale);
	}
	fputc(']', out);
}

/* Prints what was fixed for a value, if anything was. */
static void print_fixed(FILE *out, const char *name, const char *value)
{
	if (value)
		json_member_text(out, name, value);
}

/* Prints the keys that perf does not have. */
static void print_own(const struct report *report, const struct pmc_set_event *event,
		      const struct value *value)
{
	const struct stat_job *job = report->job;
	const char *mark = value_mark(value);
	FILE *out = job->output.file;

	if (value->state == PMC_COUNTED)
		fprintf(out, ", \"quality\" : \"%s\"", mark ? mark : "exact");
	if (value->state == PMC_COUNTED && value->error && value->error != UINT64_MAX)
		fprintf(out, ", \"error\" : %llu", (unsigned long long)value->error);
	if (value->state == PMC_COUNTED && event->flags & PMC_EVENT_MODELLED)
		print_fixed(out, "machine", modelled_machine(job->set));
	if (value->state == PMC_COUNTED && event->flags & PMC_EVENT_MODELLED)
		print_fixed(out, "machine-sample", modelled_bursts(job->set));
	if (value->state == PMC_COUNTED && event->flags & PMC_EVENT_ESTIMATE)
		print_fixed(out, "weights", modelled_weights(job->set));
	if (value->state == PMC_NOT_SUPPORTED && event->reason) {
		fputs(", \"reason\" : ", out);
		json_string(out, event->reason);
	}
	if (job->opt->repeat < 2 || value->state != PMC_COUNTED)
		return;
	fputs(", \"min\" : ", out);
	json_number(out, (double)value->min * event->scale);
	fputs(", \"max\" : ", out);
	json_number(out, (double)value->max * event->scale);
	if (job->opt->run_table)
		print_each(report, event, value);
}

static void print_object(const struct report *report, const struct report_row *row, size_t index,
			 void *data)
{
	const struct stat_job *job = report->job;
	const struct pmc_set_event *event = &job->event[index];
	const struct value *value = &row->value[index];
	FILE *out = job->output.file;

	fputc('{', out);
	print_origin(report, row);
	if (value->state == PMC_COUNTED)
		fprintf(out, "\"counter-value\" : \"%f\", ", value->mean * event->scale);
	else
		fprintf(out, "\"counter-value\" : \"%s\", ", value_missing(value));
	fprintf(out, "\"unit\" : \"%s\", \"event\" : ", event->unit);
	json_string(out, event->label);
	if (job->opt->repeat > 1)
		fprintf(out, ", \"%s\" : %.2f",
			job->opt->layouts && !job->opt->as_perf ? "range" : "variance",
			value_spread_percent(value));
	fprintf(out, ", \"event-runtime\" : %llu, \"pcnt-running\" : %.2f",
		(unsigned long long)value->running_ns, value_running_percent(value));
	print_rate(report, row, index);
	if (!job->opt->as_perf)
		print_own(report, event, value);
	fputs("}\n", out);
}

static void json_report(const struct report *report)
{
	report_each(report, NULL, print_object, NULL);
}

static void json_end(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT];
	size_t i;

	if (job->opt->as_perf) {
		as_perf_explain(job, last);
		return;
	}
	fixed_print_object(job->output.file, job->set, &job->env);
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		json_note(job->output.file, text);
}

const struct format json_format = { .report = json_report, .end = json_end };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -j: the lines of `perf stat -j`, one object per line, with perf's keys in perf's order. A value
 * that is not exact has one more key at the end, "quality". Each note is an object of its own,
 * with the single key "note". Numbers are those of the C locale.
 */
#include "cli/stat/json.h"

#include "cli/run/note.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"
#include "cli/ui/json.h"

/* Prints the keys that say when and where the row was counted. */
static void print_origin(const struct report *report, const struct report_row *row)
{
	const struct stat_options *opt = report->job->opt;
	bool thread = opt->by == ROWS_THREAD;
	FILE *out = report->job->output.file;
	char name[48];

	if (opt->interval_ms)
		fprintf(out, "\"interval\" : %llu.%09llu, ",
			(unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000));
	if (opt->by == ROWS_CPU)
		fprintf(out, "\"cpu\" : \"%d\", ", row->cpu);
	if (opt->by < ROWS_THREAD)
		return;
	snprintf(name, sizeof(name), "%s-%d", row->name, thread ? row->tid : row->pid);
	fprintf(out, "\"%s\" : ", thread ? "thread" : "process");
	json_string(out, name);
	fputs(", ", out);
}

static void print_object(const struct report *report, const struct report_row *row, size_t index)
{
	const struct stat_job *job = report->job;
	const struct pmc_set_event *event = &job->event[index];
	const struct value *value = &row->value[index];
	const char *mark = value_mark(value);
	FILE *out = job->output.file;
	struct ratio ratio;

	fputc('{', out);
	print_origin(report, row);
	if (value->state == PMC_COUNTED)
		fprintf(out, "\"counter-value\" : \"%f\", ", value->mean * event->scale);
	else
		fprintf(out, "\"counter-value\" : \"%s\", ", value_missing(value));
	fprintf(out, "\"unit\" : \"%s\", \"event\" : ", event->unit);
	json_string(out, event->label);
	if (job->opt->repeat > 1)
		fprintf(out, ", \"variance\" : %.2f", value_spread_percent(value));
	fprintf(out, ", \"event-runtime\" : %llu, \"pcnt-running\" : %.2f, ",
		(unsigned long long)value->running_ns, value_running_percent(value));
	ratio_of(report, row, index, &ratio);
	/*
	 * For a counted event without a metric, perf 6.1 passes a null pointer to %s. Scripts that
	 * look for the text that comes of it find it here too.
	 */
	fprintf(out, "\"metric-value\" : %f, \"metric-unit\" : \"%s\"", ratio.value,
		value->state == PMC_COUNTED && !ratio.unit[0] ? "(null)" : ratio.unit);
	if (mark)
		fprintf(out, ", \"quality\" : \"%s\"", mark);
	fputs("}\n", out);
}

static void json_report(const struct report *report)
{
	report_each(report, print_object);
}

static void print_note(FILE *out, const char *text)
{
	fputs("{\"note\" : ", out);
	json_string(out, text);
	fputs("}\n", out);
}

static void json_end(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT], reason[700];
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (job->asked && job->event[i].reason) {
			snprintf(reason, sizeof(reason), "<not supported>: %s",
				 job->event[i].reason);
			print_note(job->output.file, reason);
		}
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		print_note(job->output.file, text);
}

const struct format json_format = { .report = json_report, .end = json_end };

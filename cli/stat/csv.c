/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x: the fields of `perf stat -x`, and one more at the end:
 *
 *	[time,][CPUn|S0-D0-C0,CPUs|comm-tid,]value,unit,event,[spread%,]run time,percent of it,
 *	metric,metric unit,quality
 *
 * The quality is "exact", another word of pmc_quality_name(), or empty when there is no value.
 * --as-perf leaves it out. With --machine-sample the error of the value follows, half the width of
 * its 95 % interval, or nothing. A field that has the separator in it is quoted, as RFC 4180 says;
 * perf and --as-perf do not quote. Notes follow in lines that begin with "# ", like the first line
 * of perf's -o files. Numbers are those of the C locale.
 */
#include "cli/stat/csv.h"

#include "cli/run/fixed.h"
#include "cli/stat/as_perf.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"
#include "cli/ui/field.h"

#include <string.h>

/* Prints the number that the ratio's format makes, without what stands around it. */
static void print_ratio(FILE *out, const char *sep, const struct ratio *ratio)
{
	char text[64];
	size_t from, len;

	if (!ratio->known) {
		fprintf(out, "%s%s", sep, sep);
		return;
	}
	snprintf(text, sizeof(text), ratio->format, ratio->value);
	from = strspn(text, " ");
	len = strspn(text + from, "-0123456789.");
	fprintf(out, "%s%.*s%s%s", sep, (int)len, text + from, sep, ratio->unit);
}

/* Prints a text as a field; perf does not quote. */
static void print_field(const struct stat_job *job, const char *text)
{
	if (job->opt->as_perf)
		fputs(text, job->output.file);
	else
		field_print(job->output.file, job->opt->separator, text);
}

/* Prints the fields that say when and where the row was counted. */
static void print_origin(const struct report *report, const struct report_row *row)
{
	const struct stat_options *opt = report->job->opt;
	FILE *out = report->job->output.file;
	char name[ROW_NAME + 16];

	if (opt->interval_ms)
		fprintf(out, "%6llu.%09llu%s", (unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000), opt->separator);
	if (opt->by == ROWS_TOTAL)
		return;
	report_row_name(report, row, name, sizeof(name));
	print_field(report->job, name);
	fputs(opt->separator, out);
	if (opt->by > ROWS_CPU && opt->by < ROWS_THREAD)
		fprintf(out, "%u%s", row->cpus, opt->separator);
}

/* With --machine-sample. Empty: the value is no sample, or there were too few bursts. */
static void print_error(const struct stat_job *job, const struct value *value)
{
	if (!job->opt->models.sample)
		return;
	fputs(job->opt->separator, job->output.file);
	if (value->error && value->error != UINT64_MAX)
		fprintf(job->output.file, "%llu", (unsigned long long)value->error);
}

static void print_line(const struct report *report, const struct report_row *row, size_t index,
		       void *data)
{
	const struct stat_job *job = report->job;
	const struct pmc_set_event *event = &job->event[index];
	const struct value *value = &row->value[index];
	const char *sep = job->opt->separator, *mark = value_mark(value);
	FILE *out = job->output.file;
	struct ratio ratio;

	print_origin(report, row);
	if (value->state == PMC_COUNTED)
		fprintf(out, "%.*f", event->scale == 1 ? 0 : 2, value->mean * event->scale);
	else
		fputs(value_missing(value), out);
	fprintf(out, "%s%s%s", sep, event->unit, sep);
	print_field(job, event->label);
	if (job->opt->repeat > 1)
		fprintf(out, "%s%.2f%%", sep, value_spread_percent(value));
	fprintf(out, "%s%llu%s%.2f", sep, (unsigned long long)value->running_ns, sep,
		value_running_percent(value));
	ratio_of(report, row, index, &ratio);
	print_ratio(out, sep, &ratio);
	if (!job->opt->as_perf) {
		fputs(sep, out);
		if (value->state == PMC_COUNTED)
			fputs(mark ? mark : "exact", out);
		print_error(job, value);
	}
	fputc('\n', out);
}

static void csv_report(const struct report *report)
{
	report_each(report, NULL, print_line, NULL);
}

static void csv_end(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT];
	size_t i;

	if (job->opt->as_perf) {
		as_perf_explain(job, last);
		return;
	}
	/* Only files have comments in every case, and who reads them skips these. */
	if (job->output.path)
		fixed_print_comment(job->output.file, job->set, &job->env);
	for (i = 0; i < job->n_events; i++)
		if (job->asked && job->event[i].reason)
			fprintf(job->output.file, "# <not supported>: %s\n", job->event[i].reason);
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		fprintf(job->output.file, "# note: %s\n", text);
}

const struct format csv_format = { .report = csv_report, .end = csv_end };

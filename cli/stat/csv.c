/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x: the lines of `perf stat -x`, field by field:
 *
 *	[time,][CPUn|comm-tid,]value,unit,event,[spread%,]run time,percent of it,metric,metric unit
 *
 * perf has no field for notes, nor for events that are not exact. They follow in lines that begin
 * with "# ", like the first line of perf's -o files. Numbers are those of the C locale.
 */
#include "cli/stat/csv.h"

#include "cli/run/note.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"

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

/* Prints the fields that say when and where the row was counted. */
static void print_origin(const struct report *report, const struct report_row *row)
{
	const struct stat_options *opt = report->job->opt;
	FILE *out = report->job->output.file;

	if (opt->interval_ms)
		fprintf(out, "%6llu.%09llu%s", (unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000), opt->separator);
	if (opt->by == ROWS_CPU)
		fprintf(out, "CPU%d%s", row->cpu, opt->separator);
	else if (opt->by == ROWS_THREAD)
		fprintf(out, "%s-%d%s", row->name, row->tid, opt->separator);
	else if (opt->by == ROWS_PROCESS)
		fprintf(out, "%s-%d%s", row->name, row->pid, opt->separator);
}

static void print_line(const struct report *report, const struct report_row *row, size_t index)
{
	const struct stat_job *job = report->job;
	const struct pmc_set_event *event = &job->event[index];
	const struct value *value = &row->value[index];
	const char *sep = job->opt->separator;
	FILE *out = job->output.file;
	struct ratio ratio;

	print_origin(report, row);
	if (value->state == PMC_COUNTED)
		fprintf(out, "%.*f", event->scale == 1 ? 0 : 2, value->mean * event->scale);
	else
		fputs(value_missing(value), out);
	fprintf(out, "%s%s%s%s", sep, event->unit, sep, event->label);
	if (job->opt->repeat > 1)
		fprintf(out, "%s%.2f%%", sep, value_spread_percent(value));
	fprintf(out, "%s%llu%s%.2f", sep, (unsigned long long)value->running_ns, sep,
		value_running_percent(value));
	ratio_of(report, row, index, &ratio);
	print_ratio(out, sep, &ratio);
	fputc('\n', out);
}

static void csv_report(const struct report *report)
{
	report_each(report, print_line);
}

/* Has any row of the event this quality? */
static bool has_quality(const struct report *last, size_t event, enum pmc_quality quality)
{
	size_t i;

	for (i = 0; i < last->n_rows; i++) {
		const struct value *value = &last->row[i].value[event];

		if (value->state == PMC_COUNTED && value->quality == quality)
			return true;
	}
	return false;
}

/* Prints "# scaled: cycles" and so on: one line per quality, with the events that have it. */
static void print_marks(const struct report *last)
{
	const struct stat_job *job = last->job;
	const char *name;
	int quality;
	size_t i;

	for (quality = PMC_SCALED; (name = pmc_quality_name((enum pmc_quality)quality));
	     quality++) {
		bool any = false;

		for (i = 0; i < job->n_events; i++) {
			if (!has_quality(last, i, (enum pmc_quality)quality))
				continue;
			if (!any)
				fprintf(job->output.file, "# %s:", name);
			fprintf(job->output.file, " %s", job->event[i].label);
			any = true;
		}
		if (any)
			fputc('\n', job->output.file);
	}
}

static void csv_end(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT];
	size_t i;

	if (last)
		print_marks(last);
	for (i = 0; i < job->n_events; i++)
		if (job->asked && job->event[i].reason)
			fprintf(job->output.file, "# <not supported>: %s\n", job->event[i].reason);
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		fprintf(job->output.file, "# note: %s\n", text);
}

const struct format csv_format = { .report = csv_report, .end = csv_end };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --format github: one JSON array of {"name", "unit", "value"}, which the tools
 * customSmallerIsBetter and customBiggerIsBetter of github-action-benchmark read. "range" has the
 * spread of several runs, "extra" what the action shows beside a value: its quality. The action
 * draws every value, so an event without one is left out of the array, and standard error says so.
 */
#include "cli/stat/github.h"

#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/options.h"
#include "cli/stat/report.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"

/* Prints an element of the array; `data` is how many were printed before. */
static void print_element(const struct report *report, const struct report_row *row, size_t index,
			  void *data)
{
	const struct pmc_set_event *event = &report->job->event[index];
	const struct value *value = &row->value[index];
	const char *mark = value_mark(value);
	FILE *out = report->job->output.file;
	char name[512], where[ROW_NAME + 16];
	unsigned *n = data;

	report_row_name(report, row, where, sizeof(where));
	snprintf(name, sizeof(name), "%s%s%s", where, where[0] ? " " : "", event->label);
	if (value->state != PMC_COUNTED) {
		complain("--format github: leaves out '%s', which is %s", name,
			 value_missing(value));
		return;
	}
	fputs((*n)++ ? ",\n  { \"name\" : " : "\n  { \"name\" : ", out);
	json_string(out, name);
	fputs(", \"unit\" : ", out);
	json_string(out, event->unit[0] ? event->unit : "count");
	fputs(", \"value\" : ", out);
	json_number(out, value->mean * event->scale);
	if (report->runs > 1)
		fprintf(out, ", \"range\" : \"%s%.2f%%\"",
			report->job->opt->layouts ? "" : "\302\261 ", value_spread_percent(value));
	fprintf(out, ", \"extra\" : \"%s\" }", mark ? mark : "exact");
}

static void github_report(const struct report *report)
{
	unsigned n = 0;

	fputc('[', report->job->output.file);
	report_each(report, NULL, print_element, &n);
	fputs("\n]\n", report->job->output.file);
}

/* Without a report the file is still an array. */
static void github_end(const struct stat_job *job, const struct report *last)
{
	char text[NOTE_TEXT];
	size_t i;

	if (!last)
		fputs("[\n]\n", job->output.file);
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++)
		complain("note: %s", text);
}

const struct format github_format = { .report = github_report, .end = github_end };

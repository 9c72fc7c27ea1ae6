/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x: the lines of `perf stat -x`, field by field:
 *
 *	[time,][CPUn|comm-tid,]value,unit,event,[spread%,]run time,percent of it,metric,metric unit
 *
 * What perf's lines have no field for comes after them, in lines that begin with "# " as the first
 * line of perf's -o files does: events that are not exact, and notes. Numbers are those of the C
 * locale.
 */
#include "cli/stat/stat.h"

#include <stdlib.h>
#include <string.h>

/* The number that a metric's format makes, without what stands around it. */
static void print_metric(FILE *out, const char *sep, const struct metric *metric)
{
	char text[64];
	size_t from, len;

	if (!metric->known) {
		fprintf(out, "%s%s", sep, sep);
		return;
	}
	snprintf(text, sizeof(text), metric->format, metric->value);
	from = strspn(text, " ");
	len = strspn(text + from, "-0123456789.");
	fprintf(out, "%s%.*s%s%s", sep, (int)len, text + from, sep, metric->unit);
}

static void print_line(const struct report *report, const struct report_row *row, size_t index)
{
	const struct plan *plan = report->plan;
	const struct pmc_set_event *event = &plan->event[index];
	const struct value *value = &row->value[index];
	const char *sep = plan->opt->separator;
	FILE *out = plan->out;
	struct metric metric;

	if (plan->opt->interval_ms)
		fprintf(out, "%6llu.%09llu%s", (unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000), sep);
	if (plan->opt->by == ROWS_CPU)
		fprintf(out, "CPU%d%s", row->cpu, sep);
	else if (plan->opt->by == ROWS_THREAD)
		fprintf(out, "%s-%d%s", row->name, row->tid, sep);
	else if (plan->opt->by == ROWS_PROCESS)
		fprintf(out, "%s-%d%s", row->name, row->pid, sep);
	if (value->state == PMC_COUNTED)
		fprintf(out, "%.*f", event->scale == 1 ? 0 : 2, value->mean * event->scale);
	else
		fputs(value->state == PMC_NOT_COUNTED ? "<not counted>" : "<not supported>", out);
	fprintf(out, "%s%s%s%s", sep, event->unit, sep, event->label);
	if (plan->opt->repeat > 1)
		fprintf(out, "%s%.2f%%", sep, value->mean ? value->spread * 100 / value->mean : 0);
	fprintf(out, "%s%llu%s%.2f", sep, (unsigned long long)value->running_ns, sep,
		value->enabled_ns ? 100.0 * (double)value->running_ns / (double)value->enabled_ns :
				    100.0);
	metric_of(report, row, index, &metric);
	print_metric(out, sep, &metric);
	fputc('\n', out);
}

static void csv_begin(const struct plan *plan)
{
}

static void csv_report(const struct report *report)
{
	report_each(report, print_line);
}

/* "# modelled: cycles" and so on: one line per mark, with the events that bear it. */
static void print_marks(const struct plan *plan, const struct report *last)
{
	static const char *const marks[] = { "scaled", "modelled", "with-emulator" };
	unsigned m;
	size_t i, j;

	for (m = 0; m < sizeof(marks) / sizeof(marks[0]); m++) {
		bool any = false;

		for (i = 0; i < plan->n_events; i++)
			for (j = 0; j < last->n_rows; j++) {
				const char *mark = mark_of(&plan->event[i], &last->row[j].value[i]);

				if (!mark || strcmp(mark, marks[m]))
					continue;
				if (!any)
					fprintf(plan->out, "# %s:", marks[m]);
				fprintf(plan->out, " %s", plan->event[i].label);
				any = true;
				break;
			}
		if (any)
			fputc('\n', plan->out);
	}
}

static void csv_end(const struct plan *plan, const struct report *last)
{
	struct pmc_note note;
	size_t i;

	if (last)
		print_marks(plan, last);
	for (i = 0; plan->set && !pmc_set_note(plan->set, i, &note); i++) {
		if (note.pid > 0)
			fprintf(plan->out, "# note: process %d: %s\n", note.pid, note.text);
		else
			fprintf(plan->out, "# note: %s\n", note.text);
	}
}

const struct format csv_format = { csv_begin, csv_report, csv_end };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -j: the lines of `perf stat -j`, one object per line, with perf's keys in perf's order. A value that
 * is not exact has one key more at the end, "quality"; notes are objects of their own with the one
 * key "note". Numbers are those of the C locale.
 */
#include "cli/stat/stat.h"

#include "cli/ui/json.h"

#include <stdlib.h>

static void print_object(const struct report *report, const struct report_row *row, size_t index)
{
	const struct plan *plan = report->plan;
	const struct pmc_set_event *event = &plan->event[index];
	const struct value *value = &row->value[index];
	const char *mark = mark_of(event, value);
	FILE *out = plan->out;
	struct metric metric;

	fputc('{', out);
	if (plan->opt->interval_ms)
		fprintf(out, "\"interval\" : %llu.%09llu, ",
			(unsigned long long)(report->since_ns / 1000000000),
			(unsigned long long)(report->since_ns % 1000000000));
	if (plan->opt->by == ROWS_CPU)
		fprintf(out, "\"cpu\" : \"%d\", ", row->cpu);
	if (plan->opt->by >= ROWS_THREAD) {
		char name[48];

		snprintf(name, sizeof(name), "%s-%d", row->name,
			 plan->opt->by == ROWS_THREAD ? row->tid : row->pid);
		fprintf(out, "\"%s\" : ", plan->opt->by == ROWS_THREAD ? "thread" : "process");
		json_string(out, name);
		fputs(", ", out);
	}
	if (value->state == PMC_COUNTED)
		fprintf(out, "\"counter-value\" : \"%f\", ", value->mean * event->scale);
	else
		fprintf(out, "\"counter-value\" : \"%s\", ",
			value->state == PMC_NOT_COUNTED ? "<not counted>" : "<not supported>");
	fprintf(out, "\"unit\" : \"%s\", \"event\" : ", event->unit);
	json_string(out, event->label);
	if (plan->opt->repeat > 1)
		fprintf(out, ", \"variance\" : %.2f",
			value->mean ? value->spread * 100 / value->mean : 0);
	fprintf(out, ", \"event-runtime\" : %llu, \"pcnt-running\" : %.2f, ",
		(unsigned long long)value->running_ns,
		value->enabled_ns ? 100.0 * (double)value->running_ns / (double)value->enabled_ns :
				    100.0);
	metric_of(report, row, index, &metric);
	/* Where a counted event has no metric, perf 6.1 writes a null pointer through %s; scripts
	 * that look for its text find it here too. */
	fprintf(out, "\"metric-value\" : %f, \"metric-unit\" : \"%s\"", metric.value,
		value->state == PMC_COUNTED && !metric.unit[0] ? "(null)" : metric.unit);
	if (mark)
		fprintf(out, ", \"quality\" : \"%s\"", mark);
	fputs("}\n", out);
}

static void json_begin(const struct plan *plan)
{
}

static void json_report(const struct report *report)
{
	report_each(report, print_object);
}

static void json_end(const struct plan *plan, const struct report *last)
{
	struct pmc_note note;
	char text[sizeof(note.text) + 32];
	size_t i;

	for (i = 0; plan->set && !pmc_set_note(plan->set, i, &note); i++) {
		if (note.pid > 0)
			snprintf(text, sizeof(text), "process %d: %s", note.pid, note.text);
		else
			snprintf(text, sizeof(text), "%s", note.text);
		fputs("{\"note\" : ", plan->out);
		json_string(plan->out, text);
		fputs("}\n", plan->out);
	}
}

const struct format json_format = { json_begin, json_report, json_end };

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --format markdown: a table of GitHub's Markdown, as the step summary of a CI job shows it
 * ($GITHUB_STEP_SUMMARY, with --append). Columns that have nothing to say are left out.
 */
#include "cli/stat/markdown.h"

#include "cli/run/fixed.h"
#include "cli/stat/format.h"
#include "cli/stat/job.h"
#include "cli/stat/number.h"
#include "cli/stat/options.h"
#include "cli/stat/ratio.h"
#include "cli/stat/report.h"
#include "cli/ui/plain.h"

#include <string.h>

/* Prints what was counted. */
static void print_target(const struct stat_job *job)
{
	const struct stat_options *opt = job->opt;
	FILE *out = job->output.file;
	char *const *word;

	if (opt->all_cpus)
		fputs("system wide", out);
	else if (opt->cpus)
		fprintf(out, "CPUs %s", opt->cpus);
	else if (opt->pids)
		fprintf(out, "processes %s", opt->pids);
	else if (opt->tids)
		fprintf(out, "threads %s", opt->tids);
	else
		for (word = opt->command; *word; word++) {
			fputs(word == opt->command ? "" : " ", out);
			plain_markdown(out, *word);
		}
}

static void print_head(const struct report *report)
{
	const struct stat_job *job = report->job;
	bool runs = job->opt->repeat > 1;
	FILE *out = job->output.file;

	fputs("**", out);
	print_target(job);
	fprintf(out, "** counted by pmc, backend %s", pmc_backend_name(pmc_backend(job->pmc)));
	if (runs)
		fprintf(out, ", %s of %u %s", job->opt->layouts ? "median" : "mean", report->runs,
			job->opt->layouts ? "layouts" : "runs");
	fprintf(out, "\n\n|%s%s event | value | unit |%s rate | quality |\n",
		job->opt->interval_ms ? " seconds |" : "",
		job->opt->by != ROWS_TOTAL ? " of |" : "", runs ? " spread | min | max |" : "");
	fprintf(out, "|%s%s :--- | ---: | :--- |%s :--- | :--- |\n",
		job->opt->interval_ms ? " ---: |" : "", job->opt->by != ROWS_TOTAL ? " :--- |" : "",
		runs ? " ---: | ---: | ---: |" : "");
}

/* Prints the cells of a value that stand for several runs. */
static void print_runs(const struct report *report, const struct pmc_set_event *event,
		       const struct value *value)
{
	enum number_style style = number_style_of(report->job);
	char least[NUMBER_TEXT], most[NUMBER_TEXT], unit[2][NUMBER_UNIT];
	FILE *out = report->job->output.file;

	if (value->state != PMC_COUNTED) {
		fputs(" | | |", out);
		return;
	}
	number_write_value(event, style, (double)value->min, least, unit[0]);
	number_write_value(event, style, (double)value->max, most, unit[1]);
	/* Human units may differ from that of the mean. */
	fprintf(out, " %.2f%% | %s%s%s | %s%s%s |", value_spread_percent(value), least,
		style == NUMBER_HUMAN ? " " : "", style == NUMBER_HUMAN ? unit[0] : "", most,
		style == NUMBER_HUMAN ? " " : "", style == NUMBER_HUMAN ? unit[1] : "");
}

static void print_line(const struct report *report, const struct report_row *row, size_t index,
		       void *data)
{
	const struct stat_job *job = report->job;
	const struct pmc_set_event *event = &job->event[index];
	const struct value *value = &row->value[index];
	const char *mark = value_mark(value);
	char text[NUMBER_TEXT], unit[NUMBER_UNIT], name[ROW_NAME + 16];
	FILE *out = job->output.file;
	struct ratio ratio;

	fputc('|', out);
	if (job->opt->interval_ms)
		fprintf(out, " %.3f |", (double)report->since_ns / 1e9);
	if (job->opt->by != ROWS_TOTAL) {
		report_row_name(report, row, name, sizeof(name));
		fputc(' ', out);
		plain_markdown(out, name);
		fputs(" |", out);
	}
	fputc(' ', out);
	plain_markdown(out, event->label);
	number_write_value(event, number_style_of(job), value->mean, text, unit);
	fputs(" | ", out);
	plain_markdown(out, value->state == PMC_COUNTED ? text : value_missing(value));
	fprintf(out, " | %s |", value->state == PMC_COUNTED ? unit : "");
	if (job->opt->repeat > 1)
		print_runs(report, event, value);
	ratio_of(report, row, index, &ratio);
	if (ratio.known) {
		snprintf(text, sizeof(text), ratio.format, ratio.value);
		fprintf(out, " %s %s |", text + strspn(text, " "), ratio.unit);
	} else {
		fputs(" |", out);
	}
	fprintf(out, " %s |\n", value->state != PMC_COUNTED ? "" : mark ? mark : "exact");
}

static void markdown_report(const struct report *report)
{
	const struct stat_job *job = report->job;

	if (!report->number)
		print_head(report);
	report_each(report, NULL, print_line, NULL);
	if (!job->opt->interval_ms)
		fprintf(job->output.file, "\n%.9f seconds elapsed\n", report->wall_ns / 1e9);
}

static void markdown_end(const struct stat_job *job, const struct report *last)
{
	FILE *out = job->output.file;
	struct pmc_fixed fixed;
	char text[NOTE_TEXT];
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (job->event[i].reason) {
			fputs("\n- not supported: ", out);
			plain_markdown(out, job->event[i].reason);
		}
	for (i = 0; notes_text(&job->notes, i, text, sizeof(text)); i++) {
		fputs("\n- note: ", out);
		plain_markdown(out, text);
	}
	for (i = 0; !fixed_at(job->set, &job->env, i, &fixed); i++) {
		fputs(i ? ", " : "\n- fixed: ", out);
		plain_markdown(out, fixed.name);
		fputs(" = ", out);
		plain_markdown(out, fixed.value);
	}
	fputs("\n\n", out);
}

const struct format markdown_format = { .report = markdown_report, .end = markdown_end };

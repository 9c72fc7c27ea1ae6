/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people, and -x and -j for scripts:
 *
 *	-x: value,event,run,quality              SUM: value,unit,metric,runs,quality,formula
 *	-j: {"counter-value" : 1234, "event" : "…", "run" : 1, "quality" : "exact"}
 *	    {"metric-value" : 1.5, "metric-unit" : "", "metric" : "cpi", "runs" : [1, 2], …}
 *
 * Everything else stands in lines that begin with "# ", and in objects with the key "note".
 */
#include "cli/count/report.h"
#include "cli/count/job.h"
#include "cli/count/options.h"
#include "cli/count/quotient.h"
#include "cli/run/backend.h"
#include "cli/run/formula.h"
#include "cli/ui/field.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

enum format { TABLE, CSV, JSON };

static enum format format_of(const struct count_job *job)
{
	return job->opt->json ? JSON : job->opt->separator ? CSV : TABLE;
}

/* A line or an object that is no count. */
static void print_remark(const struct count_job *job, const char *text)
{
	FILE *out = job->output.file;

	switch (format_of(job)) {
	case TABLE:
		fprintf(out, " %s\n", text);
		return;
	case CSV:
		fprintf(out, "# %s\n", text);
		return;
	case JSON:
		json_note(out, text);
	}
}

/* ---- Events ---- */

static void print_event(const struct count_job *job, const struct counted *e)
{
	const char *quality = pmc_quality_name(e->quality), *sep = job->opt->separator;
	FILE *out = job->output.file;

	switch (format_of(job)) {
	case TABLE:
		fprintf(out, " %'18.0f  %-36s run %d%s%s%s\n", e->value.mean, e->name, e->group + 1,
			e->quality == PMC_EXACT ? "" : "  (",
			e->quality == PMC_EXACT ? "" : quality, e->quality == PMC_EXACT ? "" : ")");
		return;
	case CSV:
		fprintf(out, "%.15g%s", e->value.mean, sep);
		field_print(out, sep, e->name);
		fprintf(out, "%s%d%s%s\n", sep, e->group + 1, sep, quality);
		return;
	case JSON:
		fputs("{\"counter-value\" : ", out);
		json_number(out, e->value.mean);
		fputs(", \"event\" : ", out);
		json_string(out, e->name);
		fprintf(out, ", \"run\" : %d, \"quality\" : \"%s\"}\n", e->group + 1, quality);
	}
}

static void print_events(const struct count_job *job)
{
	char text[NOTE_TEXT + 340];
	size_t i;

	for (i = 0; i < job->n_events; i++)
		if (job->event[i].value.n)
			print_event(job, &job->event[i]);
	for (i = 0; i < job->n_events; i++) {
		if (job->event[i].value.n)
			continue;
		snprintf(text, sizeof(text), "<not counted>: %s: %s", job->event[i].name,
			 job->event[i].refused ? job->event[i].refused :
						 "the runs ended before it was counted");
		print_remark(job, text);
	}
}

/* ---- Metrics ---- */

/* "1", or with a separator "1+3". */
static const char *runs_text(uint64_t runs, const char *between, char *text, size_t size)
{
	size_t n = 0;
	int i;

	text[0] = 0;
	for (i = 0; i < 64 && n < size; i++)
		if (runs >> i & 1)
			n += (size_t)snprintf(text + n, size - n, "%s%d", n ? between : "", i + 1);
	return text;
}

static void print_metric(const struct count_job *job, const struct pmc_metric *m,
			 const struct quotient *q)
{
	const char *quality = pmc_quality_name(q->quality), *sep = job->opt->separator;
	bool exact = q->quality == PMC_EXACT;
	char runs[256], formula[512];
	FILE *out = job->output.file;

	formula_write(m, formula, sizeof(formula));
	switch (format_of(job)) {
	case TABLE:
		fprintf(out, " %14.4g %-14s  %-40s run%s %s%s%s%s%s\n", q->value, m->unit, m->title,
			q->several ? "s" : "", runs_text(q->runs, " and ", runs, sizeof(runs)),
			q->several ? ": counts of different runs" : "", exact ? "" : "  (",
			exact ? "" : quality, exact ? "" : ")");
		return;
	case CSV:
		fprintf(out, "%.9g%s%s%s%s%s%s%s%s%s%s\n", q->value, sep, m->unit, sep, m->name,
			sep, runs_text(q->runs, "+", runs, sizeof(runs)), sep, quality, sep,
			formula);
		return;
	case JSON:
		fprintf(out,
			"{\"metric-value\" : %.9g, \"metric-unit\" : \"%s\", \"metric\" : \"%s\", "
			"\"runs\" : [%s], \"different-runs\" : %s, \"quality\" : \"%s\", "
			"\"formula\" : ",
			q->value, m->unit, m->name, runs_text(q->runs, ", ", runs, sizeof(runs)),
			q->several ? "true" : "false", quality);
		json_string(out, formula);
		fputs("}\n", out);
	}
}

/* Has the metric no value for this reason? */
static bool is_missing(const struct count_job *job, size_t i, const char *reason)
{
	struct quotient q;

	return !quotient_make(job, &job->metric[i], &q) && !strcmp(q.reason, reason);
}

/* One sentence for all metrics that have no value for the reason of number `first`. */
static void print_missing(const struct count_job *job, size_t first, const char *reason)
{
	char text[2048];
	size_t i, n;

	for (i = 0; i < first; i++)
		if (is_missing(job, i, reason))
			return;
	n = (size_t)snprintf(text, sizeof(text), "not measured: %s", job->metric[first].name);
	for (i = first + 1; i < job->n_metrics && n < sizeof(text); i++)
		if (is_missing(job, i, reason))
			n += (size_t)snprintf(text + n, sizeof(text) - n, ", %s",
					      job->metric[i].name);
	if (n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, ": %s", reason);
	print_remark(job, text);
}

static void print_metrics(const struct count_job *job)
{
	struct quotient q;
	size_t i;

	for (i = 0; i < job->n_metrics; i++)
		if (quotient_make(job, &job->metric[i], &q))
			print_metric(job, &job->metric[i], &q);
	for (i = 0; i < job->n_metrics; i++)
		if (!quotient_make(job, &job->metric[i], &q))
			print_missing(job, i, q.reason);
}

/* ---- The report ---- */

static void print_heading(const struct count_job *job)
{
	enum pmc_backend id = pmc_backend(job->pmc);
	FILE *out = job->output.file;

	setlocale(LC_NUMERIC, "");
	fprintf(out, "\n %s of ", job->opt->sum ? "Metrics" : "Counts");
	output_command(out, job->opt->command);
	fprintf(out, " (%u run%s)\n %s: %s\n\n", job->made, job->made == 1 ? "" : "s",
		pmc_backend_name(id),
		id == PMC_BACKEND_EMULATED ? "user mode, exact unless marked" :
		job->user_only		   ? "hardware counters, user mode" :
					     "hardware counters");
}

void count_print_report(const struct count_job *job)
{
	bool table = format_of(job) == TABLE;
	char note[NOTE_TEXT], text[NOTE_TEXT + 8];
	size_t i;

	if (table)
		print_heading(job);
	if (job->opt->sum)
		print_metrics(job);
	else
		print_events(job);
	if (table && job->wall.n)
		fprintf(job->output.file, "\n %18.9f seconds time elapsed\n", job->wall.mean / 1e9);
	if (job->made < count_job_runs(job)) {
		snprintf(text, sizeof(text), "note: interrupted; %u of %lu runs were completed",
			 job->made, count_job_runs(job));
		print_remark(job, text);
	}
	for (i = 0; notes_text(&job->notes, i, note, sizeof(note)); i++) {
		snprintf(text, sizeof(text), "note: %s", note);
		print_remark(job, text);
	}
	if (table)
		fputc('\n', job->output.file);
}

int count_print_runs(const struct count_job *job)
{
	struct pmc_model_info info;
	size_t i;

	pmc_model_info(job->model, &info);
	printf("%s: %zu run%s\n", info.title, job->n_groups, job->n_groups == 1 ? "" : "s");
	for (i = 0; i < job->n_groups; i++)
		printf("  run %-3zu %s\n", i + 1, job->group[i].text);
	for (i = 0; i < job->n_events; i++)
		if (job->event[i].refused)
			printf("  none    %s: %s\n", job->event[i].name, job->event[i].refused);
	return STATUS_OK;
}

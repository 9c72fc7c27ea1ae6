/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people, and -x and -j for scripts:
 *
 *	-x: value,unit,metric,[spread%,]run,formula
 *	-j: {"metric-value" : 1.5, "metric-unit" : "", "metric" : "cpi", ["variance" : 0.10,]
 *	     "run" : 1, "formula" : "…"[, "quality" : "modelled", "machine" : "…"]}
 *
 * Everything that is no metric stands in lines that begin with "# ", and in objects with the key
 * "note", as in pmc stat.
 */
#include "cli/summary/report.h"
#include "cli/run/backend.h"
#include "cli/run/fixed.h"
#include "cli/run/formula.h"
#include "cli/run/modelled.h"
#include "cli/run/note.h"
#include "cli/summary/job.h"
#include "cli/summary/measure.h"
#include "cli/summary/options.h"
#include "cli/ui/json.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define NAMED  8 /* at most so many metrics are named without -v */
#define WIDTH  96
#define DIFFER 0.1 /* runs differ when their instructions differ by this share */

enum format { TABLE, CSV, JSON };

static enum format format_of(const struct summary_job *job)
{
	if (job->opt->json)
		return JSON;
	return job->opt->separator ? CSV : TABLE;
}

/* ---- Pieces ---- */

/* Writes a number with at least two significant digits. */
static void write_number(char *text, size_t size, double value, bool percent)
{
	int digits = percent ? 2 : 3;
	double v = value < 0 ? -value : value, least = percent ? 0.1 : 0.01;

	for (; v > 0 && v < least && digits < 9; v *= 10)
		digits++;
	snprintf(text, size, "%.*f", digits, value);
}

static double spread_of(const struct measure *m)
{
	return m->value.mean ? average_spread(&m->value) * 100 / m->value.mean : 0;
}

/* The word for a metric that is not exact; NULL for the others. */
static const char *mark_of(const struct measure *m)
{
	return m->quality == PMC_EXACT ? NULL : pmc_quality_name(m->quality);
}

/* Prints lines of at most WIDTH bytes, broken at blanks. */
static void print_wrapped(FILE *out, const char *text)
{
	const char *indent = " ";

	while (*text) {
		size_t n = strlen(text), i;

		for (i = n; n > WIDTH && i > 0; i--)
			if (text[i] == ' ' && i <= WIDTH) {
				n = i;
				break;
			}
		fprintf(out, "%s%.*s\n", indent, (int)n, text);
		text += n + (text[n] == ' ');
		indent = "   ";
	}
}

/* Prints a line or an object that is no metric. */
static void print_remark(const struct summary_job *job, const char *text)
{
	switch (format_of(job)) {
	case TABLE:
		print_wrapped(job->output.file, text);
		return;
	case CSV:
		fprintf(job->output.file, "# %s\n", text);
		return;
	case JSON:
		json_note(job->output.file, text);
		return;
	}
}

/* ---- Metrics ---- */

static void print_measure_table(const struct summary_job *job, const struct measure *m,
				const char *formula)
{
	char text[48], noise[32] = "", mark[32] = "", more[560] = "";
	double spread = spread_of(m);
	FILE *out = job->output.file;

	write_number(text, sizeof(text), m->value.mean, m->metric.unit[0] == '%');
	if (spread)
		snprintf(noise, sizeof(noise), "  ( +-%6.2f%% )", spread);
	if (job->opt->verbose)
		snprintf(more, sizeof(more), "  # run %d: %s", m->group + 1, formula);
	if (mark_of(m))
		snprintf(mark, sizeof(mark), "  (%s)", mark_of(m));
	if (!noise[0] && !more[0] && !mark[0])
		fprintf(out, "%14s %-14s  %s\n", text, m->metric.unit, m->metric.title);
	else
		fprintf(out, "%14s %-14s  %-40s%s%s%s\n", text, m->metric.unit, m->metric.title,
			noise, mark, more);
}

static void print_measure_csv(const struct summary_job *job, const struct measure *m,
			      const char *formula)
{
	const char *sep = job->opt->separator;
	FILE *out = job->output.file;

	fprintf(out, "%.9g%s%s%s%s", m->value.mean, sep, m->metric.unit, sep, m->metric.name);
	if (job->opt->repeat > 1)
		fprintf(out, "%s%.2f%%", sep, spread_of(m));
	fprintf(out, "%s%d%s%s\n", sep, m->group + 1, sep, formula);
}

static void print_measure_json(const struct summary_job *job, const struct measure *m,
			       const char *formula)
{
	const char *machine = modelled_machine(job->set);
	FILE *out = job->output.file;

	fprintf(out, "{\"metric-value\" : %.9g, \"metric-unit\" : \"%s\", \"metric\" : \"%s\"",
		m->value.mean, m->metric.unit, m->metric.name);
	if (job->opt->repeat > 1)
		fprintf(out, ", \"variance\" : %.2f", spread_of(m));
	fprintf(out, ", \"run\" : %d, \"formula\" : ", m->group + 1);
	json_string(out, formula);
	if (mark_of(m))
		fprintf(out, ", \"quality\" : \"%s\"", mark_of(m));
	if ((m->quality == PMC_MODELLED || m->quality == PMC_SAMPLED) && machine) {
		fputs(", \"machine\" : ", out);
		json_string(out, machine);
	}
	fputs("}\n", out);
}

static void print_measure(const struct summary_job *job, const struct measure *m)
{
	char formula[512];

	formula_write(&m->metric, formula, sizeof(formula));
	switch (format_of(job)) {
	case TABLE:
		print_measure_table(job, m, formula);
		return;
	case CSV:
		print_measure_csv(job, m, formula);
		return;
	case JSON:
		print_measure_json(job, m, formula);
		return;
	}
}

/* ---- Metrics without a value ---- */

static bool same_reason(const struct summary_job *job, size_t a, const char *reason)
{
	const char *other = measure_missing(job, &job->measure[a]);

	return other && !strcmp(other, reason);
}

/* Was the reason printed with an earlier metric? */
static bool is_printed(const struct summary_job *job, size_t index, const char *reason)
{
	size_t i;

	for (i = 0; i < index; i++)
		if (same_reason(job, i, reason))
			return true;
	return false;
}

/* Prints one sentence for all metrics from `first` on that have this reason. */
static void print_reason(const struct summary_job *job, size_t first, const char *reason)
{
	bool may_shorten = !job->opt->verbose && !job->opt->model && format_of(job) == TABLE;
	char text[2048];
	size_t i, n = 0, len;

	len = (size_t)snprintf(text, sizeof(text), "not measured: ");
	for (i = first; i < job->n_measures; i++) {
		if (!same_reason(job, i, reason))
			continue;
		if (len < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
						n ? ", " : "", job->measure[i].metric.name);
		n++;
	}
	if (n > NAMED && may_shorten)
		len = (size_t)snprintf(text, sizeof(text),
				       "not measured (%zu metrics; -v names them)", n);
	if (len < sizeof(text))
		snprintf(text + len, sizeof(text) - len, ": %s", reason);
	print_remark(job, text);
}

void summary_print_missing(const struct summary_job *job)
{
	size_t i;

	for (i = 0; i < job->n_measures; i++) {
		const char *reason = measure_missing(job, &job->measure[i]);

		if (!reason || (job->opt->model && job->measure[i].group >= 0))
			continue;
		if (!is_printed(job, i, reason))
			print_reason(job, i, reason);
	}
}

/* ---- The report ---- */

static void print_heading(const struct summary_job *job)
{
	enum pmc_backend id = pmc_backend(job->pmc);
	struct pmc_backend_status perf;
	const char *machine = modelled_machine(job->set);
	FILE *out = job->output.file;

	setlocale(LC_NUMERIC, "");
	fputs("\n Summary of ", out);
	output_command(out, job->opt->command);
	if (job->made)
		fprintf(out, " (%u run%s):\n", job->made, job->made == 1 ? "" : "s");
	else
		fputs(" (interrupted):\n", out);
	fprintf(out, " %s: %s%s%s\n", pmc_backend_name(id),
		id == PMC_BACKEND_EMULATED ? "user mode, exact unless marked" :
		job->opt->all_cpus	   ? "hardware counters, everything on all CPUs" :
		job->user_only		   ? "hardware counters, user mode" :
					     "hardware counters",
		machine ? "; modelled: " : "", machine ? machine : "");
	if (id == PMC_BACKEND_EMULATED &&
	    backend_status(PMC_BACKEND_PERF, PMC_USE_COMMAND, &perf) && perf.error)
		fprintf(out, " no hardware counters: %s\n", perf.reason);
	fputc('\n', out);
}

static void print_totals(const struct summary_job *job)
{
	double wall = job->wall.mean / 1e9, spread = average_spread(&job->wall);
	double n = job->n_instructions.mean, noise = average_spread(&job->n_instructions);
	FILE *out = job->output.file;

	fputc('\n', out);
	if (job->n_instructions.n) {
		fprintf(out, " %'17.0f instructions", n);
		if (noise && n)
			fprintf(out, "  ( +-%6.2f%% of %.0f runs )", noise * 100 / n,
				job->n_instructions.n);
		fputc('\n', out);
	}
	if (job->wall.n) {
		fprintf(out, " %17.9f seconds time elapsed", wall);
		if (spread)
			fprintf(out, "  ( +-%6.2f%% of %.0f runs )", spread * 100 / job->wall.mean,
				job->wall.n);
		/* The emulator needs time, too. */
		if (pmc_backend(job->pmc) == PMC_BACKEND_EMULATED)
			fprintf(out, "  (%s)", pmc_quality_name(PMC_ESTIMATED));
		fputc('\n', out);
	}
	fputc('\n', out);
}

/* -x has no field for it: prints which metrics are not exact, one line for each quality. */
static void print_qualities(const struct summary_job *job)
{
	const char *name;
	char text[2048];
	size_t i, len;
	int q;

	for (q = PMC_SCALED; (name = pmc_quality_name((enum pmc_quality)q)); q++) {
		len = 0;
		for (i = 0; i < job->n_measures; i++) {
			const struct measure *m = &job->measure[i];

			if (!m->value.n || m->quality != (enum pmc_quality)q || len >= sizeof(text))
				continue;
			len += (size_t)snprintf(text + len, sizeof(text) - len, " %s",
						m->metric.name);
		}
		if (len)
			fprintf(job->output.file, "# %s:%s\n", name, text);
	}
}

/* Prints what --deterministic fixed. */
static void print_fixed(const struct summary_job *job)
{
	char *text;

	if (format_of(job) == JSON) {
		fixed_print_object(job->output.file, job->set, &job->env);
		return;
	}
	text = fixed_text(job->set, &job->env);
	if (text)
		print_remark(job, text);
	free(text);
}

static void print_notes(const struct summary_job *job)
{
	unsigned long all = summary_job_runs(job);
	char note[NOTE_TEXT], text[NOTE_TEXT + 8];
	size_t i;

	print_fixed(job);
	if (job->made + job->refused < all) {
		snprintf(text, sizeof(text), "note: interrupted; %u of %lu runs were completed",
			 job->made, all);
		print_remark(job, text);
	}
	if (job->n_instructions.n > 1 && job->most - job->least > job->most * DIFFER) {
		snprintf(text, sizeof(text),
			 "note: the runs differ: %.0f to %.0f instructions; does every run "
			 "find the same input and files?",
			 job->least, job->most);
		print_remark(job, text);
	}
	for (i = 0; notes_text(&job->notes, i, note, sizeof(note)); i++) {
		snprintf(text, sizeof(text), "note: %s", note);
		print_remark(job, text);
	}
}

void summary_print_report(const struct summary_job *job)
{
	size_t i;

	if (format_of(job) == TABLE)
		print_heading(job);
	for (i = 0; i < job->n_measures; i++)
		if (job->measure[i].value.n)
			print_measure(job, &job->measure[i]);
	if (format_of(job) == TABLE)
		print_totals(job);
	if (format_of(job) == CSV)
		print_qualities(job);
	summary_print_missing(job);
	print_notes(job);
	if (format_of(job) == TABLE)
		fputc('\n', job->output.file);
}

void summary_print_runs(const struct summary_job *job)
{
	unsigned long n = summary_job_runs(job);
	char text[160];
	size_t i;

	if (n > 1) {
		if (job->n_groups == 1)
			snprintf(text, sizeof(text), "%lu runs of the command", n);
		else if (job->opt->repeat == 1)
			snprintf(text, sizeof(text),
				 "%lu runs of the command, one for each group of events", n);
		else
			snprintf(text, sizeof(text),
				 "%lu runs of the command, %ld for each of %zu groups of events", n,
				 job->opt->repeat, job->n_groups);
		if (format_of(job) == TABLE)
			fprintf(stderr, "pmc: %s\n", text);
		else
			print_remark(job, text);
	}
	for (i = 0; job->opt->verbose && i < job->n_groups; i++)
		fprintf(stderr, "run %zu: %s\n", i + 1, job->group[i].text);
	fflush(stderr);
}

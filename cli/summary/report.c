/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is printed: the table for people, -x and -j for scripts, and the formulas of --model.
 *
 *	-x: value,unit,metric,[spread%,]run,formula
 *	-j: {"metric-value" : 1.5, "metric-unit" : "", "metric" : "cpi", ["variance" : 0.10,] "run" : 1, "formula" : "…"}
 *
 * What stands beside the metrics are lines that begin with "# " and objects with the key "note", as in pmc stat.
 */
#include "cli/summary/summary.h"

#include "cli/ui/json.h"
#include "cli/ui/output.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#define NAMED  8 /* so many metrics of one reason are named without -v */
#define WIDTH  96
#define DIFFER 0.1 /* of the instructions: then runs are not alike */

enum { TABLE, CSV, JSON };

static int format_of(const struct summary *s)
{
	return s->opt->json ? JSON : s->opt->separator ? CSV : TABLE;
}

/* ---- Pieces ---- */

static size_t add_sum(char *text, size_t size, const char *const *event)
{
	bool more = PMC_METRIC_TERMS > 1 && event[1];

	return (size_t)snprintf(text, size, more ? "(%s + %s)" : "%s", event[0],
				more ? event[1] : "");
}

/* "100 * A / (B + C)" */
static char *formula(const struct pmc_metric *m, char *text, size_t size)
{
	size_t n = 0;

	if (m->scale != 1)
		n = (size_t)snprintf(text, size, "%.0f * ", m->scale);
	n += add_sum(text + n, size - n, m->above);
	n += (size_t)snprintf(text + n, size - n, " / ");
	add_sum(text + n, size - n, m->below);
	return text;
}

/* A number that shows at least two digits, however small it is. */
static void number(char *text, size_t size, double value, bool percent)
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

/* Lines of at most WIDTH bytes, broken at blanks. */
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

/* A line or object that is no metric. */
static void remark(const struct summary *s, const char *text)
{
	switch (format_of(s)) {
	case TABLE:
		print_wrapped(s->out, text);
		return;
	case CSV:
		fprintf(s->out, "# %s\n", text);
		return;
	case JSON:
		fputs("{\"note\" : ", s->out);
		json_string(s->out, text);
		fputs("}\n", s->out);
		return;
	}
}

/* ---- Metrics ---- */

static void print_measure(const struct summary *s, const struct measure *m)
{
	char text[48], how[512], noise[32] = "", more[560] = "";
	const char *sep = s->opt->separator;
	double spread = spread_of(m);

	formula(&m->metric, how, sizeof(how));
	switch (format_of(s)) {
	case TABLE:
		number(text, sizeof(text), m->value.mean, m->metric.unit[0] == '%');
		if (spread)
			snprintf(noise, sizeof(noise), "  ( +-%6.2f%% )", spread);
		if (s->opt->verbose)
			snprintf(more, sizeof(more), "  # run %d: %s", m->run + 1, how);
		if (!noise[0] && !more[0] && !m->scaled)
			fprintf(s->out, "%14s %-14s  %s\n", text, m->metric.unit, m->metric.title);
		else
			fprintf(s->out, "%14s %-14s  %-40s%s%s%s\n", text, m->metric.unit,
				m->metric.title, noise, m->scaled ? "  (scaled)" : "", more);
		return;
	case CSV:
		fprintf(s->out, "%.9g%s%s%s%s", m->value.mean, sep, m->metric.unit, sep,
			m->metric.name);
		if (s->opt->repeat > 1)
			fprintf(s->out, "%s%.2f%%", sep, spread);
		fprintf(s->out, "%s%d%s%s\n", sep, m->run + 1, sep, how);
		return;
	case JSON:
		fprintf(s->out,
			"{\"metric-value\" : %.9g, \"metric-unit\" : \"%s\", \"metric\" : \"%s\"",
			m->value.mean, m->metric.unit, m->metric.name);
		if (s->opt->repeat > 1)
			fprintf(s->out, ", \"variance\" : %.2f", spread);
		fprintf(s->out, ", \"run\" : %d, \"formula\" : ", m->run + 1);
		json_string(s->out, how);
		if (m->scaled)
			fputs(", \"quality\" : \"scaled\"", s->out);
		fputs("}\n", s->out);
		return;
	}
}

static const char *why_not(const struct summary *s, const struct measure *m)
{
	if (m->value.n)
		return NULL;
	if (m->run < 0)
		return m->reason;
	if (!s->opt->model && s->run[m->run].refused)
		return s->run[m->run].refused;
	if (!s->opt->model && !s->run[m->run].done)
		return "the runs ended before it was its turn";
	if (m->empty)
		return "what it would be divided by was counted as 0";
	return s->n_notes ? "its events were not counted, see the notes" :
			    "its events got no counter: somebody else has them";
}

/* One sentence for all metrics that have one reason. */
static void print_missing(const struct summary *s)
{
	char text[2048];
	size_t i, j, n, len;

	for (i = 0; i < s->n; i++) {
		const char *why = why_not(s, &s->measure[i]);

		if (s->opt->model && s->measure[i].run >= 0)
			continue;
		for (j = 0; why && j < i; j++) {
			const char *other = why_not(s, &s->measure[j]);

			if (other && !strcmp(other, why))
				why = NULL;
		}
		if (!why)
			continue;
		len = (size_t)snprintf(text, sizeof(text), "not measured: ");
		for (j = i, n = 0; j < s->n; j++) {
			const char *other = why_not(s, &s->measure[j]);

			if (!other || strcmp(other, why))
				continue;
			if (len < sizeof(text))
				len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
							n ? ", " : "", s->measure[j].metric.name);
			n++;
		}
		if (n > NAMED && !s->opt->verbose && !s->opt->model && format_of(s) == TABLE)
			len = (size_t)snprintf(text, sizeof(text),
					       "not measured (%zu, -v names them)", n);
		if (len < sizeof(text))
			snprintf(text + len, sizeof(text) - len, ": %s", why);
		remark(s, text);
	}
}

/* ---- The report ---- */

static void print_heading(const struct summary *s)
{
	struct pmc_backend_status status[PMC_BACKENDS];
	enum pmc_backend id = pmc_backend(s->pmc);
	int n, i;

	setlocale(LC_NUMERIC, "");
	fputs("\n Summary of ", s->out);
	output_command(s->out, s->opt->command);
	if (s->made)
		fprintf(s->out, " (%u run%s):\n", s->made, s->made == 1 ? "" : "s");
	else
		fputs(" (interrupted):\n", s->out);
	fprintf(s->out, " %s: %s\n", pmc_backend_name(id),
		id == PMC_BACKEND_EMULATED ? "user mode, exact" :
		s->opt->all_cpus	   ? "hardware counters, everything on all CPUs" :
		s->user_only		   ? "hardware counters, user mode" :
					     "hardware counters");
	n = id == PMC_BACKEND_EMULATED ? pmc_backends(PMC_USE_COMMAND, status, PMC_BACKENDS) : 0;
	for (i = 0; i < n && i < PMC_BACKENDS; i++)
		if (status[i].id == PMC_BACKEND_PERF && status[i].error)
			fprintf(s->out, " no hardware counters: %s\n", status[i].reason);
	fputc('\n', s->out);
}

static void print_totals(const struct summary *s)
{
	double wall = s->wall.mean / 1e9, spread = average_spread(&s->wall);
	double n = s->n_instructions.mean, noise = average_spread(&s->n_instructions);

	fputc('\n', s->out);
	if (s->n_instructions.n) {
		fprintf(s->out, " %'17.0f instructions", n);
		if (noise && n)
			fprintf(s->out, "  ( +-%6.2f%% of %.0f runs )", noise * 100 / n,
				s->n_instructions.n);
		fputc('\n', s->out);
	}
	if (s->wall.n) {
		fprintf(s->out, " %17.9f seconds time elapsed", wall);
		if (spread)
			fprintf(s->out, "  ( +-%6.2f%% of %.0f runs )", spread * 100 / s->wall.mean,
				s->wall.n);
		fputc('\n', s->out);
	}
	fputc('\n', s->out);
}

static void print_notes(const struct summary *s)
{
	unsigned long all = s->n_runs * (unsigned long)s->opt->repeat;
	char text[400];
	size_t i;

	if (s->made + s->refused < all) {
		snprintf(text, sizeof(text), "note: interrupted; %u of %lu runs came to their end",
			 s->made, all);
		remark(s, text);
	}
	if (s->n_instructions.n > 1 && s->most - s->least > s->most * DIFFER) {
		snprintf(
			text, sizeof(text),
			"note: the runs are not alike: %.0f to %.0f instructions; does the command find its input, and "
			"its files, as before?",
			s->least, s->most);
		remark(s, text);
	}
	for (i = 0; i < s->n_notes; i++) {
		if (s->note[i].pid > 0)
			snprintf(text, sizeof(text), "note: process %d: %s", s->note[i].pid,
				 s->note[i].text);
		else
			snprintf(text, sizeof(text), "note: %s", s->note[i].text);
		remark(s, text);
	}
}

void summary_report(const struct summary *s)
{
	size_t i;

	if (format_of(s) == TABLE)
		print_heading(s);
	for (i = 0; i < s->n; i++)
		if (s->measure[i].value.n)
			print_measure(s, &s->measure[i]);
	if (format_of(s) == TABLE)
		print_totals(s);
	print_missing(s);
	print_notes(s);
	if (format_of(s) == TABLE)
		fputc('\n', s->out);
}

void summary_announce(const struct summary *s)
{
	unsigned long n = s->n_runs * (unsigned long)s->opt->repeat;
	char text[160];
	size_t i;

	if (n > 1) {
		if (s->n_runs == 1)
			snprintf(text, sizeof(text), "%lu runs of the command", n);
		else if (s->opt->repeat == 1)
			snprintf(text, sizeof(text),
				 "%lu runs of the command, one for each group of events", n);
		else
			snprintf(text, sizeof(text),
				 "%lu runs of the command, %ld for each of %zu groups of events", n,
				 s->opt->repeat, s->n_runs);
		if (format_of(s) == TABLE)
			fprintf(stderr, "pmc: %s\n", text);
		else
			remark(s, text);
	}
	for (i = 0; s->opt->verbose && i < s->n_runs; i++)
		fprintf(stderr, "run %zu: %s\n", i + 1, s->run[i].text);
	fflush(stderr);
}

void summary_formulas(const struct summary *s)
{
	struct summary out = *s;
	struct pmc_model_info info;
	const char *source = NULL;
	char how[512];
	size_t i;

	out.out = stdout;
	pmc_model_info(s->model, &info);
	printf("%s: %zu run%s\n", info.title, s->n_runs, s->n_runs == 1 ? "" : "s");
	for (i = 0; i < s->n; i++) {
		const struct measure *m = &s->measure[i];

		if (m->run < 0)
			continue;
		if (!source || strcmp(source, m->metric.source))
			printf("from %s\n\n", source = m->metric.source);
		printf("  %-20s %s%s%s\n    run %-3d = %s\n", m->metric.name, m->metric.title,
		       m->metric.unit[0] ? ", " : "", m->metric.unit, m->run + 1,
		       formula(&m->metric, how, sizeof(how)));
	}
	putchar('\n');
	print_missing(&out);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A report for programs. */
#include "cli/report/fields.h"

#include "cli/profile/heading.h"
#include "cli/report/options.h"
#include "cli/report/view.h"
#include "cli/ui/field.h"
#include "cli/ui/json.h"

#include <stdlib.h>
#include <string.h>

static void print_arc_fields(FILE *out, const struct view *v, unsigned row, bool in,
			     const char *separator)
{
	char text[VIEW_TEXT];
	unsigned *arcs;
	size_t n = view_arcs(v, row, in, 0, &arcs), i;

	for (i = 0; i < n; i++) {
		const struct arc *arc = &v->graph.arc[arcs[i]];
		bool known = arc->to != GRAPH_UNKNOWN && !graph_is_recursive(&v->graph, arc);

		fprintf(out, "%s%s%llu%s", in ? "<-" : "->", separator,
			(unsigned long long)arc->calls, separator);
		if (known)
			fprintf(out, "%llu",
				(unsigned long long)
					v->graph.arc_count[(size_t)arcs[i] * v->graph.n_events]);
		fputs(separator, out);
		field_print_plain(out, separator, view_function(v, in ? arc->from : arc->to, text));
		fputc('\n', out);
	}
	free(arcs);
}

static void print_heading(FILE *out, const struct view *v, const char *separator)
{
	unsigned k;

	heading_print(out, v->subject, v->name, v->chosen);
	if (v->options->calls)
		fprintf(out, "# callers and callees: '<-' or '->'%scalls%s%s count%sfunction\n",
			separator, separator, v->graph.estimated ? "estimated" : "inclusive",
			separator);
	fputs("# ", out);
	for (k = 0; k < v->n_columns; k++) {
		fputs(k ? separator : "", out);
		field_print(out, separator, v->column[k].heading);
	}
	fputc('\n', out);
}

void fields_print(FILE *out, const struct view *v, const char *separator)
{
	char text[VIEW_TEXT];
	unsigned i, k;

	if (!v->options->quiet)
		print_heading(out, v, separator);
	for (i = 0; i < v->n_shown; i++) {
		for (k = 0; k < v->n_columns; k++) {
			fputs(k ? separator : "", out);
			field_print_plain(out, separator,
					  view_text(v, v->order[i], &v->column[k], true, text));
		}
		fputc('\n', out);
		if (!v->options->calls)
			continue;
		print_arc_fields(out, v, v->order[i], true, separator);
		print_arc_fields(out, v, v->order[i], false, separator);
	}
}

/* ---- JSON ---- */

static void print_about(FILE *out, const struct view *v)
{
	struct pmc_note note;
	unsigned i;
	size_t k;

	fputs("{\"profile\": ", out);
	json_string(out, v->name);
	fprintf(out,
		", \"quality\": \"%s\", \"command\": ", heading_quality(v->subject, v->chosen));
	json_string(out, v->subject->info.command);
	if (v->has_graph)
		fprintf(out, ", \"inclusive\": \"%s\"", v->graph.estimated ? "estimated" : "exact");
	fputs(", \"events\": [", out);
	for (i = 0; i < v->chosen->n; i++) {
		fputs(i ? ", {\"event\": " : "{\"event\": ", out);
		json_string(out, v->event[i].name);
		fprintf(out, ", \"total\": %llu", (unsigned long long)v->event[i].total);
		if (v->event[i].samples)
			fprintf(out, ", \"samples\": %llu",
				(unsigned long long)v->event[i].samples);
		fputc('}', out);
	}
	fputs("], \"notes\": [", out);
	for (k = 0; !pmc_profile_note_at(v->subject->profile, k, &note); k++) {
		fputs(k ? ", " : "", out);
		json_string(out, note.text);
	}
	fputs("]}\n", out);
}

static void print_counts(FILE *out, const struct view *v, unsigned row)
{
	unsigned i;

	fputs("\"counts\": {", out);
	for (i = 0; i < v->chosen->n; i++) {
		uint64_t count = view_count(v, row, i);

		fputs(i ? ", " : "", out);
		json_string(out, v->event[i].name);
		fprintf(out, ": {\"count\": %llu, \"percent\": %.4f", (unsigned long long)count,
			view_percent(v, count, i));
		if (v->options->children) {
			count = view_inclusive(v, row, i);
			fprintf(out, ", \"inclusive\": %llu, \"inclusive_percent\": %.4f",
				(unsigned long long)count, view_percent(v, count, i));
		}
		if (v->event[i].samples)
			fprintf(out, ", \"samples\": %.0f",
				event_samples(&v->event[i], view_count(v, row, i)));
		fputc('}', out);
	}
	fputc('}', out);
}

static void print_arc_array(FILE *out, const struct view *v, unsigned row, bool in)
{
	char text[VIEW_TEXT];
	unsigned *arcs;
	size_t n = view_arcs(v, row, in, 0, &arcs), i;

	fprintf(out, ", \"%s\": [", in ? "callers" : "callees");
	for (i = 0; i < n; i++) {
		const struct arc *arc = &v->graph.arc[arcs[i]];

		fputs(i ? ", {\"function\": " : "{\"function\": ", out);
		json_string(out, view_function(v, in ? arc->from : arc->to, text));
		if (!v->graph.from_stacks)
			fprintf(out, ", \"calls\": %llu", (unsigned long long)arc->calls);
		if (arc->to != GRAPH_UNKNOWN && !graph_is_recursive(&v->graph, arc))
			fprintf(out, ", \"inclusive\": %llu",
				(unsigned long long)
					v->graph.arc_count[(size_t)arcs[i] * v->graph.n_events]);
		fputc('}', out);
	}
	fputc(']', out);
	free(arcs);
}

void fields_print_json(FILE *out, const struct view *v)
{
	char text[VIEW_TEXT];
	unsigned i, k;

	print_about(out, v);
	for (i = 0; i < v->n_shown; i++) {
		unsigned row = v->order[i];

		fputc('{', out);
		for (k = 0; k < v->n_columns; k++) {
			if (v->column[k].kind != COLUMN_KEY)
				continue;
			fprintf(out, "\"%s\": ", v->column[k].heading);
			json_string(out, view_text(v, row, &v->column[k], true, text));
			fputs(", ", out);
		}
		print_counts(out, v, row);
		if (v->options->calls) {
			print_arc_array(out, v, row, true);
			print_arc_array(out, v, row, false);
		}
		fputs("}\n", out);
	}
}

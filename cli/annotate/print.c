/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a function as a table: the source line, then its instructions with percent, count,
 * executions, and of conditional branches how often they were taken and not taken.
 */
#include "cli/annotate/print.h"

#include "cli/annotate/arrows.h"
#include "cli/code/flow.h"
#include "cli/code/listing.h"
#include "cli/annotate/options.h"
#include "cli/code/source.h"
#include "cli/profile/heading.h"
#include "cli/profile/names.h"
#include "cli/profile/subject.h"
#include "cli/run/average.h"
#include "cli/ui/grouped.h"
#include "cli/ui/plain.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The columns of one function. */
struct columns {
	struct pmc_profile_event event;
	bool executions, branches, error; /* which ones there are */
	int width;			  /* of a number */
	struct arrows arrows;
	struct flow flow;
	/* The source line that was printed last. */
	const char *file, *inlined;
	unsigned line;
};

static void choose_columns(const struct printed *p, struct columns *c)
{
	char text[GROUPED_TEXT];
	uint64_t most = p->listing->count;
	bool exact = false;
	size_t i;

	pmc_profile_event_at(p->subject->profile, p->event, &c->event);
	for (i = 0; i < p->listing->n; i++) {
		const struct listed *row = &p->listing->row[i];

		exact |= row->executions > 0;
		if (row->executions > most)
			most = row->executions;
		c->branches |= row->executions && (row->flags & PMC_PLACE_COND);
	}
	c->executions = exact && strcmp(c->event.name, "instructions:u");
	c->error = c->event.samples > 0;
	grouped_write(text, most);
	c->width = (int)strlen(text);
	if (c->width < 10)
		c->width = 10;
}

/* ---- Lines above the table ---- */

static void print_number(FILE *out, const struct columns *c, uint64_t number, bool shown)
{
	char text[GROUPED_TEXT] = "";

	if (shown)
		grouped_write(text, number);
	fprintf(out, " %*s", c->width, text);
}

static void print_title(FILE *out, const struct printed *p, const struct columns *c)
{
	const struct function *f = &p->subject->functions.function[p->function];
	char text[GROUPED_TEXT];

	fputs("\n# ", out);
	plain_print(out, f->name ? f->name : "[unknown]");
	fputs(" in ", out);
	plain_print(out, names_text(p->subject->names, p->subject->titles.title[f->object]));
	grouped_write(text, p->listing->count);
	fprintf(out, ": %s %s", text, c->event.name);
	if (c->event.total)
		fprintf(out, ", %.2f %% of the profile",
			100.0 * (double)p->listing->count / (double)c->event.total);
	fputc('\n', out);
	if (p->listing->no_disassembler)
		fputs("# note: there are no instructions here: pmc was built without Zydis, or it "
		      "is not installed (Debian's libzydis4.0)\n",
		      out);
	else if (p->listing->no_code)
		fputs("# note: some of the code is unknown: neither the file nor the profile has "
		      "its bytes\n",
		      out);
}

#define MISSING 4 /* sources of a function that are named */

/* Names the sources that cannot be read. Each is read here. */
static void print_missing(FILE *out, const struct printed *p)
{
	unsigned object = p->subject->functions.function[p->function].object;
	size_t known = p->sources->n, missing = 0, i;
	struct pmc_line line;

	for (i = 0; p->options->source && i < p->listing->n; i++)
		if (functions_lines(&p->subject->functions, object, p->listing->row[i].address,
				    &line, 1) > 0 &&
		    line.file)
			source_line(p->sources, line.file, line.line);
	for (i = known; i < p->sources->n; i++) {
		const struct source_file *file = &p->sources->file[i];

		if (!file->error || ++missing > MISSING)
			continue;
		fputs("# note: the source '", out);
		plain_print(out, file->path);
		fprintf(out, "' cannot be read (%s), so only numbers of its lines are shown\n",
			strerror(-file->error));
	}
	if (missing > MISSING)
		fprintf(out, "# note: %zu more of its sources cannot be read\n", missing - MISSING);
}

static void print_head(FILE *out, const struct columns *c)
{
	fprintf(out, "#%8s", "percent");
	if (c->error)
		fprintf(out, " %7s", "±");
	fprintf(out, " %*s", c->width, "count");
	if (c->executions)
		fprintf(out, " %*s", c->width, "executions");
	if (c->branches)
		fprintf(out, " %*s %*s", c->width, "taken", c->width, "not taken");
	fputs("  address and instruction\n", out);
}

/* ---- Rows ---- */

static void print_counts(FILE *out, const struct printed *p, const struct columns *c,
			 const struct listed *row)
{
	bool cond = row->executions && (row->flags & PMC_PLACE_COND);
	double samples = event_samples(&c->event, row->count);

	if (row->count && p->whole)
		fprintf(out, " %8.2f", 100.0 * (double)row->count / (double)p->whole);
	else
		fprintf(out, " %8s", "");
	if (c->error && samples > 0)
		fprintf(out, " %5.1f %%", 100 / square_root(samples));
	else if (c->error)
		fprintf(out, " %7s", "");
	print_number(out, c, row->count, row->count > 0);
	if (c->executions)
		print_number(out, c, row->executions, row->executions > 0);
	if (c->branches) {
		print_number(out, c, row->taken, cond);
		print_number(out, c, row->executions - row->taken, cond);
	}
}

/* Prints a line of a source with its indentation: a tab is as wide as four blanks. */
static void print_text(FILE *out, const char *text)
{
	for (; *text == ' ' || *text == '\t'; text++)
		fputs(*text == '\t' ? "    " : " ", out);
	plain_print(out, text);
}

/* The source line, if it is another one than above. */
static void print_source(FILE *out, const struct printed *p, struct columns *c, size_t i)
{
	static const struct listed nothing;
	unsigned object = p->subject->functions.function[p->function].object;
	char arrows[2 * ARROWS_LANES + 2];
	const char *inlined, *text, *name;
	struct pmc_line line[2];
	int n = functions_lines(&p->subject->functions, object, p->listing->row[i].address, line,
				2);

	if (n <= 0 || !line[0].file)
		return;
	inlined = n > 1 ? line[0].function : NULL;
	if (c->file && !strcmp(c->file, line[0].file) && c->line == line[0].line &&
	    !c->inlined == !inlined && (!inlined || !strcmp(inlined, c->inlined)))
		return;
	c->file = line[0].file;
	c->line = line[0].line;
	c->inlined = inlined;
	print_counts(out, p, c, &nothing);
	arrows_write(&c->arrows, i, 1, arrows);
	name = strrchr(c->file, '/') ? strrchr(c->file, '/') + 1 : c->file;
	fprintf(out, "  %s ", arrows);
	plain_print(out, name);
	if (c->line)
		fprintf(out, ":%u", c->line);
	if (inlined) {
		fputs(" (", out);
		plain_print(out, inlined);
		fputs(" inlined)", out);
	}
	text = source_line(p->sources, c->file, c->line);
	if (text) {
		fputs("  ", out);
		print_text(out, text);
	}
	fputc('\n', out);
}

static void print_position(FILE *out, const struct printed *p, uint64_t address)
{
	unsigned object = p->subject->functions.function[p->function].object;
	struct pmc_line line;

	if (functions_lines(&p->subject->functions, object, address, &line, 1) <= 0 || !line.file)
		return;
	fputs("  # ", out);
	plain_print(out, line.file);
	fprintf(out, ":%u", line.line);
}

static void print_row(FILE *out, const struct printed *p, struct columns *c, size_t i)
{
	const struct listed *row = &p->listing->row[i];
	char arrows[2 * ARROWS_LANES + 2];

	if (p->options->source)
		print_source(out, p, c, i);
	print_counts(out, p, c, row);
	arrows_write(&c->arrows, i, 0, arrows);
	fprintf(out, "  %s %6" PRIx64 ":", arrows, row->address);
	if (row->text)
		fprintf(out, "  %s", row->text);
	if (row->target)
		flow_print_target(out, &c->flow, row);
	if (row->flags & PMC_PLACE_INDIRECT)
		flow_print_targets(out, &c->flow, row);
	if (p->options->positions)
		print_position(out, p, row->address);
	fputc('\n', out);
}

int print_function(FILE *out, const struct printed *p)
{
	const struct function *f = &p->subject->functions.function[p->function];
	const struct listing *l = p->listing;
	struct columns c = { 0 };
	size_t i;

	if (arrows_init(&c.arrows, l))
		return -ENOMEM;
	if (l->n)
		flow_init(&c.flow, p->subject, f->object, l->row[0].address,
			  l->row[l->n - 1].address + 1);
	choose_columns(p, &c);
	print_title(out, p, &c);
	print_missing(out, p);
	print_head(out, &c);
	for (i = 0; i < l->n && !ferror(out); i++)
		print_row(out, p, &c, i);
	arrows_deinit(&c.arrows);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Annotated functions. An instruction is a list of numbers: its address less that of the one
 * before; its text, the file, and the function that is inlined there, each a number of a text plus
 * 1 and 0 if it is unknown or there is none; the line behind the file; the counts; and in an exact
 * profile its executions and, plus 1 and only of a conditional branch, how often it was taken.
 */
#define _GNU_SOURCE /* open_memstream */
#include "cli/page/code.h"

#include "cli/code/candidates.h"
#include "cli/code/flow.h"
#include "cli/code/listing.h"
#include "cli/code/source.h"
#include "cli/flame/tree.h"
#include "cli/page/document.h"
#include "cli/page/packed.h"
#include "cli/page/page.h"
#include "cli/profile/events.h"
#include "cli/ui/json.h"

#include <stdlib.h>
#include <string.h>

#define SHARE	  0.99	  /* of the counts that are shown annotated … */
#define FUNCTIONS 200	  /* … in at most so many functions … */
#define ROWS	  200000u /* … and instructions */
#define AROUND	  4	  /* lines of a source that are shown around one that ran */

struct wanted {
	unsigned file, line; /* file: a text */
};

struct coding {
	FILE *out;
	struct document *document;
	struct subject *subject;
	unsigned n_events;
	size_t rows; /* instructions so far */
	struct wanted *wanted;
	size_t n_wanted, room;
};

/* ---- Lines of sources ---- */

static void want(struct coding *c, unsigned file, unsigned line)
{
	if (c->n_wanted && c->wanted[c->n_wanted - 1].file == file &&
	    c->wanted[c->n_wanted - 1].line == line)
		return;
	if (c->n_wanted == c->room) {
		size_t room = 2 * c->room + 1024;
		struct wanted *more = realloc(c->wanted, room * sizeof(*more));

		if (!more) {
			c->document->failed = true;
			return;
		}
		c->wanted = more;
		c->room = room;
	}
	c->wanted[c->n_wanted++] = (struct wanted){ file, line };
}

static int by_line(const void *a, const void *b)
{
	const struct wanted *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Prints lines [from, to] of a file as far as they exist: [from, ["text", …]]. */
static void print_block(struct coding *c, struct sources *sources, const char *path, unsigned from,
			unsigned to)
{
	const char *text;
	unsigned line;

	fprintf(c->out, "[%u,[", from);
	for (line = from; line <= to && (text = source_line(sources, path, line)); line++) {
		fputs(line > from ? "," : "", c->out);
		json_string(c->out, text);
	}
	fputs("]]", c->out);
}

static void print_sources(struct coding *c)
{
	struct sources sources = { 0 };
	unsigned from, to, file;
	bool first_file = true;
	size_t i = 0;

	if (c->n_wanted)
		qsort(c->wanted, c->n_wanted, sizeof(*c->wanted), by_line);
	fputs("\"sources\":{", c->out);
	while (i < c->n_wanted) {
		const char *path = names_text(&c->document->texts, c->wanted[i].file);
		bool first = true;

		file = c->wanted[i].file;
		fprintf(c->out, "%s\n\"%u\":[", first_file ? "" : ",", file);
		first_file = false;
		while (i < c->n_wanted && c->wanted[i].file == file) {
			from = c->wanted[i].line > AROUND ? c->wanted[i].line - AROUND : 1;
			to = c->wanted[i].line + AROUND;
			for (; i < c->n_wanted && c->wanted[i].file == file &&
			       c->wanted[i].line <= to + AROUND + 1;
			     i++)
				to = c->wanted[i].line + AROUND;
			if (!source_line(&sources, path, from))
				continue;
			fputs(first ? "" : ",", c->out);
			first = false;
			print_block(c, &sources, path, from, to);
		}
		fputc(']', c->out);
	}
	fputc('}', c->out);
	sources_deinit(&sources);
}

/* ---- Instructions ---- */

/* The text of an instruction, with the names of its targets, plus 1; 0: it is unknown. */
static unsigned text_of(struct coding *c, const struct flow *flow, const struct listed *row)
{
	unsigned number;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (!row->text)
		return 0;
	if (!row->target && !(row->flags & PMC_PLACE_INDIRECT))
		return document_text(c->document, row->text) + 1;
	out = open_memstream(&text, &size);
	if (!out)
		return 0;
	fputs(row->text, out);
	if (row->target)
		flow_print_target(out, flow, row);
	if (row->flags & PMC_PLACE_INDIRECT)
		flow_print_targets(out, flow, row);
	fclose(out);
	number = text ? document_text(c->document, text) + 1 : 0;
	free(text);
	return number;
}

/* Returns whether the line is known. */
static bool add_line(struct coding *c, struct packed *packed, unsigned object, uint64_t address)
{
	struct pmc_line line[2];
	int n = functions_lines(&c->subject->functions, object, address, line, 2);
	unsigned file = 0;

	if (n > 0 && line[0].file) {
		file = document_text(c->document, line[0].file) + 1;
		if (line[0].line)
			want(c, file - 1, line[0].line);
	}
	packed_add(packed, file);
	packed_add(packed, file ? line[0].line : 0);
	packed_add(packed, n > 1 && line[0].function ?
				   document_text(c->document, line[0].function) + 1 :
				   0);
	return file;
}

/* Returns whether anything but counts is known. */
static bool add_rows(struct coding *c, struct packed *packed, const struct listing *listing,
		     const uint64_t *counts, unsigned object)
{
	const unsigned n = c->n_events;
	struct flow flow = { 0 };
	uint64_t before = 0;
	bool known = false;
	size_t i;
	unsigned k;

	if (listing->n)
		flow_init(&flow, c->subject, object, listing->row[0].address,
			  listing->row[listing->n - 1].address + 1);
	for (i = 0; i < listing->n; i++) {
		const struct listed *row = &listing->row[i];

		packed_add(packed, row->address - before);
		before = row->address;
		packed_add(packed, text_of(c, &flow, row));
		known |= add_line(c, packed, object, row->address) || row->text;
		for (k = 0; k < n; k++)
			packed_add(packed, counts[i * n + k]);
		if (c->subject->info.quality != PMC_EXACT)
			continue;
		packed_add(packed, row->executions);
		packed_add(packed, row->flags & PMC_PLACE_COND ? row->taken + 1 : 0);
	}
	return known;
}

/* Sums up all events of the listing's rows. Returns 0 or -1. */
static int count_rows(const struct coding *c, const struct candidate *candidate,
		      const struct listing *listing, uint64_t *counts)
{
	const unsigned *index = c->document->page->chosen[0]->index;
	struct pmc_place place;
	struct spot spot;
	size_t i, row;
	unsigned k;
	int passes;

	for (i = candidate->first; i < candidate->last; i++) {
		if (pmc_profile_place_at(c->subject->profile, i, &place))
			break;
		passes = subject_spot(c->subject, place.object, place.address, place.thread, &spot);
		if (passes < 0)
			return -1;
		row = passes && spot.function == candidate->function ?
			      listing_find(listing, place.address) :
			      SIZE_MAX;
		for (k = 0; row != SIZE_MAX && k < c->n_events; k++)
			counts[row * c->n_events + k] += place.counts[index[k]];
	}
	return 0;
}

/* The row of the table of functions that the function is. */
static unsigned row_of(struct coding *c, const struct candidate *candidate)
{
	uint64_t key[SUBJECT_WORDS];
	struct pmc_place place;
	struct spot spot;
	unsigned row;
	size_t i;

	for (i = candidate->first; i < candidate->last; i++) {
		if (pmc_profile_where_at(c->subject->profile, i, &place) ||
		    subject_spot(c->subject, place.object, place.address, place.thread, &spot) <= 0)
			continue;
		spot.inlined = NAME_NONE;
		if (spot.function != candidate->function)
			continue;
		if (subject_key(c->subject, &flame_keys, &spot, key))
			break;
		row = rows_find(&c->document->flame->rows, key, &spot);
		if (row != ROW_NONE)
			return row;
		break;
	}
	c->document->failed = true;
	return 0;
}

static void print_function(struct coding *c, const struct candidate *candidate)
{
	struct listing_of of = { .subject = c->subject,
				 .function = candidate->function,
				 .event = c->document->page->chosen[0]->index[0],
				 .first = candidate->first,
				 .last = candidate->last };
	unsigned object = c->subject->functions.function[candidate->function].object;
	struct packed packed = { 0 };
	struct listing listing;
	uint64_t *counts;

	if (listing_init(&listing, &of)) {
		c->document->failed = true;
		return;
	}
	counts = calloc(listing.n * c->n_events + 1, sizeof(*counts));
	if (!counts || count_rows(c, candidate, &listing, counts)) {
		c->document->failed = true;
	} else if (add_rows(c, &packed, &listing, counts, object)) {
		fprintf(c->out,
			"%s\n{\"row\":%u,\"n\":%zu,\"missing\":%s,\"data\":", c->rows ? "," : "",
			row_of(c, candidate), listing.n,
			listing.no_disassembler ? "\"disassembler\"" :
			listing.no_code		? "\"code\"" :
						  "null");
		packed_print(c->out, &packed);
		fputc('}', c->out);
		c->rows += listing.n;
	}
	c->document->failed |= packed.failed;
	packed_deinit(&packed);
	free(counts);
	listing_deinit(&listing);
}

void code_print(FILE *out, struct document *d)
{
	struct coding c = { .out = out,
			    .document = d,
			    .subject = d->page->side[0].subject,
			    .n_events = d->page->chosen[0]->n };
	struct candidates candidates = { 0 };
	uint64_t all = 0, shown = 0;
	size_t i;

	fputs("\"code\":[", out);
	if (candidates_find(&candidates, c.subject, d->page->chosen[0]->index[0]))
		d->failed = true;
	candidates_sort(&candidates, candidates.n);
	for (i = 0; i < candidates.n; i++)
		all += candidates.list[i].count;
	for (i = 0; i < candidates.n && i < FUNCTIONS && c.rows < ROWS; i++) {
		const struct candidate *candidate = &candidates.list[i];

		if (!candidate->count || (double)shown > SHARE * (double)all)
			break;
		shown += candidate->count;
		if (c.subject->functions.function[candidate->function].name)
			print_function(&c, candidate);
	}
	fputs("],\n", out);
	print_sources(&c);
	candidates_deinit(&candidates);
	free(c.wanted);
}

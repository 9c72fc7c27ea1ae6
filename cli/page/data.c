/* SPDX-License-Identifier: BSD-2-Clause */
/* The document: what it is of, the tree, tables, code, and last the texts that these name. */
#define _GNU_SOURCE /* open_memstream */
#include "cli/page/data.h"

#include "cli/flame/tree.h"
#include "cli/page/code.h"
#include "cli/page/document.h"
#include "cli/page/packed.h"
#include "cli/page/page.h"
#include "cli/page/table.h"
#include "cli/profile/events.h"
#include "cli/profile/heading.h"
#include "cli/ui/json.h"

#include <stdlib.h>

/* ---- What it is of ---- */

static void print_event(FILE *out, const struct document *d, unsigned i)
{
	struct pmc_profile_event event;
	unsigned side;

	for (side = 0; side < d->page->n_sides; side++) {
		pmc_profile_event_at(d->page->side[side].subject->profile,
				     d->page->chosen[side]->index[i], &event);
		if (!side) {
			fputs("{\"name\":", out);
			json_string(out, event.name);
			fputs(",\"sides\":[", out);
		}
		/* Totals as texts: a number of JavaScript has 53 bits. */
		fprintf(out, "%s{\"total\":\"%llu\",\"samples\":\"%llu\",\"quality\":\"%s\"}",
			side ? "," : "", (unsigned long long)event.total,
			(unsigned long long)event.samples, pmc_quality_name(event.quality));
	}
	fputs("]}", out);
}

static void print_about(FILE *out, const struct document *d)
{
	const struct page *page = d->page;
	unsigned i;

	fprintf(out, "{\"pmc\":\"" PMC_VERSION "\",\"kind\":\"%s\",\"title\":",
		page->n_sides > 1 ? "diff" : "report");
	json_string(out, page->title);
	fputs(",\"files\":[", out);
	for (i = 0; i < page->n_sides; i++) {
		fputs(i ? "," : "", out);
		json_string(out, page->file[i]);
	}
	fputs("],\"quality\":[", out);
	for (i = 0; i < page->n_sides; i++)
		fprintf(out, "%s\"%s\"", i ? "," : "",
			heading_quality(page->side[i].subject, page->chosen[i]));
	fputs("],\"events\":[", out);
	for (i = 0; i < page->chosen[0]->n; i++) {
		fputs(i ? ",\n" : "\n", out);
		print_event(out, d, i);
	}
	fputs("],\n", out);
}

/* ---- The tree ---- */

/*
 * A node is a list of numbers: how many levels the tree goes up before it, its frame, its own
 * counts. Frames are rows of the table of functions, behind these the processes, and last what is
 * too small.
 */
static void print_nodes(FILE *out, struct document *d)
{
	const struct flame *f = d->flame;
	struct packed packed = { 0 };
	struct names processes = { 0 };
	unsigned i, k, depth = 0, number;

	for (i = 1; i < f->n; i++) {
		const struct flame_node *node = &f->node[f->order[i]];

		number = node->frame.number;
		if (node->frame.kind == FRAME_PROCESS) {
			char text[SUBJECT_TEXT];

			number = names_add(&processes, flame_text(f, node->frame, text));
			d->failed |= number == NAME_NONE;
		}
		packed_add(&packed, depth + 1 - node->depth);
		depth = node->depth;
		packed_add(&packed, node->frame.kind == FRAME_FUNCTION ? 3 * (uint64_t)number :
				    node->frame.kind == FRAME_PROCESS  ? 3 * (uint64_t)number + 1 :
									 2);
		for (k = 0; k < f->columns; k++)
			packed_add(&packed, flame_own(f, f->order[i])[k]);
	}
	fprintf(out, "\"n\":%u,\"dropped\":%zu,\"processes\":[", f->n - 1, f->n_dropped);
	for (i = 0; i < processes.n; i++) {
		fputs(i ? "," : "", out);
		json_string(out, names_text(&processes, i));
	}
	fputs("],\"data\":", out);
	packed_print(out, &packed);
	d->failed |= packed.failed;
	packed_deinit(&packed);
	names_deinit(&processes);
}

static void print_tree(FILE *out, struct document *d)
{
	fputs("\"flame\":{", out);
	if (flame_has_chains(d->flame))
		print_nodes(out, d);
	else
		fprintf(out, "\"why\":\"%s\"", flame_why_not(d->flame));
	fputs("},\n", out);
}

void data_print(FILE *out, struct document *d)
{
	unsigned i;

	print_about(out, d);
	print_tree(out, d);
	/* Code first: it may add rows to the table of functions. */
	if (d->page->n_sides == 1) {
		code_print(out, d);
		fputs(",\n", out);
	}
	fputs("\"tables\":", out);
	tables_print(out, d);
	fputs(",\n\"texts\":[", out);
	for (i = 0; i < d->texts.n; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_string(out, names_text(&d->texts, i));
	}
	fputs("]}\n", out);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws a tree: the root above, callees below their callers, widths by counts. */
#include "cli/flame/svg.h"

#include "cli/flame/tree.h"
#include "cli/ui/grouped.h"
#include "cli/ui/markup.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH	   1200.0
#define MARGIN	   10.0
#define ROW	   17  /* the height of a frame */
#define TOP	   54  /* where the root begins */
#define LETTER	   6.6 /* the width of a letter of 11 pixels, in a font of equal widths */
#define NARROWEST  0.2 /* frames below so many pixels are left out */
#define SHADES	   3
#define TEXT_LIMIT 180 /* letters: more than a frame of the whole width has room for */

struct drawing {
	FILE *out;
	const struct flame *flame;
	const char *unit;
	unsigned column;  /* of widths */
	bool one_object;  /* then colours tell functions apart */
	double *x;	  /* where the next callee of each node begins */
	double per_count; /* pixels */
	unsigned left_out;
};

/* ---- Colours ---- */

/*
 * The frames of an object have one colour. The hues are of a palette that people who are blind to
 * colours tell apart (Okabe and Ito, Color Universal Design, 2008), made pale for black text.
 */
static const char *const style =
	"text{font:11px monospace;fill:#111}"
	"rect{stroke:#fff;stroke-width:.6}"
	".c0{fill:#f2c879}.c1{fill:#a7d5f0}.c2{fill:#86d1b7}.c3{fill:#f4eb9b}"
	".c4{fill:#92bfe0}.c5{fill:#eba678}.c6{fill:#e0b3cd}.c7{fill:#cfcfcf}"
	".m1{fill:#fbd9b5}.m2{fill:#f7b06b}.m3{fill:#e8862a}"
	".l1{fill:#cfe3f3}.l2{fill:#92bfe0}.l3{fill:#5a9bd0}.s{fill:#e6e6e6}"
	".rest{fill:#fff;stroke:#888;stroke-dasharray:2}"
	".title{font-size:15px}"
	"@media(prefers-color-scheme:dark){svg{background:#16181d}.on{fill:#eee}"
	"rect{stroke:#16181d}}";

/* How much more or less a node of the second side has: "m1" to "m3", "l1" to "l3", "s". */
static void change_class(const struct flame *f, unsigned node, char text[8])
{
	const uint64_t *count = flame_total(f, node), *all = flame_total(f, 0);
	double before = (double)count[0], after = (double)count[f->n_events];
	double whole = (double)(all[0] > all[f->n_events] ? all[0] : all[f->n_events]);
	double change = whole ? (after - before) / whole : 0;
	double size = change < 0 ? -change : change;

	if (size < 0.0005)
		strcpy(text, "s");
	else
		snprintf(text, 8, "%c%d", change < 0 ? 'l' : 'm',
			 size < 0.01 ? 1 :
			 size < 0.05 ? 2 :
				       SHADES);
}

static void class_of(const struct drawing *d, unsigned node, const char *name, char text[8])
{
	const struct flame *f = d->flame;
	const struct frame *frame = &f->node[node].frame;
	const char *object = d->one_object ? name : flame_object(f, *frame);
	unsigned h = 0;

	if (frame->kind == FRAME_REST) {
		strcpy(text, "rest");
	} else if (f->n_sides > 1) {
		change_class(f, node, text);
	} else {
		for (; object && *object; object++)
			h = h * 31 + (unsigned char)*object;
		snprintf(text, 8, "c%u", frame->kind == FRAME_FUNCTION ? h % 7 : 7);
	}
}

/* ---- Frames ---- */

/* Prints as much of the text as a frame has room for; characters, not bytes, have a width. */
static void print_label(struct drawing *d, const char *text, double x, double y, double width)
{
	char label[4 * TEXT_LIMIT + 4];
	unsigned room = (unsigned)((width - 4) / LETTER), n = 0;
	size_t i, end = 0;

	if (width < 3 * LETTER + 4)
		return;
	if (room > TEXT_LIMIT)
		room = TEXT_LIMIT;
	for (i = 0; text[i] && i < 4 * TEXT_LIMIT; i++) {
		if ((text[i] & 0xc0) == 0x80)
			continue;
		if (n++ + 1 == room)
			end = i;
		if (n > room)
			break;
	}
	if (n > room)
		i = end;
	snprintf(label, sizeof(label), "%.*s%s", (int)i, text, n > room ? "…" : "");
	fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\">", x + 2, y + 12);
	markup_text(d->out, label);
	fputs("</text>", d->out);
}

static void print_share(struct drawing *d, unsigned node, unsigned column)
{
	uint64_t count = flame_total(d->flame, node)[column],
		 all = flame_total(d->flame, 0)[column];
	char text[GROUPED_TEXT];

	grouped_write(text, count);
	fprintf(d->out, "%s (%.2f%%)", text, all ? 100.0 * (double)count / (double)all : 0.0);
}

/* What a viewer shows of a frame under the mouse. */
static void print_tip(struct drawing *d, unsigned node, const char *text)
{
	const struct flame *f = d->flame;
	const char *object = flame_object(f, f->node[node].frame);

	fputs("<title>", d->out);
	markup_text(d->out, text);
	if (object) {
		fputs(" in ", d->out);
		markup_text(d->out, object);
	}
	fputs(": ", d->out);
	print_share(d, node, 0);
	fputc(' ', d->out);
	markup_text(d->out, d->unit);
	if (f->n_sides > 1) {
		fputs(" before, ", d->out);
		print_share(d, node, f->n_events);
		fputs(" after", d->out);
	}
	fputs("</title>", d->out);
}

static void print_node(struct drawing *d, unsigned node)
{
	const struct flame *f = d->flame;
	const struct flame_node *of = &f->node[node];
	double width = (double)flame_total(f, node)[d->column] * d->per_count;
	double x = of->parent == FLAME_NONE ? MARGIN : d->x[of->parent];
	double y = TOP + (double)of->depth * ROW;
	char text[SUBJECT_TEXT], class[8];
	const char *name;

	d->x[node] = x;
	if (of->parent != FLAME_NONE)
		d->x[of->parent] += width;
	if (width < NARROWEST) {
		d->left_out += width > 0;
		return;
	}
	name = flame_text(f, of->frame, text);
	class_of(d, node, name, class);
	fputs("<g>", d->out);
	print_tip(d, node, name);
	fprintf(d->out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.0f\" width=\"%.2f\" height=\"%d\"/>",
		class, x, y, width, ROW - 1);
	print_label(d, name, x, y, width);
	fputs("</g>\n", d->out);
}

/* ---- The picture ---- */

static bool has_one_object(const struct flame *f)
{
	unsigned i;

	for (i = 1; i < f->rows.n; i++)
		if (strcmp(flame_object(f, (struct frame){ FRAME_FUNCTION, i }),
			   flame_object(f, (struct frame){ FRAME_FUNCTION, 0 })))
			return false;
	return true;
}

/* The depth of the deepest frame that is drawn. */
static unsigned deepest(const struct drawing *d)
{
	const struct flame *f = d->flame;
	unsigned i, most = 0;

	for (i = 0; i < f->n; i++)
		if (f->node[i].depth > most &&
		    (double)flame_total(f, i)[d->column] * d->per_count >= NARROWEST)
			most = f->node[i].depth;
	return most;
}

static void print_head(const struct drawing *d, const char *title)
{
	double height = TOP + (double)(deepest(d) + 1) * ROW + 2 * MARGIN + 14;

	fprintf(d->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n<title>",
		WIDTH, height, WIDTH, height);
	markup_text(d->out, title);
	fprintf(d->out,
		"</title>\n<style>%s</style>\n<text class=\"title on\" x=\"%.0f\" y=\"24\">", style,
		MARGIN);
	markup_text(d->out, title);
	fprintf(d->out, "</text>\n<text class=\"on\" x=\"%.0f\" y=\"42\">", MARGIN);
	markup_text(d->out, d->unit);
	if (d->flame->n_sides > 1)
		fputs(": widths are those after; orange frames have more than before, blue ones "
		      "less",
		      d->out);
	fputs("</text>\n", d->out);
}

void svg_print(FILE *out, const struct flame *f, const char *title, const char *unit)
{
	struct drawing d = {
		.out = out, .flame = f, .unit = unit, .one_object = has_one_object(f)
	};
	uint64_t all;
	unsigned i;

	d.column = f->n_sides > 1 ? f->n_events : 0;
	all = flame_total(f, 0)[d.column];
	d.per_count = all ? (WIDTH - 2 * MARGIN) / (double)all : 0;
	d.x = calloc(f->n, sizeof(*d.x));
	if (!d.x)
		return;
	print_head(&d, title);
	for (i = 0; i < f->n; i++)
		print_node(&d, f->order[i]);
	if (d.left_out)
		fprintf(out,
			"<text class=\"on\" x=\"%.0f\" y=\"%.0f\">%u frames are too narrow to be "
			"drawn</text>\n",
			MARGIN, TOP + (double)(deepest(&d) + 1) * ROW + 14, d.left_out);
	fputs("</svg>\n", out);
	free(d.x);
}

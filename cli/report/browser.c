/* SPDX-License-Identifier: BSD-2-Clause */
/* Browsing in a report. */
#include "cli/report/browser.h"

#include "cli/profile/heading.h"
#include "cli/report/captured.h"
#include "cli/report/lines.h"
#include "cli/report/options.h"
#include "cli/report/pager.h"
#include "cli/report/screen.h"
#include "cli/report/view.h"
#include "cli/ui/complain.h"
#include "cli/ui/grouped.h"
#include "cli/ui/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINT " Enter annotate   + callers/callees   / search   e event   h help   q quit"

struct browser {
	struct view *view;
	struct lines lines;
	struct pager pager;
	char title[HEADING_LINE], heading[PAGER_TEXT];
};

/* ---- Help ---- */

static const char *const help[] = {
	" Up, Down, PgUp, PgDn, Home, End    move; k, j and the space bar, too",
	" Left, Right                        move sideways, to see long names",
	" Enter                              annotate the function: its source and instructions",
	" +                                  show or hide callers (<-) and callees (->)",
	" e, E                               show the next event, the previous one",
	" /                                  search; n the next one, N the previous one",
	" i                                  what the profile is, and its notes",
	" h, ?                               this help",
	" q, Esc                             go back, quit",
	"",
	" Rows of 5 % and more are bold, and yellow on a terminal with colours; those of 0.5 % and",
	" more are cyan. Counts are not time.",
};

static void help_line(void *of, size_t i, struct pager_line *line)
{
	(void)of;
	snprintf(line->text, sizeof(line->text), "%s", help[i]);
	line->look = LOOK_PLAIN;
}

/* Shows lines until the user goes back. */
static void show(struct pager *pager)
{
	for (;;) {
		int key = pager_key(pager);

		if (key == 'q' || key == SCREEN_ESCAPE || key == SCREEN_CLOSED || key == 'h' ||
		    key == '?')
			return;
	}
}

static void show_help(void)
{
	struct pager pager = { .title = " Keys",
			       .hint = " q goes back",
			       .line = help_line,
			       .n = sizeof(help) / sizeof(help[0]) };

	show(&pager);
}

/* ---- What the profile is ---- */

struct about {
	char **line;
	size_t n;
};

static void add_about(void *to, const char *line)
{
	struct about *about = to;
	char **more = realloc(about->line, (about->n + 1) * sizeof(*more));

	if (!more)
		return;
	about->line = more;
	more[about->n] = strdup(line);
	about->n += more[about->n] != NULL;
}

static void about_line(void *of, size_t i, struct pager_line *line)
{
	const struct about *about = of;

	snprintf(line->text, sizeof(line->text), " %s", about->line[i]);
	line->look = LOOK_PLAIN;
}

static void show_about(const struct browser *b)
{
	const struct view *v = b->view;
	struct about about = { 0 };
	struct pager pager = { .title = " About the profile",
			       .hint = " q goes back",
			       .line = about_line,
			       .of = &about };
	size_t i;

	heading_say_profile(v->subject, v->name, v->chosen, add_about, &about);
	heading_say_time(v->subject, v->chosen, add_about, &about);
	heading_say_events(v->subject, v->chosen, add_about, &about);
	heading_say_notes(v->subject, add_about, &about);
	pager.n = about.n;
	show(&pager);
	for (i = 0; i < about.n; i++)
		free(about.line[i]);
	free(about.line);
}

/* ---- Annotation ---- */

/* Writes the options of pmc annotate; no more than 14 words, NULL included. */
static void make_words(const struct browser *b, const char *object, const char *function,
		       char **word)
{
	const struct symbol_options *symbols = &b->view->options->subject.symbols;
	const char *const all[] = { "-i",
				    b->view->name,
				    "-e",
				    b->view->event[b->lines.event].name,
				    "-d",
				    object,
				    "-S",
				    function,
				    symbols->linkage ? "--linkage-names" : NULL,
				    symbols->no_cache ? "--no-cache" : NULL,
				    symbols->symfs ? "--symfs" : NULL,
				    symbols->symfs };
	unsigned i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i])
			*word++ = (char *)all[i];
	*word = NULL;
}

/* Shows what pmc annotate prints about the function of the current line. */
static void annotate(struct browser *b)
{
	const struct view *v = b->view;
	unsigned row = lines_row(&b->lines, b->pager.current);
	struct captured captured;
	struct pager pager = { .hint = " / search   q back", .line = captured_line };
	struct pmc_profile_object object;
	const char *function;
	char title[PAGER_TEXT];
	char *argv[16] = { "pmc", "annotate" };
	int err;

	if (row >= v->rows.n || !keys_have(&v->options->keys, KEY_FUNCTION)) {
		snprintf(b->pager.message, sizeof(b->pager.message), " this line is no function");
		return;
	}
	if (pmc_profile_object_at(v->subject->profile, v->rows.spot[row].object, &object))
		return;
	function = subject_function(v->subject, &v->rows.spot[row]);
	make_words(b, object.path, function, argv + 2);
	err = captured_run(&captured, argv);
	if (err) {
		snprintf(b->pager.message, sizeof(b->pager.message), " pmc annotate: %s",
			 strerror(-err));
	} else {
		snprintf(title, sizeof(title), " %.900s", function);
		pager.title = title;
		pager.of = &captured;
		pager.n = captured.n;
		show(&pager);
	}
	captured_deinit(&captured);
}

/* ---- The report ---- */

static void entitle(struct browser *b)
{
	const struct view *v = b->view;
	const struct pmc_profile_event *event = &v->event[b->lines.event];
	char total[GROUPED_TEXT];

	grouped_write(total, event->total);
	snprintf(b->title, sizeof(b->title), " %s profile: %.200s %s (event %u of %u)  %.500s",
		 heading_quality(v->subject, v->chosen), event->name, total, b->lines.event + 1,
		 v->chosen->n, v->subject->info.command);
	lines_heading(&b->lines, b->heading, sizeof(b->heading));
	b->pager.n = b->lines.n;
}

static void show_event(struct browser *b, unsigned event)
{
	if (!lines_show_event(&b->lines, event))
		b->pager.current = b->pager.top = 0;
	entitle(b);
}

static void toggle(struct browser *b)
{
	long at;

	if (!b->lines.n)
		return;
	if (!b->view->has_graph) {
		snprintf(b->pager.message, sizeof(b->pager.message),
			 " callers and callees are those of functions; sort by function");
		return;
	}
	at = lines_toggle(&b->lines, b->pager.current);
	if (at >= 0)
		b->pager.current = (size_t)at;
	entitle(b);
}

static void browse(struct browser *b)
{
	unsigned n = b->view->chosen->n;

	for (;;) {
		switch (pager_key(&b->pager)) {
		case 'q':
		case SCREEN_ESCAPE:
		case SCREEN_CLOSED:
			return;
		case 'h':
		case '?':
			show_help();
			break;
		case 'i':
			show_about(b);
			break;
		case 'e':
			show_event(b, (b->lines.event + 1) % n);
			break;
		case 'E':
			show_event(b, (b->lines.event + n - 1) % n);
			break;
		case '+':
		case '-':
			toggle(b);
			break;
		case SCREEN_ENTER:
		case 'a':
			if (b->lines.n)
				annotate(b);
			break;
		default:
			break;
		}
	}
}

int browser_run(struct view *view)
{
	struct browser b = { .view = view };
	int status = STATUS_OK;

	if (lines_init(&b.lines, view)) {
		complain("out of memory");
		status = STATUS_FAILED;
	} else {
		b.pager.title = b.title;
		b.pager.heading = b.heading;
		b.pager.hint = HINT;
		b.pager.line = lines_text;
		b.pager.of = &b.lines;
		entitle(&b);
		browse(&b);
	}
	lines_deinit(&b.lines);
	return status;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines on the screen. */
#define _GNU_SOURCE /* strcasestr */
#include "cli/report/pager.h"

#include "cli/ui/plain.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SHIFT 8 /* columns that a key moves sideways */

/* ---- Drawing ---- */

/* How many lines of the screen there are for the pager's own. */
static size_t room(const struct pager *p)
{
	int lines, columns, others = 2 + (p->heading != NULL);

	screen_size(&lines, &columns);
	return lines > others ? (size_t)(lines - others) : 1;
}

/* Leaves out so many characters of UTF-8. */
static const char *shifted(const char *text, int shift)
{
	for (; shift > 0 && *text; shift--)
		do
			text++;
		while ((*text & 0xc0) == 0x80);
	return text;
}

static void keep_in_sight(struct pager *p)
{
	size_t height = room(p);

	if (p->current >= p->n)
		p->current = p->n ? p->n - 1 : 0;
	if (p->current < p->top)
		p->top = p->current;
	if (p->current >= p->top + height)
		p->top = p->current - height + 1;
	/* The last page is full. */
	if (p->top + height > p->n)
		p->top = p->n > height ? p->n - height : 0;
}

static void draw_lines(struct pager *p, int first)
{
	size_t height = room(p), i;
	struct pager_line line;

	for (i = 0; i < height && p->top + i < p->n; i++) {
		line.text[0] = 0;
		line.look = LOOK_PLAIN;
		p->line(p->of, p->top + i, &line);
		plain_make(line.text);
		if (p->top + i == p->current)
			line.look = LOOK_CHOSEN;
		screen_print(first + (int)i, 0, line.look, shifted(line.text, p->shift));
	}
}

static void draw(struct pager *p, const char *bottom)
{
	int lines, columns;

	keep_in_sight(p);
	screen_size(&lines, &columns);
	screen_clear();
	screen_print(0, 0, LOOK_HEAD, p->title);
	if (p->heading)
		screen_print(1, 0, LOOK_WEAK, shifted(p->heading, p->shift));
	draw_lines(p, 1 + (p->heading != NULL));
	screen_print(lines - 1, 0, LOOK_HEAD, bottom);
}

/* ---- Moving ---- */

static void move(struct pager *p, bool down, size_t n)
{
	if (down)
		p->current = p->n - p->current > n ? p->current + n : p->n - (p->n > 0);
	else
		p->current = p->current > n ? p->current - n : 0;
}

/* Returns false when the key does not move. */
static bool move_by_key(struct pager *p, int key)
{
	size_t page = room(p);

	switch (key) {
	case SCREEN_UP:
	case 'k':
		move(p, false, 1);
		return true;
	case SCREEN_DOWN:
	case 'j':
		move(p, true, 1);
		return true;
	case SCREEN_PAGE_UP:
		move(p, false, page);
		return true;
	case SCREEN_PAGE_DOWN:
	case ' ':
		move(p, true, page);
		return true;
	case SCREEN_HOME:
		p->current = 0;
		return true;
	case SCREEN_END:
		p->current = p->n - (p->n > 0);
		return true;
	case SCREEN_LEFT:
		p->shift = p->shift > SHIFT ? p->shift - SHIFT : 0;
		return true;
	case SCREEN_RIGHT:
		p->shift += SHIFT;
		return true;
	default:
		return key == SCREEN_RESIZE;
	}
}

/* ---- Searching ---- */

/* Goes to the next line that has the text, upper and lower case alike. */
static void search(struct pager *p, bool backward)
{
	struct pager_line line;
	size_t i, at = p->current;

	if (!p->search[0]) {
		snprintf(p->message, sizeof(p->message), "/ searches first");
		return;
	}
	for (i = 0; i < p->n; i++) {
		at = backward ? (at + p->n - 1) % p->n : (at + 1) % p->n;
		line.text[0] = 0;
		p->line(p->of, at, &line);
		if (!strcasestr(line.text, p->search))
			continue;
		if (backward ? at >= p->current : at <= p->current)
			snprintf(p->message, sizeof(p->message), "the search went past the %s",
				 backward ? "beginning" : "end");
		p->current = at;
		return;
	}
	snprintf(p->message, sizeof(p->message), "no line has '%s'", p->search);
}

/* Writes a character as UTF-8 behind the text. */
static void append(char *text, size_t size, int key)
{
	size_t n = strlen(text);
	unsigned k = (unsigned)key;

	if (n + 5 > size || k < ' ' || k > 0x10ffff)
		return;
	if (k < 0x80) {
		text[n++] = (char)k;
	} else if (k < 0x800) {
		text[n++] = (char)(0xc0 | k >> 6);
		text[n++] = (char)(0x80 | (k & 0x3f));
	} else {
		text[n++] = (char)(0xe0 | (k >> 12 & 0xf));
		text[n++] = (char)(0x80 | (k >> 6 & 0x3f));
		text[n++] = (char)(0x80 | (k & 0x3f));
	}
	text[n] = 0;
}

static void remove_last(char *text)
{
	size_t n = strlen(text);

	while (n && (text[n - 1] & 0xc0) == 0x80)
		n--;
	text[n ? n - 1 : 0] = 0;
}

/* Asks for a text and searches it. */
static void ask_search(struct pager *p)
{
	char typed[PAGER_SEARCH] = "", bottom[PAGER_SEARCH + 16];
	int lines, columns, key;

	for (;;) {
		snprintf(bottom, sizeof(bottom), "search: %s", typed);
		draw(p, bottom);
		screen_size(&lines, &columns);
		screen_show(lines - 1, (int)strlen(bottom));
		key = screen_key();
		if (key == SCREEN_ESCAPE || key == SCREEN_CLOSED)
			return;
		if (key == SCREEN_ENTER)
			break;
		if (key == SCREEN_BACKSPACE)
			remove_last(typed);
		else if (key < SCREEN_UP)
			append(typed, sizeof(typed), key);
	}
	/* Nothing typed: what was searched last. */
	if (typed[0])
		strcpy(p->search, typed);
	search(p, false);
}

int pager_key(struct pager *p)
{
	int key;

	for (;;) {
		draw(p, p->message[0] ? p->message : p->hint);
		screen_show(-1, 0);
		key = screen_key();
		p->message[0] = 0;
		if (key == '/')
			ask_search(p);
		else if (key == 'n' || key == 'N')
			search(p, key == 'N');
		else if (!move_by_key(p, key))
			return key;
	}
}

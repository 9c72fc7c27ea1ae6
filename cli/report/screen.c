/* SPDX-License-Identifier: BSD-2-Clause */
/* The terminal, by ncursesw. */
#define _GNU_SOURCE /* wcwidth */
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include "cli/report/screen.h"

#ifdef PMC_CURSES
#include "json/utf8.h"

#include <curses.h>
#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* A static program does not have it, and cannot load libraries. */
#pragma weak dlsym

#define ESCAPE_MS 50 /* a key may send an escape sequence; Esc alone waits so long for one */

/* What is used of ncursesw. */
static struct curses {
	void *library;
	int (*setupterm)(const char *, int, int *);
	void *(*set_curterm)(void *);
	int (*del_curterm)(void *);
	SCREEN *(*newterm)(const char *, FILE *, FILE *);
	void (*delscreen)(SCREEN *);
	int (*endwin)(void);
	int (*cbreak)(void);
	int (*noecho)(void);
	int (*nonl)(void);
	int (*keypad)(WINDOW *, bool);
	int (*curs_set)(int);
	int (*set_escdelay)(int);
	bool (*has_colors)(void);
	int (*start_color)(void);
	int (*use_default_colors)(void);
	int (*init_pair)(short, short, short);
	int (*getmaxy)(const WINDOW *);
	int (*getmaxx)(const WINDOW *);
	int (*werase)(WINDOW *);
	int (*wmove)(WINDOW *, int, int);
	int (*wattr_set)(WINDOW *, attr_t, short, void *);
	int (*waddnstr)(WINDOW *, const char *, int);
	int (*wclrtoeol)(WINDOW *);
	int (*wrefresh)(WINDOW *);
	int (*wget_wch)(WINDOW *, wint_t *);
} c;

static SCREEN *screen;
static WINDOW *window;
static bool coloured;

static const struct {
	const char *name;
	size_t at;
} functions[] = {
#define FUNCTION(name)                               \
	{                                            \
#name, offsetof(struct curses, name) \
	}
	FUNCTION(setupterm),  FUNCTION(set_curterm), FUNCTION(del_curterm),
	FUNCTION(newterm),    FUNCTION(delscreen),   FUNCTION(endwin),
	FUNCTION(cbreak),     FUNCTION(noecho),	     FUNCTION(nonl),
	FUNCTION(keypad),     FUNCTION(curs_set),    FUNCTION(set_escdelay),
	FUNCTION(has_colors), FUNCTION(start_color), FUNCTION(use_default_colors),
	FUNCTION(init_pair),  FUNCTION(getmaxy),     FUNCTION(getmaxx),
	FUNCTION(werase),     FUNCTION(wmove),	     FUNCTION(wattr_set),
	FUNCTION(waddnstr),   FUNCTION(wclrtoeol),   FUNCTION(wrefresh),
	FUNCTION(wget_wch),
};

static const char *load(void)
{
	__typeof__(dlopen) *open;
	unsigned i;

	if (c.library)
		return NULL;
	/* By name: with a reference the linker would warn whoever links pmc statically. */
	open = dlsym ? (__typeof__(open))dlsym(RTLD_DEFAULT, "dlopen") : NULL;
	if (!open)
		return "browsing needs a pmc that is not linked statically";
	c.library = open("libncursesw.so.6", RTLD_NOW);
	if (!c.library)
		return "browsing needs libncursesw.so.6, which cannot be loaded here";
	for (i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		void *function = dlsym(c.library, functions[i].name);

		if (!function)
			return "browsing needs a newer libncursesw.so.6";
		memcpy((char *)&c + functions[i].at, &function, sizeof(function));
	}
	return NULL;
}

/* Yellow and cyan differ for the colour-blind, too, and the background stays the user's. */
static void choose_colours(void)
{
	const char *no_color = getenv("NO_COLOR");

	coloured = !(no_color && no_color[0]) && c.has_colors() && c.start_color() == OK &&
		   c.use_default_colors() == OK && c.init_pair(1, COLOR_YELLOW, -1) == OK &&
		   c.init_pair(2, COLOR_CYAN, -1) == OK;
}

const char *screen_check(void)
{
	const char *term = getenv("TERM"), *wrong;
	int err;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return "standard input and output are no terminal";
	if (!term || !term[0] || !strcmp(term, "dumb"))
		return "$TERM names no terminal that can be browsed on";
	wrong = load();
	if (wrong)
		return wrong;
	if (c.setupterm(NULL, STDOUT_FILENO, &err) == ERR)
		return "there is no description of this terminal ($TERM)";
	c.del_curterm(c.set_curterm(NULL));
	return NULL;
}

bool screen_begin(void)
{
	WINDOW **standard;

	setlocale(LC_CTYPE, "");
	/* A terminal shows UTF-8 though the locale does not say so; ASCII is part of it. */
	if (strcmp(nl_langinfo(CODESET), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	screen = c.newterm(NULL, stdout, stdin);
	standard = dlsym(c.library, "stdscr");
	if (!screen || !standard)
		return false;
	window = *standard;
	c.cbreak();
	c.noecho();
	c.nonl();
	c.keypad(window, true);
	c.set_escdelay(ESCAPE_MS);
	choose_colours();
	return true;
}

void screen_end(void)
{
	if (!screen)
		return;
	c.curs_set(1);
	c.endwin();
	c.delscreen(screen);
	screen = NULL;
	setlocale(LC_CTYPE, "C");
}

void screen_size(int *lines, int *columns)
{
	*lines = c.getmaxy(window);
	*columns = c.getmaxx(window);
}

void screen_clear(void)
{
	c.werase(window);
}

static void set_look(enum screen_look look)
{
	static const struct {
		attr_t attributes;
		short pair;
	} looks[] = {
		[LOOK_PLAIN] = { A_NORMAL, 0 },
		[LOOK_HOT] = { A_BOLD, 1 },
		[LOOK_WARM] = { A_NORMAL, 2 },
		[LOOK_HEAD] = { A_REVERSE, 0 },
		[LOOK_CHOSEN] = { A_REVERSE | A_BOLD, 0 },
		[LOOK_WEAK] = { A_DIM, 0 },
	};

	c.wattr_set(window, looks[look].attributes, coloured ? looks[look].pair : 0, NULL);
}

/* The character of so many bytes of UTF-8. */
static wchar_t decode(const char *text, size_t length)
{
	wchar_t wide = (unsigned char)text[0];
	size_t i;

	if (length > 1)
		wide &= 0x7f >> length;
	for (i = 1; i < length; i++)
		wide = wide << 6 | ((unsigned char)text[i] & 0x3f);
	return wide;
}

/* How many bytes of the text fit into so many columns. */
static size_t fitting(const char *text, int columns)
{
	size_t at = 0, left = strlen(text), n;
	int width;

	for (; left; at += n, left -= n) {
		n = utf8_length(text + at, left);
		width = n ? wcwidth(decode(text + at, n)) : -1;
		if (width < 0 || width > columns)
			break;
		columns -= width;
	}
	return at;
}

void screen_print(int line, int x, enum screen_look look, const char *text)
{
	int lines, columns, i;

	screen_size(&lines, &columns);
	if (line < 0 || line >= lines || x >= columns)
		return;
	set_look(look);
	c.wmove(window, line, x);
	if (look == LOOK_HEAD || look == LOOK_CHOSEN) {
		/* The last column of the last line would scroll. */
		for (i = x; i < columns - (line == lines - 1); i++)
			c.waddnstr(window, " ", 1);
		c.wmove(window, line, x);
	} else {
		c.wclrtoeol(window);
	}
	c.waddnstr(window, text, (int)fitting(text, columns - x - (line == lines - 1)));
}

void screen_show(int y, int x)
{
	c.curs_set(y >= 0);
	if (y >= 0)
		c.wmove(window, y, x);
	c.wrefresh(window);
}

int screen_key(void)
{
	static const struct {
		int curses, key;
	} keys[] = {
		{ KEY_UP, SCREEN_UP },	       { KEY_DOWN, SCREEN_DOWN },
		{ KEY_LEFT, SCREEN_LEFT },     { KEY_RIGHT, SCREEN_RIGHT },
		{ KEY_PPAGE, SCREEN_PAGE_UP }, { KEY_NPAGE, SCREEN_PAGE_DOWN },
		{ KEY_HOME, SCREEN_HOME },     { KEY_END, SCREEN_END },
		{ KEY_ENTER, SCREEN_ENTER },   { KEY_BACKSPACE, SCREEN_BACKSPACE },
		{ KEY_RESIZE, SCREEN_RESIZE },
	};
	wint_t key;
	unsigned i;
	int got;

	got = c.wget_wch(window, &key);
	if (got == ERR)
		return SCREEN_CLOSED;
	for (i = 0; got == KEY_CODE_YES && i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i].curses == (int)key)
			return keys[i].key;
	if (got == KEY_CODE_YES)
		return 0;
	if (key == '\r' || key == '\n')
		return SCREEN_ENTER;
	if (key == 0x7f || key == '\b')
		return SCREEN_BACKSPACE;
	return key == 0x1b ? SCREEN_ESCAPE : (int)key;
}

#else

const char *screen_check(void)
{
	return "browsing needs ncurses, without which this pmc was built";
}

bool screen_begin(void)
{
	return false;
}

void screen_end(void)
{
}

void screen_size(int *lines, int *columns)
{
	*lines = *columns = 0;
}

void screen_clear(void)
{
}

void screen_print(int line, int x, enum screen_look look, const char *text)
{
}

void screen_show(int y, int x)
{
}

int screen_key(void)
{
	return SCREEN_CLOSED;
}

#endif

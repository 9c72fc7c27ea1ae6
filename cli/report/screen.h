/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The terminal, by ncursesw, which is loaded when it is needed. Everything that only ncurses knows
 * is in screen.c.
 */
#ifndef PMC_CLI_REPORT_SCREEN_H
#define PMC_CLI_REPORT_SCREEN_H

#include <stdbool.h>

/* How a line looks. Each differs from the others on a terminal without colours, too. */
enum screen_look {
	LOOK_PLAIN,
	LOOK_HOT,    /* a large share: bold, and yellow */
	LOOK_WARM,   /* a share that counts: cyan */
	LOOK_HEAD,   /* headings: reversed */
	LOOK_CHOSEN, /* the line where the user is: reversed and bold */
	LOOK_WEAK,   /* beside the matter */
};

/* Keys that are no characters. */
enum screen_key {
	SCREEN_UP = 0x200000,
	SCREEN_DOWN,
	SCREEN_LEFT,
	SCREEN_RIGHT,
	SCREEN_PAGE_UP,
	SCREEN_PAGE_DOWN,
	SCREEN_HOME,
	SCREEN_END,
	SCREEN_ENTER,
	SCREEN_BACKSPACE,
	SCREEN_ESCAPE,
	SCREEN_RESIZE,
	SCREEN_CLOSED, /* the terminal is gone */
};

/* NULL: there is a terminal to browse on; otherwise a sentence that says why not. */
const char *screen_check(void);
/* Takes the terminal. False: it cannot. */
bool screen_begin(void);
void screen_end(void);

void screen_size(int *lines, int *columns);
void screen_clear(void);
/* Prints a text of UTF-8 at a line, from column x on, and fills the rest of the line. */
void screen_print(int line, int x, enum screen_look look, const char *text);
/* Shows what was printed, with the cursor at the place; y < 0: without it. */
void screen_show(int y, int x);
/* Waits for a key: a character, or an enum screen_key. */
int screen_key(void);

#endif

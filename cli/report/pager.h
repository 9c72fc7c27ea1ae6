/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines on the screen through which the user moves and searches. */
#ifndef PMC_CLI_REPORT_PAGER_H
#define PMC_CLI_REPORT_PAGER_H

#include "cli/report/screen.h"

#include <stddef.h>

#define PAGER_TEXT   1200
#define PAGER_SEARCH 80

struct pager_line {
	char text[PAGER_TEXT];
	enum screen_look look;
};

struct pager {
	const char *title, *hint;
	const char *heading; /* above the lines; NULL: none */
	/* Writes line number i of n. */
	void (*line)(void *of, size_t i, struct pager_line *line);
	void *of;
	size_t n, current, top;
	int shift;		   /* so many columns are left of the screen */
	char search[PAGER_SEARCH]; /* what was searched last */
	char message[PAGER_TEXT];  /* instead of the hint, until the next key */
};

/* Shows the pager, and returns the first key that it does not use itself. */
int pager_key(struct pager *pager);

#endif

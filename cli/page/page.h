/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A report as one HTML file that needs neither a network nor a server, and as a picture.
 *
 *	document   texts by number
 *	packed     numbers, packed
 *	table      functions, lines, objects, threads
 *	code       annotated functions
 *	data       all of it as one JSON document
 *	assets     the page itself: page.html, page.css, and the script in parts (page/)
 *
 * docs/html.md says why it is built so.
 */
#ifndef PMC_CLI_PAGE_PAGE_H
#define PMC_CLI_PAGE_PAGE_H

#include "cli/flame/tree.h"

#include <stdio.h>

struct chosen_events;

struct page {
	const char *title; /* "pmc report: pmc.data" */
	/* Prints what the text report says above its rows, as lines behind "# ". It is called last,
	 * when all that could not be found out is known. */
	void (*heading)(FILE *out, void *of);
	void *of;
	/* One profile, or two to compare: before and after. */
	struct flame_side side[FLAME_SIDES];
	const struct chosen_events *chosen[FLAME_SIDES];
	const char *file[FLAME_SIDES];
	unsigned n_sides;
};

/*
 * Writes the page to `html` and the picture to `svg`, as far as they are given. Returns 0, or an
 * exit status after a complaint: a picture needs call chains.
 */
int page_write(const struct page *page, const char *html, const char *svg);

#endif

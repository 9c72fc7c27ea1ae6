/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the page's parts have in common while it is written. Texts stand in the page once; the parts
 * name them by number.
 */
#ifndef PMC_CLI_PAGE_DOCUMENT_H
#define PMC_CLI_PAGE_DOCUMENT_H

#include "cli/profile/names.h"

#include <stdbool.h>

struct flame;
struct page;

struct document {
	const struct page *page;
	struct flame *flame;
	struct names texts;
	bool failed; /* there was no memory */
};

/* The number of the text; 0 when there is no memory. */
unsigned document_text(struct document *document, const char *text);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of the page. */
#ifndef PMC_CLI_PAGE_TABLE_H
#define PMC_CLI_PAGE_TABLE_H

#include <stdio.h>

struct document;

/* Prints the list of all tables as JSON. Functions come first; their rows are the tree's. */
void tables_print(FILE *out, struct document *document);

#endif

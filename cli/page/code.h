/* SPDX-License-Identifier: BSD-2-Clause */
/* The page's annotated functions: instructions with counts, and the lines of sources. */
#ifndef PMC_CLI_PAGE_CODE_H
#define PMC_CLI_PAGE_CODE_H

#include <stdio.h>

struct document;

/*
 * Prints the functions with the greatest counts of the first event, until these are nearly all, and
 * the lines of their sources, as two members of a JSON object: "code" and "sources". Only a page of
 * one profile has them.
 */
void code_print(FILE *out, struct document *document);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* What the page shows, as one JSON document. */
#ifndef PMC_CLI_PAGE_DATA_H
#define PMC_CLI_PAGE_DATA_H

#include <stdio.h>

struct document;

void data_print(FILE *out, struct document *document);

#endif

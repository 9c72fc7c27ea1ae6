/* SPDX-License-Identifier: BSD-2-Clause */
/* Printing the changes between two profiles. */
#ifndef PMC_CLI_DIFF_PRINT_H
#define PMC_CLI_DIFF_PRINT_H

#include <stdio.h>

struct changes;

/* What stands above every table: what is compared, totals, notes. */
void print_changes_heading(FILE *out, const struct changes *changes);
/* A table for people. */
void print_changes(FILE *out, const struct changes *changes);
/* Lines of fields. */
void print_change_fields(FILE *out, const struct changes *changes, const char *separator);
/* A JSON object per line: about both profiles, then one for each row. */
void print_change_json(FILE *out, const struct changes *changes);

#endif

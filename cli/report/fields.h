/* SPDX-License-Identifier: BSD-2-Clause */
/* A report for programs: lines of fields, or a JSON object per line. */
#ifndef PMC_CLI_REPORT_FIELDS_H
#define PMC_CLI_REPORT_FIELDS_H

#include <stdio.h>

struct view;

/* -t: what says something about the report as a whole begins with '#'. */
void fields_print(FILE *out, const struct view *view, const char *separator);
/* -j: an object about the profile, then one for each row, with its callers and callees. */
void fields_print_json(FILE *out, const struct view *view);

#endif

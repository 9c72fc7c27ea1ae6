/* SPDX-License-Identifier: BSD-2-Clause */
/* A report as a table for people. */
#ifndef PMC_CLI_REPORT_TABLE_H
#define PMC_CLI_REPORT_TABLE_H

#include <stdio.h>

struct view;

void table_print(FILE *out, const struct view *view);

#endif

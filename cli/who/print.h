/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of `pmc who`, on standard output. */
#ifndef PMC_CLI_WHO_PRINT_H
#define PMC_CLI_WHO_PRINT_H

struct who_list;

void print_table(const struct who_list *list);
/* Lines of fields, and notes in lines that begin with "# ". */
void print_fields(const struct who_list *list, const char *separator);
/* A JSON object per line; those of notes have the key note alone. */
void print_json(const struct who_list *list);

#endif

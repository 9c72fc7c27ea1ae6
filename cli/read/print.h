/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of `pmc read`, on standard output. */
#ifndef PMC_CLI_READ_PRINT_H
#define PMC_CLI_READ_PRINT_H

struct read_list;

void print_read_table(const struct read_list *list);
/* Lines of fields, and notes in lines that begin with "# ". */
void print_read_fields(const struct read_list *list, const char *separator);
/* A JSON object per line; those of notes have the key note alone. */
void print_read_json(const struct read_list *list);

#endif

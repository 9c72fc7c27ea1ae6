/* SPDX-License-Identifier: BSD-2-Clause */
/* A field of a line of fields, as -x prints them. */
#ifndef PMC_CLI_UI_FIELD_H
#define PMC_CLI_UI_FIELD_H

#include <stdio.h>

/* Prints the text; in quotes, as RFC 4180 says, if it has the separator or a quote in it. */
void field_print(FILE *out, const char *separator, const char *text);
/* The same for a text that others may have written: on one line, as plain_make() does it. */
void field_print_plain(FILE *out, const char *separator, const char *text);

#endif

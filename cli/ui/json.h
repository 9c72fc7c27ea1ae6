/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON as it is written: strings with what has to be escaped. */
#ifndef PMC_CLI_JSON_H
#define PMC_CLI_JSON_H

#include <stdio.h>

/* The string with its quotes. Bytes over 127 pass as they are: JSON is UTF-8. */
void json_string(FILE *out, const char *text);

#endif

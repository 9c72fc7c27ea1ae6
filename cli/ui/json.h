/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing JSON (RFC 8259). */
#ifndef PMC_CLI_UI_JSON_H
#define PMC_CLI_UI_JSON_H

#include <stdio.h>

/*
 * Prints a string with its quotes, and escapes what section 7 of the RFC requires. Bytes above 127
 * pass unchanged, for JSON is UTF-8.
 */
void json_string(FILE *out, const char *text);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing JSON (RFC 8259). */
#ifndef PMC_CLI_UI_JSON_H
#define PMC_CLI_UI_JSON_H

#include <stdio.h>

/*
 * Prints a string with its quotes, and escapes what section 7 of the RFC requires. JSON is UTF-8: a
 * byte of the text that is not becomes U+FFFD, as names of files and arguments may be any bytes.
 */
void json_string(FILE *out, const char *text);

/*
 * Prints a number: a whole one with all its digits, others with ten. What is no number becomes
 * null. The locale must be C.
 */
void json_number(FILE *out, double number);

/* A member of an object behind another one: a comma, the key and a string. */
void json_member_text(FILE *out, const char *key, const char *text);
/* The same of a whole number, or of null if it is negative. */
void json_member_number(FILE *out, const char *key, int number);

/* A line with an object that has a note. */
void json_note(FILE *out, const char *text);

#endif

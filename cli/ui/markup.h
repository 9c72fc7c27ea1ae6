/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Texts of others in HTML and SVG. Function names, paths and commands may be any bytes, and must
 * neither become markup nor leave a script.
 */
#ifndef PMC_CLI_UI_MARKUP_H
#define PMC_CLI_UI_MARKUP_H

#include <stddef.h>
#include <stdio.h>

/*
 * Prints text between tags or in an attribute with quotes. Control characters and bytes that are no
 * UTF-8 become U+FFFD, which XML allows; it has no way to write the former.
 */
void markup_text(FILE *out, const char *text);

/*
 * Prints a JSON document of n bytes inside a <script>. There '<' is the one character that could
 * end the element, and in JSON it stands in strings alone, so each becomes \u003c.
 */
void markup_json(FILE *out, const char *json, size_t n);

#endif

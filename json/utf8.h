/* SPDX-License-Identifier: BSD-2-Clause */
/* UTF-8 (RFC 3629), the encoding of every JSON text. */
#ifndef PMC_JSON_UTF8_H
#define PMC_JSON_UTF8_H

#include <stddef.h>

/*
 * The length of the character that begins at `text`, of which `left` bytes follow: 1 to 4. 0: there
 * is no valid character.
 */
size_t utf8_length(const char *text, size_t left);

/* Writes the character with this number, which is below 110000H. Returns its length: 1 to 4. */
size_t utf8_write(char *to, unsigned long character);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Words as a shell reads them. */
#ifndef PMC_LIB_BASE_QUOTE_H
#define PMC_LIB_BASE_QUOTE_H

#include <stddef.h>

/* How many bytes quote_word() writes at most. */
size_t quote_room(const char *word);
/* Writes the word, quoted where it must be, and a zero, to which it returns a pointer. */
char *quote_word(char *to, const char *word);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* See quote.h. */
#define _GNU_SOURCE /* stpcpy */
#include "lib/base/quote.h"

#include <stdbool.h>
#include <string.h>

/* Can a shell read the word without quotes? */
static bool is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@_";

	return *word && !word[strspn(word, plain)];
}

size_t quote_room(const char *word)
{
	return 4 * strlen(word) + 3;
}

char *quote_word(char *to, const char *word)
{
	if (is_plain(word))
		return stpcpy(to, word);
	*to++ = '\'';
	for (; *word; word++) {
		if (*word == '\'')
			to = stpcpy(to, "'\\'");
		*to++ = *word;
	}
	return stpcpy(to, "'");
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* See command_line.h. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api/command_line.h"

/* Can a shell read the word without quotes? */
static bool is_plain(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@_";

	return *word && !word[strspn(word, plain)];
}

/* Appends the word as a shell reads it. The room suffices. */
static char *quote(char *to, const char *word)
{
	if (is_plain(word))
		return stpcpy(to, word);
	*to++ = '\'';
	for (; *word; word++) {
		if (*word == '\'')
			to = stpcpy(to, "'\\'");
		*to++ = *word;
	}
	*to++ = '\'';
	return to;
}

char *command_line(char *const argv[])
{
	size_t size = 1, i;
	char *line, *at;

	for (i = 0; argv[i]; i++)
		size += 4 * strlen(argv[i]) + 3;
	line = at = malloc(size);
	if (!line)
		return NULL;
	*at = '\0';
	for (i = 0; argv[i]; i++) {
		if (i)
			*at++ = ' ';
		at = quote(at, argv[i]);
		*at = '\0';
	}
	return line;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Splits a command as a shell does. */
#define _GNU_SOURCE /* mempcpy */
#include "cli/script/words.h"

#include <string.h>

/* Copies one word without its quotes. NULL: one of them is open. */
static const char *copy_word(const char *at, char **to)
{
	const char *end;

	for (; *at && *at != ' '; at++) {
		if (*at == '\'') {
			end = strchr(++at, '\'');
			if (!end)
				return NULL;
			*to = (char *)mempcpy(*to, at, (size_t)(end - at));
			at = end;
		} else {
			at += *at == '\\';
			if (!*at)
				return NULL;
			*(*to)++ = *at;
		}
	}
	*(*to)++ = '\0';
	return at;
}

size_t words_split(const char *command, char *to)
{
	size_t n = 0;

	while (command && *(command += strspn(command, " "))) {
		command = copy_word(command, &to);
		n++;
	}
	return command ? n : 0;
}

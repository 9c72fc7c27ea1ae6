/* SPDX-License-Identifier: BSD-2-Clause */
/* See command_line.h. */
#include "lib/api/command_line.h"

#include "lib/base/quote.h"

#include <stdlib.h>

char *command_line(char *const argv[])
{
	size_t size = 1, i;
	char *line, *at;

	for (i = 0; argv[i]; i++)
		size += quote_room(argv[i]);
	line = at = malloc(size);
	if (!line)
		return NULL;
	*at = '\0';
	for (i = 0; argv[i]; i++) {
		if (i)
			*at++ = ' ';
		at = quote_word(at, argv[i]);
	}
	return line;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A field of a line of fields. */
#include "cli/ui/field.h"

#include "cli/ui/plain.h"

#include <stdlib.h>
#include <string.h>

void field_print(FILE *out, const char *separator, const char *text)
{
	if (!strstr(text, separator) && !strchr(text, '"')) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

void field_print_plain(FILE *out, const char *separator, const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return;
	plain_make(copy);
	field_print(out, separator, copy);
	free(copy);
}

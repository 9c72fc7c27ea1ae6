/* SPDX-License-Identifier: BSD-2-Clause */
/* A field of a line of fields. */
#include "cli/ui/field.h"

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

/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing JSON (RFC 8259). */
#include "cli/ui/json.h"

#include "json/utf8.h"

#include <math.h>
#include <string.h>

void json_string(FILE *out, const char *text)
{
	size_t left = strlen(text), length;

	fputc('"', out);
	for (; left; text += length, left -= length) {
		length = utf8_length(text, left);
		if (!length) {
			length = 1;
			fputs("\\ufffd", out);
		} else if (*text == '"' || *text == '\\') {
			fprintf(out, "\\%c", *text);
		} else if ((unsigned char)*text < ' ' || *text == 0x7f) {
			fprintf(out, "\\u%04x", *text);
		} else {
			fwrite(text, 1, length, out);
		}
	}
	fputc('"', out);
}

void json_number(FILE *out, double number)
{
	if (number > -9e18 && number < 9e18 && number == (double)(long long)number)
		fprintf(out, "%.0f", number);
	else if (isfinite(number))
		fprintf(out, "%.10g", number);
	else
		fputs("null", out);
}

void json_member_text(FILE *out, const char *key, const char *text)
{
	fprintf(out, ", \"%s\" : ", key);
	json_string(out, text);
}

void json_member_number(FILE *out, const char *key, int number)
{
	if (number < 0)
		fprintf(out, ", \"%s\" : null", key);
	else
		fprintf(out, ", \"%s\" : %d", key, number);
}

void json_note(FILE *out, const char *text)
{
	fputs("{\"note\" : ", out);
	json_string(out, text);
	fputs("}\n", out);
}

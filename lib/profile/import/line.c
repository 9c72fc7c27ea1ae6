/* SPDX-License-Identifier: BSD-2-Clause */
/* See line.h. */
#include <string.h>

#include "lib/profile/import/line.h"

bool line_next(struct line_file *file, struct line *line)
{
	const char *end, *zero;

	if (file->at >= file->end)
		return false;
	end = memchr(file->at, '\n', (size_t)(file->end - file->at));
	if (!end && !file->open) {
		file->cut = true;
		return false;
	}
	if (!end)
		end = file->end;
	line->at = file->at;
	line->end = end;
	zero = memchr(line->at, 0, (size_t)(line->end - line->at));
	if (zero)
		line->end = zero;
	if (line->end > line->at && line->end[-1] == '\r')
		line->end--;
	file->at = end < file->end ? end + 1 : end;
	file->number++;
	return true;
}

bool line_take(struct line *line, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(line->end - line->at) < n || memcmp(line->at, word, n))
		return false;
	line->at += n;
	return true;
}

void line_skip_blanks(struct line *line)
{
	while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
		line->at++;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool line_number(struct line *line, u64 *number)
{
	struct line at = *line;
	int base = line_take(&at, "0x") ? 16 : 10;
	const char *begin = at.at;
	u64 value = 0;

	for (; at.at < at.end && digit(*at.at) < base; at.at++)
		if (__builtin_mul_overflow(value, (u64)base, &value) ||
		    __builtin_add_overflow(value, (u64)digit(*at.at), &value))
			return false;
	if (at.at == begin)
		return false;
	*line = at;
	*number = value;
	return true;
}

bool line_ends(struct line *line)
{
	line_skip_blanks(line);
	return line->at == line->end;
}

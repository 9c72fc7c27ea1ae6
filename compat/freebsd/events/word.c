/* SPDX-License-Identifier: BSD-2-Clause */
/* Words of event specifiers: comparison, splitting, numbers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compat/freebsd/events/word.h"

static int plain(char c)
{
	if (c == ' ' || c == '.' || c == '_' || c == '-' || c == ':')
		return '_';
	return tolower((unsigned char)c);
}

bool word_is(struct word w, const char *name)
{
	size_t i;

	for (i = 0; i < w.n; i++)
		if (!name[i] || plain(w.s[i]) != plain(name[i]))
			return false;
	return !name[i];
}

bool word_strip(struct word *w, const char *prefix)
{
	size_t n = strlen(prefix);

	if (w->n <= n + 1 || !word_is((struct word){ w->s, n }, prefix) || plain(w->s[n]) != '_')
		return false;
	w->s += n + 1;
	w->n -= n + 1;
	return true;
}

struct word word_next(struct word *rest, char separator)
{
	const char *end = rest->n ? memchr(rest->s, separator, rest->n) : NULL;
	struct word w = { rest->s, end ? (size_t)(end - rest->s) : rest->n };
	size_t used = w.n + (end != NULL);

	rest->s += used;
	rest->n -= used;
	while (w.n && isspace((unsigned char)*w.s)) {
		w.s++;
		w.n--;
	}
	while (w.n && isspace((unsigned char)w.s[w.n - 1]))
		w.n--;
	return w;
}

bool word_number(struct word w, uint64_t max, uint64_t *number)
{
	char text[24], *end;

	if (!w.n || w.n >= sizeof(text) || !isdigit((unsigned char)*w.s))
		return false;
	memcpy(text, w.s, w.n);
	text[w.n] = 0;
	*number = strtoull(text, &end, 0);
	return !*end && *number <= max;
}

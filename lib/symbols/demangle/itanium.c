/* SPDX-License-Identifier: BSD-2-Clause */
/* Demangles a whole name. */
#include <stddef.h>

#include "lib/symbols/demangle/itanium.h"
#include "lib/symbols/demangle/itanium_names.h"
#include "lib/symbols/demangle/itanium_state.h"

/* ".constprop.0" behind a function */
static bool read_clones(struct state *s)
{
	while (peek(s) == '.') {
		const char *from = s->at++;

		if (!is_lower(peek(s)))
			return false;
		while (is_lower(peek(s)))
			s->at++;
		while (peek(s) == '.' && is_digit(peek_next(s)))
			for (s->at += 2; is_digit(peek(s)); s->at++)
				;
		if (!put_text(s, " [clone ") || !put(s, from, (size_t)(s->at - from)) ||
		    !put_letter(s, ']'))
			return false;
	}
	return s->at == s->end;
}

size_t itanium_demangle(const char *name, size_t n, char text[ITANIUM_ROOM])
{
	char all[ITANIUM_ROOM + ROOM_RETURNS];
	struct state s;
	struct piece_of_text returned = { 0 };
	unsigned before;

	if (n < 3 || n > LONGEST || name[0] != '_' || name[1] != 'Z')
		return 0;
	memset(&s, 0, offsetof(struct state, sub));
	s.at = name + 2;
	s.end = name + n;
	s.text = all;
	s.room = ITANIUM_ROOM - 1;
	s.other_length = ITANIUM_ROOM;
	s.pack_index = -1;
	if (!itanium_encoding(&s, &returned) || !read_clones(&s))
		return 0;
	before = returned.end - returned.start;
	if (before) {
		if (before + 1 + s.length >= ITANIUM_ROOM)
			return 0;
		memcpy(text, all + returned.start, before);
		text[before++] = ' ';
	}
	memcpy(text + before, all, s.length);
	text[before + s.length] = 0;
	return before + s.length;
}

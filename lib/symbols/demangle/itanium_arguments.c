/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads arguments of templates. What libstdc++ does of its own accord is kept: a blank between two
 * '>', and a comma before a pack that is empty unless nothing follows.
 */
#include "lib/symbols/demangle/itanium_arguments.h"
#include "lib/symbols/demangle/itanium_state.h"
#include "lib/symbols/demangle/itanium_types.h"

/* A whole number of a built-in type or an enumeration: "Li5E" */
static bool read_literal(struct state *s)
{
	static const struct {
		char type;
		const char *behind;
	} suffixes[] = { { 'i', "" },	{ 'j', "u" },  { 'l', "l" },
			 { 'm', "ul" }, { 'x', "ll" }, { 'y', "ull" } };
	struct piece_of_text type;
	const char *behind = NULL, *digits;
	bool negative;
	size_t i;

	s->at++;
	if (peek(s) == 'b') {
		char value = peek_next(s);

		s->at += 2;
		return (value == '0' || value == '1') && skip(s, 'E') &&
		       put_text(s, value == '1' ? "true" : "false");
	}
	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]) && !behind; i++)
		if (peek(s) == suffixes[i].type)
			behind = suffixes[i].behind;
	if (behind)
		s->at++;
	else if (!strchr("achstwN0123456789S", peek(s)) || !put_letter(s, '(') ||
		 !itanium_type(s, &type) || type.is || !put_letter(s, ')'))
		return false;
	negative = skip(s, 'n');
	for (digits = s->at; is_digit(peek(s)); s->at++)
		;
	return s->at > digits && (!negative || put_letter(s, '-')) &&
	       put(s, digits, (size_t)(s->at - digits)) && (!behind || put_text(s, behind)) &&
	       skip(s, 'E');
}

static bool read_argument(struct state *s, struct piece_of_text *piece)
{
	unsigned start = s->length;

	if (peek(s) != 'L')
		return itanium_type(s, piece);
	if (!read_literal(s))
		return false;
	*piece = piece_from(s, start);
	return true;
}

/* Those of a pack, up to its end: "J…E". keep may be NULL. */
static bool read_pack(struct state *s, struct arguments *keep, struct argument *a)
{
	struct piece_of_text piece;

	s->at++;
	a->is_pack = true;
	if (keep)
		a->first = keep->n_packed;
	while (!skip(s, 'E')) {
		if (!put_comma(s, !a->n++) || !read_argument(s, &piece))
			return false;
		if (!keep)
			continue;
		if (keep->n_packed == MOST_PACKED)
			return false;
		keep->packed[keep->n_packed++] = piece;
	}
	return true;
}

bool itanium_arguments(struct state *s, struct arguments *keep)
{
	struct piece_of_text last_name = s->last_name;
	unsigned n = 0, shown;

	s->at++;
	if (s->length && s->text[s->length - 1] == '<' && !put_letter(s, ' '))
		return false;
	if (!put_letter(s, '<'))
		return false;
	if (keep)
		keep->n = keep->n_packed = 0;
	s->last_is_blank = false;
	shown = s->length;
	while (!skip(s, 'E')) {
		struct argument a = { .n = 0 };
		unsigned start;

		if (!put_comma(s, !n))
			return false;
		start = s->length;
		if (peek(s) == 'J' ? !read_pack(s, keep, &a) : !read_argument(s, &a.text))
			return false;
		n++;
		if (s->length > start)
			shown = s->length;
		if (!keep)
			continue;
		if (keep->n == MOST_ARGS)
			return false;
		keep->argument[keep->n++] = a;
	}
	end_list(s, n, shown);
	s->last_name = last_name;
	if (s->text[s->length - 1] == '>' && !s->last_is_blank && !put_letter(s, ' '))
		return false;
	s->last_is_blank = false;
	return n && put_letter(s, '>');
}

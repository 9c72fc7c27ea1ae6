/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads types. As libstdc++ does, references to references and qualifiers that stand twice become
 * one.
 */
#include "lib/symbols/demangle/itanium_types.h"
#include "lib/symbols/demangle/itanium_arguments.h"
#include "lib/symbols/demangle/itanium_names.h"
#include "lib/symbols/demangle/itanium_state.h"

/* Names of built-in types by letter. */
static const char *const builtins[26] = {
	"signed char",
	"bool",
	"char",
	"double",
	"long double",
	"float",
	"__float128",
	"unsigned char",
	"int",
	"unsigned int",
	NULL,
	"long",
	"unsigned long",
	"__int128",
	"unsigned __int128",
	NULL,
	NULL,
	NULL,
	"short",
	"unsigned short",
	NULL,
	"void",
	"wchar_t",
	"long long",
	"unsigned long long",
	"...",
};

/* "F…E"; between: what is said of the function, "(*)", or "" */
static bool read_function(struct state *s, const char *between)
{
	struct piece_of_text type;

	s->at++;
	return itanium_type(s, &type) && !(type.is & IS_CLOSED) && put_letter(s, ' ') &&
	       put_text(s, between) && itanium_parameters(s, 0) && skip(s, 'E');
}

/* A pointer or a reference. */
static bool read_pointer(struct state *s, struct piece_of_text *type)
{
	char c = *s->at++;
	uint16_t was;

	if (peek(s) == 'F') {
		unsigned start = s->length;

		if (!read_function(s, c == 'P' ? "(*)" : c == 'R' ? "(&)" : "(&&)"))
			return false;
		/* The function itself is no piece of this text. */
		*type = piece_from(s, start);
		type->is = IS_UNKNOWN;
		if (!add_sub(s, *type))
			return false;
		type->is = IS_CLOSED | (c == 'P' ? 0 : c == 'R' ? IS_REFERENCE : IS_MOVED);
		return true;
	}
	if (!itanium_type(s, type) || (type->is & (IS_CLOSED | IS_MERGED)))
		return false;
	was = type->is;
	type->is &= (uint16_t) ~(IS_QUALIFIED | IS_REFERENCE | IS_MOVED);
	if (c == 'P')
		return put_letter(s, '*');
	type->is |= c == 'R' || (was & IS_REFERENCE) ? IS_REFERENCE : IS_MOVED;
	if (was & (IS_REFERENCE | IS_MOVED))
		type->is |= IS_MERGED;
	if ((was & IS_REFERENCE) || (c == 'O' && (was & IS_MOVED)))
		return true;
	/* Its letters are what another piece has. */
	if (was & IS_MOVED)
		return false;
	return put(s, "&&", c == 'R' ? 1 : 2);
}

static bool read_qualified(struct state *s, struct piece_of_text *type)
{
	uint8_t q = itanium_qualifiers(s);

	if (strchr("FrVK", peek(s)) || !itanium_type(s, type) ||
	    (type->is & (IS_CLOSED | IS_MERGED)))
		return false;
	/* The same one twice is one. */
	if ((type->is & IS_QUALIFIED) == q)
		return true;
	if (type->is & q)
		return false;
	type->is &= (uint16_t) ~(IS_REFERENCE | IS_MOVED);
	type->is |= q;
	return itanium_put_qualifiers(s, q);
}

/* "T_": what it stands for. */
static bool read_parameter(struct state *s, struct piece_of_text *type)
{
	const struct arguments *arguments = s->arguments;
	const struct argument *a;
	unsigned number;

	s->at++;
	if (!arguments || !read_reference(s, false, &number) || number >= arguments->n ||
	    peek(s) == 'I')
		return false;
	a = &arguments->argument[number];
	*type = a->text;
	if (a->is_pack) {
		if (s->pack_index < 0 || (s->pack_length >= 0 && s->pack_length != a->n))
			return false;
		s->pack_length = a->n;
		if (!a->n)
			*type = piece_from(s, s->length);
		else
			*type = arguments->packed[a->first + s->pack_index];
	}
	if (!put_piece(s, type))
		return false;
	type->is |= IS_DEPENDENT;
	type->encoding = s->encoding;
	return true;
}

/* "DpT_": the type once for each of a pack. */
static bool read_expansion(struct state *s, struct piece_of_text *type)
{
	unsigned start = s->length, n_subs = s->n_subs, i;
	const char *at;

	s->at += 2;
	if (s->pack_index >= 0)
		return false;
	at = s->at;
	s->pack_length = -1;
	for (s->pack_index = 0; !s->pack_index || s->pack_index < s->pack_length; s->pack_index++) {
		s->at = at;
		s->n_subs = n_subs;
		if (!put_comma(s, !s->pack_index) || !itanium_type(s, type))
			return false;
		if (s->pack_length < 0)
			return false;
	}
	s->pack_index = -1;
	if (!s->pack_length)
		s->length = start;
	for (i = n_subs; i < s->n_subs; i++)
		s->sub[i].is |= IS_UNKNOWN;
	*type = piece_from(s, start);
	type->is = IS_UNKNOWN;
	return true;
}

/* What begins with 'S'; *is_new: it can be referred to. */
static bool read_substituted(struct state *s, struct piece_of_text *type, bool *is_new)
{
	struct name name = { 0 };
	unsigned start = s->length;

	if (!is_numbered(peek_next(s))) {
		if (!itanium_name(s, &name))
			return false;
		*type = piece_from(s, start);
		*is_new = !name.is_standard;
		return true;
	}
	if (!itanium_sub(s, type))
		return false;
	*is_new = peek(s) == 'I';
	if (!*is_new)
		return true;
	if (type->is || !itanium_arguments(s, NULL))
		return false;
	*type = piece_from(s, start);
	return true;
}

static bool read_class(struct state *s, struct piece_of_text *type)
{
	struct name name = { 0 };
	unsigned start = s->length;

	if (!itanium_name(s, &name) || name.qualifiers || name.is_structor)
		return false;
	*type = piece_from(s, start);
	return true;
}

static bool read_d(struct state *s, struct piece_of_text *type, bool *is_new)
{
	unsigned start = s->length;
	const char *text = NULL;

	switch (peek_next(s)) {
	case 'p':
		return read_expansion(s, type);
	case 'n':
		text = "decltype(nullptr)";
		break;
	case 'i':
		text = "char32_t";
		break;
	case 's':
		text = "char16_t";
		break;
	}
	s->at += 2;
	if (!text || !put_text(s, text))
		return false;
	*type = piece_from(s, start);
	*is_new = false;
	return true;
}

/* Reads by the first letter. */
static bool read_new_type(struct state *s, struct piece_of_text *type, bool *is_new)
{
	unsigned start = s->length;

	switch (peek(s)) {
	case 'r':
	case 'V':
	case 'K':
		return read_qualified(s, type);
	case 'P':
	case 'R':
	case 'O':
		return read_pointer(s, type);
	case 'S':
		return read_substituted(s, type, is_new);
	case 'T':
		return read_parameter(s, type);
	case 'D':
		return read_d(s, type, is_new);
	case 'F':
		if (!read_function(s, ""))
			return false;
		*type = piece_from(s, start);
		type->is = IS_CLOSED;
		return true;
	case 'N':
	case 'Z':
	case '0' ... '9':
		return read_class(s, type);
	}
	return false;
}

bool itanium_type(struct state *s, struct piece_of_text *type)
{
	unsigned start = s->length;
	bool is_new = true;
	char c = peek(s);

	if (++s->parts > MOST_PARTS || ++s->depth > DEEPEST)
		return false;
	if (is_lower(c) && builtins[c - 'a']) {
		s->at++;
		s->depth--;
		if (!put_text(s, builtins[c - 'a']))
			return false;
		*type = piece_from(s, start);
		return true;
	}
	if (!read_new_type(s, type, &is_new))
		return false;
	s->depth--;
	type->start = start;
	type->end = s->length;
	return !is_new || add_sub(s, *type);
}
bool itanium_parameters(struct state *s, uint16_t refused)
{
	unsigned n = 0, shown;
	bool is_void = peek(s) == 'v';

	if (!put_letter(s, '('))
		return false;
	shown = s->length;
	for (; peek(s) && peek(s) != 'E' && peek(s) != '.'; n++) {
		struct piece_of_text type;
		unsigned start;

		if ((peek(s) == 'R' || peek(s) == 'O') && peek_next(s) == 'E')
			return false; /* of a function that is called for a certain `this` */
		if (!put_comma(s, !n))
			return false;
		start = s->length;
		if (!itanium_type(s, &type) || (type.is & refused))
			return false;
		if (s->length > start)
			shown = s->length;
	}
	if (n == 1 && is_void)
		shown -= strlen("void");
	s->length = shown;
	return n && put_letter(s, ')');
}

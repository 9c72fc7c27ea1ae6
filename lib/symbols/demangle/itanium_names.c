/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads names, and functions with the types of their parameters. Only what a function returns,
 * which comes behind its name and is printed before it, is written elsewhere.
 */
#include "lib/symbols/demangle/itanium_names.h"
#include "lib/symbols/demangle/itanium_arguments.h"
#include "lib/symbols/demangle/itanium_state.h"
#include "lib/symbols/demangle/itanium_types.h"

static bool read_source_name(struct state *s)
{
	static const char anonymous[] = "(anonymous namespace)";
	unsigned n, start = s->length;
	const char *at;

	if (!read_number(s, &n) || !n || n > (size_t)(s->end - s->at))
		return false;
	at = s->at;
	s->at += n;
	if (n >= 10 && !memcmp(at, "_GLOBAL_", 8) && strchr("._$", at[8]) && at[9] == 'N') {
		at = anonymous;
		n = sizeof(anonymous) - 1;
	}
	if (!put(s, at, n))
		return false;
	s->last_name = piece_from(s, start);
	return true;
}

static bool read_operator(struct state *s)
{
	static const char operators[][2][10] = {
		{ "nw", " new" }, { "na", " new[]" }, { "dl", " delete" }, { "da", " delete[]" },
		{ "ps", "+" },	  { "ng", "-" },      { "ad", "&" },	   { "de", "*" },
		{ "co", "~" },	  { "pl", "+" },      { "mi", "-" },	   { "ml", "*" },
		{ "dv", "/" },	  { "rm", "%" },      { "an", "&" },	   { "or", "|" },
		{ "eo", "^" },	  { "aS", "=" },      { "pL", "+=" },	   { "mI", "-=" },
		{ "mL", "*=" },	  { "dV", "/=" },     { "rM", "%=" },	   { "aN", "&=" },
		{ "oR", "|=" },	  { "eO", "^=" },     { "ls", "<<" },	   { "rs", ">>" },
		{ "lS", "<<=" },  { "rS", ">>=" },    { "eq", "==" },	   { "ne", "!=" },
		{ "lt", "<" },	  { "gt", ">" },      { "le", "<=" },	   { "ge", ">=" },
		{ "nt", "!" },	  { "aa", "&&" },     { "oo", "||" },	   { "pp", "++" },
		{ "mm", "--" },	  { "cm", "," },      { "pm", "->*" },	   { "pt", "->" },
		{ "cl", "()" },	  { "ix", "[]" },
	};
	char first = peek(s), second = peek_next(s);
	size_t i;

	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (operators[i][0][0] == first && operators[i][0][1] == second) {
			s->at += 2;
			return put(s, "operator", 8) && put_text(s, operators[i][1]);
		}
	return false;
}

static bool read_structor(struct state *s)
{
	bool destructs = *s->at == 'D';
	char kind = peek_next(s);

	if (destructs ? (kind < '0' || kind > '2') && kind != '4' : kind < '1' || kind > '4')
		return false;
	s->at += 2;
	return s->last_name.end && peek(s) != 'B' && (!destructs || put_letter(s, '~')) &&
	       put(s, s->text + s->last_name.start, s->last_name.end - s->last_name.start);
}

/* "UlvE_" */
static bool read_lambda(struct state *s)
{
	const struct arguments *arguments = s->arguments;
	uint8_t encoding = s->encoding;
	unsigned number;
	char digits[8];
	size_t i = sizeof(digits);
	bool read;

	s->at += 2;
	if (!put_text(s, "{lambda"))
		return false;
	s->arguments = NULL; /* a parameter would be "auto" */
	s->encoding = ++s->encodings;
	read = itanium_parameters(s, IS_CLOSED);
	s->encoding = encoding;
	s->arguments = arguments;
	if (!read || !skip(s, 'E') || !read_reference(s, false, &number))
		return false;
	for (number++; number; number /= 10)
		digits[--i] = (char)('0' + number % 10);
	return put(s, "#", 1) && put(s, digits + i, sizeof(digits) - i) && put_letter(s, '}');
}

/* A name without its scope, with the tags of the ABI. */
static bool read_unqualified(struct state *s, struct name *name)
{
	struct piece_of_text last_name;
	bool read = false;
	char c = peek(s);

	name->is_structor = c == 'C' || c == 'D';
	if (++s->parts > MOST_PARTS)
		return false;
	if (c == 'L' && is_digit(peek_next(s))) {
		s->at++;
		read = read_source_name(s) && peek(s) != '_';
	} else if (is_digit(c)) {
		read = read_source_name(s);
	} else if (is_lower(c)) {
		read = read_operator(s);
	} else if (name->is_structor) {
		read = read_structor(s);
	} else if (c == 'U' && peek_next(s) == 'l') {
		read = read_lambda(s);
	}
	last_name = s->last_name;
	while (read && skip(s, 'B'))
		read = put_text(s, "[abi:") && read_source_name(s) && put_letter(s, ']');
	s->last_name = last_name;
	return read;
}

/* "Sa" and the like. in_scope: a constructor's scope is written in full. */
static bool read_standard(struct state *s, bool in_scope)
{
	static const struct {
		char letter;
		const char *brief, *full;
		unsigned last_length; /* of the word behind "std::" in the full name */
	} standards[] = {
		{ 'a', "std::allocator", "std::allocator", 9 },
		{ 'b', "std::basic_string", "std::basic_string", 12 },
		{ 's', "std::string",
		  "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", 12 },
		{ 'i', "std::istream", "std::basic_istream<char, std::char_traits<char> >", 13 },
		{ 'o', "std::ostream", "std::basic_ostream<char, std::char_traits<char> >", 13 },
		{ 'd', "std::iostream", "std::basic_iostream<char, std::char_traits<char> >", 14 },
	};
	char letter = peek_next(s);
	size_t i;

	for (i = 0; i < sizeof(standards) / sizeof(standards[0]); i++) {
		unsigned start = s->length;

		if (standards[i].letter != letter)
			continue;
		s->at += 2;
		if (peek(s) == 'B')
			return false;
		s->last_name.start = start + strlen("std::");
		s->last_name.end = s->last_name.start + standards[i].last_length;
		if (in_scope && (peek(s) == 'C' || peek(s) == 'D'))
			return put_text(s, standards[i].full);
		/* The other brief names do not have the word that a constructor would need. */
		s->last_name.end = letter == 'a' || letter == 'b' ? s->last_name.end : 0;
		return put_text(s, standards[i].brief);
	}
	return false;
}

bool itanium_sub(struct state *s, struct piece_of_text *piece)
{
	unsigned number;

	s->at++;
	if (!read_reference(s, true, &number) || number >= s->n_subs)
		return false;
	*piece = s->sub[number];
	return put_piece(s, piece);
}

/* What a nested name begins with if it begins with 'S'. */
static bool read_first_scope(struct state *s)
{
	struct piece_of_text piece;

	if (peek_next(s) == 't') {
		s->at += 2;
		return put(s, "std", 3);
	}
	if (!is_numbered(peek_next(s)))
		return read_standard(s, true);
	return itanium_sub(s, &piece) && !piece.is;
}

uint8_t itanium_qualifiers(struct state *s)
{
	uint8_t q = 0;

	if (skip(s, 'r'))
		q |= IS_RESTRICT;
	if (skip(s, 'V'))
		q |= IS_VOLATILE;
	if (skip(s, 'K'))
		q |= IS_CONST;
	return q;
}

bool itanium_put_qualifiers(struct state *s, uint8_t q)
{
	return (!(q & IS_CONST) || put_text(s, " const")) &&
	       (!(q & IS_VOLATILE) || put_text(s, " volatile")) &&
	       (!(q & IS_RESTRICT) || put_text(s, " restrict")) &&
	       (!(q & IS_REFERENCE) || put_text(s, " &")) &&
	       (!(q & IS_MOVED) || put_text(s, " &&"));
}

/* "N…E" */
static bool read_nested(struct state *s, struct name *name)
{
	unsigned start = s->length;
	bool first = true;

	s->at++;
	name->qualifiers = itanium_qualifiers(s);
	if (skip(s, 'R'))
		name->qualifiers |= IS_REFERENCE;
	else if (skip(s, 'O'))
		name->qualifiers |= IS_MOVED;
	if (strchr("rVK", peek(s)))
		return false;
	for (; !skip(s, 'E'); first = false) {
		char c = peek(s);

		if (c == 'I') {
			if (first || name->has_template || !itanium_arguments(s, name->keep))
				return false;
			name->has_template = true;
		} else if (c == 'S') {
			if (!first || !read_first_scope(s))
				return false;
			continue;
		} else {
			if ((!first && !put(s, "::", 2)) || !read_unqualified(s, name))
				return false;
			name->has_template = false;
		}
		if (peek(s) != 'E' && !add_sub(s, piece_from(s, start)))
			return false;
	}
	return !first;
}

/* "Z…E…": something inside a function. */
static bool read_local(struct state *s, struct name *name)
{
	const struct arguments *arguments = s->arguments;
	uint8_t encoding = s->encoding;
	int pack_index = s->pack_index;
	bool read;

	s->at++;
	s->pack_index = -1;
	read = itanium_encoding(s, NULL);
	s->pack_index = pack_index;
	s->encoding = encoding;
	s->arguments = arguments;
	if (!read || !skip(s, 'E') || peek(s) == 's' || peek(s) == 'd' || !put(s, "::", 2))
		return false;
	return itanium_name(s, name) && peek(s) != '_';
}

bool itanium_name(struct state *s, struct name *name)
{
	unsigned start = s->length;
	char c = peek(s);

	if (++s->depth > DEEPEST)
		return false;
	if (c == 'N' || c == 'Z') {
		if (!(c == 'N' ? read_nested : read_local)(s, name))
			return false;
		s->depth--;
		return true;
	}
	if (c == 'S' && peek_next(s) == 't') {
		s->at += 2;
		if (!put(s, "std::", 5) || !read_unqualified(s, name))
			return false;
	} else if (c == 'S') {
		if (!read_standard(s, false))
			return false;
		name->is_standard = true;
	} else if (!read_unqualified(s, name)) {
		return false;
	}
	if (c != 'U' && peek(s) == 'I') {
		if (!name->is_standard && !add_sub(s, piece_from(s, start)))
			return false;
		name->is_standard = false;
		name->has_template = true;
		if (!itanium_arguments(s, name->keep))
			return false;
	}
	s->depth--;
	return true;
}

/* The return type, which is written elsewhere. */
static bool read_return(struct state *s, struct piece_of_text *type)
{
	if (s->elsewhere)
		return false;
	swap(s);
	if (!itanium_type(s, type) || (type->is & IS_CLOSED))
		return false;
	swap(s);
	return true;
}

/* What stands behind a function's name. */
static bool read_signature(struct state *s, const struct name *name, struct piece_of_text *returned)
{
	struct piece_of_text unused;

	if (name->has_template && !name->is_structor &&
	    !read_return(s, returned ? returned : &unused))
		return false;
	return itanium_parameters(s, 0) && itanium_put_qualifiers(s, name->qualifiers);
}

bool itanium_encoding(struct state *s, struct piece_of_text *returned)
{
	struct arguments keep;
	struct name name = { .keep = &keep };
	bool read;

	s->encoding = ++s->encodings;
	s->arguments = NULL;
	keep.n = 0;
	if (!itanium_name(s, &name) || s->encodings > 100)
		return false;
	if (!peek(s) || peek(s) == 'E')
		return returned && !name.qualifiers;
	s->arguments = name.has_template ? &keep : NULL;
	read = read_signature(s, &name, returned);
	s->arguments = NULL;
	return read;
}

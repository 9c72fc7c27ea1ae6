/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is known while a mangled name is read, and the text that it becomes. Parts that a name may
 * refer to later are pieces of this text, so a reference copies a piece.
 */
#ifndef PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_STATE_H
#define PMC_LIB_SYMBOLS_DEMANGLE_ITANIUM_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "lib/symbols/demangle/itanium.h"

/* libstdc++ refuses what is longer, or deeper. */
#define LONGEST	     1000
#define MOST_PARTS   480
#define DEEPEST	     40
#define MOST_SUBS    200
#define MOST_ARGS    24
#define MOST_PACKED  32
#define ROOM_RETURNS 4096

/* What becomes of a piece if more is said of it. */
enum {
	IS_CONST = 1,
	IS_VOLATILE = 2,
	IS_RESTRICT = 4,
	IS_QUALIFIED = 7,
	IS_REFERENCE = 8,
	IS_MOVED = 16,	    /* && */
	IS_CLOSED = 32,	    /* nothing can be said of it: what is to come stands inside of it */
	IS_UNKNOWN = 64,    /* there is no such piece: it is of a pack */
	IS_DEPENDENT = 128, /* it has template parameters, of one encoding */
	IS_MERGED = 256,    /* of a reference to a reference */
};

struct piece_of_text {
	uint16_t start, end, is;
	uint8_t encoding;
};

/* The arguments of a template, to which parameters refer. */
struct arguments {
	unsigned n, n_packed;
	struct argument {
		struct piece_of_text text;
		uint8_t first, n; /* of the packed ones */
		bool is_pack;
	} argument[MOST_ARGS];
	struct piece_of_text packed[MOST_PACKED];
};

/* What is known of a name when it has been read. */
struct name {
	bool has_template;  /* its last part has arguments */
	bool is_structor;   /* its last part, but for arguments, is a constructor or destructor */
	bool is_standard;   /* it is "Ss" or alike, which no reference can name */
	uint8_t qualifiers; /* of the function */
	struct arguments *keep; /* where to put the arguments, or NULL */
};

struct state {
	const char *at, *end;
	char *text;
	unsigned length, room, other_length; /* see swap() */
	bool elsewhere;
	bool last_is_blank; /* as libstdc++ sees it: it has taken a comma and a blank back */
	unsigned depth, parts, n_subs;
	uint8_t encoding, encodings;
	const struct arguments *arguments; /* of the function whose type is read, or NULL */
	int pack_index;			   /* which of a pack is written; -1: none */
	int pack_length;		   /* -1: no pack has been seen */
	struct piece_of_text last_name;	   /* what a constructor is called */
	struct piece_of_text sub[MOST_SUBS];
};

static inline char peek(const struct state *s)
{
	return s->at < s->end ? *s->at : 0;
}

static inline char peek_next(const struct state *s)
{
	return s->end - s->at > 1 ? s->at[1] : 0;
}

static inline bool skip(struct state *s, char c)
{
	if (peek(s) != c)
		return false;
	s->at++;
	return true;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* Does a reference to an earlier piece go on with this letter behind its 'S'? */
static inline bool is_numbered(char c)
{
	return c == '_' || is_digit(c) || (c >= 'A' && c <= 'Z');
}

static inline bool put(struct state *s, const char *text, size_t n)
{
	if (n > s->room - s->length)
		return false;
	memcpy(s->text + s->length, text, n);
	s->length += n;
	return true;
}

static inline bool put_text(struct state *s, const char *text)
{
	return put(s, text, strlen(text));
}

static inline bool put_letter(struct state *s, char c)
{
	return put(s, &c, 1);
}

static inline struct piece_of_text piece_from(const struct state *s, unsigned start)
{
	return (struct piece_of_text){ start, s->length, 0, s->encoding };
}

/* Repeats a piece. */
static inline bool put_piece(struct state *s, struct piece_of_text *piece)
{
	unsigned start = s->length;

	if ((piece->is & IS_UNKNOWN) ||
	    ((piece->is & IS_DEPENDENT) && piece->encoding != s->encoding))
		return false;
	if (!put(s, s->text + piece->start, piece->end - piece->start))
		return false;
	piece->start = start;
	piece->end = s->length;
	return true;
}

/* Writes to the other place, where return types are, and back. */
static inline void swap(struct state *s)
{
	unsigned length = s->length;

	s->length = s->other_length;
	s->other_length = length;
	s->elsewhere = !s->elsewhere;
	s->room = s->elsewhere ? ITANIUM_ROOM + ROOM_RETURNS : ITANIUM_ROOM - 1;
}

static inline bool add_sub(struct state *s, struct piece_of_text piece)
{
	if (s->n_subs == MOST_SUBS)
		return false;
	s->sub[s->n_subs++] = piece;
	return true;
}

/* A number without a sign; there must be a digit. */
static inline bool read_number(struct state *s, unsigned *number)
{
	unsigned n = 0;

	if (!is_digit(peek(s)))
		return false;
	while (is_digit(peek(s))) {
		n = 10 * n + (unsigned)(*s->at++ - '0');
		if (n > 100000)
			return false;
	}
	*number = n;
	return true;
}

/* "_" is 0, "0_" is 1, "Z_" is 36: of substitutions in 36 letters, of parameters in digits. */
static inline bool read_reference(struct state *s, bool letters, unsigned *number)
{
	unsigned n = 0;
	char c;

	if (skip(s, '_')) {
		*number = 0;
		return true;
	}
	while ((c = peek(s)) != '_') {
		if (is_digit(c))
			n = n * (letters ? 36 : 10) + (unsigned)(c - '0');
		else if (letters && c >= 'A' && c <= 'Z')
			n = n * 36 + (unsigned)(c - 'A') + 10;
		else
			return false;
		if (n > 10000)
			return false;
		s->at++;
	}
	s->at++;
	*number = n + 1;
	return true;
}

/* Puts a comma in front of what is not the first one of a list. */
static inline bool put_comma(struct state *s, bool first)
{
	return first || put(s, ", ", 2);
}

/* Takes commas back behind which nothing came. shown: the end of the last one that did. */
static inline void end_list(struct state *s, unsigned n, unsigned shown)
{
	s->last_is_blank = n > 1 && s->length != shown;
	s->length = shown;
}

#endif

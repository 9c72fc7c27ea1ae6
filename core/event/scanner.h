/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The parser's cursor: it moves through the text from left to right, without going back. What it
 * has read is a struct span.
 */
#ifndef PMC_CORE_SCANNER_H
#define PMC_CORE_SCANNER_H

#include "core/base/text.h"
#include "core/event/event.h"

struct catalogues;
struct diag;

struct parser {
	const char *text;
	u32 len, pos;
	const struct catalogues *cats;
	struct event *events;
	u32 n, room;
	s32 groups; /* how many groups have begun */
	struct diag *diag;
};

/* Whether a name, a unit mask or a section of modifiers ends at this character. */
extern const u8 scan_ends_name[256];

static inline bool at_end(const struct parser *p)
{
	return p->pos >= p->len;
}

/* The character here; 0 at the end. */
static inline char here(const struct parser *p)
{
	return at_end(p) ? 0 : p->text[p->pos];
}

static inline bool scan_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline void skip_blanks(struct parser *p)
{
	while (!at_end(p) && scan_is_blank(p->text[p->pos]))
		p->pos++;
}

static inline bool span_is(const struct parser *p, struct span s, const char *word)
{
	return text_equal(word, p->text + s.at, s.len);
}

/* The character at `at` as a span; an empty one at the end of the text. */
static inline struct span one_char(const struct parser *p, u32 at)
{
	struct span s = { at, at < p->len ? 1 : 0 };

	return s;
}

static inline u32 ends_name(char c)
{
	return scan_ends_name[(u8)c];
}

/* Reads up to the end of a name. */
static inline struct span take_name(struct parser *p)
{
	struct span s = { p->pos, 0 };
	const char *text = p->text;
	u32 pos = p->pos, len = p->len;

	while (pos + 4 <= len && !(ends_name(text[pos]) | ends_name(text[pos + 1]) |
				   ends_name(text[pos + 2]) | ends_name(text[pos + 3])))
		pos += 4;
	while (pos < len && !ends_name(text[pos]))
		pos++;
	p->pos = pos;
	s.len = pos - s.at;
	return s;
}

/* A decimal number, or a hexadecimal one after 0x. False: it is no number. *huge: it has more
 * than 64 bits. */
bool scan_number(const char *s, size_t len, u64 *number, bool *huge);
/* r and hexadecimal digits to the end. */
bool scan_raw(const char *s, size_t len, u64 *raw, bool *huge);

#endif

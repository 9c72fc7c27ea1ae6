/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Sections: unit masks of an event, the event of from=, and modifiers. */
#include "core/event/sections.h"
#include "core/base/diag.h"
#include "core/event/catalogue.h"
#include "core/event/index.h"
#include "core/event/refuse.h"

/* The number of the row's unit mask of this name; 64: none. */
static u32 find_umask(const struct parser *p, const struct catalogue *c, u32 id, struct span name)
{
	const char *s;
	s32 j;

	if (p->cats->index) {
		j = pmc_index_umask(p->cats->index, id, p->text + name.at, name.len);
		return j < 0 ? 64 : (u32)j;
	}
	for (j = 0; j < 64 && (s = c->umask(c, id, (u32)j)); j++)
		if (text_equal_nocase(s, p->text + name.at, name.len))
			return (u32)j;
	return 64;
}

/* The piece of a from= section from `at` up to the next '+'. */
static struct span take_piece(const struct parser *p, struct span section, u32 at)
{
	struct span s = { at, 0 };

	while (at + s.len < section.at + section.len && p->text[at + s.len] != '+')
		s.len++;
	return s;
}

/* "from=uop_type+TAGLOADS": an event of the same catalogue and its unit masks. */
static int parse_from(struct parser *p, struct event *ev, struct span section)
{
	const struct catalogue *c = ev->catalogue;
	struct span piece = take_piece(p, section, section.at + 5);
	const char *s;
	u32 i, j;

	if (ev->has_from)
		return parse_refuse(p, section, "", " is a second from=; give one");
	for (i = 0; (s = c->event(c, i)); i++)
		if (s[0] && text_equal_nocase(s, p->text + piece.at, piece.len))
			break;
	if (!s)
		return piece.len ? parse_refuse_unknown(p, piece, c) :
				   parse_refuse(p, section, "no event is named in ", "");
	ev->has_from = true;
	ev->from = i;
	while (piece.at + piece.len < section.at + section.len) {
		piece = take_piece(p, section, piece.at + piece.len + 1);
		j = find_umask(p, c, i, piece);
		if (j == 64) {
			parse_refuse(p, piece, "", " is not a unit mask of ");
			pmc_diag_add(p->diag, s);
			return -PMC_CORE_EINVAL;
		}
		ev->from_umasks |= 1ull << j;
	}
	return 0;
}

static bool has_more(const struct event *ev)
{
	const char *name = ev->catalogue->event(ev->catalogue, ev->id);
	const char *next = ev->catalogue->event(ev->catalogue, ev->id + 1);

	return next && next[0] && text_equal(name, next, text_length(next));
}

/*
 * One section of an event of a catalogue: a unit mask, from=, or modifiers. After a dot it can only
 * be a unit mask.
 */
static int parse_umask(struct parser *p, struct event *ev, struct span section, bool dot,
		       struct mods *m)
{
	const char *text = p->text + section.at;
	u32 j = find_umask(p, ev->catalogue, ev->id, section), first = ev->id;

	/* An event of many unit masks has several rows, one after another. */
	while (j == 64 && !ev->umasks && has_more(ev))
		j = find_umask(p, ev->catalogue, ++ev->id, section);
	if (j < 64) {
		ev->umasks |= 1ull << j;
		return 0;
	}
	ev->id = first;
	if (dot)
		return parse_refuse_section(p, ev, section);
	if (section.len >= 5 && !memcmp(text, "from=", 5))
		return parse_from(p, ev, section);
	if ((section.len > 2 && text[0] == 'c' && text[1] == '=') ||
	    (section.len > 7 && !memcmp(text, "active=", 7)) ||
	    (section.len >= 8 && !memcmp(text, "counter=", 8)))
		return parse_mods(p, section, ev->word, m, false);
	return parse_mods(p, section, ev->word, m, true) ? parse_refuse_section(p, ev, section) : 0;
}

/* What follows a colon up to the end of the name, or a dot up to the next dot. */
static struct span take_section(struct parser *p)
{
	bool dot = here(p) == '.';
	struct span section;
	u32 i;

	p->pos++;
	section = take_name(p);
	for (i = 0; dot && i < section.len; i++) {
		if (p->text[section.at + i] != '.')
			continue;
		section.len = i;
		p->pos = section.at + i;
	}
	return section;
}

int parse_sections(struct parser *p, struct event *ev, struct span of, struct mods *m)
{
	while (here(p) == ':' || here(p) == '.') {
		bool dot = here(p) == '.';
		struct span section;
		int err;

		section = take_section(p);
		if (!section.len && dot)
			return parse_refuse(p, one_char(p, section.at - 1),
					    "a unit mask is missing after ", "");
		if (!section.len)
			return parse_refuse(p, one_char(p, section.at - 1),
					    "a modifier is missing after ", MODIFIERS_ARE);
		if (ev && ev->kind == EVENT_MODEL)
			err = parse_umask(p, ev, section, dot, m);
		else
			err = parse_mods(p, section, of, m, false);
		if (err)
			return err;
	}
	return 0;
}

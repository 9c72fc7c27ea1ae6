/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The parser of event strings: events and groups. One pass from left to right, without
 * backtracking; every refusal names the token, its column and what would be right. The grammar is
 * in parse.h.
 */
#include "core/event/parse.h"
#include "core/base/diag.h"
#include "core/event/modifiers.h"
#include "core/event/names.h"
#include "core/event/refuse.h"
#include "core/event/scanner.h"
#include "core/event/sections.h"
#include "core/event/terms.h"

/* Initializes all but the terms, which are most of the struct: there are none yet. */
static inline void begin_event(struct event *ev, s32 group)
{
	const struct span none = { 0, 0 };

	ev->kind = EVENT_RAW;
	ev->id = 0;
	ev->row = NULL;
	ev->catalogue = NULL;
	ev->umasks = 0;
	ev->raw = 0;
	ev->mods = 0;
	ev->cmask = 0;
	ev->counters = 0;
	ev->has_from = false;
	ev->from = 0;
	ev->from_umasks = 0;
	ev->p4.given = false;
	ev->group = group;
	ev->typed = ev->word = ev->pmu = ev->label = none;
	ev->n_terms = 0;
}

static int parse_event(struct parser *p, s32 group)
{
	struct mods m = { 0 };
	struct event *ev;
	int err;

	if (p->n == p->room) {
		parse_refuse(p, one_char(p, p->pos), "too many events; the limit is ", NULL);
		pmc_diag_add_number(p->diag, p->room);
		return -PMC_CORE_ENOSPC;
	}
	ev = &p->events[p->n];
	begin_event(ev, group);
	ev->word = take_name(p);
	if (!ev->word.len)
		return parse_refuse_missing(p);
	if (here(p) == '/') {
		ev->kind = EVENT_RAW;
		ev->pmu = ev->word;
		err = parse_terms(p, ev);
		ev->word.len = p->pos - ev->word.at;
		if (!err && !at_end(p) && !ends_name(here(p))) {
			struct span section = take_name(p);

			err = parse_mods(p, section, ev->word, &m, false);
		}
	} else {
		err = parse_name(p, ev);
	}
	/* Here a dot stands only behind an event of a catalogue. */
	if (!err && (here(p) == ':' || here(p) == '.'))
		err = parse_sections(p, ev, ev->word, &m);
	if (err)
		return err;
	parse_apply_mods(ev, &m);
	ev->typed.at = ev->word.at;
	ev->typed.len = p->pos - ev->typed.at;
	p->n++;
	return 0;
}

/* The members, up to the closing brace, where it stops. open: the opening brace. */
static int parse_members(struct parser *p, struct span open, s32 group)
{
	u32 first = p->n;
	int err;

	do {
		p->pos++;
		skip_blanks(p);
		if (here(p) == '{')
			return parse_refuse(p, one_char(p, p->pos), "",
					    " stands inside a group; groups cannot be nested");
		if (here(p) == '}' && p->n == first)
			return parse_refuse(p, open,
					    "the group has no event; a group is written "
					    "{cycles,instructions}",
					    NULL);
		if (at_end(p))
			break;
		err = parse_event(p, group);
		if (err)
			return err;
		skip_blanks(p);
	} while (here(p) == ',');
	if (at_end(p))
		return parse_refuse(p, open, "", " is not closed; a group ends with '}'");
	if (here(p) != '}')
		return parse_refuse(p, one_char(p, p->pos), "expected ',' or '}' before ", "");
	return 0;
}

/* From the opening brace to the end of the group's modifiers. */
static int parse_group(struct parser *p)
{
	struct mods m = { 0 };
	struct span open = one_char(p, p->pos), all;
	u32 first = p->n, i;
	int err = parse_members(p, open, p->groups++);

	if (err)
		return err;
	p->pos++;
	all.at = open.at;
	all.len = p->pos - open.at;
	err = parse_sections(p, NULL, all, &m);
	if (err)
		return err;
	for (i = first; i < p->n; i++)
		parse_apply_mods(&p->events[i], &m);
	return 0;
}

int pmc_event_parse(const char *text, size_t len, const struct catalogues *cats,
		    struct event *events, u32 *n, struct diag *diag)
{
	struct parser p = { text, (u32)len, 0, cats, events, 0, *n, 0, diag };
	int err;

	if (len > EVENT_TEXT_MAX) {
		p.len = 0;
		return parse_refuse(&p, one_char(&p, 0),
				    "the event string is longer than 65535 bytes", NULL);
	}
	for (;;) {
		skip_blanks(&p);
		err = here(&p) == '{' ? parse_group(&p) : parse_event(&p, -1);
		if (err)
			return err;
		skip_blanks(&p);
		if (at_end(&p))
			break;
		if (here(&p) == '}')
			return parse_refuse(&p, one_char(&p, p.pos), "", " closes no group");
		if (here(&p) != ',')
			return parse_refuse(&p, one_char(&p, p.pos), "expected ',' before ", "");
		p.pos++;
	}
	*n = p.n;
	return 0;
}

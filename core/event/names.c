/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Names of events: generic ones, raw ones, then those of the catalogues. */
#include "core/event/names.h"
#include "core/event/catalogue.h"
#include "core/event/index.h"
#include "core/event/refuse.h"

/* Makes it this row of the catalogue. */
static void take_row(struct event *ev, const struct catalogue *c, u32 row)
{
	ev->kind = EVENT_MODEL;
	ev->catalogue = c;
	ev->id = row;
}

/* Looks the name up in every catalogue, or in `only` if that is given. */
static bool find_model_event(struct parser *p, struct event *ev, struct span name,
			     const struct catalogue *only)
{
	struct index_found found;
	const char *s;
	u32 i, k;

	if (p->cats && p->cats->index) {
		pmc_index_event(p->cats->index, p->text + name.at, name.len, &found);
		if (found.is_event)
			take_row(ev, p->cats->list[0], found.row);
		return found.is_event;
	}
	for (k = 0; p->cats && k < p->cats->n; k++) {
		const struct catalogue *c = p->cats->list[k];

		if (only && c != only)
			continue;
		for (i = 0; (s = c->event(c, i)); i++) {
			if (!text_equal_nocase(s, p->text + name.at, name.len))
				continue;
			take_row(ev, c, i);
			return true;
		}
	}
	return false;
}

/*
 * perf's lists and Intel's manuals write EVENT.UNIT_MASK. Looks up the longest name that ends
 * before a dot, and moves back to that dot, where parse_sections() goes on.
 */
static bool find_before_dot(struct parser *p, struct event *ev, struct span name,
			    const struct catalogue *only)
{
	u32 end = name.at + name.len;

	while (name.len > 1) {
		name.len--;
		if (p->text[name.at + name.len] != '.' || !find_model_event(p, ev, name, only))
			continue;
		p->pos = name.at + name.len;
		ev->word.len -= end - p->pos;
		return true;
	}
	return false;
}

static int parse_model(struct parser *p, struct event *ev)
{
	const struct catalogue *only = NULL;
	struct span name;
	u32 k;

	for (k = 0; p->cats && k < p->cats->n; k++)
		if (text_equal_nocase(p->cats->list[k]->model, p->text + ev->word.at, ev->word.len))
			only = p->cats->list[k];
	if (!only)
		return parse_refuse_model(p, ev->word);
	p->pos += 2;
	name = take_name(p);
	ev->word.len = p->pos - ev->word.at;
	if (!name.len)
		return parse_refuse(p, ev->word, "no event is named after ", "");
	if (find_model_event(p, ev, name, only) || find_before_dot(p, ev, name, only))
		return 0;
	return parse_refuse_unknown(p, name, only);
}

/* syscalls is an event of ours and a subsystem of Linux's tracepoints (syscalls:sys_enter_read). */
static bool is_tracepoint(const struct parser *p)
{
	return p->len - p->pos > 5 && !memcmp(p->text + p->pos, ":sys_", 5);
}

int parse_name(struct parser *p, struct event *ev)
{
	const struct name_index *index = p->cats ? p->cats->index : NULL;
	struct index_found found = { 0 };
	bool huge;

	if (here(p) == ':' && p->pos + 1 < p->len && p->text[p->pos + 1] == ':')
		return parse_model(p, ev);

	if (index)
		pmc_index_event(index, p->text + ev->word.at, ev->word.len, &found);
	ev->row = index ? found.generic : pmc_generic_find(p->text + ev->word.at, ev->word.len);
	if (ev->row) {
		if (is_tracepoint(p))
			return parse_refuse_tracepoint(p, ev->word);
		ev->kind = (enum event_kind)ev->row->kind;
		ev->id = ev->row->id;
		return 0;
	}
	if (scan_raw(p->text + ev->word.at, ev->word.len, &ev->raw, &huge)) {
		ev->kind = EVENT_RAW;
		return huge ? parse_refuse(p, ev->word, "the raw event ",
					   " has more than 64 bits") :
			      0;
	}
	if (found.is_event) {
		take_row(ev, index->catalogue, found.row);
		return 0;
	}
	if (!index && find_model_event(p, ev, ev->word, NULL))
		return 0;
	if (find_before_dot(p, ev, ev->word, NULL))
		return 0;
	return parse_refuse_unknown(p, ev->word, NULL);
}

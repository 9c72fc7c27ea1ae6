/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Terms. */
#include "core/event/terms.h"
#include "core/event/refuse.h"

/* The value after '='; open is the slash that opened the terms. */
static int read_value(struct parser *p, struct event_term *term, u32 open)
{
	bool quoted = here(p) == '\'', huge = false;

	if (quoted)
		p->pos++;
	term->value.at = p->pos;
	while (!at_end(p) && (quoted ? here(p) != '\'' : here(p) != ',' && here(p) != '/'))
		p->pos++;
	term->value.len = p->pos - term->value.at;
	if (at_end(p) && quoted)
		return parse_refuse(p, one_char(p, term->value.at - 1), "", " is not closed");
	if (at_end(p))
		return parse_refuse(p, one_char(p, open), "",
				    " is not closed; the terms of a PMU end with '/'");
	if (quoted)
		p->pos++;
	if (!term->value.len)
		return parse_refuse(p, term->name, "the term ", " has '=' but no value");
	if (!quoted)
		term->is_number = scan_number(p->text + term->value.at, term->value.len,
					      &term->number, &huge);
	if (term->is_number && huge)
		return parse_refuse(p, term->value, "the number ", " has more than 64 bits");
	if (quoted && here(p) != ',' && here(p) != '/')
		return parse_refuse(p, one_char(p, p->pos), "expected ',' or '/' before ", "");
	return 0;
}

/* Adds a term to the event; name= becomes its label. */
static int add_term(struct parser *p, struct event *ev, const struct event_term *term)
{
	u32 i;

	if (span_is(p, term->name, "name")) {
		if (ev->label.len || !term->value.len)
			return parse_refuse(p, term->name, "the term ",
					    ev->label.len ? " is given twice" : " has no value");
		ev->label = term->value;
		return 0;
	}
	for (i = 0; i < ev->n_terms; i++)
		if (ev->term[i].name.len == term->name.len &&
		    !memcmp(p->text + ev->term[i].name.at, p->text + term->name.at, term->name.len))
			return parse_refuse(p, term->name, "the term ", " is given twice");
	if (ev->n_terms == EVENT_TERMS)
		return parse_refuse(p, term->name, "too many terms at ", "; an event can have 12");
	ev->term[ev->n_terms++] = *term;
	return 0;
}

/* One term; stops before the ',' or '/' after it. open is the slash that opened the terms. */
static int parse_term(struct parser *p, struct event *ev, u32 open)
{
	struct event_term term = { 0 };
	int err;

	term.name.at = p->pos;
	while (!at_end(p) && here(p) != '=' && here(p) != ',' && here(p) != '/')
		p->pos++;
	term.name.len = p->pos - term.name.at;
	if (at_end(p))
		return parse_refuse(p, one_char(p, open), "",
				    " is not closed; the terms of a PMU end "
				    "with '/', as in cpu/event=0x3c,umask=0x1/");
	if (!term.name.len)
		return parse_refuse(p, one_char(p, p->pos), "a term is missing before ",
				    "; terms are written event=0x3c,umask=0x1");
	if (here(p) == '=') {
		p->pos++;
		err = read_value(p, &term, open);
		if (err)
			return err;
	} else {
		term.is_number = true;
		term.number = 1;
	}
	return add_term(p, ev, &term);
}

int parse_terms(struct parser *p, struct event *ev)
{
	u32 open = p->pos;
	int err;

	do {
		p->pos++;
		err = parse_term(p, ev, open);
		if (err)
			return err;
	} while (here(p) == ',');
	p->pos++;
	if (!ev->n_terms)
		return parse_refuse(p, ev->label, "the event named ",
				    " does not say what it counts; add "
				    "terms such as event=0x3c,umask=0x1");
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The parser's sentences. */
#include "core/event/refuse.h"
#include "core/base/diag.h"
#include "core/base/nearest.h"
#include "core/event/catalogue.h"

/* How many a sentence shows: events that have a unit mask, unit masks of an event. */
#define SHOWN_OWNERS 3
#define SHOWN_UMASKS 8

int parse_refuse(struct parser *p, struct span token, const char *before, const char *after)
{
	pmc_diag_at(p->diag, token.at, p->text + token.at, token.len);
	pmc_diag_add(p->diag, before);
	if (after) {
		pmc_diag_add_quoted(p->diag, p->text + token.at, token.len);
		pmc_diag_add(p->diag, after);
	}
	return -PMC_CORE_EINVAL;
}

int parse_refuse_missing(struct parser *p)
{
	struct span s = one_char(p, p->pos);

	if (s.len)
		return parse_refuse(p, s, "an event is missing before ", "");
	return parse_refuse(p, s,
			    p->n ? "an event is missing after the last ','" :
				   "no event is given; 'pmc list' shows the events",
			    NULL);
}

/* "name:event" up to the end of the event. */
static struct span with_section(const struct parser *p, struct span name)
{
	if (name.at + name.len < p->len && p->text[name.at + name.len] == ':')
		name.len++;
	while (name.at + name.len < p->len && !ends_name(p->text[name.at + name.len]))
		name.len++;
	return name;
}

/*
 * Whether the name and what follows it are spelled as tracepoints are, in small letters and with a
 * section that is too long for modifiers.
 */
static bool like_tracepoint(const struct parser *p, struct span name)
{
	struct span all = with_section(p, name);
	u32 i;

	for (i = all.at; i < all.at + all.len; i++) {
		char c = p->text[i];

		if (i != name.at + name.len && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') &&
		    c != '_' && c != '*')
			return false;
	}
	return all.len > name.len + 5;
}

static void add_tracepoint(struct parser *p, struct span all)
{
	pmc_diag_add(p->diag, "pmc counts no tracepoints of Linux; 'perf stat -e ");
	pmc_diag_add_n(p->diag, p->text + all.at, all.len < 80 ? all.len : 80);
	pmc_diag_add(p->diag, "' does");
}

int parse_refuse_tracepoint(struct parser *p, struct span subsystem)
{
	struct span all = with_section(p, subsystem);

	parse_refuse(p, all, "", " is a tracepoint; ");
	add_tracepoint(p, all);
	return -PMC_CORE_EINVAL;
}

int parse_refuse_unknown(struct parser *p, struct span name, const struct catalogue *only)
{
	struct nearest near;
	const struct event_row *row;
	const char *s;
	u32 i, k;

	pmc_nearest_init(&near, p->text + name.at, name.len);
	if (!only) {
		for (i = 0; (row = pmc_generic_row(i)); i++)
			pmc_nearest_offer(&near, row->name);
	}
	for (k = 0; p->cats && k < p->cats->n; k++) {
		const struct catalogue *c = p->cats->list[k];

		if (only && c != only)
			continue;
		for (i = 0; (s = c->event(c, i)); i++)
			pmc_nearest_offer(&near, s);
	}
	parse_refuse(p, name, "unknown event ", "");
	if (only) {
		pmc_diag_add(p->diag, " of ");
		pmc_diag_add(p->diag, only->title);
	}
	pmc_nearest_add(&near, p->diag, "; 'pmc list' shows the events");
	if (!only && !near.n && like_tracepoint(p, name)) {
		struct span all = with_section(p, name);

		pmc_diag_add(p->diag, "; if ");
		pmc_diag_add_quoted(p->diag, p->text + all.at, all.len);
		pmc_diag_add(p->diag, " is a tracepoint: ");
		add_tracepoint(p, all);
	}
	return -PMC_CORE_EINVAL;
}

int parse_refuse_model(struct parser *p, struct span model)
{
	u32 k;

	if (p->cats && p->cats->n == 1) {
		parse_refuse(p, model, "only events of ", NULL);
		pmc_diag_add(p->diag, p->cats->list[0]->model);
		pmc_diag_add(p->diag, " are possible here, not those of ");
		pmc_diag_add_quoted(p->diag, p->text + model.at, model.len);
		return -PMC_CORE_EINVAL;
	}
	parse_refuse(p, model, "no model with events here is named ", "");
	if (!p->cats || !p->cats->n)
		return -PMC_CORE_EINVAL;
	pmc_diag_add(p->diag, "; the models are ");
	for (k = 0; k < p->cats->n; k++) {
		if (k)
			pmc_diag_add(p->diag, ", ");
		pmc_diag_add(p->diag, p->cats->list[k]->model);
	}
	return -PMC_CORE_EINVAL;
}

/* "; it is a unit mask of A, B and others": the events that have it. False: none. */
static bool add_owners(struct parser *p, const struct catalogue *c, struct span umask)
{
	const char *name, *s;
	u32 i, j, n = 0;
	bool has;

	for (i = 0; (name = c->event(c, i)); i++) {
		for (has = false, j = 0; name[0] && !has && j < 64 && (s = c->umask(c, i, j)); j++)
			has = text_equal_nocase(s, p->text + umask.at, umask.len);
		if (!has || n++ >= SHOWN_OWNERS)
			continue;
		pmc_diag_add(p->diag, n > 1 ? ", " : "; it is a unit mask of ");
		pmc_diag_add(p->diag, name);
	}
	if (n > SHOWN_OWNERS)
		pmc_diag_add(p->diag, " and others");
	return n;
}

/* "; this event has the unit masks A, B and 3 more". False: it has none. */
static bool add_umasks(struct parser *p, const struct event *ev)
{
	const char *s;
	u32 j, n = 0;

	for (j = 0; j < 64 && (s = ev->catalogue->umask(ev->catalogue, ev->id, j)); j++) {
		if (!s[0] || n++ >= SHOWN_UMASKS)
			continue;
		pmc_diag_add(p->diag, n > 1 ? ", " : "; this event has the unit masks ");
		pmc_diag_add(p->diag, s);
	}
	if (n > SHOWN_UMASKS) {
		pmc_diag_add(p->diag, " and ");
		pmc_diag_add_number(p->diag, n - SHOWN_UMASKS);
		pmc_diag_add(p->diag, " more");
	}
	return n;
}

int parse_refuse_section(struct parser *p, const struct event *ev, struct span section)
{
	struct nearest near;
	const char *s;
	bool owners, umasks;
	u32 j;

	pmc_nearest_init(&near, p->text + section.at, section.len);
	for (j = 0; (s = ev->catalogue->umask(ev->catalogue, ev->id, j)); j++)
		pmc_nearest_offer(&near, s);
	parse_refuse(p, section, "", " is neither a unit mask of ");
	pmc_diag_add_quoted(p->diag, p->text + ev->word.at, ev->word.len);
	pmc_diag_add(p->diag, " nor a modifier");
	if (near.n) {
		pmc_nearest_add(&near, p->diag, "");
		return -PMC_CORE_EINVAL;
	}
	owners = add_owners(p, ev->catalogue, section);
	umasks = add_umasks(p, ev);
	if (!umasks)
		pmc_diag_add(p->diag, "; this event has no unit masks");
	/* A section of a few letters was probably meant as modifiers. */
	if (!owners && (!umasks || section.len <= 3))
		pmc_diag_add(p->diag, MODIFIERS_ARE);
	return -PMC_CORE_EINVAL;
}

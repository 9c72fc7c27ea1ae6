/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The parser of event strings. One pass from left to right, no backtracking; every refusal names the
 * token, its column and what would be right. The grammar is in event.h.
 */
#include "core/event/event.h"
#include "core/event/index.h"
#include "core/base/nearest.h"
#include "core/base/text.h"

struct parser {
	const char *text;
	u32 len, pos;
	const struct catalogues *cats;
	struct event *events;
	u32 n, room;
	s32 groups; /* how many groups have begun */
	struct diag *diag;
};

/* In a sentence: events that have a unit mask, unit masks of an event. */
#define SHOWN_OWNERS 3
#define SHOWN_UMASKS 8

#define MODIFIERS_ARE                                                                              \
	"; known are u k h (rings), G H (guest, host), p pp ppp P (precise), D (pinned), "         \
	"I (not when idle), W (weak group), e (edge), i (invert), c=N (counter mask), "            \
	"t (both threads), intx, intxcp; of a Pentium 4 t1, active=, force_ovf, ovf_pmi_t0, "      \
	"ovf_pmi_t1, cascade, ext_cascade, from="

/* ---- Characters and pieces ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = text_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static inline bool at_end(const struct parser *p)
{
	return p->pos >= p->len;
}

/* The character here; 0 at the end. */
static inline char here(const struct parser *p)
{
	return at_end(p) ? 0 : p->text[p->pos];
}

static inline void skip_blanks(struct parser *p)
{
	while (!at_end(p) && is_blank(p->text[p->pos]))
		p->pos++;
}

static bool span_is(const struct parser *p, struct span s, const char *word)
{
	return text_equal(word, p->text + s.at, s.len);
}

/* ---- Refusals ---- */

/* Refuses the token: "sentence" or "before 'token' after". */
static int refuse(struct parser *p, struct span token, const char *before, const char *after)
{
	pmc_diag_at(p->diag, token.at, p->text + token.at, token.len);
	pmc_diag_add(p->diag, before);
	if (after) {
		pmc_diag_add_quoted(p->diag, p->text + token.at, token.len);
		pmc_diag_add(p->diag, after);
	}
	return -PMC_CORE_EINVAL;
}

static struct span one_char(const struct parser *p, u32 at)
{
	struct span s = { at, at < p->len ? 1 : 0 };

	return s;
}

static int refuse_missing_event(struct parser *p)
{
	struct span s = one_char(p, p->pos);

	if (s.len)
		return refuse(p, s, "an event is missing before ", "");
	return refuse(p, s, p->n ? "an event is missing after the last ','" :
				   "no event is given; 'pmc list' shows what there is", NULL);
}

static int refuse_unknown_event(struct parser *p, struct span name,
				const struct catalogue *only)
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
	refuse(p, name, "unknown event ", "");
	if (only) {
		pmc_diag_add(p->diag, " of ");
		pmc_diag_add(p->diag, only->title);
	}
	pmc_nearest_add(&near, p->diag, "; 'pmc list' shows what there is");
	return -PMC_CORE_EINVAL;
}

static int refuse_model(struct parser *p, struct span model)
{
	u32 k;

	if (p->cats && p->cats->n == 1) {
		refuse(p, model, "the events here are those of ", NULL);
		pmc_diag_add(p->diag, p->cats->list[0]->model);
		pmc_diag_add(p->diag, ", not of ");
		pmc_diag_add_quoted(p->diag, p->text + model.at, model.len);
		return -PMC_CORE_EINVAL;
	}
	refuse(p, model, "no catalogue of events is named ", "");
	if (!p->cats || !p->cats->n)
		return -PMC_CORE_EINVAL;
	pmc_diag_add(p->diag, "; there are ");
	for (k = 0; k < p->cats->n; k++) {
		if (k)
			pmc_diag_add(p->diag, ", ");
		pmc_diag_add(p->diag, p->cats->list[k]->model);
	}
	return -PMC_CORE_EINVAL;
}

/* "; it is one of A, B and others": the events that do have this unit mask. False: none. */
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
		pmc_diag_add(p->diag, n > 1 ? ", " : "; it is one of ");
		pmc_diag_add(p->diag, name);
	}
	if (n > SHOWN_OWNERS)
		pmc_diag_add(p->diag, " and others");
	return n;
}

/* "; this event has A, B and 3 more". False: it has none. */
static bool add_umasks(struct parser *p, const struct event *ev)
{
	const char *s;
	u32 j, n = 0;

	for (j = 0; j < 64 && (s = ev->catalogue->umask(ev->catalogue, ev->id, j)); j++) {
		if (!s[0] || n++ >= SHOWN_UMASKS)
			continue;
		pmc_diag_add(p->diag, n > 1 ? ", " : "; this event has ");
		pmc_diag_add(p->diag, s);
	}
	if (n > SHOWN_UMASKS) {
		pmc_diag_add(p->diag, " and ");
		pmc_diag_add_number(p->diag, n - SHOWN_UMASKS);
		pmc_diag_add(p->diag, " more");
	}
	return n;
}

static int refuse_section(struct parser *p, const struct event *ev, struct span section)
{
	struct nearest near;
	const char *s;
	bool owners, umasks;
	u32 j;

	pmc_nearest_init(&near, p->text + section.at, section.len);
	for (j = 0; (s = ev->catalogue->umask(ev->catalogue, ev->id, j)); j++)
		pmc_nearest_offer(&near, s);
	refuse(p, section, "", " is neither a unit mask of ");
	pmc_diag_add_quoted(p->diag, p->text + ev->word.at, ev->word.len);
	pmc_diag_add(p->diag, " nor made of modifiers");
	if (near.n) {
		pmc_nearest_add(&near, p->diag, "");
		return -PMC_CORE_EINVAL;
	}
	owners = add_owners(p, ev->catalogue, section);
	umasks = add_umasks(p, ev);
	if (!umasks)
		pmc_diag_add(p->diag, "; this event has no unit masks");
	/* A few letters are meant as modifiers. */
	if (!owners && (!umasks || section.len <= 3))
		pmc_diag_add(p->diag, MODIFIERS_ARE);
	return -PMC_CORE_EINVAL;
}

/* ---- Numbers ---- */

/* Decimal, or hexadecimal after 0x. False when it is no number; *huge when it has more than 64 bits. */
static bool read_number(const char *s, size_t len, u64 *number, bool *huge)
{
	u64 n = 0;
	size_t i = 0;
	bool hex = len > 2 && s[0] == '0' && text_lower(s[1]) == 'x';

	*huge = false;
	if (!len)
		return false;
	for (i = hex ? 2 : 0; i < len; i++) {
		int digit = hex_digit(s[i]);

		if (digit < 0 || (!hex && digit > 9))
			return false;
		if (hex) {
			if (n >> 60)
				*huge = true;
			n = n << 4 | (u64)digit;
		} else {
			u64 next = n * 10 + (u64)digit;

			/* 0x1999999999999999 is 2^64 / 10: no 64-bit division in core/ */
			if (n > 0x1999999999999999ull || (n == 0x1999999999999999ull && digit > 5))
				*huge = true;
			n = next;
		}
	}
	*number = n;
	return true;
}

/* r and hexadecimal digits to the end. */
static bool read_raw(const char *s, size_t len, u64 *raw, bool *huge)
{
	u64 n = 0;
	size_t i;

	if (len < 2 || s[0] != 'r')
		return false;
	*huge = false;
	for (i = 1; i < len; i++) {
		int digit = hex_digit(s[i]);

		if (digit < 0)
			return false;
		if (n >> 60)
			*huge = true;
		n = n << 4 | (u64)digit;
	}
	*raw = n;
	return true;
}

/* ---- Modifiers ---- */

static u32 letter_mod(char c)
{
	switch (c) {
#define X(letter, bit) case letter: return bit;
	EVENT_MODIFIERS(X)
#undef X
	}
	return 0;
}

/* What the ':' sections of modifiers say. */
struct mods {
	u32 bits;
	u32 precise;
	u32 cmask;
	bool active; /* active= was there */
};

/* A section that is a word. 0: it was one; 1: it is none. */
static int read_word(struct parser *p, struct span section, struct mods *m)
{
	u32 i;

	for (i = 0; i < EVENT_WORDS_N; i++) {
		const struct event_word *w = &pmc_event_words[i];

		if (!span_is(p, section, w->word))
			continue;
		/* active=any, which is 0, is the only word without a bit. */
		if (!w->bits || w->bits & MOD_ACTIVE) {
			if (m->active)
				return refuse(p, section, "", " comes after another active=");
			m->active = true;
		}
		m->bits |= w->bits;
		return 0;
	}
	return 1;
}

/*
 * Reads a section of modifiers; of is what they are of, for the message. With quiet nothing is said:
 * the section may be a unit mask.
 */
static int read_mods(struct parser *p, struct span section, struct span of, struct mods *m,
		     bool quiet)
{
	const char *s = p->text + section.at;
	struct mods got = *m;
	int err = read_word(p, section, m);
	u32 i;

	if (err <= 0)
		return err;
	if (section.len > 5 && !memcmp(s, "from=", 5))
		return refuse(p, section, "", " goes with an event of a Pentium 4's catalogue");
	for (i = 0; i < section.len; i++) {
		u32 bit = letter_mod(s[i]);
		struct span bad = one_char(p, section.at + i);

		if (bit) {
			got.bits |= bit;
		} else if (s[i] == 'p') {
			if (++got.precise > 3)
				return quiet ? -PMC_CORE_EINVAL :
					       refuse(p, bad, "more than three ",
						      "; ppp is the most precise");
		} else if (s[i] == 'c' && i + 1 < section.len && s[i + 1] == '=') {
			struct span value = { section.at + i + 2, section.len - i - 2 };
			bool huge;
			u64 n;

			if (quiet && !value.len)
				return -PMC_CORE_EINVAL;
			if (!read_number(p->text + value.at, value.len, &n, &huge) || huge || n < 1 ||
			    n > 255)
				return refuse(p, value, "the counter mask ",
					      " is not a number from 1 to 255");
			got.cmask = (u32)n;
			break;
		} else {
			if (quiet)
				return -PMC_CORE_EINVAL;
			if (s[i] == 'c')
				return refuse(p, bad, "modifier ",
					      " needs a number: c=1 to c=255 (counter mask)");
			refuse(p, bad, "unknown modifier ", " of ");
			pmc_diag_add_quoted(p->diag, p->text + of.at, of.len);
			pmc_diag_add(p->diag, MODIFIERS_ARE);
			return -PMC_CORE_EINVAL;
		}
	}
	*m = got;
	return 0;
}

/* Where a name, a unit mask or a section of modifiers ends. */
static const u8 ends_name_at[256] = {
	[','] = 1, ['/'] = 1, [':'] = 1, [' '] = 1, ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, ['{'] = 1, ['}'] = 1,
};

static u32 ends_name(char c)
{
	return ends_name_at[(u8)c];
}

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

static inline void apply_mods(struct event *ev, const struct mods *m)
{
	u32 precise = (ev->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT;

	if (m->precise > precise)
		precise = m->precise;
	if (m->active)
		ev->mods &= ~MOD_ACTIVE;
	ev->mods = ((ev->mods | m->bits) & ~MOD_PRECISE) | precise << MOD_PRECISE_SHIFT;
	if (m->cmask)
		ev->cmask = (u8)m->cmask;
}

/* The unit mask of a row that has this name; 64 when there is none. */
static inline u32 find_umask(const struct parser *p, const struct catalogue *c, u32 id, struct span name)
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

/* The piece of a from= section that begins here and ends before the next '+'. */
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
		return refuse(p, section, "", " comes after another from=");
	for (i = 0; (s = c->event(c, i)); i++)
		if (s[0] && text_equal_nocase(s, p->text + piece.at, piece.len))
			break;
	if (!s)
		return piece.len ? refuse_unknown_event(p, piece, c) :
				   refuse(p, section, "no event after ", "");
	ev->has_from = true;
	ev->from = i;
	while (piece.at + piece.len < section.at + section.len) {
		piece = take_piece(p, section, piece.at + piece.len + 1);
		j = find_umask(p, c, i, piece);
		if (j == 64) {
			refuse(p, piece, "", " is no unit mask of ");
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

/* One section of an event of a catalogue: a unit mask, or modifiers. */
static inline int parse_umask(struct parser *p, struct event *ev, struct span section, struct mods *m)
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
	if (section.len >= 5 && !memcmp(text, "from=", 5))
		return parse_from(p, ev, section);
	if ((section.len > 2 && text[0] == 'c' && text[1] == '=') ||
	    (section.len > 7 && !memcmp(text, "active=", 7)))
		return read_mods(p, section, ev->word, m, false);
	return read_mods(p, section, ev->word, m, true) ? refuse_section(p, ev, section) : 0;
}

/* ":section:section…" of an event, or of a group (ev is NULL then). */
static inline int parse_sections(struct parser *p, struct event *ev, struct span of, struct mods *m)
{
	while (here(p) == ':') {
		struct span section;
		int err;

		p->pos++;
		section = take_name(p);
		if (!section.len)
			return refuse(p, one_char(p, p->pos - 1), "no modifier after ",
				      MODIFIERS_ARE);
		if (ev && ev->kind == EVENT_MODEL)
			err = parse_umask(p, ev, section, m);
		else
			err = read_mods(p, section, of, m, false);
		if (err)
			return err;
	}
	return 0;
}

/* ---- pmu/terms/ ---- */

/* One term; stops before the ',' or '/' after it. open is the slash that opened the terms. */
static int parse_term(struct parser *p, struct event *ev, u32 open)
{
	struct event_term term = { 0 };
	bool quoted, huge = false;
	u32 i;

	term.name.at = p->pos;
	while (!at_end(p) && here(p) != '=' && here(p) != ',' && here(p) != '/')
		p->pos++;
	term.name.len = p->pos - term.name.at;
	if (at_end(p))
		return refuse(p, one_char(p, open), "", " is not closed; the terms of a PMU end "
			      "with '/', as in cpu/event=0x3c,umask=0x1/");
	if (!term.name.len)
		return refuse(p, one_char(p, p->pos), "a term is missing before ",
			      "; terms are written event=0x3c,umask=0x1");
	if (here(p) == '=') {
		p->pos++;
		quoted = here(p) == '\'';
		if (quoted)
			p->pos++;
		term.value.at = p->pos;
		while (!at_end(p) && (quoted ? here(p) != '\'' : here(p) != ',' && here(p) != '/'))
			p->pos++;
		term.value.len = p->pos - term.value.at;
		if (at_end(p))
			return quoted ? refuse(p, one_char(p, term.value.at - 1), "", " is not closed") :
					refuse(p, one_char(p, open), "", " is not closed; the terms "
					       "of a PMU end with '/'");
		if (quoted)
			p->pos++;
		if (!term.value.len)
			return refuse(p, term.name, "the term ", " has '=' but no value");
		if (!quoted)
			term.is_number = read_number(p->text + term.value.at, term.value.len,
						     &term.number, &huge);
		if (term.is_number && huge)
			return refuse(p, term.value, "the number ", " has more than 64 bits");
		if (quoted && here(p) != ',' && here(p) != '/')
			return refuse(p, one_char(p, p->pos), "',' or '/' expected before ", "");
	} else {
		term.is_number = true;
		term.number = 1;
	}

	if (span_is(p, term.name, "name")) {
		if (ev->label.len || !term.value.len)
			return refuse(p, term.name, "the term ",
				      ev->label.len ? " is given twice" : " has no value");
		ev->label = term.value;
		return 0;
	}
	for (i = 0; i < ev->n_terms; i++)
		if (ev->term[i].name.len == term.name.len &&
		    !memcmp(p->text + ev->term[i].name.at, p->text + term.name.at, term.name.len))
			return refuse(p, term.name, "the term ", " is given twice");
	if (ev->n_terms == EVENT_TERMS)
		return refuse(p, term.name, "too many terms at ", "; there can be 12");
	ev->term[ev->n_terms++] = term;
	return 0;
}

/* From the slash after the PMU's name to the one that closes. */
static int parse_terms(struct parser *p, struct event *ev)
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
		return refuse(p, ev->label, "an event with the name ", " says not what it counts; add "
			      "terms such as event=0x3c,umask=0x1");
	return 0;
}

/* ---- Events ---- */

static inline void is_row(struct event *ev, const struct catalogue *c, u32 row)
{
	ev->kind = EVENT_MODEL;
	ev->catalogue = c;
	ev->id = row;
}

/* The event of a catalogue (of `only`, if given) that has this name. */
static bool find_model_event(struct parser *p, struct event *ev, struct span name,
			     const struct catalogue *only)
{
	const char *s;
	u32 i, k;

	for (k = 0; p->cats && k < p->cats->n; k++) {
		const struct catalogue *c = p->cats->list[k];

		if (only && c != only)
			continue;
		for (i = 0; (s = c->event(c, i)); i++) {
			if (!text_equal_nocase(s, p->text + name.at, name.len))
				continue;
			is_row(ev, c, i);
			return true;
		}
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
		return refuse_model(p, ev->word);
	p->pos += 2;
	name = take_name(p);
	ev->word.len = p->pos - ev->word.at;
	if (!name.len)
		return refuse(p, ev->word, "no event after ", "");
	if (p->cats->index) {
		struct index_found found;

		pmc_index_event(p->cats->index, p->text + name.at, name.len, &found);
		if (!found.is_event)
			return refuse_unknown_event(p, name, only);
		is_row(ev, only, found.row);
		return 0;
	}
	return find_model_event(p, ev, name, only) ? 0 : refuse_unknown_event(p, name, only);
}

static inline int parse_name(struct parser *p, struct event *ev)
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
		ev->kind = (enum event_kind)ev->row->kind;
		ev->id = ev->row->id;
		return 0;
	}
	if (read_raw(p->text + ev->word.at, ev->word.len, &ev->raw, &huge)) {
		ev->kind = EVENT_RAW;
		return huge ? refuse(p, ev->word, "the raw event ", " has more than 64 bits") : 0;
	}
	if (found.is_event) {
		is_row(ev, index->catalogue, found.row);
		return 0;
	}
	return !index && find_model_event(p, ev, ev->word, NULL) ?
		       0 : refuse_unknown_event(p, ev->word, NULL);
}

/* All but the terms, of which there are none yet: they are most of the struct. */
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
	ev->has_from = false;
	ev->from = 0;
	ev->from_umasks = 0;
	ev->p4.given = false;
	ev->group = group;
	ev->typed = ev->word = ev->pmu = ev->label = none;
	ev->n_terms = 0;
}

static inline int parse_event(struct parser *p, s32 group)
{
	struct mods m = { 0 };
	struct event *ev;
	int err;

	if (p->n == p->room) {
		refuse(p, one_char(p, p->pos), "too many events; there can be ", NULL);
		pmc_diag_add_number(p->diag, p->room);
		return -PMC_CORE_ENOSPC;
	}
	ev = &p->events[p->n];
	begin_event(ev, group);
	ev->word = take_name(p);
	if (!ev->word.len)
		return refuse_missing_event(p);
	if (here(p) == '/') {
		ev->kind = EVENT_RAW;
		ev->pmu = ev->word;
		err = parse_terms(p, ev);
		ev->word.len = p->pos - ev->word.at;
		if (!err && !at_end(p) && !ends_name(here(p))) {
			struct span section = take_name(p);

			err = read_mods(p, section, ev->word, &m, false);
		}
	} else {
		err = parse_name(p, ev);
	}
	if (!err)
		err = parse_sections(p, ev, ev->word, &m);
	if (err)
		return err;
	apply_mods(ev, &m);
	ev->typed.at = ev->word.at;
	ev->typed.len = p->pos - ev->typed.at;
	p->n++;
	return 0;
}

/* From the opening brace to the end of the group's modifiers. */
static int parse_group(struct parser *p)
{
	struct mods m = { 0 };
	struct span open = one_char(p, p->pos), all;
	u32 first = p->n, i;
	s32 group = p->groups++;
	int err;

	do {
		p->pos++;
		skip_blanks(p);
		if (here(p) == '{')
			return refuse(p, one_char(p, p->pos), "", " inside a group; groups cannot be "
				      "nested");
		if (here(p) == '}' && p->n == first)
			return refuse(p, open, "the group has no event; a group is written "
				      "{cycles,instructions}", NULL);
		if (at_end(p))
			return refuse(p, open, "", " is not closed; a group ends with '}'");
		err = parse_event(p, group);
		if (err)
			return err;
		skip_blanks(p);
	} while (here(p) == ',');
	if (at_end(p))
		return refuse(p, open, "", " is not closed; a group ends with '}'");
	if (here(p) != '}')
		return refuse(p, one_char(p, p->pos), "',' or '}' expected before ", "");
	p->pos++;
	all.at = open.at;
	all.len = p->pos - open.at;
	err = parse_sections(p, NULL, all, &m);
	if (err)
		return err;
	for (i = first; i < p->n; i++)
		apply_mods(&p->events[i], &m);
	return 0;
}

int pmc_event_parse(const char *text, size_t len, const struct catalogues *cats,
		    struct event *events, u32 *n, struct diag *diag)
{
	struct parser p = { text, (u32)len, 0, cats, events, 0, *n, 0, diag };
	int err;

	if (len > EVENT_TEXT_MAX) {
		p.len = 0;
		return refuse(&p, one_char(&p, 0),
			      "the event string is too long; it can have 65535 bytes", NULL);
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
			return refuse(&p, one_char(&p, p.pos), "", " closes no group");
		if (here(&p) != ',')
			return refuse(&p, one_char(&p, p.pos), "',' expected before ", "");
		p.pos++;
	}
	*n = p.n;
	return 0;
}

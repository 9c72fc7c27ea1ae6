/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Modifiers: letters, words, c=N and the choice of counters. */
#include "core/event/modifiers.h"
#include "core/base/diag.h"
#include "core/event/refuse.h"
#include "core/event/words.h"

static u32 letter_mod(char c)
{
	switch (c) {
#define X(letter, bit) \
	case letter:   \
		return bit;
		EVENT_MODIFIERS(X)
#undef X
	}
	return 0;
}

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
				return parse_refuse(p, section, "",
						    " is a second active=; give one");
			m->active = true;
		}
		m->bits |= w->bits;
		return 0;
	}
	return 1;
}

/* The N of c=N. */
static int read_cmask(struct parser *p, struct span value, u32 *cmask)
{
	bool huge;
	u64 n;

	if (!scan_number(p->text + value.at, value.len, &n, &huge) || huge || n < 1 || n > 255)
		return parse_refuse(p, value, "the counter mask ",
				    " is not a number from 1 to 255");
	*cmask = (u32)n;
	return 0;
}

/* The N of counter=N: a counter's number, or fixedN. */
static int read_counter(struct parser *p, struct span value, u32 *counter)
{
	u32 fixed = value.len > 5 && !memcmp(p->text + value.at, "fixed", 5) ? 5 : 0;
	bool huge;
	u64 n;

	if (!scan_number(p->text + value.at + fixed, value.len - fixed, &n, &huge) || huge ||
	    n > (fixed ? 31 : 63))
		return parse_refuse(p, value, "the counter ",
				    " is not a number from 0 to 63, where fixed counters begin at "
				    "32, nor fixed0 to fixed31");
	*counter = (u32)n + (fixed ? 32 : 0);
	return 0;
}

/* A section that chooses counters. 0: it did; 1: it is none. */
static int read_place(struct parser *p, struct span section, struct mods *m)
{
	const char *s = p->text + section.at;
	struct span value = { section.at + 8, section.len - 8 };
	u64 counters;
	u32 counter = 0;
	int err = 0;

	if (span_is(p, section, "fixed"))
		counters = EVENT_ON_FIXED;
	else if (span_is(p, section, "general"))
		counters = EVENT_ON_GENERAL;
	else if (section.len >= 8 && !memcmp(s, "counter=", 8))
		counters = 0;
	else
		return 1;
	if (!counters)
		err = read_counter(p, value, &counter);
	if (err)
		return err;
	if (m->counters)
		return parse_refuse(p, section, "", " is a second choice of a counter; give one");
	m->counters = counters ? counters : 1ull << counter;
	return 0;
}

static int refuse_letter(struct parser *p, struct span letter, struct span of)
{
	if (p->text[letter.at] == 'c')
		return parse_refuse(p, letter, "modifier ",
				    " needs a number: c=1 to c=255 (counter mask)");
	parse_refuse(p, letter, "unknown modifier ", " of ");
	pmc_diag_add_quoted(p->diag, p->text + of.at, of.len);
	pmc_diag_add(p->diag, MODIFIERS_ARE);
	return -PMC_CORE_EINVAL;
}

/* A section of letters, of which c=N is the last. */
static int read_letters(struct parser *p, struct span section, struct span of, struct mods *m,
			bool quiet)
{
	const char *s = p->text + section.at;
	u32 i;

	for (i = 0; i < section.len; i++) {
		u32 bit = letter_mod(s[i]);
		struct span letter = one_char(p, section.at + i);

		if (bit) {
			m->bits |= bit;
		} else if (s[i] == 'p') {
			if (++m->precise <= 3)
				continue;
			return quiet ? -PMC_CORE_EINVAL :
				       parse_refuse(p, letter, "more than three ",
						    "; ppp is the most precise");
		} else if (s[i] == 'c' && i + 1 < section.len && s[i + 1] == '=') {
			struct span value = { section.at + i + 2, section.len - i - 2 };

			if (quiet && !value.len)
				return -PMC_CORE_EINVAL;
			return read_cmask(p, value, &m->cmask);
		} else {
			return quiet ? -PMC_CORE_EINVAL : refuse_letter(p, letter, of);
		}
	}
	return 0;
}

int parse_mods(struct parser *p, struct span section, struct span of, struct mods *m, bool quiet)
{
	struct mods got = *m;
	int err = read_word(p, section, m);

	if (err > 0)
		err = read_place(p, section, m);
	if (err <= 0)
		return err;
	if (section.len > 5 && !memcmp(p->text + section.at, "from=", 5))
		return parse_refuse(p, section, "",
				    " is possible only with an event of a Pentium 4's catalogue");
	err = read_letters(p, section, of, &got, quiet);
	if (!err)
		*m = got;
	return err;
}

void parse_apply_mods(struct event *ev, const struct mods *m)
{
	u32 precise = (ev->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT;

	if (m->precise > precise)
		precise = m->precise;
	if (m->active)
		ev->mods &= ~MOD_ACTIVE;
	ev->mods = ((ev->mods | m->bits) & ~MOD_PRECISE) | precise << MOD_PRECISE_SHIFT;
	if (m->cmask)
		ev->cmask = (u8)m->cmask;
	/* An event's own choice comes before that of its group. */
	if (!ev->counters)
		ev->counters = m->counters;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Modifiers: letters, words and c=N. */
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
}

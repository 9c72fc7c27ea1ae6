/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* How a parsed event is spelled: canonical names and modifiers. */
#include "core/event/spelling.h"
#include "core/base/text.h"
#include "core/event/catalogue.h"
#include "core/event/words.h"
#include "core/pmu/p4.h"

struct out {
	char *buf;
	size_t size, len;
};

static void put(struct out *o, const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++, o->len++)
		if (o->len + 1 < o->size)
			o->buf[o->len] = s[i];
}

static size_t put_end(struct out *o)
{
	if (o->size)
		o->buf[o->len < o->size ? o->len : o->size - 1] = 0;
	return o->len;
}

static void put_hex(struct out *o, u64 n)
{
	char digits[TEXT_HEX_MAX];

	put(o, digits, text_hex(n, digits));
}

static void put_term(struct out *o, const char *name, u64 value)
{
	put(o, name, text_length(name));
	put_hex(o, value);
}

/* cpu/escr=BSU_ESCR0,value=0x…,cccr=0x…/ */
static void put_p4(struct out *o, const struct event_p4 *p4)
{
	const char *escr = pmc_p4_escr[p4->escr].name + 4; /* without MSR_ */

	put(o, "cpu/escr=", 9);
	put(o, escr, text_length(escr));
	put_term(o, ",value=0x", p4->value);
	put_term(o, ",cccr=0x", p4->cccr);
	if (p4->pebs_enable)
		put_term(o, ",pebs_enable=0x", p4->pebs_enable);
	if (p4->pebs_vert)
		put_term(o, ",pebs_vert=0x", p4->pebs_vert);
	put(o, "/", 1);
}

size_t pmc_event_name(const char *text, const struct event *event, char *buf, size_t size)
{
	struct out o = { buf, size, 0 };
	const struct catalogue *c = event->catalogue;
	const char *s;
	u32 j;

	switch (event->kind) {
	case EVENT_MODEL:
		put(&o, c->model, text_length(c->model));
		put(&o, "::", 2);
		s = c->event(c, event->id);
		put(&o, s, text_length(s));
		for (j = 0; j < 64 && (s = c->umask(c, event->id, j)); j++) {
			if (event->umasks >> j & 1) {
				put(&o, ":", 1);
				put(&o, s, text_length(s));
			}
		}
		break;
	case EVENT_RAW:
		if (event->p4.given) {
			put_p4(&o, &event->p4);
		} else if (event->pmu.len) {
			put(&o, text + event->word.at, event->word.len);
		} else {
			put(&o, "r", 1);
			put_hex(&o, event->raw);
		}
		break;
	default:
		put(&o, event->row->name, text_length(event->row->name));
	}
	return put_end(&o);
}

/* Writes a section, after a colon unless it is the first. */
static void put_section(struct out *o, const char *s)
{
	if (o->len)
		put(o, ":", 1);
	put(o, s, text_length(s));
}

static void put_words(struct out *o, u32 mods)
{
	u32 i, mask;

	for (i = 0; i < EVENT_WORDS_N; i++) {
		const struct event_word *w = &pmc_event_words[i];

		mask = w->bits & MOD_ACTIVE ? MOD_ACTIVE : w->bits;
		if (w->bits && (mods & mask) == w->bits)
			put_section(o, w->word);
	}
}

/* The lowest of the counters, if it is one, and else which kind. */
static void put_counters(struct out *o, u64 counters)
{
	char digits[2];
	u32 n = 0;

	if (counters == EVENT_ON_FIXED || counters == EVENT_ON_GENERAL) {
		put_section(o, counters == EVENT_ON_FIXED ? "fixed" : "general");
		return;
	}
	while (!(counters >> n & 1))
		n++;
	put_section(o, "counter=");
	digits[0] = (char)('0' + n / 10);
	digits[1] = (char)('0' + n % 10);
	put(o, digits + (n < 10), n < 10 ? 1 : 2);
}

static void put_from(struct out *o, const struct event *event)
{
	const struct catalogue *c = event->catalogue;
	const char *s = c->event(c, event->from);
	u32 j;

	put_section(o, "from=");
	put(o, s, text_length(s));
	for (j = 0; j < 64 && (s = c->umask(c, event->from, j)); j++) {
		if (event->from_umasks >> j & 1) {
			put(o, "+", 1);
			put(o, s, text_length(s));
		}
	}
}

/* Whether these letters would be read as a unit mask (E and I of P6's L2 events, DD of K8's). */
static bool is_umask(const struct event *event, const char *word, size_t n)
{
	const struct catalogue *c = event->catalogue;
	const char *name, *row, *s;
	u32 i, j;

	if (event->kind != EVENT_MODEL || !n)
		return false;
	name = c->event(c, event->id);
	/* An event of many unit masks has several rows, one after another. */
	for (i = event->id;
	     (row = c->event(c, i)) && text_equal_nocase(row, name, text_length(name)); i++)
		for (j = 0; j < 64 && (s = c->umask(c, i, j)); j++)
			if (text_equal_nocase(s, word, n))
				return true;
	return false;
}

size_t pmc_event_modifiers(const struct event *event, char *buf, size_t size)
{
	static const struct {
		char letter;
		u32 bit;
	} letters[] = {
#define X(l, b) { l, b },
		EVENT_MODIFIERS(X)
#undef X
	};
	struct out o = { buf, size, 0 };
	u32 precise = (event->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT;
	char word[sizeof(letters) / sizeof(letters[0]) + 3], digit;
	size_t i, n = 0;

	for (i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
		if (letters[i].letter == 'P')
			for (; precise; precise--)
				word[n++] = 'p';
		if (event->mods & letters[i].bit)
			word[n++] = letters[i].letter;
	}
	/* Repeating a letter other than p changes nothing, and naming both rings means the same
	 * as naming none. */
	if (is_umask(event, word, n)) {
		if (word[0] == 'p')
			put(&o, "uk", 2);
		else
			put(&o, word, 1);
	}
	put(&o, word, n);
	put_words(&o, event->mods);
	if (event->counters)
		put_counters(&o, event->counters);
	if (event->has_from)
		put_from(&o, event);
	if (event->cmask) {
		put_section(&o, "c=");
		for (i = 100; i; i /= 10) {
			if (event->cmask < i)
				continue;
			digit = (char)('0' + event->cmask / i % 10);
			put(&o, &digit, 1);
		}
	}
	return put_end(&o);
}

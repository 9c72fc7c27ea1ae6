/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* How a parsed event is spelled: canonical names and modifiers. Parsing them again gives the same. */
#include "core/event.h"

static size_t length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

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
	int shift = 60;

	while (shift && !(n >> shift))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		put(o, &"0123456789abcdef"[n >> shift & 15], 1);
}

size_t pmc_event_name(const char *text, const struct event *event, char *buf, size_t size)
{
	struct out o = { buf, size, 0 };
	const struct catalogue *c = event->catalogue;
	const char *s;
	u32 j;

	switch (event->kind) {
	case EVENT_MODEL:
		put(&o, c->model, length(c->model));
		put(&o, "::", 2);
		s = c->event(c, event->id);
		put(&o, s, length(s));
		for (j = 0; j < 64 && (s = c->umask(c, event->id, j)); j++) {
			if (event->umasks >> j & 1) {
				put(&o, ":", 1);
				put(&o, s, length(s));
			}
		}
		break;
	case EVENT_RAW:
		if (event->pmu.len) {
			put(&o, text + event->word.at, event->word.len);
		} else {
			put(&o, "r", 1);
			put_hex(&o, event->raw);
		}
		break;
	default:
		put(&o, event->row->name, length(event->row->name));
	}
	return put_end(&o);
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
	size_t i;
	char digit;

	for (i = 0; i < sizeof(letters) / sizeof(letters[0]); i++) {
		if (letters[i].letter == 'P')
			put(&o, "ppp", precise);
		if (event->mods & letters[i].bit)
			put(&o, &letters[i].letter, 1);
	}
	if (event->cmask) {
		put(&o, o.len ? ":c=" : "c=", o.len ? 3 : 2);
		for (i = 100; i; i /= 10) {
			if (event->cmask < i)
				continue;
			digit = (char)('0' + event->cmask / i % 10);
			put(&o, &digit, 1);
		}
	}
	return put_end(&o);
}

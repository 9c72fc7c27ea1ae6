/* SPDX-License-Identifier: BSD-2-Clause */
/* The qualifiers of event specifiers, and libpmc's words for them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "compat/freebsd/events/spec.h"

/* Is w this qualifier? One that takes a value leaves it in *value. */
static bool is_qualifier(struct word w, const struct event_qualifier *q, struct word *value)
{
	size_t n = strlen(q->word);
	const char *sign = w.n ? memchr(w.s, '=', w.n) : NULL;
	char name[32];

	if (q->word[n - 1] != '=')
		return word_is(w, q->word);
	if (!sign || n > sizeof(name))
		return false;
	memcpy(name, q->word, n - 1);
	name[n - 1] = 0;
	*value = (struct word){ sign + 1, w.n - (size_t)(sign + 1 - w.s) };
	return word_is((struct word){ w.s, (size_t)(sign - w.s) }, name);
}

static int read_number(struct word value, uint64_t most, uint64_t *number)
{
	return word_number(value, most, number) ? 0 : EINVAL;
}

static int apply(struct spec *s, enum qualifier means, struct word value)
{
	int err;

	switch (means) {
	case Q_USR:
		s->usr = true;
		s->caps |= PMC_CAP_USER;
		return 0;
	case Q_OS:
		s->os = true;
		s->caps |= PMC_CAP_SYSTEM;
		return 0;
	case Q_EDGE:
		s->edge = true;
		s->caps |= PMC_CAP_EDGE;
		return 0;
	case Q_INVERT:
		s->invert = true;
		s->caps |= PMC_CAP_INVERT;
		return 0;
	case Q_AT_LEAST:
	case Q_ABOVE:
		err = read_number(value, means == Q_ABOVE ? 15 : 255, &s->at_least);
		/* libpmc's counter mask: cycles with at least so many; 0 compares nothing. */
		s->at_least += means == Q_ABOVE;
		s->compare = s->at_least != 0;
		s->caps |= PMC_CAP_THRESHOLD;
		return err;
	case Q_MASK:
		s->mask = value;
		s->caps |= PMC_CAP_QUALIFIER;
		return value.n ? 0 : EINVAL;
	case Q_ANYTHREAD:
		s->anythread = true;
		return 0;
	case Q_ACTIVE:
		s->active = value;
		return word_is(value, "any") || word_is(value, "both") || word_is(value, "none") ||
				       word_is(value, "single") ?
			       0 :
			       EINVAL;
	case Q_CASCADE:
		s->cascade = true;
		s->caps |= PMC_CAP_CASCADE;
		return 0;
	case Q_TAG:
		s->caps |= PMC_CAP_TAGGING;
		return read_number(value, 15, &s->tag);
	case Q_BUS_TYPE:
		return read_number(value, 31, &s->bus_type);
	case Q_PRECISE:	 /* it samples */
	case Q_DURATION: /* libpmc has no word for it */
	case Q_OVERFLOW: /* nor for the pin */
		return EOPNOTSUPP;
	case Q_NONE:
		break;
	}
	return EINVAL;
}

int spec_read(const struct event_class *class, struct word qualifiers, struct spec *spec)
{
	const struct event_qualifier *q;
	struct word w, value = { "", 0 };
	int err;

	memset(spec, 0, sizeof(*spec));
	while (qualifiers.n) {
		w = word_next(&qualifiers, ',');
		for (q = class->qualifiers; q->word && !is_qualifier(w, q, &value); q++)
			;
		if (!q->word)
			return EINVAL;
		err = apply(spec, q->means, value);
		if (err)
			return err;
	}
	return 0;
}

/* The bits of a word. Words of one letter may stand together: "moes". -1: it is none. */
static int mask_bits(const struct mask_set *set, struct word w)
{
	const struct mask_word *m;
	int bits = 0, one;

	for (m = set->words; m->word; m++)
		if (word_is(w, m->word))
			return m->bits;
	if (w.n < 2 || set->one)
		return -1;
	for (; w.n; w.s++, w.n--) {
		one = mask_bits(set, (struct word){ w.s, 1 });
		if (one < 0)
			return -1;
		bits |= one;
	}
	return bits;
}

int spec_mask(const struct spec *spec, const struct event_row *row, bool pentium_m, uint8_t *mask)
{
	const struct mask_set *set = row->masks;
	struct word rest = spec->mask;
	unsigned bits = 0, given = 0, chosen = 0;
	int more;

	*mask = 0;
	if (!set)
		return rest.n ? EINVAL : 0;
	for (; rest.n; given++) {
		if (set->one && given)
			return EINVAL;
		more = mask_bits(set, word_next(&rest, '+'));
		if (more < 0)
			return EINVAL;
		chosen += !(more & (int)MASK_PREFETCH);
		bits |= (unsigned)more;
	}
	if (!chosen)
		bits |= set->initial;
	if (!(bits & MASK_PREFETCH) && pentium_m)
		bits |= set->pentium_m;
	*mask = (uint8_t)bits;
	return 0;
}

/* ":u", ":k", or "" for both, with which libpmc counts wherever the user may. */
static const char *rings(const struct spec *spec)
{
	if (spec->usr && spec->os)
		return "uk";
	return spec->usr ? "u" : spec->os ? "k" : "";
}

int spec_coded(const struct spec *spec, unsigned code, unsigned mask, char *text, size_t n)
{
	char compare[24] = "";
	int len;

	if (spec->compare)
		snprintf(compare, sizeof(compare), ",cmask=%u", (unsigned)spec->at_least);
	len = snprintf(text, n, "cpu/event=0x%x,umask=0x%x%s%s%s/%s", code, mask,
		       spec->edge ? ",edge" : "", spec->invert ? ",inv" : "", compare, rings(spec));
	return len > 0 && (size_t)len < n ? 0 : EINVAL;
}

int spec_named(const struct spec *spec, const char *name, char *text, size_t n)
{
	char compare[24] = "", active[16] = "";
	const char *r = rings(spec);
	int len;

	if (spec->compare)
		snprintf(compare, sizeof(compare), ":c=%u", (unsigned)spec->at_least);
	if (spec->active.n)
		snprintf(active, sizeof(active), ":active=%.*s", (int)spec->active.n,
			 spec->active.s);
	len = snprintf(text, n, "%s%s%s%s%s%s%s%s%s", name, *r ? ":" : "", r,
		       spec->edge ? ":e" : "", spec->invert ? ":i" : "",
		       spec->anythread ? ":t" : "", compare, active,
		       spec->cascade ? ":cascade" : "");
	return len > 0 && (size_t)len < n ? 0 : EINVAL;
}

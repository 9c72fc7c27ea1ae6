/* SPDX-License-Identifier: BSD-2-Clause */
/* How an event changed from one result to another. */
#include "cli/comparison/change.h"

#include "cli/result/result.h"

#include <stdio.h>
#include <string.h>

/* Does every run of this event give the same count? */
static bool is_constant(const struct result *result, const struct result_event *event,
			const struct sample *s)
{
	return result->deterministic && !strcmp(event->quality, "exact") && s->min == s->max;
}

static const char *why_not(const struct result_event *before, const struct result_event *after)
{
	if (!before)
		return "not counted before";
	if (!after)
		return "not counted after";
	if (before->missing)
		return "no count before";
	if (after->missing)
		return "no count after";
	if (strcmp(before->unit, after->unit) || before->scale != after->scale)
		return "another unit";
	return NULL;
}

static double difference(const struct change *c)
{
	struct natural x = natural_multiply(c->a.sum, c->b.n);
	struct natural y = natural_multiply(c->b.sum, c->a.n);
	double runs = (double)c->a.n * (double)c->b.n;

	/* The means may be so large that they differ only in digits which they have lost. */
	if (natural_compare(&x, &y) > 0) {
		x = natural_subtract(x, y);
		return -natural_double(&x) / runs;
	}
	y = natural_subtract(y, x);
	return natural_double(&y) / runs;
}

struct change change_of(const struct result *from, const struct result_event *before,
			const struct result *to, const struct result_event *after)
{
	struct change c;

	memset(&c, 0, sizeof(c));
	c.before = before;
	c.after = after;
	if (before)
		c.a = sample_of(before);
	if (after)
		c.b = sample_of(after);
	c.why_not = why_not(before, after);
	if (c.why_not)
		return c;
	c.difference = difference(&c);
	c.endless = !c.a.max && c.b.max;
	if (c.a.max)
		c.percent = c.difference / c.a.mean * 100;
	if (c.difference == 0)
		c.kind = CHANGE_NONE;
	else if (is_constant(from, before, &c.a) && is_constant(to, after, &c.b))
		c.kind = CHANGE_REAL;
	else if (c.a.n < 2 || c.b.n < 2)
		c.kind = CHANGE_UNKNOWN;
	else
		c.kind = sample_differs(&c.a, &c.b) ? CHANGE_OUTSIDE : CHANGE_WITHIN;
	return c;
}

void change_quality(const struct change *c, char *text, size_t size)
{
	const struct result_event *before = c->before && !c->before->missing ? c->before : c->after;
	const struct result_event *after = c->after && !c->after->missing ? c->after : before;

	if (!before || !after)
		text[0] = 0;
	else if (strcmp(before->quality, after->quality))
		snprintf(text, size, "%.40s, then %.40s", before->quality, after->quality);
	else
		snprintf(text, size, "%.40s",
			 strcmp(after->quality, "exact") ? after->quality : "");
}

const char *change_name(enum change_kind kind)
{
	static const char *const names[] = {
		[CHANGE_NONE] = "none",	      [CHANGE_REAL] = "exact",
		[CHANGE_OUTSIDE] = "outside", [CHANGE_WITHIN] = "within",
		[CHANGE_UNKNOWN] = "unknown",
	};

	return names[kind];
}

const char *change_about(enum change_kind kind)
{
	static const char *const about[] = {
		[CHANGE_NONE] = "no difference",
		[CHANGE_REAL] = "exact counts that do not vary",
		[CHANGE_OUTSIDE] = "outside of the runs' spread (99 % confidence)",
		[CHANGE_WITHIN] = "within the runs' spread: no proof of a change",
		[CHANGE_UNKNOWN] = "one run tells no spread: give -r",
	};

	return about[kind];
}

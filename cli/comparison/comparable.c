/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether two results were made under the same conditions. */
#include "cli/comparison/comparable.h"

#include "cli/result/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define VALUE_SHOWN 100 /* bytes; the rest is cut */

/* The clauses so far. */
struct clauses {
	char *text;
	size_t size, len;
	unsigned n;
};

static __attribute__((format(printf, 2, 3))) void add(struct clauses *c, const char *fmt, ...)
{
	va_list ap;
	int n;

	c->n++;
	if (c->len && c->len + 3 < c->size)
		c->len += (size_t)sprintf(c->text + c->len, "; ");
	va_start(ap, fmt);
	n = vsnprintf(c->text + c->len, c->size - c->len, fmt, ap);
	va_end(ap);
	if (n > 0)
		c->len += (size_t)n < c->size - c->len ? (size_t)n : c->size - c->len - 1;
}

static const char *fixed_value(const struct result *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->n_fixed; i++)
		if (!strcmp(r->fixed[i].name, name))
			return r->fixed[i].value;
	return NULL;
}

/*
 * Where two long values begin to be worth showing: at the list item in which they differ, if that
 * is far behind.
 */
static size_t shown_from(const char *a, const char *b)
{
	size_t item = 0, i;

	for (i = 0; a[i] && a[i] == b[i]; i++)
		if (a[i] == ',')
			item = i + 1;
	return i < VALUE_SHOWN / 2 ? 0 : item;
}

static void add_difference(struct clauses *c, const char *name, const char *a, const char *b)
{
	size_t from = shown_from(a, b);
	const char *before = from ? "..." : "";

	add(c, "%s was '%s%.*s' and is '%s%.*s'", name, before, VALUE_SHOWN, a + from, before,
	    VALUE_SHOWN, b + from);
}

static void compare_fixed(struct clauses *c, const struct result *a, const struct result *b)
{
	size_t i;

	for (i = 0; i < a->n_fixed; i++) {
		const char *name = a->fixed[i].name, *value = fixed_value(b, name);

		if (!value)
			add(c, "%s was fixed to '%.*s' before only", name, VALUE_SHOWN,
			    a->fixed[i].value);
		else if (strcmp(value, a->fixed[i].value))
			add_difference(c, name, a->fixed[i].value, value);
	}
	for (i = 0; i < b->n_fixed; i++)
		if (!fixed_value(a, b->fixed[i].name))
			add(c, "%s is fixed to '%.*s' after only", b->fixed[i].name, VALUE_SHOWN,
			    b->fixed[i].value);
}

static bool has_feature(const struct result *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->n_features; i++)
		if (!strcmp(r->feature[i], name))
			return true;
	return false;
}

/* The first features that only `a` has. */
static void compare_features(struct clauses *c, const struct result *a, const struct result *b,
			     const char *when)
{
	char text[120] = "";
	size_t i;

	for (i = 0; i < a->n_features; i++) {
		if (has_feature(b, a->feature[i]))
			continue;
		if (strlen(text) + strlen(a->feature[i]) + 2 < sizeof(text))
			sprintf(text + strlen(text), " %s", a->feature[i]);
	}
	if (text[0])
		add(c, "only the processor %s has%s", when, text);
}

/* The processor decides what libraries do, and what hardware events mean. */
static void compare_machines(struct clauses *c, const struct result *a, const struct result *b)
{
	if (!a->vendor || !b->vendor)
		return;
	if (strcmp(b->backend, "emulated") &&
	    (strcmp(a->vendor, b->vendor) || a->family != b->family || a->model != b->model)) {
		add(c, "the processor was '%.60s' and is '%.60s'", a->brand ? a->brand : a->vendor,
		    b->brand ? b->brand : b->vendor);
		return;
	}
	compare_features(c, a, b, "before");
	compare_features(c, b, a, "after");
}

bool result_comparable(const struct result *before, const struct result *after, char *why,
		       size_t size)
{
	struct clauses c = { .text = why, .size = size };

	why[0] = 0;
	if (strcmp(before->backend, after->backend))
		add(&c, "the backend was %.40s and is %.40s", before->backend, after->backend);
	if (strcmp(before->target, after->target))
		add(&c, "the target was %.40s and is %.40s", before->target, after->target);
	if (before->deterministic != after->deterministic)
		add(&c, "--deterministic was given %s only",
		    before->deterministic ? "before" : "after");
	else if (!before->deterministic)
		compare_machines(&c, before, after);
	/* Without the same --deterministic every part of the record differs. */
	if (before->deterministic == after->deterministic)
		compare_fixed(&c, before, after);
	return !c.n;
}

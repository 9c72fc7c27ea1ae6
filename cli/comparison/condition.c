/* SPDX-License-Identifier: BSD-2-Clause */
/* The conditions of --fail-if. */
#include "cli/comparison/condition.h"

#include "cli/comparison/change.h"
#include "cli/comparison/number.h"
#include "cli/result/result.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MAX   18 /* they fit 64 bits */
#define DECIMALS_MAX 9

/* ---- Reading ---- */

static int refuse(char *sentence, const char *why)
{
	snprintf(
		sentence, CONDITION_SENTENCE,
		"%s; write an event, an operator (> < >= <=) and a number, as in "
		"'instructions:u > +1%%' (in percent), '> +1000' (difference) or '> 20000' (count)",
		why);
	return -EINVAL;
}

/* Takes "20000000" or "0.5" at *text. Returns NULL, or why it is none. */
static const char *take_decimal(struct condition *c, const char **text)
{
	const char *p = *text;
	unsigned n = 0;
	bool point = false;

	for (; (*p >= '0' && *p <= '9') || (*p == '.' && !point); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		if (c->digits || *p != '0')
			n++;
		c->decimals += point;
		if (n > DIGITS_MAX || c->decimals > DECIMALS_MAX)
			return "its number has too many digits";
		c->digits = c->digits * 10 + (unsigned)(*p - '0');
	}
	if (p == *text || p[-1] == '.' || **text == '.')
		return "it has no number behind its operator";
	*text = p;
	return NULL;
}

/* Takes an operator at *text. False: there is none. */
static bool take_operator(struct condition *c, const char **text)
{
	const char *p = *text;
	bool equal = p[0] && p[1] == '=';

	if (*p != '<' && *p != '>')
		return false;
	if (*p == '>')
		c->op = equal ? CONDITION_FROM : CONDITION_ABOVE;
	else
		c->op = equal ? CONDITION_TO : CONDITION_BELOW;
	*text = p + 1 + equal;
	return true;
}

/* Where the operator is: the last one, as functions of C++ have such characters in their names. */
static size_t operator_at(const char *text)
{
	size_t len = strlen(text), i;

	for (i = len; i > 0; i--)
		if (text[i - 1] == '<' || text[i - 1] == '>')
			return i - 1;
	return len;
}

/* Takes what follows the operator. Returns NULL, or what is wrong. */
static const char *take_number(struct condition *c, const char *text)
{
	const char *wrong;
	bool sign;

	text += strspn(text, " \t");
	sign = *text == '+' || *text == '-';
	c->negative = *text == '-';
	text += sign;
	wrong = take_decimal(c, &text);
	if (wrong)
		return wrong;
	text += strspn(text, " \t");
	c->kind = *text == '%' ? CONDITION_PERCENT : sign ? CONDITION_DIFFERENCE : CONDITION_COUNT;
	text += *text == '%';
	text += strspn(text, " \t");
	return *text ? "something follows its number" : NULL;
}

int condition_parse(struct condition *condition, const char *text,
		    char sentence[CONDITION_SENTENCE])
{
	size_t len = operator_at(text), blanks = strspn(text, " \t");
	const char *p = text + len, *wrong;

	memset(condition, 0, sizeof(*condition));
	condition->text = text;
	if (!take_operator(condition, &p))
		return refuse(sentence, "it has no operator");
	while (len > blanks && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (len <= blanks)
		return refuse(sentence, "it names no event");
	if (len - blanks >= sizeof(condition->name))
		return refuse(sentence, "the name of its event is too long");
	memcpy(condition->name, text + blanks, len - blanks);
	wrong = take_number(condition, p);
	return wrong ? refuse(sentence, wrong) : 0;
}

/* ---- Judging ---- */

/* A number with its sign. */
struct signed_natural {
	bool negative;
	struct natural size;
};

static int compare(const struct signed_natural *x, const struct signed_natural *y)
{
	static const struct natural zero;
	int size = natural_compare(&x->size, &y->size);

	if (x->negative != y->negative) {
		/* -0 is 0 */
		if (!natural_compare(&x->size, &zero) && !natural_compare(&y->size, &zero))
			return 0;
		return x->negative ? -1 : 1;
	}
	return x->negative ? -size : size;
}

static uint64_t power_of_ten(unsigned n)
{
	uint64_t p = 1;

	while (n--)
		p *= 10;
	return p;
}

/*
 * Both sides of the comparison, multiplied by everything that they are divided by: the numbers of
 * runs, the count before, the powers of ten.
 */
static void sides(const struct condition *c, const struct change *change, uint64_t per_unit,
		  struct signed_natural *left, struct signed_natural *right)
{
	uint64_t before_runs = change->a.n, after_runs = change->b.n;
	struct natural before = natural_multiply(change->a.sum, after_runs);
	struct natural after = natural_multiply(change->b.sum, before_runs);

	right->negative = c->negative;
	right->size = natural_of(c->digits);
	left->negative = false;
	if (c->kind == CONDITION_COUNT) {
		left->size = natural_multiply(change->b.sum, power_of_ten(c->decimals));
		right->size = natural_multiply(right->size, after_runs);
		right->size = natural_multiply(right->size, per_unit);
		return;
	}
	left->negative = natural_compare(&after, &before) < 0;
	left->size = left->negative ? natural_subtract(before, after) :
				      natural_subtract(after, before);
	left->size = natural_multiply(left->size, power_of_ten(c->decimals));
	if (c->kind == CONDITION_DIFFERENCE) {
		right->size = natural_multiply(right->size, before_runs);
		right->size = natural_multiply(right->size, after_runs);
		right->size = natural_multiply(right->size, per_unit);
		return;
	}
	/* The percentage of `before`, which has up to 64 + 2 * 20 bits. */
	left->size = natural_multiply(left->size, 100);
	before = natural_multiply(before, c->digits);
	right->size = before;
}

bool condition_holds(const struct condition *c, const struct change *change)
{
	struct signed_natural left, right;
	double scale = change->after->scale;
	/* Units are powers of ten: a scale of 1e-6 means a million counts per unit. */
	uint64_t per_unit = scale < 1 ? (uint64_t)(1 / scale + 0.5) : 1;
	int order;

	sides(c, change, per_unit, &left, &right);
	order = compare(&left, &right);
	/* 0 percent of nothing is nothing: no change at all is a change of 0 percent. */
	if (c->kind == CONDITION_PERCENT && !change->a.max && !change->b.max)
		order = !c->digits ? 0 : c->negative ? 1 : -1;
	/* From nothing to something is more than any percentage. */
	else if (c->kind == CONDITION_PERCENT && !change->a.max)
		order = 1;
	switch (c->op) {
	case CONDITION_ABOVE:
		return order > 0;
	case CONDITION_BELOW:
		return order < 0;
	case CONDITION_FROM:
		return order >= 0;
	default:
		return order <= 0;
	}
}

void condition_explain(const struct condition *c, const struct change *change, char *text,
		       size_t size)
{
	char before[NUMBER_TEXT], after[NUMBER_TEXT], difference[NUMBER_TEXT], percent[NUMBER_TEXT];
	const struct result_event *e = change->after;
	const char *blank = e->unit[0] ? " " : "";

	number_mean(after, &change->b, e->scale);
	if (c->kind == CONDITION_COUNT) {
		snprintf(text, size, "%s is %s%s%s", e->label, after, blank, e->unit);
		return;
	}
	number_mean(before, &change->a, e->scale);
	number_difference(difference, change, e->scale);
	number_percent(percent, change);
	snprintf(text, size, "%s went from %s to %s%s%s: %s, %s", e->label, before, after, blank,
		 e->unit, difference, percent);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers of comparisons as people read them. They look the same in every locale: reports of
 * comparisons go into comments and pages that others read.
 */
#include "cli/comparison/number.h"

#include "cli/comparison/change.h"
#include "cli/result/sample.h"
#include "cli/ui/grouped.h"

#include <stdio.h>
#include <string.h>

#define EXACT_MAX 9007199254740992.0 /* 2^53: doubles below hold every integer */

/* Writes x >= 0 with so many decimals (at most 6). */
static void write_decimals(char *to, double x, unsigned decimals)
{
	uint64_t power = 1, n;
	unsigned i;

	for (i = 0; i < decimals; i++)
		power *= 10;
	if (x * (double)power >= EXACT_MAX) {
		grouped_write(to, x < 1.8e19 ? (uint64_t)x : UINT64_MAX);
		return;
	}
	n = (uint64_t)(x * (double)power + 0.5);
	to += grouped_write(to, n / power);
	if (decimals)
		sprintf(to, ".%0*llu", (int)decimals, (unsigned long long)(n % power));
}

/* Decimals that leave a number three significant digits. */
static unsigned decimals_of(double x)
{
	return x >= 1 || x == 0 ? 2 : x >= 0.01 ? 4 : 6;
}

/* Writes sum / (a * b) times the scale. */
static void write_quotient(char *to, const struct natural *sum, size_t a, size_t b, double scale)
{
	double x = natural_double(sum) / (double)a / (double)b;
	struct natural whole;
	uint32_t rest_a, rest_b;
	uint64_t n;

	if (scale != 1) {
		write_decimals(to, x * scale, decimals_of(x * scale));
		return;
	}
	whole = natural_divide(*sum, (uint32_t)a, &rest_a);
	whole = natural_divide(whole, (uint32_t)b, &rest_b);
	n = (uint64_t)whole.limb[1] << 32 | whole.limb[0];
	if (rest_a || rest_b) {
		/* A fraction says nothing beside thousands. */
		if (x < 1000) {
			write_decimals(to, x, 2);
			return;
		}
		if (x < EXACT_MAX)
			n = (uint64_t)(x + 0.5);
	}
	grouped_write(to, n);
}

void number_mean(char text[NUMBER_TEXT], const struct sample *sample, double scale)
{
	write_quotient(text, &sample->sum, sample->n, 1, scale);
}

void number_difference(char text[NUMBER_TEXT], const struct change *change, double scale)
{
	struct natural before = natural_multiply(change->a.sum, change->b.n);
	struct natural after = natural_multiply(change->b.sum, change->a.n);
	int order = natural_compare(&after, &before);
	struct natural size = order < 0 ? natural_subtract(before, after) :
					  natural_subtract(after, before);

	text[0] = order < 0 ? '-' : '+';
	write_quotient(text + (order != 0), &size, change->a.n, change->b.n, scale);
}

void number_percent(char text[NUMBER_TEXT], const struct change *change)
{
	double x = change->percent < 0 ? -change->percent : change->percent;

	if (change->endless) {
		strcpy(text, "from 0");
		return;
	}
	text[0] = change->difference < 0 ? '-' : '+';
	if (change->difference != 0 && x < 0.000001)
		strcpy(text + 1, "<0.000001 %");
	else
		write_decimals(text + (change->difference != 0), x, decimals_of(x * 10));
	if (change->difference == 0 || x >= 0.000001)
		strcat(text, " %");
}

void number_spread(char text[NUMBER_TEXT], const struct sample *sample)
{
	double x = sample->mean ? sample->spread / sample->mean * 100 : 0;

	write_decimals(text, x, decimals_of(x * 10));
}

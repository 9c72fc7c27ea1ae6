/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of one event in several runs, as a sample: its mean and how sure that is. */
#include "cli/result/sample.h"

#include "cli/result/result.h"
#include "cli/run/average.h"

#include <string.h>

struct sample sample_of(const struct result_event *event)
{
	struct average average = { 0 };
	struct sample s;
	size_t i;

	memset(&s, 0, sizeof(s));
	for (i = 0; i < event->n_counts; i++) {
		uint64_t n = event->count[i];

		average_add(&average, (double)n);
		s.sum = natural_add(s.sum, n);
		if (!i || n < s.min)
			s.min = n;
		if (!i || n > s.max)
			s.max = n;
	}
	s.n = event->n_counts;
	s.mean = s.n ? natural_double(&s.sum) / (double)s.n : 0;
	/* Equal counts have no spread, however the sums were rounded. */
	s.spread = s.min == s.max ? 0 : average_spread(&average);
	return s;
}

double student_t(double freedom)
{
	/* Two-sided, 1 %. The last row stands for all numbers above. */
	static const struct {
		double freedom, t;
	} row[] = {
		{ 1, 63.657 },	{ 2, 9.925 },	{ 3, 5.841 },	 { 4, 4.604 },	    { 5, 4.032 },
		{ 6, 3.707 },	{ 7, 3.499 },	{ 8, 3.355 },	 { 9, 3.250 },	    { 10, 3.169 },
		{ 12, 3.055 },	{ 14, 2.977 },	{ 16, 2.921 },	 { 18, 2.878 },	    { 20, 2.845 },
		{ 25, 2.787 },	{ 30, 2.750 },	{ 40, 2.704 },	 { 60, 2.660 },	    { 100, 2.626 },
		{ 200, 2.601 }, { 500, 2.586 }, { 1000, 2.581 }, { 100000, 2.576 },
	};
	size_t last = sizeof(row) / sizeof(row[0]) - 1, i;
	double share;

	if (freedom <= 1)
		return row[0].t;
	if (freedom >= row[last].freedom)
		return row[last].t;
	for (i = 1; freedom > row[i].freedom; i++)
		;
	/*
	 * In between, t is nearly linear in 1 / freedom, and a little below the line: a difference
	 * has to be larger there, never smaller.
	 */
	share = (1 / freedom - 1 / row[i].freedom) / (1 / row[i - 1].freedom - 1 / row[i].freedom);
	return row[i].t + share * (row[i - 1].t - row[i].t);
}

bool sample_differs(const struct sample *a, const struct sample *b)
{
	double va = a->spread * a->spread, vb = b->spread * b->spread, v = va + vb;
	double difference = b->mean - a->mean, freedom, t;

	/* Nothing varied, so nothing but a change explains the difference. */
	if (v <= 0)
		return a->min != b->min;
	freedom = v * v / (va * va / (double)(a->n - 1) + vb * vb / (double)(b->n - 1));
	t = student_t(freedom);
	return difference * difference > t * t * v;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long an assignment of events to counters takes: 8 events on 8 general and 4 fixed counters,
 * 18 events on Pentium 4. Sets are random and fit; the median and the largest time of a set are
 * printed, in microseconds, each set's being the best of five. Exit status 1 when a median is over
 * its limit.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/assign/assign.h"

#define SETS 2000

static u64 seed = 88172645463325252ull;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 33) % n);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Events of which half can use any counter and half some; one in four has a fixed counter too. */
static void make_arch(struct assign_event *e)
{
	int i;

	for (i = 0; i < 8; i++) {
		e[i].n_options = 1;
		e[i].option[0].counters = below(2) ? 0xff :
					  below(2) ? 0xf :
						     1u << below(8) | 1u << below(8);
		if (!below(4))
			e[i].option[0].counters |= 1ull << (32 + below(4));
	}
}

/* Every counter in use: 4, 4, 4 and 6 events of the four groups, each on the ESCRs of one unit. */
static void make_p4(struct assign_event *e)
{
	static const struct {
		u64 even, odd;
		unsigned n, pairs;
	} group[4] = { { 0x3, 0xc, 4, 8 },
		       { 0x30, 0xc0, 4, 3 },
		       { 0x300, 0xc00, 4, 5 },
		       { 0x13000, 0x2c000, 6, 6 } };
	unsigned g, i, k, swap;

	for (g = 0; g < 4; g++)
		for (i = 0; i < group[g].n; i++, e++) {
			unsigned escr = 1 + 16 * g + 2 * below(group[g].pairs);

			e->n_options = 2;
			e->option[0].counters = group[g].even;
			e->option[0].resource[0] = (u8)escr;
			e->option[1].counters = group[g].odd;
			e->option[1].resource[0] = (u8)(escr + 1);
			e->value[0] = below(4);
		}
	for (k = 18, e -= 18; k > 1; k--) {
		struct assign_event t;

		swap = below(k);
		t = e[k - 1];
		e[k - 1] = e[swap];
		e[swap] = t;
	}
}

static int compare(const void *a, const void *b)
{
	double d = *(const double *)a - *(const double *)b;

	return d < 0 ? -1 : d > 0;
}

static int measure(const char *name, void (*make)(struct assign_event *), unsigned n, u64 available,
		   double limit)
{
	static struct assign_work work;
	static double times[SETS];
	struct assign_plan plan;
	unsigned i, k;

	for (i = 0; i < SETS;) {
		struct assign_event e[18];

		memset(e, 0, sizeof(e));
		make(e);
		if (pmc_assign(&work, e, n, available, &plan))
			continue;
		times[i] = 1e9;
		for (k = 0; k < 5; k++) {
			double t = now();

			pmc_assign(&work, e, n, available, &plan);
			t = now() - t;
			times[i] = t < times[i] ? t : times[i];
		}
		i++;
	}
	qsort(times, SETS, sizeof(times[0]), compare);
	printf("  %-34s median %6.2f us, largest %6.2f us, limit %g us\n", name, times[SETS / 2],
	       times[SETS - 1], limit);
	return times[SETS / 2] > limit;
}

int main(void)
{
	int bad = 0;

	printf("Assignment of events to counters, %d random sets each:\n", SETS);
	bad |= measure("8 events, 8 + 4 counters", make_arch, 8, 0xf000000ffull, 5);
	bad |= measure("18 events, Pentium 4", make_p4, 18, 0x3ffff, 50);
	return bad;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests of the register models: random numbers, random runs, and naive counting of
 * one cycle, with which the tests compare the models. The naive side follows the manual's
 * sentences, counts one occurrence at a time, and shares no code with core/.
 */
#ifndef PMC_TESTS_UNIT_STATE_RANDOM_H
#define PMC_TESTS_UNIT_STATE_RANDOM_H

#include "core/state/state.h"
#include "tests/any.h"

static inline u32 rng_below(u32 n)
{
	return (u32)any(n);
}

static inline bool rng_one_in(u32 n)
{
	return !any(n);
}

/* Returns a value that is usually close to a counter's overflow. */
static inline u64 rng_count(unsigned width)
{
	u64 all = width == 64 ? ~(u64)0 : ((u64)1 << width) - 1;

	switch (rng_below(8)) {
	case 0:
		return any_bits();
	case 1:
		return rng_below(100);
	case 2:
		return all;
	default:
		return all - rng_below(300);
	}
}

/* Runs are short, since the naive side counts every cycle. */
static inline void rng_cycle(struct pmc_cycle *c, unsigned signals)
{
	unsigned i;

	memset(c, 0, sizeof(*c));
	c->cpl = (u8)(rng_one_in(2) ? 3 : rng_one_in(4) ? 1 + rng_below(2) : 0);
	c->smm = rng_one_in(16);
	c->in_tx = rng_one_in(3);
	c->side = (u8)rng_below(3);
	for (i = 0; i < signals; i++)
		c->count[i] = (u8)(rng_one_in(3)  ? 0 :
				   rng_one_in(50) ? rng_below(256) :
						    rng_below(6));
}

/* Counts, over the counted cycles, the occurrences of the rows that an event selects. */
static inline unsigned naive_occurrences(const struct pmc_signals *s, unsigned select,
					 unsigned unit, const struct pmc_cycle *a,
					 const struct pmc_cycle *b)
{
	u64 selected = 0;
	u32 k;
	unsigned signal, sum = 0;

	for (k = 0; k < s->n; k++)
		if (s->row[k].select == select &&
		    (s->row[k].any ? !!(s->row[k].unit & unit) : s->row[k].unit == unit))
			selected |= (u64)1 << s->row[k].signal;
	for (signal = 0; selected >> signal; signal++) {
		unsigned mine = a ? a->count[signal] : 0, others = b ? b->count[signal] : 0;

		if (!(selected & (u64)1 << signal))
			continue;
		if (s->shared & (u64)1 << signal)
			sum += mine >= others ? mine : others;
		else
			sum += mine + others;
		if (signal == PMC_SIGNALS - 1)
			break;
	}
	return sum;
}

#endif

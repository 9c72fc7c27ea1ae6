/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cycles as an estimate: the sum of some counts, each times its weight. A weight is what one of the
 * count costs, in thousandths of a cycle. All arithmetic is in integers, so equal counts give equal
 * estimates.
 *
 * A weight is named by what it is the cost of:
 *
 *	L1i L1d L2 LL	misses of this cache, by whoever asked
 *	itlb dtlb	misses of this first TLB
 *	walks		page walks
 *	instructions, branch-misses, loads, cache-misses and other generic events
 *	l2-writebacks and the other counts of core/machine/counts.c
 */
#ifndef PMC_LIB_QUANTITIES_WEIGHTS_H
#define PMC_LIB_QUANTITIES_WEIGHTS_H

#include "core/base/diag.h"
#include "core/quantities/events.h"

#define WEIGHTS	      32
#define WEIGHT_MAX    1000000u /* cycles */
#define WEIGHT_NUMBER 16       /* room for one, as text */

struct weight {
	const char *name;   /* static */
	const char *counts; /* what the formula gives, in words: "L1d misses"; static */
	u32 thousandths;
	struct machine_formula formula;
};

struct weights {
	u32 n;
	struct weight row[WEIGHTS];
	char text[WEIGHTS * 48]; /* "L1d=4,LL=40.5": what pmc_weights_change() would read */
};

/*
 * The weights of a machine itself; none if no costs of it are known. What a level costs that the
 * machine lacks is added to the level above.
 */
void pmc_weights_of(const struct machine *machine, struct weights *weights);

/*
 * Changes them: "L1d=4,LL=40.5". The text may begin with `iai` or `none`, which replaces those of
 * the machine. A weight of 0 takes the count away. -PMC_CORE_EINVAL with column, token and
 * sentence; *weights is unchanged then.
 */
int pmc_weights_change(struct weights *weights, const struct machine *machine, const char *text,
		       struct diag *diag);

/* The parts of the machine that the counts need (enum machine_part). */
u32 pmc_weights_parts(const struct weights *weights, const struct machine *machine);

/* The estimate, rounded down; count[i] is that of row i. */
u64 pmc_weights_sum(const struct weights *weights, const u64 *count);

/* Writes a weight without needless decimals: "40.5". */
void pmc_weight_number(u32 thousandths, char text[WEIGHT_NUMBER]);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bursts stand for all instructions behind the first phase. An estimate is what the first phase
 * counted, and what the bursts counted times the ratio of instructions: the exact number of all by
 * those of the bursts. How far it may be off has three parts.
 *
 * Other bursts would have been as good. Groups of bursts are samples of their own, so the jackknife
 * tells how far such an estimate, or any sum of several, may be off: K. Wolter, Introduction to
 * Variance Estimation (2007), chapters 2 (random groups) and 4 (the jackknife).
 *
 * A burst does not know what came before it. Of caches, TLBs and the return stack the models count
 * the accesses of which they do not know whether they hit (core/machine/gap.h). Predictors have
 * seen a share of all branches only. A second one has seen half of that share, and mispredicts
 * more. If each doubling of what a predictor sees brings no more than the one before, the other
 * doublings up to all bring at most as much each. The estimate takes half of it off, since a curve
 * of learning that is a power of time with exponent -0.5 says so for a share of 10 %, and half is
 * the error.
 * What predictors have to learn at the beginning of each burst shows between the second half of
 * what warms up and what counts: if it decays like 1 / time, the difference is what still counts
 * too much, since both span a factor of two of time.
 *
 * And bursts may have met nothing of what a program does once.
 */
#include <stddef.h>
#include <string.h>

#include "lib/backends/emulated/sampled.h"
#include "lib/models/bursts.h"

/* Where the array has what struct emu_bursts has. */
#define AT(member) (offsetof(struct emu_bursts, member) / sizeof(uint64_t))
enum {
	FIRST = AT(first),
	BEGUN = AT(begun),
	OVER = AT(over),
	FIRST_UNKNOWN = AT(unknown),
	GROUPS = AT(group)
};
/* Of a group: its instructions, its counts, what is unknown. */
#define UNKNOWN	       (1 + MODEL_COUNTS)
#define UNKNOWN_COUNTS (sizeof(struct machine_unknown) / sizeof(uint64_t))
#define GROUP_SIZE     (UNKNOWN + UNKNOWN_COUNTS)

static const uint64_t *group_of(const uint64_t *sum, unsigned g)
{
	return sum + AT_SAMPLED + GROUPS + GROUP_SIZE * g;
}

/* Where the counts are of which some are unknown. */
static const struct {
	size_t missed, filled; /* in struct machine_counts; filled = 0: there is none */
	unsigned kinds;
} parts[GAP_PARTS] = {
#define CACHE(level)                                                                       \
	{                                                                                  \
		offsetof(struct machine_counts, cache[level].missed),                      \
			offsetof(struct machine_counts, cache[level].filled), ACCESS_KINDS \
	}
#define TLB(which)                                                       \
	{                                                                \
		offsetof(struct machine_counts, tlb[which].missed), 0, 3 \
	}
	[GAP_L1I] = CACHE(LEVEL_L1I),
	[GAP_L1D] = CACHE(LEVEL_L1D),
	[GAP_TLB_I] = TLB(TLB_I),
	[GAP_TLB_D] = TLB(TLB_D),
#undef CACHE
#undef TLB
};

static bool is_of_branches(size_t offset)
{
	return offset >= offsetof(struct machine_counts, branch) &&
	       offset < offsetof(struct machine_counts, branch) + sizeof(struct branch_counts);
}

bool sampled_knows(unsigned offset)
{
	size_t i, at;

	for (i = 0; i < GAP_PARTS; i++) {
		at = (offset - parts[i].missed) / sizeof(uint64_t);
		/* How many walks there are depends on a second TLB. */
		if (offset >= parts[i].missed && at < parts[i].kinds && at != ACCESS_WALK)
			return true;
		if (parts[i].filled && offset == parts[i].filled)
			return true;
	}
	return is_of_branches(offset);
}

bool sampled_is(const uint64_t *sum)
{
	return sum[AT_SAMPLED + OVER];
}

/* How many instructions stand for one of those that the groups from this one on have seen. */
static double ratio_of(const uint64_t *sum, unsigned from, unsigned without)
{
	double first = (double)sum[AT_SAMPLED + FIRST], all = (double)sum[EMU_INSTRUCTIONS], n = 0;
	unsigned g;

	for (g = 0; g < EMU_BURST_PAIRS; g++)
		if (g != without)
			n += (double)*group_of(sum, from + g);
	return n > 0 && all > first ? (all - first) / n : 0;
}

/* Without a burst the first phase stands for what is behind it, too. */
static double first_ratio(const uint64_t *sum, double ratio)
{
	double first = (double)sum[AT_SAMPLED + FIRST], all = (double)sum[EMU_INSTRUCTIONS];

	return ratio > 0 || !sampled_is(sum) || first <= 0 || all <= first ? 1 : all / first;
}

/* What groups have counted. */
static void add_groups(const uint64_t *sum, unsigned from, unsigned without, double *n)
{
	size_t k;
	unsigned g;

	memset(n, 0, GROUP_SIZE * sizeof(*n));
	for (g = 0; g < EMU_BURST_PAIRS; g++)
		for (k = 0; k < GROUP_SIZE && g != without; k++)
			n[k] += (double)group_of(sum, from + g)[k];
}

/* An offset in struct machine_counts, or in struct machine_unknown, as a place among n numbers of a
 * group. */
static double *count_at(double *n, size_t offset)
{
	return n + 1 + offset / sizeof(uint64_t);
}

static double *unknown_at(double *n, size_t offset)
{
	return n + UNKNOWN + offset / sizeof(uint64_t);
}

#define COUNT(n, member)      (*count_at(n, offsetof(struct machine_counts, member)))
#define UNKNOWN_OF(n, member) (unknown_at(n, offsetof(struct machine_unknown, member)))

/* Lets all accesses that are unknown have hit, or missed. */
static void settle_accesses(bool most, double *n)
{
	const double *unknown = most ? UNKNOWN_OF(n, hit) : UNKNOWN_OF(n, missed);
	unsigned i, kind;
	double off;

	for (i = 0; i < GAP_PARTS; i++)
		for (kind = 0; kind < parts[i].kinds; kind++) {
			off = unknown[i * ACCESS_KINDS + kind];
			off = most ? off : -off;
			count_at(n, parts[i].missed)[kind] += off;
			if (parts[i].filled)
				*count_at(n, parts[i].filled) += off;
		}
	if (most)
		COUNT(n, branch.returns_missed) += *UNKNOWN_OF(n, returns);
}

/* How often what predictors see must be doubled until they see all. */
static double doublings_of(const struct bursts *b)
{
	double left = (double)(b->times * b->count) / (double)(b->warm + b->count), n = 0;

	for (; left >= 2; left /= 2)
		n++;
	return n + (left > 1 ? left - 1 : 0) * 1.0861; /* at most 0.0861 more than the logarithm */
}

/* The share of mispredictions that predictors would not have made, had they seen all: at most. */
static double unlearnt(const struct bursts *bursts, double *n, unsigned which)
{
	double first = UNKNOWN_OF(n, first)[which], second = UNKNOWN_OF(n, second)[which], share;

	share = second > first && first > 0 ? (second - first) / first * doublings_of(bursts) : 0;
	return share < 1 ? share : 1;
}

/* Corrects what a group has counted. */
static void settle(enum sampled_by by, const struct bursts *bursts, double *n)
{
	/* In the middle of what is possible. */
	double part = by == SAMPLED_FEWEST ? 1 : by == SAMPLED_MOST ? 0 : 0.5;

	COUNT(n, branch.conditional_missed) *= 1 - part * unlearnt(bursts, n, 0);
	COUNT(n, branch.indirect_missed) *= 1 - part * unlearnt(bursts, n, 1);
	if (by == SAMPLED_FEWEST || by == SAMPLED_MOST)
		settle_accesses(by == SAMPLED_MOST, n);
}

/* The first phases, as a group. Their predictors have seen all. */
static void first_phases(const uint64_t *sum, enum sampled_by by, double *n)
{
	size_t k;

	n[0] = (double)sum[AT_SAMPLED + FIRST];
	for (k = 0; k < MODEL_COUNTS; k++)
		n[1 + k] = (double)sum[AT_MODEL + k];
	for (k = 0; k < UNKNOWN_COUNTS; k++)
		n[UNKNOWN + k] = (double)sum[AT_SAMPLED + FIRST_UNKNOWN + k];
	if (by == SAMPLED_FEWEST || by == SAMPLED_MOST)
		settle_accesses(by == SAMPLED_MOST, n);
}

void sampled_estimate(const uint64_t *sum, const struct bursts *bursts, enum sampled_by by,
		      unsigned without, uint64_t *out)
{
	bool is_earlier = by == SAMPLED_EARLIER;
	double ratio = ratio_of(sum, 0, without), first_by = first_ratio(sum, ratio), count;
	double before = is_earlier ? ratio_of(sum, EMU_BURST_PAIRS, without) : 0;
	double n[GROUP_SIZE], earlier[GROUP_SIZE], first[GROUP_SIZE];
	size_t k;

	memcpy(out, sum, AT_MODEL * sizeof(*out));
	first_phases(sum, by, first);
	add_groups(sum, 0, without, n);
	add_groups(sum, EMU_BURST_PAIRS, without, earlier);
	settle(by, bursts, n);
	settle(by, bursts, earlier);
	for (k = 0; k < MODEL_COUNTS; k++) {
		count = ratio * n[1 + k];
		if (before > 0 && is_of_branches(k * sizeof(*out)))
			count = before * earlier[1 + k];
		count += first_by * first[1 + k] + 0.5;
		out[AT_MODEL + k] = count > 0 ? (uint64_t)count : 0;
	}
}

/* By Newton's method, since the library does without libm. */
static double root(double x)
{
	double r = x > 1 ? x : 1;
	int i;

	for (i = 0; i < 100; i++)
		r = (r + x / r) / 2;
	return x > 0 ? r : 0;
}

/*
 * What groups that agree say nothing of: a part of the program that is as short as what one burst
 * stands for, events so rare that bursts met few of them, and a part that does what only the
 * beginning did, such as an end.
 */
static double least_error(const uint64_t *sum, const struct bursts *bursts,
			  const struct sampled_event *e)
{
	const uint64_t *at = sum + AT_SAMPLED;
	double scaled = (double)e->value - (double)e->first, n = 0, rare, ends;
	unsigned g;

	for (g = 0; g < EMU_BURST_PAIRS; g++)
		n += (double)*group_of(sum, g);
	rare = ratio_of(sum, 0, EMU_BURST_PAIRS);
	rare = 2 * rare * root((scaled > 0 ? scaled / rare : 0) + 1);
	scaled *= (double)bursts->count / n;
	ends = (double)e->first * (double)at[OVER] / (double)at[BEGUN];
	return (scaled > rare ? scaled : rare) + ends;
}

/* By the jackknife: from what is estimated without each of n groups. */
static double standard_error(const uint64_t *sum, const struct sampled_event *e, unsigned *n)
{
	double mean = 0, squares = 0, off;
	unsigned g;

	*n = 0;
	for (g = 0; g < EMU_BURST_PAIRS; g++)
		if (*group_of(sum, g)) {
			mean += (double)e->without[g];
			(*n)++;
		}
	if (*n < 2)
		return 0;
	mean /= *n;
	for (g = 0; g < EMU_BURST_PAIRS; g++)
		if (*group_of(sum, g)) {
			off = (double)e->without[g] - mean;
			squares += off * off;
		}
	return root(squares * (*n - 1) / *n);
}

void sampled_parts(const uint64_t *sum, const struct bursts *bursts, struct sampled_event *e,
		   uint64_t (*value_of)(const void *data, const uint64_t *sum), const void *data)
{
	uint64_t part[AT_SAMPLED];
	unsigned g;

	for (g = 0; g < EMU_BURST_PAIRS; g++) {
		sampled_estimate(sum, bursts, SAMPLED_MODELS, g, part);
		e->without[g] = value_of(data, part);
	}
	sampled_estimate(sum, bursts, SAMPLED_FEWEST, EMU_BURST_PAIRS, part);
	e->fewest = value_of(data, part);
	sampled_estimate(sum, bursts, SAMPLED_MOST, EMU_BURST_PAIRS, part);
	e->most = value_of(data, part);
	sampled_estimate(sum, bursts, SAMPLED_EARLIER, EMU_BURST_PAIRS, part);
	e->earlier = value_of(data, part);
}

static double distance(uint64_t a, uint64_t b)
{
	return a > b ? (double)(a - b) : (double)(b - a);
}

uint64_t sampled_error(const uint64_t *sum, const struct bursts *bursts,
		       const struct sampled_event *e)
{
	/* Student's t for 97.5 %, by degrees of freedom. */
	static const double t[EMU_BURST_PAIRS] = { 0,	  12.706, 4.303, 3.182,
						   2.776, 2.571,  2.447, 2.365 };
	unsigned n;
	double error = standard_error(sum, e, &n), down, up, cold;

	if (n < 2)
		return UINT64_MAX;
	down = distance(e->fewest, e->value);
	up = distance(e->most, e->value);
	cold = e->earlier > e->value ? distance(e->earlier, e->value) : 0;
	error = t[n - 1] * error + least_error(sum, bursts, e) + (down > up ? down : up) + cold;
	return error < 1e19 ? (uint64_t)error + 1 : UINT64_MAX;
}

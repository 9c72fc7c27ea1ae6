/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Wide unit masks: their values, and back. */
#include "core/encode/evtsel/wide.h"
#include "core/encode/fields/encoding.h"
#include "core/encode/fields/refuse.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"

static struct wide_value value_of(const struct model_event *row, u64 set)
{
	const struct wide *w = row->wide;
	struct wide_value v = { 0, 0 };
	u32 j, kind = 0;

	if (!set)
		return w->alone;
	for (j = 0; j < row->n_umasks && set >> j; j++)
		if (set >> j & 1) {
			v.select |= w->umask[j].own.select;
			v.msr |= w->umask[j].own.msr;
		}
	for (j = 0; j < w->n_classes; j++)
		if (set & w->of_class[j])
			kind |= 1u << j;
	if (kind) {
		v.select |= w->defaults[kind].select;
		v.msr |= w->defaults[kind].msr;
	}
	return v;
}

int encode_wide(const struct job *job, struct wide_value *value)
{
	const struct model_event *row = job->row;
	u32 j, k;
	u64 both;

	if (!job->umasks && row->flags & ROW_NEEDS_UMASK)
		return encode_refuse_missing(job);
	for (j = 0; j < row->n_umasks && job->umasks >> j; j++) {
		both = job->umasks >> j & 1 ? job->umasks & row->wide->umask[j].excludes : 0;
		for (k = 0; both && k < row->n_umasks; k++)
			if (both >> k & 1)
				return encode_refuse_both(job, j, k);
	}
	*value = value_of(row, job->umasks);
	return 0;
}

/* Whether the set makes this value. */
static bool makes(const struct model_event *row, u64 set, const struct wide_value *want)
{
	struct wide_value v = value_of(row, set);

	return v.select == want->select && v.msr == want->msr;
}

/* Grows a set from unit mask i: adds every unit mask of `can` that does not exclude it, then
 * removes those that the value does not need. */
static bool grow(const struct model_event *row, const struct wide_value *want, u64 can, u32 i,
		 u64 *set)
{
	const struct wide_umask *u = row->wide->umask;
	u32 j;

	*set = 1ull << i;
	for (j = 0; j < row->n_umasks; j++)
		if (can >> j & 1 && !(u[j].excludes & *set))
			*set |= 1ull << j;
	if (!makes(row, *set, want))
		return false;
	for (j = row->n_umasks; j-- > 0;)
		if (*set & ~(1ull << j) && makes(row, *set & ~(1ull << j), want))
			*set &= ~(1ull << j);
	return true;
}

/* Finds one more unit mask for `base`, with a number below `below`. */
static bool find_more(const struct model_event *row, const struct wide_value *want, u64 can,
		      u64 base, u32 below, u64 *set)
{
	u32 j;

	for (j = 0; j < below; j++) {
		if (!(can >> j & 1) || row->wide->umask[j].excludes & base)
			continue;
		*set = base | 1ull << j;
		if (makes(row, *set, want))
			return true;
	}
	return false;
}

/* … two more. */
static bool find_two_more(const struct model_event *row, const struct wide_value *want, u64 can,
			  u64 base, u32 below, u64 *set)
{
	u32 j;

	for (j = 0; j < below; j++)
		if (can >> j & 1 && !(row->wide->umask[j].excludes & base) &&
		    find_more(row, want, can, base | 1ull << j, j, set))
			return true;
	return false;
}

/* Finds a set of unit masks that makes this value, of as few as possible: none, one, two, three,
 * or more. */
static bool find_set(const struct model_event *row, const struct wide_value *want, u64 *set)
{
	const struct wide_umask *u = row->wide->umask;
	u64 can = 0;
	u32 i;

	*set = 0;
	if (!(row->flags & ROW_NEEDS_UMASK) && makes(row, 0, want))
		return true;
	for (i = 0; i < row->n_umasks; i++) {
		*set = 1ull << i;
		if (makes(row, *set, want))
			return true;
		if (!(u[i].own.select & ~want->select) && !(u[i].own.msr & ~want->msr))
			can |= *set;
	}
	for (i = 0; i < row->n_umasks; i++)
		if (can >> i & 1 && find_more(row, want, can, 1ull << i, i, set))
			return true;
	for (i = 0; i < row->n_umasks; i++)
		if (can >> i & 1 && find_two_more(row, want, can, 1ull << i, i, set))
			return true;
	for (i = 0; i < row->n_umasks; i++)
		if (can >> i & 1 && grow(row, want, can, i, set))
			return true;
	return false;
}

bool decode_wide(const struct catalogue *c, u64 select, const struct reg_value *regs, u32 n,
		 struct event *event)
{
	const struct model_event *row;
	struct wide_value want;
	u32 i;

	want.select = select;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (!row->wide || !c->event(c, i)[0])
			continue;
		want.msr = 0;
		if (row->msr)
			reg_value_of(regs, n, row->msr, &want.msr);
		if (!find_set(row, &want, &event->umasks))
			continue;
		event->id = i;
		return true;
	}
	return false;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Unit masks. Those of group 0 combine by OR; of every other group one can be named. A row may set
 * bits by itself (plain): they stand in every group of which no unit mask is named.
 */
#include "core/encode/fields/umasks.h"
#include "core/base/bits.h"
#include "core/encode/fields/refuse.h"
#include "core/event/catalogue.h"

#define GROUPS 4

/* The bits that the unit masks of each group can set; group 0 has all that no other group has. */
static inline void group_bits(const struct model_event *row, u32 bits[GROUPS])
{
	u32 j, g;

	for (g = 0; g < GROUPS; g++)
		bits[g] = 0;
	for (j = 0; j < row->n_umasks; j++)
		if (row->umask[j].group && row->umask[j].kind == UMASK_BITS)
			bits[row->umask[j].group] |= row->umask[j].bits;
	bits[0] = ~(bits[1] | bits[2] | bits[3]);
}

/* The row's own bits in the groups of which no unit mask is given. */
static u32 plain_bits(const struct model_event *row, u32 given)
{
	u32 of_group[GROUPS], bits = 0, g;

	if (!row->plain)
		return 0;
	group_bits(row, of_group);
	for (g = 0; g < GROUPS; g++)
		if (!(given >> g & 1))
			bits |= row->plain & of_group[g];
	return bits;
}

int encode_umasks(const struct job *job, struct umask_value *value)
{
	const struct model_event *row = job->row;
	s32 one_of[GROUPS] = { -1, -1, -1, -1 };
	u32 given = 0, j;
	u64 left;

	value->bits = 0;
	value->tag = 0;
	value->replay = -1;
	for (left = job->umasks; left; left &= left - 1) {
		const struct model_umask *u;

		j = bits_lowest(left);
		if (j >= row->n_umasks)
			break;
		u = &row->umask[j];
		if (u->group && one_of[u->group] >= 0)
			return encode_refuse_both(job, (u32)one_of[u->group], j);
		one_of[u->group] = (s32)j;
		if (u->kind == UMASK_TAG) {
			value->tag |= u->bits;
		} else if (u->kind == UMASK_REPLAY) {
			value->replay = u->bits;
		} else {
			given |= 1u << u->group;
			value->bits |= u->bits;
		}
	}
	if (row->flags & ROW_NEEDS_UMASK)
		return given ? 0 : encode_refuse_missing(job);
	value->bits |= plain_bits(row, given);
	return 0;
}

/* ---- Back to names ---- */

/* What is being named: a row as a catalogue shows it. */
struct naming {
	const struct catalogue *c;
	u32 id;
	const struct model_event *row;
	const struct umask_value *value;
	u64 named;
};

/* The unit mask with these bits in one group; its number, or -1. */
static s32 umask_with(const struct naming *n, u32 group, u32 bits)
{
	const struct model_umask *u = n->row->umask;
	u32 j;

	for (j = 0; j < n->row->n_umasks; j++)
		if (u[j].group == group && u[j].kind == UMASK_BITS && u[j].bits == bits &&
		    n->c->umask(n->c, n->id, j)[0])
			return (s32)j;
	return -1;
}

static bool name_tags(struct naming *n)
{
	const struct model_umask *u = n->row->umask;
	u32 j, got = 0;

	for (j = 0; j < n->row->n_umasks; j++) {
		if (u[j].kind == UMASK_TAG && n->value->tag & u[j].bits) {
			n->named |= 1ull << j;
			got |= u[j].bits;
		}
	}
	return got == n->value->tag;
}

static bool name_replay(struct naming *n)
{
	const struct model_umask *u = n->row->umask;
	u32 j;

	if (n->value->replay < 0)
		return true;
	for (j = 0; j < n->row->n_umasks; j++)
		if (u[j].kind == UMASK_REPLAY && u[j].bits == n->value->replay)
			n->named |= 1ull << j;
	return n->named;
}

/* The unit mask of every group but 0. */
static bool name_groups(struct naming *n, const u32 of_group[GROUPS])
{
	u32 g, bits;
	s32 one;

	for (g = 1; g < GROUPS; g++) {
		bits = n->value->bits & of_group[g];
		one = umask_with(n, g, bits);
		if (one >= 0)
			n->named |= 1ull << one;
		else if (bits)
			return false;
	}
	return true;
}

/* The unit masks of group 0: one that sets all these bits, or several that set them together. */
static bool name_combined(struct naming *n, u32 bits)
{
	const struct model_umask *u = n->row->umask;
	s32 one = umask_with(n, 0, bits);
	u32 j, got = 0;

	if (one >= 0) {
		n->named |= 1ull << one;
		return true;
	}
	for (j = 0; j < n->row->n_umasks; j++) {
		if (!u[j].group && u[j].kind == UMASK_BITS && u[j].bits && !(u[j].bits & ~bits) &&
		    n->c->umask(n->c, n->id, j)[0]) {
			n->named |= 1ull << j;
			got |= u[j].bits;
		}
	}
	return got == bits && n->named;
}

/* Names the value as well as unit masks can. */
static bool name_umasks(struct naming *n)
{
	const struct model_event *row = n->row;
	bool needs = row->flags & ROW_NEEDS_UMASK;
	u32 of_group[GROUPS], rest;

	if (!name_tags(n) || !name_replay(n))
		return false;
	if (n->value->bits == row->plain && !needs)
		return true;
	group_bits(row, of_group);
	if (!name_groups(n, of_group) || !row->n_umasks)
		return false;
	rest = n->value->bits & of_group[0];
	/* Where the row sets these bits by itself, no unit mask of group 0 is needed. */
	if (n->named && rest == (row->plain & of_group[0]) && !needs)
		return true;
	return name_combined(n, rest);
}

bool decode_umasks(const struct catalogue *c, u32 id, const struct umask_value *value, u64 *named)
{
	const struct model_event *row = pmc_list_row(c, id);
	struct naming n = { .c = c, .id = id, .row = row, .value = value };
	u32 bits = 0, given = 0, j;
	bool found = name_umasks(&n);

	*named = n.named;
	if (!found)
		return false;
	/* In the groups that are not named the row sets its own bits, and the value may have
	 * others. */
	for (j = 0; j < row->n_umasks; j++) {
		if (n.named >> j & 1 && row->umask[j].kind == UMASK_BITS) {
			bits |= row->umask[j].bits;
			given |= 1u << row->umask[j].group;
		}
	}
	if (row->flags & ROW_NEEDS_UMASK)
		return given;
	return (bits | plain_bits(row, given)) == value->bits;
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See due.h. */
#include "emu/count/due.h"

#include "emu/base/string.h"
#include "emu/count/vector.h"

#define SHARES 65536ll
#define WORTH  16   /* a cell that is to take less than this, beside a passage, takes nothing */
#define SURE   640  /* what cells have taken tells of what they will */
#define NEAR   1024 /* what cells will take of less than this is chance */

u32 due_passage = DUE_TRACE;

u32 due_weight(u64 vec)
{
	u32 n = 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		if (engine.due >> s & 1)
			n += (u32)vector_part(vec, s);
	return n;
}

/* Of each class, since a trace near a sample asks for all of its instructions. */
static u8 most[256];
static bool most_known;

static void find_most(void)
{
	for (u32 i = 0; i < 256; i++) {
		u8 cls = (u8)i, memory = cls & IC_MEMORY;
		u32 as_it_is, taken, not ;

		if (IC_SIGNAL(cls) >= EMU_NSIGNALS)
			continue;
		as_it_is = due_weight(class_vec(cls));
		taken = due_weight(class_vec(memory | IC_BRANCH(EMU_COND_TAKEN)));
		not = due_weight(class_vec(memory | IC_BRANCH(EMU_COND_NOT)));
		if (IC_SIGNAL(cls) == EMU_COND_TAKEN || IC_SIGNAL(cls) == EMU_COND_NOT)
			as_it_is = taken > not ? taken : not ;
		most[i] = (u8)as_it_is;
	}
	for (u32 i = 0; i < 256; i++)
		if (due_passage < DUE_TRACE * most[i])
			due_passage = DUE_TRACE * most[i];
	most_known = true;
}

u32 due_most(u8 cls)
{
	return most[cls];
}

/* How parts of a number become parts of SHARES. One division serves for all. */
struct scale {
	u32 shift;
	s64 unit;
};

static struct scale scale_of(s64 all)
{
	struct scale s = { 0 };

	while (all >> s.shift >= 1 << 30)
		s.shift++;
	s.unit = (SHARES << 30) / ((all >> s.shift) + 1);
	return s;
}

static s64 share(s64 x, const struct scale *s)
{
	return (x >> s->shift) * s->unit >> 30;
}

/* Sums up how much the cells have taken: in `taken` since they were set, and in t->use before that,
 * for some two periods. Returns both sums. */
static void take_in(struct thread *t, s64 taken[T_DUE_CELLS], s64 *lately, s64 *before)
{
	*lately = *before = 0;
	for (u32 i = 0; i < T_DUE_CELLS; i++) {
		taken[i] = t->given[i] > t->due[i] ? t->given[i] - t->due[i] : 0;
		t->use[i] += taken[i];
		*lately += taken[i];
		*before += t->use[i];
	}
	if ((u64)*before / 2 <= engine.shm->period)
		return;
	for (u32 i = 0; i < T_DUE_CELLS; i++)
		t->use[i] /= 2;
	*before /= 2;
}

static void give_alike(struct thread *t, s64 n)
{
	for (u32 i = 0; i < T_DUE_CELLS; i++)
		t->due[i] = n / T_DUE_CELLS;
}

/* Gives the cells n in all, as they have taken of it lately. */
static void give(struct thread *t, s64 n)
{
	s64 taken[T_DUE_CELLS], part[T_DUE_CELLS], lately, before, sum = 0, unit;
	struct scale since, long_since;

	take_in(t, taken, &lately, &before);
	since = scale_of(lately);
	long_since = scale_of(before);
	for (u32 i = 0; i < T_DUE_CELLS; i++) {
		part[i] = share(t->use[i], &long_since) + SHARES / 16;
		if (lately > SURE) /* else chance has much to say */
			part[i] += share(taken[i], &since);
		sum += part[i];
	}
	unit = n >> 40 ? n / sum : (n << 20) / sum;
	for (u32 i = 0; i < T_DUE_CELLS; i++)
		t->due[i] = n >> 40 ? unit * part[i] : unit * part[i] >> 20;
}

/* What the cells do not have is thread.left: left is all. */
static void set_rest(struct thread *t, s64 left)
{
	for (u32 i = 0; i < T_DUE_CELLS; i++) {
		t->given[i] = t->due[i];
		left -= t->due[i];
	}
	t->left = left;
}

/* As many cells as there is room for take what they have, and a passage more, of the n in all. */
static void allow(struct thread *t, s64 n)
{
	s64 cells = n / (due_passage + WORTH);

	if (cells > T_DUE_CELLS)
		cells = T_DUE_CELLS;
	for (u32 i = 0; i < T_DUE_CELLS; i++)
		t->due[i] = i < cells ? n / cells - due_passage - 1 : -1;
}

void due_spread(struct thread *t)
{
	s64 left = due_left(t), n = left - due_reserve();

	if (n >= NEAR)
		give(t, n);
	else if (n >= 0)
		give_alike(t, n);
	else
		allow(t, engine.bursts ? left : 0);
	set_rest(t, left);
}

void due_set(struct thread *t, s64 left)
{
	memset(t->due, 0, sizeof(t->due));
	memset(t->given, 0, sizeof(t->given));
	t->left = left;
	due_spread(t);
}

void due_plan(struct thread *t)
{
	t->planned += engine.shm->period;
	t->left += (s64)engine.shm->period;
}

void due_begin(struct thread *t)
{
	if (engine.bursts)
		return;
	memset(t->due, 0, sizeof(t->due));
	memset(t->given, 0, sizeof(t->given));
	memset(t->use, 0, sizeof(t->use));
	t->left = 0;
	t->planned = 0;
	if (engine.sampled) {
		if (!most_known)
			find_most();
		due_plan(t);
		due_spread(t);
	}
	t->sample.caught = false;
	t->sample.next = 0;
	t->sample.along = false;
}

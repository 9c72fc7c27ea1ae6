// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See due.h. */
#include "emu/count/due.h"

#include "emu/base/string.h"
#include "emu/count/vector.h"

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
	most_known = true;
}

u32 due_most(u8 cls)
{
	return most[cls];
}

void due_spread(struct thread *t)
{
	s64 left = due_left(t), each = left < DUE_NEAR ? -1 : (left - DUE_NEAR) / T_DUE_CELLS;

	for (u32 i = 0; i < T_DUE_CELLS; i++)
		t->due[i] = each;
	t->left = left - each * T_DUE_CELLS;
}

void due_set(struct thread *t, s64 left)
{
	memset(t->due, 0, sizeof(t->due));
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
}

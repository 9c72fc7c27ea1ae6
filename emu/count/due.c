// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See due.h. */
#include "emu/count/due.h"

#include "emu/count/vector.h"

u32 due_weight(u64 vec)
{
	u32 n = 0;

	for (int s = 0; s < EMU_NSIGNALS; s++)
		if (engine.sampled >> s & 1)
			n += (u32)vector_part(vec, s);
	return n;
}

u32 due_most(u8 cls)
{
	u32 as_it_is = due_weight(class_vec(cls)), otherwise;
	int kind = IC_SIGNAL(cls);

	if (kind != EMU_COND_TAKEN && kind != EMU_COND_NOT)
		return as_it_is;
	cls &= IC_MEMORY;
	cls |= IC_BRANCH(kind == EMU_COND_TAKEN ? EMU_COND_NOT : EMU_COND_TAKEN);
	otherwise = due_weight(class_vec(cls));
	return otherwise > as_it_is ? otherwise : as_it_is;
}

void due_begin(struct thread *t)
{
	t->due = engine.sampled ? (s64)engine.shm->period - DUE_NEAR : 0;
	t->sample.caught = false;
	t->sample.next = 0;
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See approach.h. Chains are found by frame pointers, as Linux does for perf. */
#include "emu/run/approach.h"

#include "emu/base/cpu.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/count/due.h"

/* An instruction counts a sum of events this often at most: as a load and a store. */
#define MOST_AT_ONCE 2

bool approach_fits(const struct thread *t, const struct trace *tr)
{
	return tr->most < due_left(t);
}

void approach_enter(struct thread *t, const struct trace *tr)
{
	due_allow(t, (u32)(tr - cache.traces) % T_DUE_CELLS, due_left(t) - tr->most - 1);
}

/*
 * Each frame has the caller's frame pointer, and above it the address to return to. The walk ends
 * where that is not so: frames lie one above the other, and one returns to code.
 */
static void walk(struct thread *t)
{
	struct sample *s = &t->sample;
	u64 fp = t->cpu.r[RBP], frame[2];

	s->pc[0] = t->cpu.rip;
	s->n = 1;
	memcpy(s->registers, t->cpu.r, sizeof(s->registers));
	if (!(engine.shm->flags & EMU_F_CHAINS))
		return;
	while (s->n < EMU_MAX_CHAIN && fp >= t->cpu.r[RSP] && !(fp & 7) &&
	       !copy_from_user(frame, fp, sizeof(frame)) && maps_prot(frame[1])) {
		s->pc[s->n++] = frame[1];
		if (frame[0] <= fp)
			break;
		fp = frame[0];
	}
}

void approach_before(struct thread *t, u32 length)
{
	t->sample.next = t->cpu.rip + length;
	t->sample.caught = due_left(t) <= MOST_AT_ONCE;
	if (t->sample.caught)
		walk(t);
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See approach.h. Chains are found by frame pointers, as Linux does for perf. */
#include "emu/run/approach.h"

#include "emu/base/cpu.h"
#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/code/cache.h"
#include "emu/code/maps.h"
#include "emu/code/select.h"
#include "emu/count/due.h"

/* Few traces are shorter than this. */
#define FEW 20

bool approach_fits(const struct thread *t, const struct trace *tr)
{
	return tr->most < due_left(t) && tr->look;
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

bool approach_is_worth(const struct thread *t)
{
	return due_left(t) > FEW * due_once() || t->cpu.rip != t->sample.next;
}

u32 approach_surely(const struct thread *t)
{
	return (u32)((due_left(t) - 1) / due_once());
}

void approach_from(struct thread *t, u64 pc)
{
	t->sample.next = pc;
}

void approach_along(struct thread *t, const struct trace *tr, u32 at)
{
	t->sample.along = true;
	t->sample.epoch = cache.epoch;
	t->sample.trace = (u32)(tr - cache.traces);
	t->sample.at = at;
}

bool approach_is_along(const struct thread *t)
{
	const struct trace *tr = &cache.traces[t->sample.trace];

	sel.along.known = t->sample.along && t->sample.epoch == cache.epoch &&
			  !(tr->flags & (TR_DEAD | TR_CHECKED)) &&
			  cache_pc(tr, t->sample.at) == t->cpu.rip;
	sel.along.trace = t->sample.trace;
	sel.along.at = t->sample.at;
	return sel.along.known;
}

void approach_before(struct thread *t)
{
	const struct step *last = &sel.s[sel.n - 1];

	t->sample.next = sel.open ? sel.next : last->pc + last->in.len;
	t->sample.along = sel.along.known;
	t->sample.trace = sel.along.trace;
	t->sample.at = sel.along.at;
	t->sample.caught = due_left(t) <= due_once();
	if (t->sample.caught)
		walk(t);
}

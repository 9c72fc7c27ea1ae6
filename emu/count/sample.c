// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See sample.h. */
#include "emu/count/sample.h"

#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/count/due.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"

/* n: how many periods have ended with the instruction. */
static void write(struct thread *t, u32 n)
{
	const struct sample *s = &t->sample;
	struct emu_log_sample *r;

	r = log_begin(EMU_LOG_SAMPLE, (u32)(sizeof(*r) + s->n * sizeof(s->pc[0])));
	r->who = log_who(&engine.shm->tasks[t->task]);
	r->n = s->n;
	r->periods = n;
	memcpy(r + 1, s->pc, s->n * sizeof(s->pc[0]));
	log_commit();
}

void sample_after(struct thread *t)
{
	u32 n = 0;

	if (!due_is_near(t)) {
		t->sample.caught = false;
		return;
	}
	for (; due_left(t) <= 0; n++)
		t->left += (s64)engine.shm->period;
	if (n && !t->sample.caught) { /* the engine itself has counted several instructions */
		t->sample.pc[0] = t->cpu.rip;
		t->sample.n = 1;
	}
	if (n) {
		write(t, n);
		due_spread(t);
	}
	t->sample.caught = false;
}

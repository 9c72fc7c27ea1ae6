// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See sample.h. */
#include "emu/count/sample.h"

#include "emu/base/string.h"
#include "emu/base/thread.h"
#include "emu/base/cpu.h"
#include "emu/base/usermem.h"
#include "emu/count/due.h"
#include "emu/count/log.h"
#include "emu/count/passage.h"

#define PAGE 4096u

/* How many bytes of stack a dump can have: up to the first page that cannot be read. */
static u32 stack_size(u64 from)
{
	u32 most = engine.shm->dump + EMU_DUMP_BELOW, n = 0;
	u8 byte;

	while (n < most && !copy_from_user(&byte, from + n, 1))
		n += PAGE - (u32)((from + n) & (PAGE - 1));
	return (n < most ? n : most) & ~7u;
}

/* Writes the dump. Memory that another thread has unmapped in between reads as zeros. */
static void dump(const struct sample *s, struct emu_log_dump *to, u32 stack)
{
	memcpy(to->registers, s->registers, sizeof(to->registers));
	to->rip = s->pc[0];
	if (copy_from_user(to + 1, s->registers[RSP] - EMU_DUMP_BELOW, stack))
		memset(to + 1, 0, stack);
}

/* n: how many periods have ended with the instruction. */
static void write(struct thread *t, u32 n)
{
	const struct sample *s = &t->sample;
	u32 chain = s->n * (u32)sizeof(s->pc[0]), size = 0;
	struct emu_log_sample *r;

	if (engine.shm->flags & EMU_F_DUMPS)
		size = (u32)sizeof(struct emu_log_dump) +
		       stack_size(s->registers[RSP] - EMU_DUMP_BELOW);
	r = log_begin(EMU_LOG_SAMPLE, (u32)sizeof(*r) + chain + size);
	r->who = log_who(&engine.shm->tasks[t->task]);
	r->n = s->n;
	r->periods = n;
	r->dump = size;
	memcpy(r + 1, s->pc, chain);
	if (size)
		dump(s, (struct emu_log_dump *)((u8 *)(r + 1) + chain),
		     size - (u32)sizeof(struct emu_log_dump));
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
		due_plan(t);
	if (n && !t->sample.caught) { /* the engine itself has counted several instructions */
		t->sample.pc[0] = t->cpu.rip;
		t->sample.n = 1;
		memcpy(t->sample.registers, t->cpu.r, sizeof(t->sample.registers));
	}
	if (n) {
		write(t, n);
		due_spread(t);
	}
	t->sample.caught = false;
}

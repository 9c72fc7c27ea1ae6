// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See burst.h. */
#include "emu/count/burst.h"

#include "core/machine/state.h"
#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/count/due.h"
#include "emu/model/model.h"
#include "emu/model/outcomes.h"

#include <linux/mman.h>

#define SIZE (EMU_MAX_TASKS * (u64)EMU_BURSTS_SIZE)

enum phase {
	PHASE_FIRST,
	PHASE_REST,
	PHASE_WARM,
	PHASE_BEFORE,
	PHASE_COUNT,
};

_Static_assert(sizeof(struct emu_bursts) <= EMU_BURSTS_SIZE, "EMU_BURSTS_SIZE");

static u8 *bursts;

static struct emu_bursts *bursts_of(u32 task)
{
	return (struct emu_bursts *)(bursts + task * (u64)EMU_BURSTS_SIZE);
}

static const struct emu_sampling *plan(void)
{
	return &engine.shm->model.sampling;
}

static u64 period(void)
{
	return plan()->times * plan()->count;
}

/* How long the thread runs without the models in each period. */
static u64 rest(void)
{
	return period() - plan()->warm - plan()->count;
}

int burst_init(void)
{
	long r;

	if (!engine.bursts)
		return 0;
	bursts = arena_reserve(SIZE);
	if (!bursts)
		return -ENOMEM;
	r = sys6(__NR_mmap, (long)bursts, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
		 engine.shm_fd, EMU_BURSTS_AT(0));
	return r == (long)bursts ? 0 : -ENOMEM;
}

/* Where in the period the burst begins. */
static u64 offset_of(u64 number)
{
	u64 h = (number + 1) * 0x9e3779b97f4a7c15ull + plan()->seed * 0xbf58476d1ce4e5b9ull;

	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9ull;
	h = (h ^ h >> 27) * 0x94d049bb133111ebull;
	return (h ^ h >> 31) % (rest() + 1);
}

/* The group that the counting phases add to. */
static u32 group_of(const struct burst *b)
{
	return (u32)(b->number % EMU_BURST_PAIRS) +
	       (b->phase == PHASE_BEFORE ? EMU_BURST_PAIRS : 0);
}

static u64 done_of_phase(const struct thread *t)
{
	return t->burst.planned - (u64)due_left(t);
}

u64 burst_instructions(const struct thread *t)
{
	return t->burst.at + done_of_phase(t);
}

/* Counts the instructions of the phase that have been executed. */
static void account(struct thread *t)
{
	struct burst *b = &t->burst;
	u64 done = done_of_phase(t);
	struct emu_bursts *to = bursts_of(t->task);

	b->at += done;
	b->planned = (u64)due_left(t);
	if (b->phase == PHASE_FIRST)
		to->first += done;
	if (b->phase >= PHASE_BEFORE)
		to->group[group_of(b)].instructions += done;
}

/* The phase ends at this instruction. */
static void set_phase(struct thread *t, enum phase phase, u64 until)
{
	struct burst *b = &t->burst;

	b->phase = phase;
	b->until = until;
	b->planned = until > b->at ? until - b->at : 0;
	due_set(t, (s64)b->planned);
	b->weight = phase == PHASE_FIRST ? 1 : phase == PHASE_COUNT ? plan()->times : 0;
	t->asks = phase != PHASE_REST;
	model_forget_fs(t); /* code without checks may have loaded it */
}

static void begin_count(struct thread *t, enum phase phase, u64 until)
{
	struct emu_bursts *to = bursts_of(t->task);
	u32 group;

	set_phase(t, phase, until);
	group = group_of(&t->burst);
	model_state(t)->counts = &to->group[group].counts;
	model_state(t)->unknown = &to->group[group].unknown;
}

void burst_begin(struct thread *t)
{
	struct burst *b = &t->burst;

	if (!engine.bursts)
		return;
	if (b->phase == PHASE_REST) /* in a child of fork, the parent's */
		pmc_machine_gap(model_state(t), true);
	*b = (struct burst){ 0 };
	bursts_of(t->task)->begun++;
	model_state(t)->unknown = &bursts_of(t->task)->unknown;
	set_phase(t, PHASE_FIRST, plan()->first);
}

/* A period of the thread has begun: its burst is to come. */
static void begin_period(struct thread *t)
{
	struct burst *b = &t->burst;

	set_phase(t, PHASE_REST, plan()->first + b->number * period() + offset_of(b->number));
}

static void end_phase(struct thread *t)
{
	struct burst *b = &t->burst;

	switch ((enum phase)b->phase) {
	case PHASE_FIRST:
		bursts_of(t->task)->over++;
		begin_period(t);
		break;
	case PHASE_REST:
		set_phase(t, PHASE_WARM, b->until + plan()->warm / 2);
		if (rest())
			pmc_machine_gap(model_state(t), !(b->number & 1));
		model_state(t)->counts = &model_state(t)->own_counts;
		model_state(t)->unknown = &model_state(t)->own_unknown;
		break;
	case PHASE_WARM:
		begin_count(t, PHASE_BEFORE, b->until + plan()->warm - plan()->warm / 2);
		break;
	case PHASE_BEFORE:
		begin_count(t, PHASE_COUNT, b->until + plan()->count);
		break;
	case PHASE_COUNT:
		b->number++;
		begin_period(t);
		break;
	}
}

void burst_next(struct thread *t)
{
	model_outcomes(t);
	account(t);
	while (due_left(t) <= 0) /* a phase may be empty, or the last trace has gone beyond it */
		end_phase(t);
}

void burst_account(struct thread *t)
{
	if (engine.bursts)
		account(t);
}

void burst_move(u32 from, u32 to)
{
	u64 *a = (u64 *)bursts_of(from), *b = (u64 *)bursts_of(to);

	if (!engine.bursts)
		return;
	for (u32 i = 0; i < sizeof(struct emu_bursts) / sizeof(u64); i++) {
		b[i] += a[i];
		a[i] = 0;
	}
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See outcomes.h. */
#include "emu/model/outcomes.h"

#include "core/machine/access.h"
#include "core/machine/state.h"
#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/model/counted.h"
#include "emu/model/model.h"

_Static_assert(OUTCOME_TAKEN == BRANCH_TAKEN, "OUTCOME_TAKEN");
_Static_assert(OUTCOME_CONDITIONAL == 0, "a note is a branch as the predictor takes it");
_Static_assert(T_OUTCOMES + OUTCOMES_SIZE <= T_LOADS, "T_OUTCOMES");

/* ---- Vector registers ---- */

/* Those that pmc_machine_conditionals() may use. The program's are in them: instructions of SSE
 * change nothing else. */
struct vectors {
	u8 xmm[16][16];
};

static inline void vectors_save(struct vectors *v)
{
	__asm__ volatile("movups %%xmm0, 0(%0)\n movups %%xmm1, 16(%0)\n"
			 "movups %%xmm2, 32(%0)\n movups %%xmm3, 48(%0)\n"
			 "movups %%xmm4, 64(%0)\n movups %%xmm5, 80(%0)\n"
			 "movups %%xmm6, 96(%0)\n movups %%xmm7, 112(%0)\n"
			 "movups %%xmm8, 128(%0)\n movups %%xmm9, 144(%0)\n"
			 "movups %%xmm10, 160(%0)\n movups %%xmm11, 176(%0)\n"
			 "movups %%xmm12, 192(%0)\n movups %%xmm13, 208(%0)\n"
			 "movups %%xmm14, 224(%0)\n movups %%xmm15, 240(%0)\n"
			 :
			 : "r"(v)
			 : "memory");
}

static inline void vectors_load(const struct vectors *v)
{
	__asm__ volatile("movups 0(%0), %%xmm0\n movups 16(%0), %%xmm1\n"
			 "movups 32(%0), %%xmm2\n movups 48(%0), %%xmm3\n"
			 "movups 64(%0), %%xmm4\n movups 80(%0), %%xmm5\n"
			 "movups 96(%0), %%xmm6\n movups 112(%0), %%xmm7\n"
			 "movups 128(%0), %%xmm8\n movups 144(%0), %%xmm9\n"
			 "movups 160(%0), %%xmm10\n movups 176(%0), %%xmm11\n"
			 "movups 192(%0), %%xmm12\n movups 208(%0), %%xmm13\n"
			 "movups 224(%0), %%xmm14\n movups 240(%0), %%xmm15\n"
			 :
			 : "r"(v)
			 : "memory");
}

static void conditionals(struct machine_state *s, const u64 *branches, u32 n)
{
	struct vectors v;

	if (!n)
		return;
	vectors_save(&v);
	pmc_machine_conditionals(s, branches, n);
	vectors_load(&v);
}

void model_conditional(struct machine_state *s, u64 ip, bool taken)
{
	u64 branch = (ip & OUTCOME_ADDRESS) | (u64)taken << OUTCOME_TAKEN;

	conditionals(s, &branch, 1);
}

/* The levels below take in what the first caches have asked. */
static void settle(struct machine_state *s)
{
	struct vectors v;

	vectors_save(&v);
	pmc_machine_settle(s);
	vectors_load(&v);
}

/* ---- Notes ---- */

/* Takes one note in. Returns the next one. */
static inline const u64 *take(struct machine_state *s, const u64 *at)
{
	u64 note = *at++, address = note & OUTCOME_ADDRESS;

	switch (note >> OUTCOME_KIND & 0xff) {
	case OUTCOME_CONDITIONAL:
		conditionals(s, at - 1, 1);
		return at;
	case OUTCOME_CALL:
		pmc_machine_call(s, address);
		return at;
	case OUTCOME_INDIRECT:
		pmc_machine_indirect(s, address, *at);
		return at + 1;
	default:
		pmc_machine_return(s, *at);
		return at + 1;
	}
}

/* Takes all in. Nothing but the order of conditional branches matters to their predictor, so they
 * are brought together, to be looked up many at once. */
static void take_all(struct machine_state *s, u64 *begin, const u64 *end)
{
	const u64 *at = begin;
	u64 *to = begin;

	while (at < end) {
		if ((*at >> OUTCOME_KIND & 0xff) == OUTCOME_CONDITIONAL)
			*to++ = *at++;
		else
			at = take(s, at);
	}
	conditionals(s, begin, (u32)(to - begin));
}

void model_outcomes(struct thread *t)
{
	u64 *begin = (u64 *)((u64)t + T_OUTCOMES);
	const u64 *at = begin, *end;
	struct machine_state *s = model_state(t);
	struct counted counted;

	if (!engine.model)
		return;
	end = (const u64 *)((u64)at + t->model.outcome - OUTCOMES_BEGIN);
	if (!model_facts.n_told || !t->burst.weight) {
		take_all(s, begin, end);
		at = end;
	}
	while (at < end) {
		u64 pc = *at & OUTCOME_ADDRESS;

		counted_begin(t, &counted);
		at = take(s, at);
		counted_end(t, &counted, pc);
	}
	t->model.outcome = OUTCOMES_BEGIN;
	if (s->later.n)
		settle(s);
}

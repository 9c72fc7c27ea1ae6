// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See outcomes.h. */
#include "emu/model/outcomes.h"

#include "core/machine/access.h"
#include "core/machine/state.h"
#include "emu/base/engine.h"
#include "emu/base/thread.h"
#include "emu/model/counted.h"
#include "emu/model/model.h"

_Static_assert(T_OUTCOMES + OUTCOMES_SIZE <= T_LOADS, "T_OUTCOMES");

/* Takes one note in. Returns the next one. */
static inline const u64 *take(struct machine_state *s, const u64 *at)
{
	u64 note = *at++, address = note & OUTCOME_ADDRESS;

	switch (note >> OUTCOME_KIND & 0xff) {
	case OUTCOME_CONDITIONAL:
		pmc_machine_conditional(s, address, note >> OUTCOME_TAKEN);
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

void model_outcomes(struct thread *t)
{
	const u64 *at = (const u64 *)((u64)t + T_OUTCOMES), *end;
	struct machine_state *s = model_state(t);
	struct counted counted;

	if (!engine.model)
		return;
	end = (const u64 *)((u64)at + t->model.outcome - OUTCOMES_BEGIN);
	while (at < end && !model_facts.n_told)
		at = take(s, at);
	while (at < end) {
		u64 pc = *at & OUTCOME_ADDRESS;

		counted_begin(t, &counted);
		at = take(s, at);
		counted_end(t, &counted, pc);
	}
	t->model.outcome = OUTCOMES_BEGIN;
}

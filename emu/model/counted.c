// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See counted.h. */
#include "emu/model/counted.h"

#include "core/machine/state.h"
#include "emu/model/model.h"

static u64 count_at(struct thread *t, u32 i)
{
	const u64 *counts = (const u64 *)model_state(t)->counts;

	return counts[model_facts.told[i] / sizeof(*counts)];
}

void counted_begin(struct thread *t, struct counted *c)
{
	for (u32 i = 0; i < model_facts.n_told; i++)
		c->before[i] = count_at(t, i);
}

void counted_end(struct thread *t, const struct counted *c, u64 pc)
{
	for (u32 i = 0; i < model_facts.n_told; i++) {
		u64 n = count_at(t, i) - c->before[i];

		if (n)
			model_facts.tell(t, pc, model_facts.told[i], n * t->burst.weight);
	}
}

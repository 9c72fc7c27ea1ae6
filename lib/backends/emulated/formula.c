/* SPDX-License-Identifier: BSD-2-Clause */
/* What a formula gives for the counts of a task. */
#include "lib/backends/emulated/formula.h"

#include "core/quantities/events.h"
#include "lib/set/signals.h"

u64 formula_value(const struct machine_formula *formula, const u64 *signal, const u64 *counts)
{
	u64 sum = 0, one;
	int i;

	for (i = 0; i < FORMULA_TERMS && formula->term[i].kind != TERM_END; i++) {
		const struct machine_term *t = &formula->term[i];

		if (t->kind == TERM_COUNT)
			one = counts[t->what / sizeof(*counts)];
		else
			one = event_value(t->kind == TERM_STREAM ? EVENT_STREAM : EVENT_HARDWARE,
					  t->what, signal);
		sum += t->minus ? -one : one;
	}
	/* While the program runs, the terms are not of one instant. */
	return (s64)sum < 0 ? 0 : sum;
}

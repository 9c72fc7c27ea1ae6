/* SPDX-License-Identifier: BSD-2-Clause */
/* The estimate of cycles. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/backends/emulated/estimate.h"
#include "lib/backends/emulated/formula.h"
#include "lib/base/diag.h"
#include "lib/models/hardware.h"
#include "lib/quantities/names.h"
#include "lib/set/handle.h"
#include "lib/set/set.h"

bool estimate_is(const struct pmc_set *set, const struct event *event)
{
	if (event->kind == EVENT_MODEL)
		return event->catalogue == &quantity_names && !pmc_quantity_row(event->id);
	return set->flags & PMC_SET_ESTIMATE_CYCLES && event->kind == EVENT_HARDWARE &&
	       event->id == HW_CYCLES;
}

int estimate_judge(const struct pmc_set *set, struct set_event *e, u32 *parts,
		   struct pmc_diag *diag)
{
	const struct chosen_machine *c = set->pmc->machine;

	if (!c->weights.n)
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' is a sum of counts, each times its weight, and the machine "
				"%s has no weights; give some, as by --weights iai",
				e->info.typed, c->text);
	*parts = pmc_weights_parts(&c->weights, &c->machine);
	e->info.flags |= PMC_EVENT_ESTIMATE;
	return 0;
}

bool estimate_used(const struct pmc_set *set)
{
	size_t i;

	for (i = 0; i < set->n_events; i++)
		if (set->event[i].source == SOURCE_EMULATED &&
		    set->event[i].info.flags & PMC_EVENT_ESTIMATE)
			return true;
	return false;
}

u64 estimate_value(const struct chosen_machine *machine, const u64 *signal, const u64 *counts)
{
	const struct weights *w = &machine->weights;
	u64 count[WEIGHTS];
	u32 i;

	for (i = 0; i < w->n; i++)
		count[i] = formula_value(&w->row[i].formula, signal, counts);
	return pmc_weights_sum(w, count);
}

/* Writes terms from *next on, as many as the note has room for. */
static void write_terms(const struct weights *w, u32 *next, struct pmc_note *note)
{
	size_t len = (size_t)snprintf(note->text, sizeof(note->text), "estimated: cycles = %s",
				      *next ? "... + " : ""),
	       one;
	char number[WEIGHT_NUMBER], term[80];
	bool first = true;

	for (; *next < w->n; (*next)++, first = false) {
		const struct weight *row = &w->row[*next];

		pmc_weight_number(row->thousandths, number);
		one = (size_t)snprintf(term, sizeof(term), "%s%s %s", first ? "" : " + ", number,
				       row->counts);
		/* Room for the mark of what the next note goes on with. */
		if (len + one + sizeof(" + ...") > sizeof(note->text)) {
			strcpy(note->text + len, " + ...");
			return;
		}
		memcpy(note->text + len, term, one + 1);
		len += one;
	}
}

int estimate_note(const struct pmc_set *set, size_t *index, struct pmc_note *note)
{
	const struct weights *w;
	u32 next = 0;
	size_t n = 0;

	if (!estimate_used(set))
		return -ENOENT;
	w = &set->machine->weights;
	memset(note, 0, sizeof(*note));
	note->pid = -1;
	note->kind = PMC_NOTE_WARNING;
	while (next < w->n) {
		write_terms(w, &next, note);
		if (n++ == *index)
			return 0;
	}
	if (n++ == *index) {
		snprintf(note->text, sizeof(note->text),
			 "in that sum nothing overlaps: compare programs by it; a processor takes "
			 "other cycles");
		return 0;
	}
	*index -= n;
	return -ENOENT;
}

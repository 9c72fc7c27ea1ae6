/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Finds the counts that an event is. */
#include "core/machine/describe/check.h"
#include "core/machine/parts.h"
#include "core/quantities/core2.h"
#include "core/quantities/events.h"
#include "core/quantities/generic.h"
#include "core/quantities/p4.h"
#include "core/quantities/p6.h"
#include "core/quantities/skylake.h"
#include "core/quantities/zen.h"

static const struct machine_events *const families[] = {
	&pmc_machine_events_p6,	     &pmc_machine_events_p4,  &pmc_machine_events_core2,
	&pmc_machine_events_skylake, &pmc_machine_events_zen,
};

/* The number of the word among the words; -1: it is none of them. */
static s32 word_of(const char *words, const char *word)
{
	s32 n = 0;
	u32 i;

	for (;; n++) {
		for (i = 0; word[i] && words[i] == word[i]; i++)
			;
		if (!word[i] && (!words[i] || words[i] == ' '))
			return n;
		while (*words && *words != ' ')
			words++;
		if (!*words)
			return -1;
		words++;
	}
}

const struct machine_events *pmc_machine_events(const char *pmu, u32 *index)
{
	u32 i;
	s32 n;

	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		n = word_of(families[i]->pmus, pmu);
		if (n < 0)
			continue;
		*index = (u32)n;
		return families[i];
	}
	return NULL;
}

bool pmc_machine_generic(const struct machine *machine, enum event_kind kind, u32 id,
			 struct machine_formula *formula)
{
	u32 last = machine->cache[LEVEL_LL].ways ? LEVEL_LL : LEVEL_L2;
	const struct machine_formula *row = pmc_machine_generic_row(last, kind, id);

	if (row)
		*formula = *row;
	return row;
}

/* The predictor whose mistakes a count is made of, if the machine lacks it. Returns need none:
 * cachegrind predicts none of them, and counts none as missed. */
static const char *lacks_predictor(const struct branch_desc *branch, u32 offset)
{
	if (offset == offsetof(struct machine_counts, branch.conditional_missed) &&
	    branch->direction == DIRECTION_NONE)
		return "predictor of branches";
	if (offset == offsetof(struct machine_counts, branch.indirect_missed) &&
	    branch->target == TARGET_NONE)
		return "predictor of targets";
	return NULL;
}

/* The TLB whose misses a count is made of; offset: of one behind the caches' counts. */
static u32 tlb_of(u32 offset)
{
	const u32 tlb = offsetof(struct machine_counts, tlb);

	if (offset < offsetof(struct machine_counts, walks))
		return (offset - tlb) / (u32)sizeof(struct tlb_counts);
	return offset == offsetof(struct machine_counts, walks[ACCESS_FETCH]) ? TLB_I : TLB_D;
}

/* The cache, TLB or predictor that a count belongs to, if the machine lacks it. */
static const char *lacks(const struct machine *m, u32 offset)
{
	u32 i = offset / (u32)sizeof(struct cache_counts);

	if (offset >= offsetof(struct machine_counts, branch))
		return lacks_predictor(&m->branch, offset);
	if (offset >= offsetof(struct machine_counts, memory_writes))
		return NULL;
	if (offset < offsetof(struct machine_counts, tlb))
		return m->cache[i].ways ? NULL : pmc_cache_names[i];
	i = tlb_of(offset);
	return m->tlb[i].ways ? NULL : pmc_tlb_names[i];
}

u32 pmc_formula_parts(const struct machine *machine, const struct machine_formula *formula,
		      const char **absent)
{
	u32 parts = 0, i;

	*absent = NULL;
	for (i = 0; i < FORMULA_TERMS && formula->term[i].kind != TERM_END; i++) {
		const struct machine_term *t = &formula->term[i];

		if (t->kind != TERM_COUNT)
			continue;
		parts |= pmc_quantity_parts(machine, t->what);
		if (!*absent)
			*absent = lacks(machine, t->what);
	}
	return parts;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* What holds for every profile, wherever it comes from. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "lib/profile/model/model.h"

struct pmc_profile *model_create(void)
{
	struct pmc_profile *p = calloc(1, sizeof(*p));

	if (p)
		p->command = "";
	return p;
}

void model_destroy(struct pmc_profile *p)
{
	if (!p)
		return;
	free(p->places);
	free(p->counts);
	free(p->edges);
	arena_deinit(&p->arena);
	if (p->file_mapped)
		munmap(p->file, p->file_mapped);
	else
		free(p->file);
	free(p);
}

int model_set_derived(struct pmc_profile *p)
{
	unsigned i;

	exact_init(&p->exact);
	p->events = arena_alloc(&p->arena, p->exact.n * sizeof(*p->events));
	if (!p->events)
		return -ENOMEM;
	p->derived = true;
	p->n_events = p->exact.n;
	for (i = 0; i < p->exact.n; i++) {
		p->events[i].name = p->exact.name[i];
		p->events[i].quality = PMC_EXACT;
	}
	return 0;
}

void model_counts(const struct pmc_profile *p, size_t place, u64 *counts)
{
	const struct place *at = &p->places[place];

	if (!p->derived) {
		memcpy(counts, &p->counts[place * p->n_events], p->n_events * sizeof(*counts));
		return;
	}
	memset(counts, 0, p->n_events * sizeof(*counts));
	exact_add(&p->exact, at->flags, at->executions, at->taken, counts);
}

/* Sums executions by flags first, so that events are looked at once for each kind of place. */
static void derived_totals(struct pmc_profile *p, u64 *totals)
{
	u64 executions[256] = { 0 }, taken[256] = { 0 };
	unsigned flags;
	size_t i;

	for (i = 0; i < p->n_places; i++) {
		executions[p->places[i].flags] += p->places[i].executions;
		taken[p->places[i].flags] += p->places[i].taken;
	}
	for (flags = 0; flags < 256; flags++)
		if (executions[flags])
			exact_add(&p->exact, flags, executions[flags], taken[flags], totals);
}

void model_finish(struct pmc_profile *p)
{
	u64 totals[PMC_PROFILE_EVENTS] = { 0 };
	size_t i, k;

	if (p->derived)
		derived_totals(p, totals);
	else
		for (i = 0; i < p->n_places; i++)
			for (k = 0; k < p->n_events; k++)
				totals[k] += p->counts[i * p->n_events + k];
	p->quality = PMC_EXACT;
	for (k = 0; k < p->n_events; k++) {
		p->events[k].total = totals[k];
		if (p->events[k].quality > p->quality)
			p->quality = p->events[k].quality;
	}
}

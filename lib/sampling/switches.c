/* SPDX-License-Identifier: BSD-2-Clause */
/* See switches.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <pmc/profile.h>

#include "lib/base/vector.h"
#include "lib/sampling/switches.h"

/* The counters of one group in one thread, by CPU if they are inherited (else -1). */
struct switched {
	pid_t tid;
	int cpu;
	unsigned event;
	size_t n;
	u64 *sums; /* at the last switch */
};

static struct switched *find(struct switches *switches, const struct pmc_record *r, int cpu)
{
	size_t i;

	for (i = 0; i < switches->n; i++)
		if (switches->entry[i].tid == r->tid && switches->entry[i].cpu == cpu &&
		    switches->entry[i].event == r->event && switches->entry[i].n == r->n_counts)
			return &switches->entry[i];
	return NULL;
}

static struct switched *add(struct switches *switches, const struct pmc_record *r, int cpu)
{
	struct switched *new;

	if (vector_reserve(&switches->entry, &switches->room, switches->n + 1,
			   sizeof(*switches->entry)))
		return NULL;
	new = &switches->entry[switches->n];
	*new = (struct switched){ r->tid, cpu, r->event, r->n_counts,
				  calloc(r->n_counts, sizeof(*new->sums)) };
	if (!new->sums)
		return NULL;
	switches->n++;
	return new;
}

static void forget(struct switches *switches, pid_t tid)
{
	size_t i = 0;

	while (i < switches->n) {
		if (switches->entry[i].tid != tid) {
			i++;
			continue;
		}
		free(switches->entry[i].sums);
		switches->entry[i] = switches->entry[--switches->n];
	}
}

int switches_take(struct switches *switches, bool by_cpu, struct pmc_record *record)
{
	struct switched *s;
	size_t i;
	u64 sum;

	if (record->type == PMC_TYPE_EXIT)
		forget(switches, record->tid);
	if (record->type != PMC_TYPE_SWITCH || !record->n_counts)
		return 0;
	s = find(switches, record, by_cpu ? record->cpu : -1);
	if (!s)
		s = add(switches, record, by_cpu ? record->cpu : -1);
	if (!s || vector_reserve(&switches->counts, &switches->counts_room, record->n_counts,
				 sizeof(*switches->counts)))
		return -ENOMEM;
	for (i = 0; i < record->n_counts; i++) {
		sum = record->counts[i];
		/* Less than before: another thread, whose predecessor's end was lost. */
		switches->counts[i] = sum < s->sums[i] ? sum : sum - s->sums[i];
		s->sums[i] = sum;
	}
	record->counts = switches->counts;
	return 0;
}

void switches_deinit(struct switches *switches)
{
	while (switches->n)
		free(switches->entry[--switches->n].sums);
	free(switches->entry);
	free(switches->counts);
	memset(switches, 0, sizeof(*switches));
}

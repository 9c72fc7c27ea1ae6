/* SPDX-License-Identifier: BSD-2-Clause */
/* See modelled.h. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/vector.h"
#include "lib/profile/build/modelled.h"
#include "lib/profile/build/sites.h"

u64 *modelled_at(struct modelled *m, u32 thread, u32 site)
{
	u64 hash = table_mix(m->seed, site, thread);
	struct table_probe probe;
	u64 *counts;

	for (probe = table_probe(hash); table_next(&m->table, &probe);)
		if (m->row[probe.index].site == site && m->row[probe.index].thread == thread)
			return m->counts + probe.index * m->n_events;
	if (m->n >= UINT32_MAX - 1 ||
	    vector_reserve(&m->row, &m->row_room, m->n + 1, sizeof(*m->row)) ||
	    vector_reserve(&m->counts, &m->counts_room, (m->n + 1) * m->n_events,
			   sizeof(*m->counts)) ||
	    table_add(&m->table, hash, (u32)m->n))
		return NULL;
	m->row[m->n] = (struct modelled_row){ site, thread, (u32)m->n };
	counts = m->counts + m->n++ * m->n_events;
	memset(counts, 0, m->n_events * sizeof(*counts));
	return counts;
}

static int compare(const void *a, const void *b)
{
	const struct modelled_row *x = a, *y = b;

	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return x->kind < y->kind ? -1 : x->kind > y->kind;
}

void modelled_sort(struct modelled *m, const struct sites *sites)
{
	size_t i;

	for (i = 0; i < m->n; i++) {
		struct modelled_row *row = &m->row[i];
		const struct site *site = &sites->all[row->site];

		row->object = sites_object(sites, row->site);
		row->address = sites_address(sites, row->site);
		row->kind = (u32)site->length << 8 | site->flags;
	}
	if (m->n)
		qsort(m->row, m->n, sizeof(*m->row), compare);
}

void modelled_deinit(struct modelled *m)
{
	free(m->row);
	free(m->counts);
	table_deinit(&m->table);
	memset(m, 0, sizeof(*m));
}

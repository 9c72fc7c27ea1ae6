/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes the catalogue of a model with further events: the model's own come first, then those of a
 * file, then those that the build took from libpfm4. Of several events with one name, the first
 * stays.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/models/events.h"
#include "lib/models/model.h"

int model_events_begin(struct pmc_model *m)
{
	const struct catalogue *c = m->pmu.model->events;
	const struct model_event *row;
	int err = 0;
	u32 i;

	for (i = 0; !err && (row = pmc_list_row(c, i)); i++)
		if (c->event(c, i)[0])
			err = model_events_append(m, row);
	return err;
}

/* The array grows by doubling. */
int model_events_append(struct pmc_model *m, const struct model_event *row)
{
	if (m->rows.n == m->room) {
		size_t more = m->room ? m->room * 2 : 256;
		struct model_event *grown = realloc(m->row, more * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		m->row = grown;
		m->room = more;
	}
	m->row[m->rows.n++] = *row;
	return 0;
}

/* Rows of one name keep their order, so that a ROW_MORE row follows the row that it continues. */
static int by_name(const void *a, const void *b)
{
	const struct model_event *x = *(const struct model_event *const *)a;
	const struct model_event *y = *(const struct model_event *const *)b;
	int order = strcasecmp(x->name, y->name);

	return order ? order : x < y ? -1 : 1;
}

static int drop_twins(struct pmc_model *m)
{
	struct model_event **sorted = calloc(m->rows.n + 1, sizeof(*sorted));
	u32 i, n = 0;

	if (!sorted)
		return -ENOMEM;
	for (i = 0; i < m->rows.n; i++)
		sorted[i] = &m->row[i];
	qsort(sorted, m->rows.n, sizeof(*sorted), by_name);
	for (i = m->rows.n; i-- > 1;)
		if (!strcasecmp(sorted[i]->name, sorted[i - 1]->name) &&
		    !(sorted[i]->flags & ROW_MORE))
			sorted[i]->about = NULL;
	for (i = 0; i < m->rows.n; i++) {
		/* A ROW_MORE row is dropped with the row that it continues. */
		if (m->row[i].flags & ROW_MORE &&
		    (!n || strcasecmp(m->row[n - 1].name, m->row[i].name)))
			continue;
		if (m->row[i].about)
			m->row[n++] = m->row[i];
	}
	m->rows.n = n;
	free(sorted);
	return 0;
}

int model_events_end(struct pmc_model *m)
{
	const struct pmu_model *model = m->pmu.model;
	int err = drop_twins(m);

	if (err)
		return err;
	m->rows.row = m->row;
	m->list = *(const struct event_list *)model->events;
	m->list.list = &m->rows;
	m->list.variant = 0;
	m->extended = *model;
	m->extended.events = &m->list.base;
	m->pmu.model = &m->extended;
	m->announced.model = &m->extended;
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The rows of a family as the catalogue of one of its variants. */
#include "core/event/catalogue.h"

static const struct event_list *list_of(const struct catalogue *c)
{
	return (const struct event_list *)c;
}

static bool has(const struct event_list *list, u32 variants)
{
	return !variants || !list->variant || variants & list->variant;
}

const struct model_event *pmc_list_row(const struct catalogue *c, u32 i)
{
	const struct event_list *list = list_of(c);

	return i < list->list->n ? &list->list->row[i] : NULL;
}

const char *pmc_list_event(const struct catalogue *c, u32 i)
{
	const struct model_event *row = pmc_list_row(c, i);

	if (!row)
		return NULL;
	return has(list_of(c), row->variants) ? row->name : "";
}

const char *pmc_list_umask(const struct catalogue *c, u32 i, u32 j)
{
	const struct model_event *row = pmc_list_row(c, i);

	if (!row || j >= row->n_umasks)
		return NULL;
	return has(list_of(c), row->umask[j].variants) ? row->umask[j].name : "";
}

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See views.h. A JIT has one or two views, so a short list in no order is enough. */
#include "emu/code/views.h"

static struct view list[64];
static u32 n_list;

bool views_add(const struct view *v)
{
	if (n_list == ARRAY_SIZE(list))
		return false;
	list[n_list++] = *v;
	return true;
}

void views_remove(u64 dev, u64 ino)
{
	u32 kept = 0;

	for (u32 i = 0; i < n_list; i++)
		if (list[i].ino != ino || list[i].dev != dev)
			list[kept++] = list[i];
	n_list = kept;
}

void views_clear(void)
{
	n_list = 0;
}

const struct view *views_in(u64 start, u64 end)
{
	for (u32 i = 0; i < n_list; i++)
		if (list[i].start < end && list[i].end > start)
			return &list[i];
	return NULL;
}

const struct view *views_find(u64 address)
{
	return views_in(address, address + 1);
}

const struct view *views_each(u32 *i)
{
	return *i < n_list ? &list[(*i)++] : NULL;
}

const struct view *views_same(u64 address, u32 *i, u64 *at)
{
	const struct view *of = views_find(address), *v;
	u64 offset;

	if (!of)
		return NULL;
	offset = address - of->start + of->offset;
	while ((v = views_each(i))) {
		if (v->ino != of->ino || v->dev != of->dev || offset < v->offset ||
		    offset - v->offset >= v->end - v->start)
			continue;
		*at = v->start + (offset - v->offset);
		return v;
	}
	return NULL;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a modelled machine as a catalogue of events, by their own names. */
#include "lib/quantities/names.h"

#include "core/event/catalogue.h"
#include "core/machine/counts.h"

static const char *event(const struct catalogue *c, u32 i)
{
	const struct quantity *row = pmc_quantity_row(i);

	(void)c;
	if (row)
		return row->name;
	return i && pmc_quantity_row(i - 1) ? ESTIMATE_NAME : NULL;
}

static const char *umask(const struct catalogue *c, u32 i, u32 j)
{
	(void)c;
	(void)i;
	(void)j;
	return NULL;
}

const struct catalogue quantity_names = {
	.model = "machine",
	.title = "modelled machines",
	.event = event,
	.umask = umask,
};

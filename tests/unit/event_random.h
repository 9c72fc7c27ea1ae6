/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by tests of events and their registers: random events, encoded and compared. */
#ifndef PMC_TESTS_UNIT_EVENT_RANDOM_H
#define PMC_TESTS_UNIT_EVENT_RANDOM_H

#include <stdio.h>
#include <string.h>

#include "core/encode/encode.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "tests/unit/state_random.h"

/* Encodes one event by its name; false: the model refuses it. */
static inline bool event_encode(const struct pmu *pmu, const char *text, struct encoding *enc)
{
	const struct catalogues cats = { &pmu->model->events, 1, NULL };
	struct diag diag;
	struct event ev;
	u32 n = 1;

	return !pmc_event_parse(text, strlen(text), &cats, &ev, &n, &diag) && n == 1 &&
	       !pmc_encode(pmu, text, &ev, 0, enc, &diag);
}

/* Writes a random event of the model with random unit masks and modifiers. */
static inline void event_random(const struct catalogue *c, u32 rows, char *text, size_t size)
{
	static const char *const mods[] = {
		"", "", "", ":u", ":k", ":e", ":u:e", ":c=2", ":u:c=1:i"
	};
	const struct model_event *row = pmc_list_row(c, rng_below(rows));
	size_t n = (size_t)snprintf(text, size, "%s", row->name);
	u32 k = row->n_umasks ? rng_below(3) : 0;

	while (k--)
		n += (size_t)snprintf(text + n, size - n, "%c%s", row->n_umasks > 40 ? '.' : ':',
				      row->umask[rng_below(row->n_umasks)].name);
	snprintf(text + n, size - n, "%s", mods[rng_below(sizeof(mods) / sizeof(*mods))]);
}

/* Do both make the same registers on this counter? */
static inline bool event_same_registers(const struct pmu *pmu, const struct encoding *a,
					const struct encoding *b, u32 counter)
{
	struct reg_value ra[ENCODE_REGS], rb[ENCODE_REGS];
	u32 na = 0, nb = 0, i;
	struct diag diag;

	if (pmc_encode_on(pmu, a, counter, ra, &na, &diag) ||
	    pmc_encode_on(pmu, b, counter, rb, &nb, &diag) || na != nb)
		return false;
	for (i = 0; i < na; i++)
		if (ra[i].address != rb[i].address || ra[i].value != rb[i].value ||
		    ra[i].mask != rb[i].mask)
			return false;
	return true;
}

#endif

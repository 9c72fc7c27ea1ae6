/* SPDX-License-Identifier: BSD-2-Clause */
/* PMCs of a log: which event each counts. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "compat/freebsd/pmcstat/pmcs.h"

struct pmc {
	struct pmc *next;
	pmc_id_t id;
	char event[PMC_NAME_MAX];
};

static struct pmc *pmcs;

static struct pmc *find(pmc_id_t id)
{
	struct pmc *p;

	for (p = pmcs; p && p->id != id; p = p->next)
		;
	return p;
}

static void name(pmc_id_t id, const char *event)
{
	struct pmc *p = find(id);

	if (!p) {
		p = calloc(1, sizeof(*p));
		if (!p)
			err(1, NULL);
		p->id = id;
		p->next = pmcs;
		pmcs = p;
	}
	snprintf(p->event, sizeof(p->event), "%s", event);
}

void pmcs_take(const struct pmclog_ev *ev)
{
	if (ev->pl_type == PMCLOG_TYPE_PMCALLOCATE)
		name(ev->pl_u.pl_a.pl_pmcid, ev->pl_u.pl_a.pl_evname);
	else if (ev->pl_type == PMCLOG_TYPE_PMCALLOCATEDYN)
		name(ev->pl_u.pl_ad.pl_pmcid, ev->pl_u.pl_ad.pl_evname);
}

const char *pmcs_event(pmc_id_t id)
{
	static char number[16];
	struct pmc *p = find(id);

	if (p)
		return p->event;
	snprintf(number, sizeof(number), "0x%x", id);
	return number;
}

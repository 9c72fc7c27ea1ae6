/* SPDX-License-Identifier: BSD-2-Clause */
/* Who counts what on a CPU: the driver's answer, with names. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/driver/list.h"
#include "lib/backends/driver/naming.h"
#include "lib/base/cpu.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

static void describe(const struct naming *naming, const struct pmc_ioctl_holding *from,
		     struct pmc_holding *to)
{
	naming_event(naming, &from->event, to->event, sizeof(to->event));
	to->number = from->number;
	to->counter = from->counter == PMC_NO_COUNTER ? -1 : from->counter;
	to->pid = (pid_t)from->pid;
	to->tid = from->tid;
	to->uid = from->uid;
	to->privileged = from->flags & PMC_HOLDING_PRIVILEGED ? 1 : 0;
	to->samples = naming_samples(naming, &from->event);
	if (to->pid)
		proc_name(to->pid, to->name);
}

/* Makes the public list. The module says which counters the PMU has, and the model which events. */
static int describe_all(const struct pmc_model *model, struct driver_list *list,
			struct pmc_holdings **holdings)
{
	struct pmc_holdings *h = calloc(1, sizeof(*h));
	struct naming naming;
	size_t i;

	if (h)
		h->holding = calloc(list->n + 1, sizeof(*h->holding));
	if (!h || !h->holding) {
		free(h);
		return -ENOMEM;
	}
	if (model && !strcmp(model->pmu.model->name, list->pmu.model->name))
		list->pmu.model = model->pmu.model;
	naming_init(&naming, &list->pmu);
	for (i = 0; i < list->n; i++)
		describe(&naming, &list->holding[i], &h->holding[i]);
	h->n = list->n;
	h->total = list->total;
	h->all_users = driver_shows_all();
	h->sets = list->sets;
	*holdings = h;
	return 0;
}

int pmc_holdings_create(const struct pmc_model *model, unsigned cpu, struct pmc_holdings **holdings,
			struct pmc_diag *diag)
{
	struct driver_list *list = malloc(sizeof(*list));
	int err;

	if (!list)
		return diag_say(diag, -ENOMEM, "out of memory");
	err = driver_list(cpu, list, diag);
	/* The module cannot tell a CPU that is offline from one that there is not. */
	if (err == -ENOENT)
		cpu_check(cpu, diag);
	if (!err && describe_all(model, list, holdings))
		err = diag_say(diag, -ENOMEM, "out of memory");
	free(list);
	return err;
}

void pmc_holdings_destroy(struct pmc_holdings *holdings)
{
	if (!holdings)
		return;
	free(holdings->holding);
	free(holdings);
}

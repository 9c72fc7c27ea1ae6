/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists, finds, checks and suggests events; lists metrics. */
#include <errno.h>
#include <string.h>

#include "core/base/nearest.h"
#include "core/event/event.h"
#include "core/event/generic.h"
#include "lib/api/handle_model.h"
#include "lib/api/sources.h"
#include "lib/base/diag.h"
#include "lib/metrics/metric.h"
#include "lib/metrics/share.h"
#include "lib/metrics/tables/rows.h"
#include "lib/models/unit.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"

static void describe(const struct event_row *row, struct pmc_event_info *info)
{
	double scale;
	int i;

	info->name = row->name;
	info->alias = row->alias;
	info->description = row->about;
	info->unit = unit_of(row, &scale);
	info->kind = (enum pmc_kind)row->kind;
	info->backends = 0;
	for (i = 0; i < PMC_BACKENDS; i++)
		if (backend_of((enum pmc_backend)i)->knows(row))
			info->backends |= 1u << i;
}

int pmc_event_at(size_t index, struct pmc_event_info *info)
{
	const struct event_row *row = index < 0xffffffffu ? pmc_generic_row((u32)index) : NULL;

	if (!row)
		return -ENOENT;
	describe(row, info);
	return 0;
}

int pmc_event_find(const char *name, struct pmc_event_info *info)
{
	const struct event_row *row = pmc_generic_find(name, strlen(name));

	if (!row)
		return -ENOENT;
	describe(row, info);
	return 0;
}

const char *pmc_event_whole(const char *name)
{
	return share_whole(name);
}

int pmc_event_check(struct pmc *pmc, const char *event, struct pmc_diag *diag)
{
	struct pmc_set *set;
	/* Check it as commands are usually counted: with their children. */
	unsigned flags = pmc->use == PMC_USE_COMMAND || pmc->use == PMC_USE_ANY ? PMC_SET_INHERIT :
										  0;
	int err = pmc_set_create(pmc, event, flags, &set, diag);

	if (err)
		return err;
	if (pmc_set_size(set) != 1)
		err = diag_say(diag, -EINVAL, "only one event can be checked at a time");
	pmc_set_destroy(set);
	return err;
}

int pmc_event_suggest(const char *name, const char **names, unsigned n)
{
	const struct event_row *row;
	struct nearest near;
	unsigned i;

	pmc_nearest_init(&near, name, strlen(name));
	for (i = 0; (row = pmc_generic_row(i)); i++)
		pmc_nearest_offer(&near, row->name);
	for (i = 0; i < near.n && i < n; i++)
		names[i] = near.name[i];
	return (int)i;
}

int pmc_metric_at(struct pmc *pmc, size_t index, struct pmc_metric *metric)
{
	int err;

	pthread_mutex_lock(&pmc->lock);
	if (pmc->backend->id == PMC_BACKEND_EMULATED) {
		err = metric_describe(pmc->machine_chosen ? &metrics_modelled : &metrics_emulated,
				      NULL, index, metric);
	} else {
		err = handle_model(pmc, NULL);
		if (!err)
			err = pmc_model_metric_at(pmc->model, index, metric);
	}
	pthread_mutex_unlock(&pmc->lock);
	return err;
}

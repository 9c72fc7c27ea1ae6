/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the formula of a metric on a model: the first in the family's table that the model can
 * count in one run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/pmu/pmu.h"
#include "lib/metrics/metric.h"
#include "lib/metrics/share.h"
#include "lib/metrics/tables/rows.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

static const struct {
	const char *name, *title, *unit;
	double scale;
} metrics[] = {
#define X(id, nam, tit, uni, sca) { nam, tit, uni, sca },
	METRIC_LIST(X)
#undef X
};

#define NOT_AT_ONCE "the counters that can count its events are too few to count them in one run"

const struct metric_table *metric_table_of(const struct pmc_model *model)
{
	const struct pmu_model *m = model->pmu.model;

	switch (m->family) {
	case PMU_P5:
	case PMU_CYRIX:
		return &metrics_p5;
	case PMU_C6:
		return &metrics_winchip;
	case PMU_C3:
		return &metrics_c3;
	case PMU_P6:
		return &metrics_p6;
	case PMU_P4:
		return &metrics_p4;
	case PMU_AMD:
		return strncmp(m->name, "zen", 3) ? &metrics_amd : &metrics_zen;
	case PMU_ARCH:
		return &metrics_intel;
	default:
		return NULL;
	}
}

/*
 * Does the model have an event of exactly this name? The parser would also take A.B for unit mask B
 * of event A, which another formula of the table may mean.
 */
static bool has_event(const struct pmc_model *model, const char *event)
{
	struct index_found found;

	pmc_index_event(&model->index, event, strcspn(event, ":"), &found);
	return found.generic || found.is_event;
}

/*
 * 0: the model can count all events of the row at once; -ENOSPC: it has too few counters; -EINVAL:
 * it lacks an event; -ENOMEM.
 */
static int try_row(const struct pmc_model *model, const struct metric_row *row)
{
	char text[1024] = "{";
	struct pmc_plan *plan;
	size_t len = 1;
	unsigned i;
	int err;

	for (i = 0; i < 2 * PMC_METRIC_TERMS; i++) {
		const char *event = i < PMC_METRIC_TERMS ? row->above[i] :
							   row->below[i - PMC_METRIC_TERMS];

		if (event && !has_event(model, event))
			return -EINVAL;
		if (event)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
						len > 1 ? "," : "", event);
	}
	snprintf(text + len, sizeof(text) - len, "}");
	err = pmc_plan_create(model, text, &plan, NULL);
	if (!err)
		pmc_plan_destroy(plan);
	return err;
}

int metric_describe(const struct metric_table *table, const struct pmc_model *model, size_t index,
		    struct pmc_metric *metric)
{
	const char *missing = NULL;
	unsigned i;
	int err;

	if (index >= METRICS)
		return -ENOENT;
	memset(metric, 0, sizeof(*metric));
	metric->name = metrics[index].name;
	metric->title = metrics[index].title;
	metric->unit = metrics[index].unit;
	metric->scale = metrics[index].scale;
	for (i = 0; table && i < table->n; i++) {
		const struct metric_row *row = &table->row[i];

		if (row->metric != (enum metric)index)
			continue;
		if (row->missing) {
			missing = row->missing;
			continue;
		}
		err = model ? try_row(model, row) : 0;
		if (err == -ENOMEM)
			return err;
		if (err == -ENOSPC && !missing)
			missing = NOT_AT_ONCE;
		if (err)
			continue;
		memcpy(metric->above, row->above, sizeof(row->above));
		memcpy(metric->below, row->below, sizeof(row->below));
		if (!metric->below[0])
			metric->below[0] = share_whole(metric->above[0]);
		metric->source = row->source ? row->source : table->source;
		return 0;
	}
	metric->missing = missing ? missing :
			  table	  ? table->missing :
				    "this processor has no counters";
	return 0;
}

int pmc_model_metric_at(const struct pmc_model *model, size_t index, struct pmc_metric *metric)
{
	return metric_describe(metric_table_of(model), model, index, metric);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc list --check`: which counters events would get, and how they are multiplexed when not all
 * fit.
 */
#include "cli/models/list_check.h"

#include "cli/pmu/model.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stdio.h>

static void plan_json(const struct pmc_plan *p)
{
	size_t s, i, shown;

	fputs("{\"model\": ", stdout);
	json_string(stdout, p->model);
	printf(", \"fits\": %s, \"slices\": [", p->n_slices == 1 ? "true" : "false");
	for (s = 0; s < p->n_slices; s++) {
		fputs(s ? ", [" : "[", stdout);
		for (i = shown = 0; i < p->n_events; i++) {
			int c = p->counter[s * p->n_events + i];

			if (c < 0)
				continue;
			fputs(shown++ ? ", {\"event\": " : "{\"event\": ", stdout);
			json_string(stdout, p->event[i].name);
			printf(", \"counter\": %d}", c);
		}
		putchar(']');
	}
	fputs("], \"reason\": ", stdout);
	json_string(stdout, p->reason);
	puts("}");
}

static void plan_table(const struct pmc_plan *p)
{
	size_t s, i;

	if (p->n_slices == 1)
		printf("%s: all events fit at once.\n", p->title);
	else
		printf("%s: %s.\nMultiplexed in %zu time slices:\n", p->title, p->reason,
		       p->n_slices);
	for (s = 0; s < p->n_slices; s++) {
		if (p->n_slices > 1)
			printf("\nslice %zu\n", s + 1);
		for (i = 0; i < p->n_events; i++) {
			int c = p->counter[s * p->n_events + i];

			if (c >= 0)
				printf("  %s%-*d %s\n", c >= 32 ? "fixed " : "counter ",
				       c >= 32 ? 5 : 3, c >= 32 ? c - 32 : c, p->event[i].name);
		}
	}
}

int list_check(const char *name, const char *events_file, const char *events, bool json)
{
	struct pmc_model *model;
	struct pmc_plan *plan;
	struct pmc_diag diag;
	int status;

	if (model_open(name, events_file, &model))
		return STATUS_FAILED;
	if (pmc_plan_create(model, events, &plan, &diag)) {
		complain_at("--check", events, &diag);
		pmc_model_close(model);
		return STATUS_FAILED;
	}
	if (json)
		plan_json(plan);
	else
		plan_table(plan);
	status = plan->n_slices > 1 ? STATUS_NONE : STATUS_OK;
	pmc_plan_destroy(plan);
	pmc_model_close(model);
	return status;
}

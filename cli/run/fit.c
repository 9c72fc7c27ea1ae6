/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether events can be counted together in one run. When a group gets no counters, perf says
 * nothing but that it did not run; the driver knows more than the model about the counters of this
 * processor. So a group is tried on pmc itself.
 */
#include "cli/run/fit.h"

#include "cli/run/event_list.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *fit_text(const struct fit *fit, const char *const *event, size_t n)
{
	char *text = event_list_join(event, n), *group;

	if (!text || !fit->model)
		return text;
	group = malloc(strlen(text) + 3);
	if (group)
		sprintf(group, "{%s}", text);
	free(text);
	return group;
}

/* Counts pmc itself with the probe's set. Returns 0 or -errno. */
static int probe_set(const struct fit *fit, struct pmc_set *set, struct pmc_count *count, size_t n,
		     struct pmc_diag *diag)
{
	int err = pmc_set_attach_self(set, diag);
	size_t i;

	if (err == -EOPNOTSUPP && pmc_backend(fit->probe) == PMC_BACKEND_PERF)
		snprintf(diag->sentence, sizeof(diag->sentence),
			 "the kernel's perf cannot give counters to all of its events at once");
	if (!err)
		err = pmc_set_start(set);
	if (!err)
		err = pmc_set_read(set, count, n, NULL);
	if (err)
		return err;
	for (i = 0; i < n; i++) {
		if (count[i].state == PMC_COUNTED)
			continue;
		snprintf(diag->sentence, sizeof(diag->sentence),
			 "the counters that it needs are in use; if the NMI watchdog "
			 "holds one, 'sysctl kernel.nmi_watchdog=0' as root frees it");
		return -EBUSY;
	}
	return 0;
}

int fit_plan(const struct fit *fit, const char *text, struct pmc_diag *diag)
{
	struct pmc_plan *plan;
	int err;

	if (!fit->model)
		return 0;
	err = pmc_plan_create(fit->model, text, &plan, diag);
	if (!err)
		pmc_plan_destroy(plan);
	return err;
}

int fit_probe(const struct fit *fit, const char *text, size_t n, struct pmc_diag *diag)
{
	struct pmc_count *count;
	struct pmc_set *set = NULL;
	int err;

	if (!fit->probe)
		return 0;
	count = calloc(n, sizeof(*count));
	err = count ? pmc_set_create(fit->probe, text, 0, &set, diag) : -ENOMEM;
	if (!err)
		err = probe_set(fit, set, count, n, diag);
	pmc_set_destroy(set);
	free(count);
	return err;
}

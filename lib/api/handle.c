/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles: which backends are available, which one is best, opening and closing. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/api/sources.h"
#include "lib/base/diag.h"
#include "lib/set/backend.h"
#include "lib/set/handle.h"

/* ---- Status ---- */

static void get_status(int id, enum pmc_use use, struct pmc_backend_status *st)
{
	const struct backend *b = backend_of((enum pmc_backend)id);

	memset(st, 0, sizeof(*st));
	b->status(use, st);
	st->id = b->id;
	st->name = b->name;
}

int pmc_backends(enum pmc_use use, struct pmc_backend_status *status, unsigned n)
{
	unsigned i;

	for (i = 0; i < n && i < PMC_BACKENDS; i++)
		get_status((int)i, use, &status[i]);
	return PMC_BACKENDS;
}

const char *pmc_backend_name(enum pmc_backend backend)
{
	return (unsigned)backend < PMC_BACKENDS ? backend_of(backend)->name : NULL;
}

/* ---- Opening ---- */

static const char *use_word(enum pmc_use use)
{
	switch (use) {
	case PMC_USE_SELF:
		return "the calling thread";
	case PMC_USE_TASK:
		return "running programs";
	case PMC_USE_CPU:
		return "CPUs";
	default:
		return "a command";
	}
}

/*
 * Opens the best backend that is available. Under the translator that is emulated, because hardware
 * would count the translator's work too.
 */
static int open_best(struct pmc *pmc, struct pmc_diag *diag)
{
	struct pmc_backend_status st[PMC_BACKENDS] = { 0 };
	const struct pmc_backend_status *perf = &st[PMC_BACKEND_PERF];
	const struct pmc_backend_status *emulated = &st[PMC_BACKEND_EMULATED];
	int i;

	if (pmc->use == PMC_USE_SELF) {
		pmc->backend = backend_of(PMC_BACKEND_EMULATED);
		if (!pmc->backend->open(pmc, NULL))
			return 0;
	}
	for (i = 0; i < PMC_BACKENDS; i++) {
		pmc->backend = backend_of((enum pmc_backend)i);
		if (pmc->backend->opens_if_available) {
			if (!pmc->backend->open(pmc, NULL))
				return 0;
			continue;
		}
		get_status(i, pmc->use, &st[i]);
		if (!st[i].error)
			return pmc->backend->open(pmc, diag);
	}
	return diag_say(
		diag, perf->error,
		"no backend can count events of %s; perf: %s%s%s; emulated: %s; to fix this, %s",
		use_word(pmc->use), perf->reason, *perf->way_out ? "; to fix this, " : "",
		perf->way_out, emulated->reason, emulated->way_out);
}

static const struct backend *by_name(const char *name)
{
	int i;

	for (i = 0; i < PMC_BACKENDS; i++)
		if (!strcmp(backend_of((enum pmc_backend)i)->name, name))
			return backend_of((enum pmc_backend)i);
	return NULL;
}

int pmc_open(const char *backend, enum pmc_use use, struct pmc **out, struct pmc_diag *diag)
{
	const struct backend *b = NULL;
	struct pmc *pmc;
	int err;

	if (backend) {
		b = by_name(backend);
		if (!b) {
			diag_say(diag, -EINVAL,
				 "no backend is named '%s'; the backends are driver, perf, msr and "
				 "emulated",
				 backend);
			if (diag)
				snprintf(diag->token, sizeof(diag->token), "%s", backend);
			return -EINVAL;
		}
	}
	pmc = calloc(1, sizeof(*pmc));
	if (!pmc)
		return diag_say(diag, -ENOMEM, "out of memory");
	pmc->backend = b;
	pmc->use = use;
	pmc->automatic = !backend;
	pthread_mutex_init(&pmc->lock, NULL);
	err = b ? b->open(pmc, diag) : open_best(pmc, diag);
	if (err) {
		pmc_close(pmc);
		return err;
	}
	*out = pmc;
	return 0;
}

void pmc_close(struct pmc *pmc)
{
	if (!pmc)
		return;
	pthread_mutex_destroy(&pmc->lock);
	pmc_model_close(pmc->model);
	free(pmc->events_file);
	free(pmc->machine);
	free(pmc->pmu);
	free(pmc->accepted);
	free(pmc);
}

enum pmc_backend pmc_backend(const struct pmc *pmc)
{
	return pmc->backend->id;
}

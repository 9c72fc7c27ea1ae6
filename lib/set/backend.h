/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Backends: who programs the counters. A backend judges events when a set is made and chooses the
 * source of each; from then on the sources work.
 */
#ifndef PMC_LIB_BACKEND_H
#define PMC_LIB_BACKEND_H

#include <stdbool.h>

#include "pmc/pmc.h"

struct event_row;
struct set_event;

struct backend {
	enum pmc_backend id;
	const char *name;
	/* Fills in everything but id and name. */
	void (*status)(enum pmc_use use, struct pmc_backend_status *status);
	/* Opens it for pmc->use, and sets the backend's own members of *pmc. */
	int (*open)(struct pmc *pmc, struct pmc_diag *diag);
	/* If the backend is chosen, open() succeeds exactly if status() has no error. */
	bool opens_if_available;
	/*
	 * Decides an event's source and flags, or says why it cannot be counted. The caller fills
	 * in diag's column and token. Called with the handle's lock held.
	 */
	int (*check)(struct pmc_set *set, struct set_event *event, struct pmc_diag *diag);
	/* Does the backend support these flags of a set? */
	int (*flags)(struct pmc *pmc, unsigned flags, struct pmc_diag *diag);
	/*
	 * What a deterministic set fixes: pmc_set_fixed_at() and pmc_set_fix(). Both are NULL if
	 * its sets cannot be deterministic.
	 */
	int (*fixed_at)(const struct pmc_set *set, size_t index, struct pmc_fixed *fixed);
	int (*fix)(struct pmc_set *set, const char *name, const char *value, struct pmc_diag *diag);
	/* Could it count this event in principle, on a machine that has all that it needs? */
	bool (*knows)(const struct event_row *row);
};

#endif

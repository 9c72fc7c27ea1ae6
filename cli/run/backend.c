/* SPDX-License-Identifier: BSD-2-Clause */
/* The backend of a subcommand that counts. */
#include "cli/run/backend.h"

#include "cli/ui/complain.h"

#include <stdio.h>
#include <string.h>

void complain_backend(const char *option, const struct pmc_diag *diag)
{
	char prefix[64];
	size_t skip;

	if (!option) {
		complain("%s", diag->sentence);
		return;
	}
	/* The message names the backend already. */
	skip = (size_t)snprintf(prefix, sizeof(prefix), "backend %s: ", option);
	complain("--backend %s: %s", option,
		 diag->sentence + (strncmp(diag->sentence, prefix, skip) ? 0 : skip));
}

bool backend_status(enum pmc_backend id, enum pmc_use use, struct pmc_backend_status *status)
{
	struct pmc_backend_status all[PMC_BACKENDS];
	int n = pmc_backends(use, all, PMC_BACKENDS), i;

	for (i = 0; i < n && i < PMC_BACKENDS; i++)
		if (all[i].id == id) {
			*status = all[i];
			return true;
		}
	return false;
}

bool backend_translates(const struct pmc_set_event *event)
{
	return event->flags & PMC_EVENT_TRANSLATOR ||
	       (!event->reason && event->kind != PMC_KIND_SOFTWARE);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The model that --model and --events-file name. */
#include "cli/pmu/model.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <pmc/pmc.h>
#include <stddef.h>

int model_open(const char *name, const char *events_file, struct pmc_model **model)
{
	struct pmc_diag diag;

	if (!pmc_model_open(name, events_file && events_file[0] ? events_file : NULL, model, &diag))
		return 0;
	complain("%s", diag.sentence);
	return STATUS_FAILED;
}

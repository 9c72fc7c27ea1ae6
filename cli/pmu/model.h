/* SPDX-License-Identifier: BSD-2-Clause */
/* The model that --model and --events-file name. */
#ifndef PMC_CLI_PMU_MODEL_H
#define PMC_CLI_PMU_MODEL_H

struct pmc_model;

/*
 * Opens a model; name NULL: this machine's. events_file is a perfmon JSON file whose events are
 * added; NULL or "": none. Returns 0, or an exit status after a complaint.
 */
int model_open(const char *name, const char *events_file, struct pmc_model **model);

#endif

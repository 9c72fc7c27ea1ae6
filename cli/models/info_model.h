/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info --model`: what a PMU is, whether this machine has it or not. */
#ifndef PMC_CLI_MODELS_INFO_MODEL_H
#define PMC_CLI_MODELS_INFO_MODEL_H

#include <stdbool.h>

/* events_file may be NULL. Returns the exit status. */
int info_model(const char *name, const char *events_file, bool json);

#endif

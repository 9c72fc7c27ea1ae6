/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info --machine`: the caches, TLBs, prefetchers and predictors of a machine as data. */
#ifndef PMC_CLI_MODELS_INFO_MACHINE_H
#define PMC_CLI_MODELS_INFO_MACHINE_H

#include <stdbool.h>

/* Returns the exit status. */
int info_machine(const char *name, bool json);

#endif

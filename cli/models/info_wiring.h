/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info --model MODEL --wiring`: the counters of a Pentium 4, with their CCCRs and ESCRs. */
#ifndef PMC_CLI_MODELS_INFO_WIRING_H
#define PMC_CLI_MODELS_INFO_WIRING_H

#include <stdbool.h>

/* Returns the exit status. */
int info_wiring(const char *name, bool json);

#endif

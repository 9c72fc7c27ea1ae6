/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc list --check`: which counters events would get. */
#ifndef PMC_CLI_MODELS_LIST_CHECK_H
#define PMC_CLI_MODELS_LIST_CHECK_H

#include <stdbool.h>

/* Returns the exit status; STATUS_NONE: the events cannot all be counted at once. */
int list_check(const char *name, const char *events_file, const char *events, bool json);

#endif

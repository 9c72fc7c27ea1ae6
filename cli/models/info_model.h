/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of `pmc info` that is about a model; returns the exit status. */
#ifndef PMC_CLI_INFO_MODEL_H
#define PMC_CLI_INFO_MODEL_H

#include <stdbool.h>

/* events_file may be NULL. */
int info_model(const char *name, const char *events_file, bool json);

#endif

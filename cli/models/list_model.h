/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of `pmc list` that are about models; they return the exit status. */
#ifndef PMC_CLI_LIST_MODEL_H
#define PMC_CLI_LIST_MODEL_H

#include <stdbool.h>

int list_models(bool json);
/* name NULL: this machine's; events_file may be NULL. */
int list_model(const char *name, const char *events_file, char *const *patterns, bool json,
	       bool names);
/* Which counters these events would get. STATUS_NONE: they do not fit at once. */
int list_check(const char *name, const char *events_file, const char *events, bool json);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The limit on processor time, which what the translator needs counts toward. */
#ifndef PMC_LIB_EMULATED_TIMELIMIT_H
#define PMC_LIB_EMULATED_TIMELIMIT_H

#include <stdbool.h>
#include <stddef.h>

struct pmc_command;

/* Did this limit end the command? If so, writes a sentence. */
bool timelimit_hit(const struct pmc_command *command, char *text, size_t size);

#endif

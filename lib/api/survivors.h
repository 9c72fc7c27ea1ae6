/* SPDX-License-Identifier: BSD-2-Clause */
/* What a command has left behind, by the best means that there is. */
#ifndef PMC_LIB_API_SURVIVORS_H
#define PMC_LIB_API_SURVIVORS_H

#include <stdbool.h>

struct pmc_command;
struct pmc_set;
struct survivors;

/*
 * The command's process exists and waits before its exec: prepares to follow what it will start.
 * `engine`: the engine runs it, which follows everything itself.
 */
void survivors_prepare(struct pmc_command *command, bool engine);

/*
 * Finds the processes that belong to the counts of the set and still run although the set's command
 * has ended. None when the command has not ended, or the set does not count them.
 */
void survivors_of_set(struct pmc_set *set, struct survivors *survivors);

#endif

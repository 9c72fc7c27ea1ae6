/* SPDX-License-Identifier: BSD-2-Clause */
/* One of the things that a set is attached to. */
#ifndef PMC_LIB_TARGET_H
#define PMC_LIB_TARGET_H

#include <sys/types.h>

#include "lib/base/held.h"

struct pmc_command;

enum target_sort { TARGET_SELF, TARGET_THREAD, TARGET_PROCESS, TARGET_CPU, TARGET_COMMAND };

struct target {
	enum target_sort sort;
	pid_t id; /* thread or process; TARGET_SELF: the tid; else -1 */
	int cpu;  /* -1: none */
	struct pmc_command *command;
	struct held held; /* THREAD, PROCESS: whose number `id` is */
};

#endif

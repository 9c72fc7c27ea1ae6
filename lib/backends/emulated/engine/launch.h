/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine's command line. */
#ifndef PMC_LIB_EMULATED_LAUNCH_H
#define PMC_LIB_EMULATED_LAUNCH_H

#include <stdbool.h>

struct launch;
struct pmc_command;

/* How many descriptors the start of a command needs from launch_init() on: one, and two pipes. */
#define LAUNCH_FDS 5u

/*
 * Fills in the launch of a command under the engine; launch_deinit() frees it. engine_fd is no
 * longer the caller's, even on failure; shelf_fd (-1: none) stays the caller's. 0 or -errno.
 */
int launch_init(struct launch *launch, int shm_fd, int engine_fd, int shelf_fd, bool deterministic,
		const struct pmc_command *command);

#endif

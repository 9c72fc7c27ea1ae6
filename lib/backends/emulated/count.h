/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "emulated": counts read from the engine. */
#ifndef PMC_LIB_EMULATED_COUNT_H
#define PMC_LIB_EMULATED_COUNT_H

#include <stdbool.h>

struct pmc_set;

extern const struct source source_emulated;

/* The descriptor of the shared memory of a set that is attached to a command. */
int emulated_fd(const struct pmc_set *set);

/* Are the addresses of a deterministic set's command random, since the kernel refuses to fix them?
 * False before the set is attached. */
bool emulated_addresses_random(const struct pmc_set *set);
/* Did the virtual clock of a process of the set's commands begin to follow the real one? */
bool emulated_clock_follows(const struct pmc_set *set);

#endif

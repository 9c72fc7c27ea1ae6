/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The backend of a subcommand that counts: what --backend says, and why a backend is unavailable.
 */
#ifndef PMC_CLI_RUN_BACKEND_H
#define PMC_CLI_RUN_BACKEND_H

#include <pmc/pmc.h>
#include <stdbool.h>

/* Prints why pmc_open() failed. `option` is the argument of --backend, or NULL. */
void complain_backend(const char *option, const struct pmc_diag *diag);

/* The state of one backend for `use`; false if the library does not have it. */
bool backend_status(enum pmc_backend id, enum pmc_use use, struct pmc_backend_status *status);

/*
 * Does the event make backend emulated translate the command? libpmc runs one natively whose events
 * are all in software.
 */
bool backend_translates(const struct pmc_set_event *event);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of setrlimit(2) that are too low: what can be done, and sentences. */
#ifndef PMC_LIB_LIMITS_H
#define PMC_LIB_LIMITS_H

#include <stdbool.h>

#include "core/base/types.h"

struct pmc_diag;

/*
 * Raises the soft limit on open files to the hard one: a set that counts many CPUs needs a
 * descriptor for each event and CPU. False: it is there already.
 */
bool limits_raise_files(void);
/* The soft limit as it was, which commands get, + 1. 0: nobody has raised it. */
u64 limits_files_before(void);

/*
 * Says that something failed, and if a limit explains the error, which one and what it must be at
 * least: EMFILE, where so many descriptors are needed from here on; EAGAIN, for a process. Returns
 * error, which is negative.
 */
int limits_say(struct pmc_diag *diag, int error, unsigned descriptors, const char *what);

#endif

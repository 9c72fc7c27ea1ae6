/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits of setrlimit(2) that are too low: what can be done, and sentences. */
#ifndef PMC_LIB_LIMITS_H
#define PMC_LIB_LIMITS_H

#include <stdbool.h>

struct pmc_diag;

/*
 * Raises the soft limit on open files to the hard one: a set that counts many CPUs needs a
 * descriptor for each event and CPU. False: it is there already.
 */
bool limits_raise_files(void);
/* In the child of a fork, before it executes a command: the limit as it was. Makes system calls
 * only. */
void limits_restore_files(void);

/*
 * Says that something failed, and if a limit explains the error, which one and what it must be at
 * least: EMFILE, where so many descriptors are needed from here on; EAGAIN, for a process. Returns
 * error, which is negative.
 */
int limits_say(struct pmc_diag *diag, int error, unsigned descriptors, const char *what);

#endif

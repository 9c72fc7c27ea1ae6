/* SPDX-License-Identifier: BSD-2-Clause */
/* Sentences about limits of setrlimit(2) that are too low. */
#ifndef PMC_LIB_LIMITS_H
#define PMC_LIB_LIMITS_H

struct pmc_diag;

/*
 * Says that something failed, and if a limit explains the error, which one and what it must be at
 * least: EMFILE, where so many descriptors are needed from here on; EAGAIN, for a process. Returns
 * error, which is negative.
 */
int limits_say(struct pmc_diag *diag, int error, unsigned descriptors, const char *what);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills the public diagnostic, which may be NULL everywhere here. */
#ifndef PMC_LIB_DIAG_H
#define PMC_LIB_DIAG_H

struct diag;
struct pmc_diag;

/* A sentence about no place in an event string. Returns error. */
int diag_say(struct pmc_diag *diag, int error, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Copies the diagnostic of core/. Returns error. */
int diag_copy(struct pmc_diag *to, int error, const struct diag *from);

#endif

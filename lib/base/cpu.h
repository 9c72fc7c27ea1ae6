/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUs that the caller names. */
#ifndef PMC_LIB_CPU_H
#define PMC_LIB_CPU_H

struct pmc_diag;

/* 0; -ENOENT: there is no such CPU, or it is offline; the sentence says which, and what to do. */
int cpu_check(unsigned cpu, struct pmc_diag *diag);

#endif

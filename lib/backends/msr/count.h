/* SPDX-License-Identifier: BSD-2-Clause */
/* Source "msr": counts read from the registers of CPUs. */
#ifndef PMC_LIB_MSR_COUNT_H
#define PMC_LIB_MSR_COUNT_H

/* What the source counts; backend and source say it in the same words. */
#define MSR_SCOPE \
	"it counts whole CPUs (-a, -C), and cannot tell commands, processes and threads apart"

extern const struct source source_msr;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "msr": the counters of whole CPUs through /dev/cpu/N/msr, for root. */
#ifndef PMC_LIB_MSR_H
#define PMC_LIB_MSR_H

extern const struct backend backend_msr;

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* Single registers of a CPU through /dev/cpu/N/msr, with a sentence for each refusal. */
#ifndef PMC_LIB_MSR_REGISTERS_H
#define PMC_LIB_MSR_REGISTERS_H

#include "core/base/types.h"

struct pmc_diag;

/*
 * Reads a register into *value, or writes it from there. 0 or -errno with the sentence: errors as
 * pmc_msr_read() and pmc_msr_write() have them.
 */
int msr_register(unsigned cpu, u32 address, bool write, u64 *value, struct pmc_diag *diag);

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registers of PMUs.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_MSR_H
#define PMC_MSR_H

#include <pmc/diag.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * Read or write one register of one CPU's PMU, by its name or its address as a number ("0x186"). No
 * other registers of the processor can be reached. The driver does it if it is there; it needs
 * CAP_SYS_ADMIN, and refuses a write that would disturb who counts. Else it goes by /dev/cpu/N/msr,
 * for root, where nobody guards the registers.
 * Errors: -EINVAL: this PMU has no such register; -ENOENT: there is no such CPU, or it is offline;
 * -EPERM: the caller may not, or the kernel is locked down; -ENODEV: neither the driver nor
 * /dev/cpu/N/msr is there; -ERANGE: the value sets reserved bits; -EROFS: the register cannot be
 * written; -EBUSY: somebody counts; -EIO: the processor refuses. diag says which, and what would
 * help.
 */
int pmc_msr_read(unsigned cpu, const char *name, uint64_t *value, struct pmc_diag *diag);
int pmc_msr_write(unsigned cpu, const char *name, uint64_t value, struct pmc_diag *diag);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif

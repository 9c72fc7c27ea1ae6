/* SPDX-License-Identifier: GPL-2.0 */
/* PMC_IOC_MSR: PMU registers for tools. */
#ifndef PMC_KERNEL_MSR_H
#define PMC_KERNEL_MSR_H

struct pmc_ioctl_msr;

/* With plans_mutex: errors as in pmc_ioctl.h. The caller has checked that the user may. */
int msr_access(struct pmc_ioctl_msr *msr);

#endif

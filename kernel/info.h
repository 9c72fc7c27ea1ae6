/* SPDX-License-Identifier: GPL-2.0 */
/* What the module says about itself and the PMU. */
#ifndef PMC_KERNEL_INFO_H
#define PMC_KERNEL_INFO_H

struct pmc_ioctl_info;

/* Everything but the size. */
void info_fill(struct pmc_ioctl_info *info);

#endif

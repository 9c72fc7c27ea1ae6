/* SPDX-License-Identifier: GPL-2.0 */
/* The self test of a CPU's PMU in the kernel: for PMC_IOC_SELFTEST, and at the module's load. */
#ifndef PMC_KERNEL_SELFTEST_H
#define PMC_KERNEL_SELFTEST_H

#include <linux/types.h>

struct attribute_group;
struct pmc_ioctl_finding;

/*
 * Tests the PMU of one CPU while nobody counts. Fills findings[PMC_SELFTEST_FINDINGS] and *n in,
 * also on failure. Errors as in pmc_ioctl.h. The caller has checked that the user may.
 */
int selftest_run(u32 cpu, struct pmc_ioctl_finding *findings, u32 *n);

/* Tests all CPUs, if the parameter asks for it, and tells the kernel's log. */
void selftest_on_load(void);
/* For the device: what selftest_on_load() has found. */
extern const struct attribute_group *selftest_groups[];

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* The device /dev/pmc. */
#ifndef PMC_LIB_DRIVER_DEVICE_H
#define PMC_LIB_DRIVER_DEVICE_H

struct encoding;
struct pmc_ioctl_info;
struct pmu;

/* Opens the device: a descriptor or -errno. */
int driver_open(void);

/*
 * What the module says about itself, and the PMU that it drives. 0 or -errno; -EPROTO: it has
 * another ABI.
 */
int driver_info(int fd, struct pmc_ioctl_info *info, struct pmu *pmu);

/* Makes the file a set of this event. 0 or -errno. */
int driver_setup(int fd, const struct encoding *enc);

#endif

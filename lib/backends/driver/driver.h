/* SPDX-License-Identifier: BSD-2-Clause */
/* Backend "driver": /dev/pmc. */
#ifndef PMC_LIB_DRIVER_H
#define PMC_LIB_DRIVER_H

struct encoding;
struct pmc_ioctl_event;

extern const struct backend backend_driver;

/* An event in the ABI's terms. -EOPNOTSUPP: it cascades. */
int driver_event(const struct encoding *enc, struct pmc_ioctl_event *event);

#endif

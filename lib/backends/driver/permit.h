/* SPDX-License-Identifier: BSD-2-Clause */
/* RDPMC in user mode, as the driver permits it to a process that has mapped an event's page. */
#ifndef PMC_LIB_DRIVER_PERMIT_H
#define PMC_LIB_DRIVER_PERMIT_H

struct encoding;
struct rdpmc_permit;

/*
 * Permits it to this process by an event that never counts, which any PMU that has the encoding can
 * have. 0, and the permit is the caller's; or -errno.
 */
int driver_permit_rdpmc(const struct encoding *enc, struct rdpmc_permit *permit);

#endif

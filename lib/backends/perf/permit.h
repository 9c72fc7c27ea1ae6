/* SPDX-License-Identifier: BSD-2-Clause */
/* RDPMC in user mode, as perf permits it to a process that has mapped an event's page. */
#ifndef PMC_LIB_PERF_PERMIT_H
#define PMC_LIB_PERF_PERMIT_H

struct rdpmc_permit;

/* Permits it to this process by an event that never counts. 0, and the permit is the caller's; or
 * -errno. */
int perf_permit_rdpmc(struct rdpmc_permit *permit);

#endif

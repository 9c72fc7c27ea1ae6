/* SPDX-License-Identifier: GPL-2.0 */
/* Who counts what on a CPU, or of a thread. */
#ifndef PMC_KERNEL_LIST_H
#define PMC_KERNEL_LIST_H

#include <linux/types.h>

struct pmc_ioctl_holding;

/*
 * Fills in what the caller may see of the events on a CPU, at most n. Returns how many there are,
 * or -ENXIO: there is no such CPU, or it is offline.
 */
int list_cpu(u32 cpu, struct pmc_ioctl_holding *holdings, u32 n);
/*
 * The same for a thread. quiet: no CPU is interrupted. -ESRCH: there is no such thread; -EPERM: the
 * caller may not trace it, and no set of his counts it.
 */
int list_thread(pid_t tid, bool quiet, struct pmc_ioctl_holding *holdings, u32 n);

#endif

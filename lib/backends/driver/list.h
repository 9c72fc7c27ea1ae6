/* SPDX-License-Identifier: BSD-2-Clause */
/* What /dev/pmc says about who counts on a CPU, or counts a thread (PMC_IOC_LIST). */
#ifndef PMC_LIB_DRIVER_LIST_H
#define PMC_LIB_DRIVER_LIST_H

#include "core/pmu/pmu.h"
#include "pmc/pmc.h"
#include "pmc/pmc_ioctl.h"

#define DRIVER_HOLDINGS 256 /* the kernel fills in at most so many */

struct driver_list {
	struct pmu pmu; /* that the module drives */
	u32 sets;	/* that hold it, of all users */
	u32 n, total;	/* n: those in holding */
	u64 tsc_khz;
	u64 tsc, now_ns; /* a moment after the call, by the time stamp and by clock_now() */
	struct pmc_ioctl_holding holding[DRIVER_HOLDINGS];
};

/*
 * Asks the device. 0 or -errno with the sentence: as struct pmc_backend_status has it; -ENOENT: the
 * CPU is offline.
 */
int driver_list(unsigned cpu, struct driver_list *list, struct pmc_diag *diag);

/*
 * The same for a thread. quiet: without an interrupt to another CPU. -ESRCH: there is no such
 * thread; -EPERM: the caller may not read it.
 */
int driver_list_thread(pid_t tid, bool quiet, struct driver_list *list, struct pmc_diag *diag);

/*
 * Does the module show this process the sets of all users? It asks for CAP_PERFMON or CAP_SYS_ADMIN
 * in the first user namespace.
 */
bool driver_shows_all(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Which PMU this machine has. */
#ifndef PMC_KERNEL_PROBE_H
#define PMC_KERNEL_PROBE_H

#include <linux/types.h>

#include "kernel/base/core.h"

/*
 * The PMU, the same on all CPUs; it has no counters if the machine has none. Constant after module
 * initialisation. If two siblings share it, its counters are those of the first one; the second one
 * uses their twins (core/encode/p4/siblings.h).
 */
extern struct pmu hw_pmu;
/* hw_probed: CPUID does not announce the PMU, but its registers answer. */
extern bool hw_probed, hw_has_rdpmc;

/* -ENODEV: this processor has no TSC or no MSRs. */
int probe_init(void);
/* Has this CPU, which comes later than the module, the same PMU? */
bool probe_fits(void);
/* Gives up a PMU that does not work after all. */
void probe_disbelieve(const char *why);
/*
 * Does the processor, or a hypervisor that has less than the processor it shows, refuse to read the
 * register?
 */
bool probe_is_refused(u32 address);

#endif

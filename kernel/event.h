/* SPDX-License-Identifier: GPL-2.0 */
/* Events as they come from user mode. */
#ifndef PMC_KERNEL_EVENT_H
#define PMC_KERNEL_EVENT_H

#include "kernel/base/core.h"
#include "pmc/pmc_ioctl.h"

/* Once, when hw_pmu is known. */
void event_init(void);

/*
 * Checks an event and makes an encoding of it that can be programmed. -ERANGE: bits, registers or counters
 * that the PMU has not; -EACCES: more than the caller may count; -EOPNOTSUPP: sampling that there
 * is not; -EINVAL: flags. *counts_kernel: kernel mode, too.
 */
int event_check(const struct pmc_ioctl_event *event, struct encoding *enc, bool *counts_kernel);

#endif

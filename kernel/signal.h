/* SPDX-License-Identifier: GPL-2.0 */
/* A signal at each sample of a set, which stops it until it is resumed. */
#ifndef PMC_KERNEL_SIGNAL_H
#define PMC_KERNEL_SIGNAL_H

#include "kernel/base/types.h"

/* Both return the errors in pmc_ioctl.h, and need set->mutex. */
int signal_choose(struct set *set, const struct pmc_ioctl_signal *how);
int signal_resume(struct set *set);
/* Nothing samples for the set any more. */
void signal_free(struct set *set);

#endif

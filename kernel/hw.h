/* SPDX-License-Identifier: GPL-2.0 */
/* What hw.c, cpu.c and page.c know of each other, beside driver.h. */
#ifndef PMC_KERNEL_HW_H
#define PMC_KERNEL_HW_H

#include "kernel/driver.h"

/* Hotplug, on the CPU in question. */
void hw_cpu_online(void);
void hw_cpu_offline(void);
/* Switch off and clear what no part of this CPU counts with; interrupts off. */
void hw_clear_idle(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The NMI by which counters interrupt. */
#ifndef PMC_KERNEL_NMI_H
#define PMC_KERNEL_NMI_H

/* A set that samples comes or goes; with plans_mutex. Errors of register_nmi_handler(). */
int nmi_get(void);
void nmi_put(void);
/*
 * Sends this CPU's counter interrupts to the NMI, and back to where they went before; interrupts
 * off.
 */
void nmi_begin(void);
void nmi_end(void);

#endif

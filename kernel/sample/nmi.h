/* SPDX-License-Identifier: GPL-2.0 */
/* The NMI by which counters interrupt. */
#ifndef PMC_KERNEL_NMI_H
#define PMC_KERNEL_NMI_H

/* The first set that samples comes; nothing samples any more. Errors of register_nmi_handler(). */
int nmi_get(void);
void nmi_put(void);
/*
 * Sends this CPU's counter interrupts to the NMI, when the first context comes that samples, and
 * back to where they went before; interrupts off.
 */
void nmi_begin(void);
void nmi_end(void);

#endif

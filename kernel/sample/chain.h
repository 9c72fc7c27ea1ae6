/* SPDX-License-Identifier: GPL-2.0 */
/* Call chains from NMIs. */
#ifndef PMC_KERNEL_CHAIN_H
#define PMC_KERNEL_CHAIN_H

#include <linux/types.h>

struct pt_regs;

/*
 * Write at most `most` return addresses, the nearest first, and return how many. In user mode
 * frame_pointer is where they begin, and the registers tell which mode that is.
 */
u32 chain_user(const struct pt_regs *user, unsigned long frame_pointer, u64 *to, u32 most);
u32 chain_kernel(struct pt_regs *regs, u64 *to, u32 most);

#endif

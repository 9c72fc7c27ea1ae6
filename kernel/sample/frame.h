/* SPDX-License-Identifier: GPL-2.0 */
/* Where the callers of the kernel's code are on the stack: what Linux's unwinder has found. */
#ifndef PMC_KERNEL_FRAME_H
#define PMC_KERNEL_FRAME_H

#include <linux/types.h>

struct pt_regs;
struct unwind_state;

/* Where a step of the unwinder begins. */
struct frame {
	unsigned long ip, sp, bp;
	bool is_call;  /* ip is a return address; otherwise execution was interrupted there */
	bool is_plain; /* on the task's stack, and if no call, the first frame */
	u8 left;       /* how many may still be learnt */
};

void frame_init(void);

/* The first one */
struct frame frame_begin(const struct pt_regs *regs);

/*
 * Goes on from there as far as everything is known: writes return addresses to to[*n] and so on,
 * and counts them in *n, `most` at most. true: the unwinder would find no more.
 */
bool frame_walk(const struct frame *from, u64 *to, u32 *n, u32 most);

/* The unwinder has made a step: remembers what that shows, and goes on from there. */
void frame_learn(struct frame *from, struct unwind_state *to);

#endif

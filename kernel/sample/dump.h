/* SPDX-License-Identifier: GPL-2.0 */
/* What a sample shows of user mode, for readers who find the callers by call frame information. */
#ifndef PMC_KERNEL_DUMP_H
#define PMC_KERNEL_DUMP_H

#include <linux/types.h>

struct pt_regs;

#define DUMP_REGISTERS 17 /* at most */

/* A part of the current task's stack. */
struct stack_part {
	unsigned long from;
	u32 size; /* bytes, a multiple of 8; 0: there is none */
};

/* Where user mode was left, and its frame pointer. ip 0: it cannot be told. */
struct left {
	unsigned long ip, bp;
};

/*
 * Are the registers of user mode all in their place? An NMI that came at `regs` in kernel mode may
 * have hit the code that stores them there, when user mode was just left. NULL: they are.
 */
bool dump_is_complete(struct pt_regs *regs, const struct pt_regs *user);
/* These two are there earlier than all registers. */
struct left dump_left(struct pt_regs *regs, const struct pt_regs *user);
/* Stores the registers in DWARF's order, and returns how many there are. */
u32 dump_registers(const struct pt_regs *user, u64 *to);
/* The stack from the stack pointer on, `most` bytes of it unless user memory ends before. */
struct stack_part dump_stack_part(const struct pt_regs *user, u32 most);
/* Copies a part of it. Returns how many bytes of that were there, from the first one on. */
u32 dump_copy(void *to, unsigned long from, u32 size);

#endif

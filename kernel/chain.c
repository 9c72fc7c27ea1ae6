// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains, from NMIs: the user's by its frame pointers, the kernel's by its own unwinder. Return
 * addresses, the nearest first; where execution was is not among them.
 */
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/stacktrace.h>
#include <asm/unwind.h>

#include "kernel/sample.h"

/* Both words of a frame: the caller's frame pointer, and the return address. */
#ifdef CONFIG_X86_64
static bool frame64(u64 at, u64 *next, u64 *to)
{
	u64 words[2];

	if (copy_from_user_nmi(words, (const void __user *)(unsigned long)at, sizeof(words)))
		return false;
	*next = words[0];
	*to = words[1];
	return true;
}
#endif

static bool frame32(u64 at, u64 *next, u64 *to)
{
	u32 words[2];

	if (copy_from_user_nmi(words, (const void __user *)(unsigned long)at, sizeof(words)))
		return false;
	*next = words[0];
	*to = words[1];
	return true;
}

u32 chain_user(const struct pt_regs *regs, u64 *to, u32 most)
{
	bool (*frame)(u64 at, u64 *next, u64 *to) = frame32;
	u64 at = regs->bp, next, address;
	u32 n = 0;

#ifdef CONFIG_X86_64
	if (user_64bit_mode((struct pt_regs *)regs))
		frame = frame64;
	else
		at = (u32)at;
#endif
	/* Stacks grow down: a frame that is not above the last one ends it, and what can be no code of a user. */
	while (n < most && at && frame(at, &next, &address) && address && address < TASK_SIZE_MAX) {
		to[n++] = address;
		if (next <= at)
			break;
		at = next;
	}
	return n;
}

u32 chain_kernel(struct pt_regs *regs, u64 *to, u32 most)
{
	struct unwind_state state;
	unsigned long address;
	u32 n = 0;

	/* From registers on it begins with the caller. */
	for (unwind_start(&state, current, regs, NULL); !unwind_done(&state) && n < most;
	     unwind_next_frame(&state)) {
		address = unwind_get_return_address(&state);
		if (!address)
			break;
		to[n++] = address;
	}
	return n;
}

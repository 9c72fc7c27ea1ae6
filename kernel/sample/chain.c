// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains, from NMIs: those of user mode by frame pointers, those of the kernel by its own
 * unwinder, or as that has found them before (frame.h). They hold return addresses, the nearest
 * first, but not the address where execution was interrupted.
 */
#include <linux/minmax.h>
#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/stacktrace.h>
#include <asm/unwind.h>

#include "kernel/sample/chain.h"
#include "kernel/sample/frame.h"

/*
 * A frame has two words: the caller's frame pointer and the return address. Stacks grow down, so
 * the walk ends at a frame that is not above the last one, and at an address that cannot be user
 * code. An NMI cannot wait for a missing page, so the walk ends there, too.
 */
static __always_inline u32 frames(u64 at, u64 *to, u32 most, bool wide)
{
	const u64 last = TASK_SIZE_MAX - 2 * sizeof(u64);
	u64 next, address;
	u32 n = 0;

	pagefault_disable();
	if (!user_access_begin((const void __user *)(unsigned long)at, 2 * sizeof(u32))) {
		pagefault_enable();
		return 0;
	}
	while (n < most && at <= last) {
#ifdef CONFIG_X86_64
		if (wide) {
			unsafe_get_user(next, (const u64 __user *)at, end);
			unsafe_get_user(address, (const u64 __user *)at + 1, end);
		} else
#endif
		{
			unsafe_get_user(next, (const u32 __user *)(unsigned long)at, end);
			unsafe_get_user(address, (const u32 __user *)(unsigned long)at + 1, end);
		}
		if (!address || address >= TASK_SIZE_MAX)
			break;
		to[n++] = address;
		if (next <= at)
			break;
		at = next;
	}
end:
	user_access_end();
	pagefault_enable();
	return n;
}

u32 chain_user(const struct pt_regs *user, unsigned long frame_pointer, u64 *to, u32 most)
{
	u64 at = frame_pointer;
	u8 byte;

#ifdef CONFIG_X86_64
	bool wide = user_64bit_mode((struct pt_regs *)user);

	if (!wide)
		at = (u32)at;
#endif
	/*
	 * copy_from_user_nmi() alone knows whether this CPU has the task's memory or is about to
	 * switch.
	 */
	if (!at || copy_from_user_nmi(&byte, (const void __user *)(unsigned long)at, 1))
		return 0;
#ifdef CONFIG_X86_64
	if (wide)
		return frames(at, to, most, true);
#endif
	return frames(at, to, most, false);
}

/*
 * What Linux's unwinder would find, which has to be asked for steps that are unknown. It starts
 * from registers, so its first frame is the caller of the function at regs->ip.
 */
u32 chain_kernel(struct pt_regs *regs, u64 *to, u32 most)
{
	struct frame from = frame_begin(regs);
	struct unwind_state state;
	unsigned long address;
	u32 n = 0, known = 0;

	if (frame_walk(&from, to, &known, most))
		return known;
	unwind_start(&state, current, regs, NULL);
	for (;;) {
		frame_learn(&from, &state);
		if (unwind_done(&state) || n == most)
			return n;
		/* It has gone as far as we had come without it. */
		if (n == known && frame_walk(&from, to, &known, most))
			return known;
		address = unwind_get_return_address(&state);
		if (!address)
			return n;
		to[n++] = address;
		known = max(n, known);
		unwind_next_frame(&state);
	}
}

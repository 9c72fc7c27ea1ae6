// SPDX-License-Identifier: GPL-2.0
/* See dump.h. */
#include <linux/minmax.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <asm/cpu_entry_area.h>
#include <asm/processor.h>

#include "kernel/sample/dump.h"

/*
 * All of the kernel's stacks are above. SYSCALL leaves the user's stack pointer, and before the
 * entry code loads another, it may compute CR3 in that register, of which bit 63 can be set.
 */
#define KERNEL_STACKS (IS_ENABLED(CONFIG_X86_64) ? ~0ul << (BITS_PER_LONG - 8) : TASK_SIZE)

/* Is the next instruction a POP of a register? Only the way back to user mode has these. */
static bool is_pop(const struct pt_regs *regs)
{
	const u8 *code = (const u8 *)regs->ip;

	if (IS_ENABLED(CONFIG_X86_64) && (*code & 0xf0) == 0x40) /* REX */
		code++;
	return (*code & 0xf8) == 0x58;
}

/*
 * The entry code begins on the user's stack (SYSCALL) or on the CPU's entry stack (interrupts,
 * exceptions, INT), and until it has left that, the registers are those of the last time. Then it
 * pushes them one after another, and clears each: some are. Popping leaves them where they are.
 */
bool dump_is_complete(struct pt_regs *regs, const struct pt_regs *user)
{
	unsigned long at;

	if (!regs || regs == user)
		return true;
	at = kernel_stack_pointer(regs);
	if (at < KERNEL_STACKS || at - CPU_ENTRY_AREA_BASE < CPU_ENTRY_AREA_MAP_SIZE)
		return false;
	/* For i386 Linux copies them from the entry stack, with the stack pointer below the first
	 * one. */
	if (at == (unsigned long)user)
		return IS_ENABLED(CONFIG_X86_64);
	return at < (unsigned long)user || at > (unsigned long)(user + 1) || is_pop(regs);
}

/*
 * What is being pushed is in its place from when the stack pointer has passed it, and in its
 * register until then. SYSCALL leaves the instruction pointer in RCX. Everything else has pushed it
 * on the entry stack, where sp0 is; but SYSENTER has no return address.
 */
struct left dump_left(struct pt_regs *regs, const struct pt_regs *user)
{
	const struct pt_regs *to = user;
	unsigned long at;

	if (dump_is_complete(regs, user))
		return (struct left){ user->ip, user->bp };
	at = kernel_stack_pointer(regs);
#ifdef CONFIG_X86_64
	if (at < KERNEL_STACKS)
		return (struct left){ regs->cx, regs->bp };
#endif
	if (at - CPU_ENTRY_AREA_BASE < CPU_ENTRY_AREA_MAP_SIZE) {
		to = (struct pt_regs *)this_cpu_read(cpu_tss_rw.x86_tss.sp0) - 1;
		if ((unsigned long)(to + 1) - at > sizeof(struct entry_stack))
			return (struct left){ 0 }; /* another stack of the CPU's */
	} else if (IS_ENABLED(CONFIG_X86_32)) {
		return (struct left){ 0 };
	}
	if (at > (unsigned long)&to->ip)
		return (struct left){ 0 };
	return (struct left){ to->ip, at <= (unsigned long)&to->bp ? to->bp : regs->bp };
}

/* System V ABI for i386, table 2.14 */
static u32 registers32(const struct pt_regs *r, u64 *to)
{
	to[0] = (u32)r->ax;
	to[1] = (u32)r->cx;
	to[2] = (u32)r->dx;
	to[3] = (u32)r->bx;
	to[4] = (u32)r->sp;
	to[5] = (u32)r->bp;
	to[6] = (u32)r->si;
	to[7] = (u32)r->di;
	to[8] = (u32)r->ip;
	return 9;
}

u32 dump_registers(const struct pt_regs *r, u64 *to)
{
#ifdef CONFIG_X86_64
	if (user_64bit_mode((struct pt_regs *)r)) {
		/* System V ABI for x86-64, figure 3.36 */
		to[0] = r->ax;
		to[1] = r->dx;
		to[2] = r->cx;
		to[3] = r->bx;
		to[4] = r->si;
		to[5] = r->di;
		to[6] = r->bp;
		to[7] = r->sp;
		to[8] = r->r8;
		to[9] = r->r9;
		to[10] = r->r10;
		to[11] = r->r11;
		to[12] = r->r12;
		to[13] = r->r13;
		to[14] = r->r14;
		to[15] = r->r15;
		to[16] = r->ip;
		return DUMP_REGISTERS;
	}
#endif
	return registers32(r, to);
}

struct stack_part dump_stack_part(const struct pt_regs *user, u32 most)
{
	struct stack_part stack = { .from = user->sp };

	if (stack.from && stack.from < TASK_SIZE)
		stack.size = (u32)min_t(unsigned long, most, TASK_SIZE - stack.from) & ~7u;
	return stack;
}

u32 dump_copy(void *to, unsigned long from, u32 size)
{
	/* It does not wait for a missing page, and knows whether this CPU has the task's memory. */
	return size - (u32)copy_from_user_nmi(to, (const void __user *)from, size);
}

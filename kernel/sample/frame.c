// SPDX-License-Identifier: GPL-2.0
/*
 * Linux's unwinder looks for each address in its table (ORC), which takes some 220 instructions.
 * What the table says of an address in the kernel's own image never changes:
 *	FRAME_SP, FRAME_BP	the frame ends `size` bytes above the stack pointer, or the frame
 *				pointer. The return address is below its end, and the caller's
 *				frame pointer `saved` bytes below its end (0: it is unchanged)
 *	FRAME_REGS		the registers of what was interrupted are `size` bytes above
 *	FRAME_LAST		there is no caller
 *	FRAME_OTHER		anything else
 * So it is remembered here, in a table where an entry is one word: NMIs need no lock, and whoever
 * comes last has the place.
 *
 * The table is not exported, so we let the unwinder make a step from each address on a stack of our
 * own, twice, with another frame pointer. Each word of that stack is different, so the result tells
 * which ones it has read, and whether relative to the stack or to the frame pointer. An entry is
 * kept only if it also gives what the unwinder has just found on the real stack.
 *
 * A walk by these entries stays on the task's stack. Everything else is left to the unwinder:
 * addresses that are unknown or in modules, other stacks, interrupts of kernel mode, return
 * addresses that a tracer has replaced. So a chain is always the one that it would find.
 */
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/kprobes.h>
#include <linux/pgtable.h>
#include <linux/ptrace.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <asm/stacktrace.h>
#include <asm/unwind.h>

#include "kernel/sample/frame.h"

/* Without kprobes we do not know which addresses a tracer puts in place of return addresses. */
#if defined(CONFIG_X86_64) && defined(CONFIG_UNWINDER_ORC) && defined(CONFIG_KPROBES)

enum frame_kind { FRAME_UNKNOWN, FRAME_OTHER, FRAME_SP, FRAME_BP, FRAME_REGS, FRAME_LAST };

/*
 * An entry: KEY << 32 | SAVED << 16 | SIZE | KIND. Sizes are multiples of 8, and below 2^16. KEY is
 * the address: the kernel is in the last two gigabytes.
 */
#define KIND	    7u
#define SIZE(what)  ((what)&0xfff8u)
#define SAVED(what) ((what) >> 16)

/*
 * Code is interrupted at many more places than those from which it calls. So these are remembered
 * apart, and one that was met once is only noted.
 */
#define CALL_BITS 13
#define CODE_BITS 11
static u64 calls[1 << CALL_BITS], code[1 << CODE_BITS];

#define LEARN_MOST 8 /* for one chain, to bound the time of an NMI */

static bool usable __ro_after_init;

static __always_inline u64 *place_of(unsigned long ip, bool is_call)
{
	u32 hash = (u32)ip * 0x9e3779b1u;

	return is_call ? &calls[hash >> (32 - CALL_BITS)] : &code[hash >> (32 - CODE_BITS)];
}

static __always_inline u32 known_at(unsigned long ip, bool is_call)
{
	u64 entry = READ_ONCE(*place_of(ip, is_call));

	return ip >= __START_KERNEL_map && entry >> 32 == (u32)ip ? (u32)entry : FRAME_UNKNOWN;
}

/* ---- Walking ---- */

static __always_inline unsigned long word_at(unsigned long at)
{
	return READ_ONCE_NOCHECK(*(unsigned long *)at);
}

/* The unwinder goes on to these registers, and finds an address that is none of the kernel's. */
static bool are_of_user(unsigned long at)
{
	const struct pt_regs *regs = (const struct pt_regs *)at;

	return user_mode((struct pt_regs *)regs) && READ_ONCE_NOCHECK(regs->ip) < TASK_SIZE_MAX;
}

bool frame_walk(const struct frame *from, u64 *to, u32 *n, u32 most)
{
	const unsigned long stack = (unsigned long)task_stack_page(current);
	unsigned long ip = from->ip, sp = from->sp, bp = from->bp, end;
	bool is_call = from->is_call;
	u32 what;

	if (!from->is_plain)
		return false;
	for (;;) {
		/* What is known is in the kernel's text, and is no tracer's address. */
		what = known_at(ip, is_call);
		if ((what & KIND) <= FRAME_OTHER)
			return false;
		if (is_call) {
			to[(*n)++] = ip;
			if (*n == most)
				return true;
		}
		switch (what & KIND) {
		case FRAME_SP:
			end = sp + SIZE(what);
			break;
		case FRAME_BP:
			end = bp + SIZE(what);
			if (end <= sp || end - SAVED(what) < sp)
				return false;
			break;
		case FRAME_REGS:
			end = sp + SIZE(what) + sizeof(struct pt_regs);
			return end - stack <= THREAD_SIZE &&
			       are_of_user(end - sizeof(struct pt_regs));
		default:
			return true;
		}
		if (end - stack > THREAD_SIZE)
			return false;
		ip = word_at(end - sizeof(long));
		if (SAVED(what))
			bp = word_at(end - SAVED(what));
		sp = end;
		is_call = true;
	}
}

/* ---- Learning ---- */

#define STACK_WORDS 1024
#define STACK_WORD  0x5a5a000000000000ul /* with its index it is no address */

static unsigned long stack_words[STACK_WORDS] __ro_after_init;

/* Where the frame pointer points in the first and in the second try. */
static unsigned long *const try_bp[2] = { &stack_words[768], &stack_words[776] };

/* One step of the unwinder on our stack. It warns of nothing that it finds on another task's. */
static bool try_step(struct unwind_state *state, const struct frame *from, int try)
{
	*state = (struct unwind_state){
		.stack_info = { .type = STACK_TYPE_TASK,
				.begin = stack_words,
				.end = stack_words + STACK_WORDS },
		.task = &init_task,
		.signal = !from->is_call,
		.ip = from->ip,
		.sp = (unsigned long)stack_words,
		.bp = (unsigned long)try_bp[try],
	};
	return unwind_next_frame(state);
}

/* How far below the end the caller's frame pointer was read; 0: it is as it was; -1: neither. */
static long saved_below_end(const struct unwind_state *state, int try)
{
	unsigned long index = state->bp - STACK_WORD;

	if (state->bp == (unsigned long)try_bp[try])
		return 0;
	if (index >= STACK_WORDS || (unsigned long)&stack_words[index] >= state->sp)
		return -1;
	return (long)(state->sp - (unsigned long)&stack_words[index]);
}

static bool has_read_return_address(const struct unwind_state *state)
{
	unsigned long index = (state->sp - (unsigned long)stack_words) / sizeof(long) - 1;

	return !(state->sp % sizeof(long)) && index < STACK_WORDS &&
	       state->ip == STACK_WORD + index;
}

static u32 what_of_call(const struct unwind_state *state)
{
	unsigned long moved = state[1].sp - state[0].sp, size;
	long saved = saved_below_end(&state[0], 0);
	enum frame_kind kind;

	if (!moved) {
		kind = FRAME_SP;
		size = state->sp - (unsigned long)stack_words;
	} else if (moved == (unsigned long)try_bp[1] - (unsigned long)try_bp[0]) {
		kind = FRAME_BP;
		size = state->sp - (unsigned long)try_bp[0];
	} else {
		return FRAME_OTHER;
	}
	/* signal: the caller was interrupted there, not calling. */
	if (state[0].signal || state[1].signal || !has_read_return_address(&state[0]) ||
	    !has_read_return_address(&state[1]) || !size || size > STACK_WORDS * sizeof(long) ||
	    saved < 0 || saved != saved_below_end(&state[1], 1) ||
	    (kind == FRAME_SP && (unsigned long)saved > size))
		return FRAME_OTHER;
	return (u32)saved << 16 | (u32)size | kind;
}

/* Asks the unwinder about an address. */
static u32 what_is(const struct frame *from)
{
	struct unwind_state state[2];
	bool first = try_step(&state[0], from, 0), second = try_step(&state[1], from, 1);
	unsigned long at;

	if (first != second)
		return FRAME_OTHER;
	if (!first)
		return state[0].error || state[1].error ? FRAME_OTHER : FRAME_LAST;
	if (!state[0].regs && !state[1].regs)
		return what_of_call(state);
	at = (unsigned long)state[0].regs - (unsigned long)stack_words;
	if (state[0].regs != state[1].regs || !state[0].full_regs || !state[1].full_regs ||
	    at % sizeof(long) || at >= STACK_WORDS * sizeof(long))
		return FRAME_OTHER;
	return (u32)at | FRAME_REGS;
}

/*
 * Tracers put these in place of return addresses, and the unwinder finds the address that was
 * there.
 */
static struct trampoline {
	const char *name;
	bool is_needed;
	unsigned long at;
} trampolines[] __ro_after_init = {
	{ "return_to_handler", IS_ENABLED(CONFIG_FUNCTION_GRAPH_TRACER) },
#ifdef CONFIG_RETHOOK
	{ "arch_rethook_trampoline", true },
#else
	{ "kretprobe_trampoline" }, /* of Linux 5.10 */
	{ "__kretprobe_trampoline" },
#endif
};

static bool is_trampoline(unsigned long ip)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(trampolines); i++)
		if (ip == trampolines[i].at)
			return true;
	return false;
}

static bool on_task_stack(unsigned long at)
{
	return at - (unsigned long)task_stack_page(current) <= THREAD_SIZE - sizeof(long);
}

/* Does this lead from there to where the unwinder is now? */
static bool agrees(u32 what, const struct frame *from, struct unwind_state *to)
{
	unsigned long end = ((what & KIND) == FRAME_BP ? from->bp : from->sp) + SIZE(what);
	unsigned long address, saved = end - SAVED(what);

	switch (what & KIND) {
	case FRAME_LAST:
		return unwind_done(to) && !to->error;
	case FRAME_REGS:
		return !unwind_done(to) && (unsigned long)to->regs == end;
	case FRAME_SP:
	case FRAME_BP:
		if (unwind_done(to) || to->regs || to->sp != end ||
		    !on_task_stack(end - sizeof(long)) || (SAVED(what) && !on_task_stack(saved)) ||
		    to->bp != (SAVED(what) ? word_at(saved) : from->bp))
			return false;
		address = word_at(end - sizeof(long));
		return to->ip == address || is_trampoline(address);
	default:
		return true;
	}
}

/* Is this address worth it now? */
static bool may_learn(const struct frame *from)
{
	u64 *place = place_of(from->ip, from->is_call);

	if (!from->is_plain || !from->left || from->ip < __START_KERNEL_map ||
	    from->ip >= MODULES_VADDR || (from->is_call && is_trampoline(from->ip)))
		return false;
	if (from->is_call || READ_ONCE(*place) >> 32 == (u32)from->ip)
		return known_at(from->ip, from->is_call) == FRAME_UNKNOWN;
	WRITE_ONCE(*place, (u64)from->ip << 32 | FRAME_UNKNOWN);
	return false;
}

void frame_learn(struct frame *from, struct unwind_state *to)
{
	u32 what;

	if (may_learn(from)) {
		from->left--;
		what = what_is(from);
		if (agrees(what, from, to))
			WRITE_ONCE(*place_of(from->ip, from->is_call), (u64)from->ip << 32 | what);
	}
	*from = (struct frame){
		.ip = to->ip,
		.sp = to->sp,
		.bp = to->bp,
		.is_call = true,
		.is_plain = !to->signal && !to->regs && on_task_stack(to->sp) &&
			    to->stack_info.begin == task_stack_page(current),
		.left = from->left,
	};
}

/* ---- Beginning ---- */

struct frame frame_begin(const struct pt_regs *regs)
{
	return (struct frame){
		.ip = regs->ip,
		.sp = regs->sp,
		.bp = regs->bp,
		.is_plain = on_task_stack(regs->sp),
		.left = usable && current != &init_task ? LEARN_MOST : 0,
	};
}

/* A probe that is never armed finds the address of its symbol, even where it must not be. */
static unsigned long __init address_of(const char *name)
{
	struct kprobe probe = { .symbol_name = name, .flags = KPROBE_FLAG_DISABLED };
	int err = register_kprobe(&probe);
	unsigned long at = (unsigned long)probe.addr;

	if (!err)
		unregister_kprobe(&probe);
	return at;
}

void __init frame_init(void)
{
	size_t i;

	for (i = 0; i < STACK_WORDS; i++)
		stack_words[i] = STACK_WORD + i;
	usable = true;
	for (i = 0; i < ARRAY_SIZE(trampolines); i++) {
		trampolines[i].at = address_of(trampolines[i].name);
		if (!trampolines[i].at && trampolines[i].is_needed)
			usable = false;
	}
}

#else

void __init frame_init(void)
{
}

struct frame frame_begin(const struct pt_regs *regs)
{
	return (struct frame){ .is_plain = false };
}

bool frame_walk(const struct frame *from, u64 *to, u32 *n, u32 most)
{
	return false;
}

void frame_learn(struct frame *from, struct unwind_state *to)
{
}

#endif

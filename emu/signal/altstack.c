// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * t->alt is what the kernel keeps of a task: address and size, both 0 without a stack, and the
 * flags as they were given, which a program sees again in the contexts of its handlers.
 */
#include "emu/signal/altstack.h"

#include "emu/base/offsets.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/signal/abi.h"

struct stack_alt altstack_engine(const struct thread *t)
{
	return (struct stack_alt){ .sp = (u64)t + T_ALTSTACK, .size = T_ALTSIZE };
}

void altstack_init(struct thread *t)
{
	struct stack_alt ss = altstack_engine(t);

	sys2(__NR_sigaltstack, &ss, 0);
}

bool altstack_contains(const struct thread *t, u64 sp)
{
	return sp > t->alt.sp && sp - t->alt.sp <= t->alt.size;
}

bool altstack_in_use(const struct thread *t, u64 sp)
{
	return !(t->alt.flags & SS_AUTODISARM) && altstack_contains(t, sp);
}

u32 altstack_state(const struct thread *t, u64 sp)
{
	if (!t->alt.size)
		return SS_DISABLE;
	return altstack_in_use(t, sp) ? SS_ONSTACK : 0;
}

long altstack_set(struct thread *t, const struct stack_alt *ss)
{
	u32 mode = ss->flags & ~SS_AUTODISARM;

	if (altstack_in_use(t, t->cpu.r[RSP]))
		return -EPERM;
	if (mode != 0 && mode != SS_ONSTACK && mode != SS_DISABLE)
		return -EINVAL;
	if (mode == SS_DISABLE) {
		t->alt = (struct stack_alt){ .flags = ss->flags };
		return 0;
	}
	if (ss->size < MINSIGSTKSZ)
		return -ENOMEM;
	t->alt = (struct stack_alt){ .sp = ss->sp, .size = ss->size, .flags = ss->flags };
	return 0;
}

long altstack_sigaltstack(struct thread *t, u64 uss, u64 uold)
{
	struct stack_alt ss, old = { .sp = t->alt.sp, .size = t->alt.size };

	old.flags = altstack_state(t, t->cpu.r[RSP]) | (t->alt.flags & SS_AUTODISARM);
	if (uss) {
		long ret;

		if (copy_from_user(&ss, uss, sizeof(ss)))
			return -EFAULT;
		ret = altstack_set(t, &ss);
		if (ret)
			return ret;
	}
	if (uold && copy_to_user(uold, &old, sizeof(old)))
		return -EFAULT;
	return 0;
}

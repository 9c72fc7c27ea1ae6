/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The vsyscall page holds three functions at fixed addresses above the program's memory, which
 * very old programs call. Its code cannot be read. Natively the call faults, the kernel does the
 * work, and no instruction retires there. The engine does the same.
 */
#include "emu/hide/vsyscall.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/count/tree.h"
#include "emu/hide/cpus.h"
#include "emu/hide/timing.h"

#define VSYSCALL_PAGE 0xffffffffff600000ull

bool vsyscall_call(struct thread *t)
{
	static const u16 numbers[] = { __NR_gettimeofday, __NR_time, __NR_getcpu };
	struct cpu *c = &t->cpu;
	u64 which = c->rip - VSYSCALL_PAGE, ret;
	const u64 arg[6] = { c->r[RDI], c->r[RSI] };
	long nr, result;

	if (which % 1024 || which / 1024 >= ARRAY_SIZE(numbers) ||
	    copy_from_user(&ret, c->r[RSP], sizeof(ret)))
		return false;
	nr = numbers[which / 1024];
	if (nr == __NR_getcpu ? !cpus_syscall(nr, arg, &result) :
				!engine.clock || !timing_syscall(nr, arg, &result))
		result = sys3(nr, arg[0], arg[1], 0);
	if (result == -EFAULT) /* natively this is a fault, not an error */
		return false;
	c->r[RAX] = result;
	c->r[RSP] += sizeof(ret);
	c->rip = ret;
	if (engine.tree)
		tree_unwind(t, c->r[RSP]);
	return true;
}

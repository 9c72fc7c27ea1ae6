/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks the engine that runs this program, by a system call that only the engine knows. */
#include <errno.h>
#include <stddef.h>

#include "lib/backends/emulated/inside.h"

#ifdef __x86_64__
static long private_call(long call, void *arg)
{
	long ret;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "a"((long)EMU_SYSCALL), "D"(call), "S"(arg)
			 : "rcx", "r11", "memory");
	return ret;
}
#else
static long private_call(long call, void *arg)
{
	return -ENOSYS; /* the engine runs 64-bit programs only */
}
#endif

long engine_flags(void)
{
	return private_call(EMU_CALL_FLAGS, NULL);
}

int engine_read(u64 total[EMU_NSIGNALS])
{
	return (int)private_call(EMU_CALL_READ, total);
}

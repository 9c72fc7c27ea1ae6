// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * INT 80h in a 64-bit program makes a system call of the 32-bit interface, with its numbers, its
 * arguments in EBX, ECX, EDX, ESI, EDI and EBP, and the layouts of 32-bit structures. The engine
 * knows the calls that mean the same in the 64-bit interface. It makes these, with the arguments
 * cut to 32 bits as the kernel cuts them.
 */
#include "emu/run/emulate/int80.h"

#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/syscall/syscall.h"

#define WAITPID 7
#define LSEEK	19

/* By 32-bit number, the 64-bit one plus 1. The arguments are only numbers, strings, bytes and
 * ints. */
/* clang-format off */
static const u16 same[] = {
	[1] = __NR_exit + 1,	    [2] = __NR_fork + 1,	[3] = __NR_read + 1,
	[4] = __NR_write + 1,	    [5] = __NR_open + 1,	[6] = __NR_close + 1,
	[7] = __NR_wait4 + 1,	    [8] = __NR_creat + 1,	[9] = __NR_link + 1,
	[10] = __NR_unlink + 1,	    [12] = __NR_chdir + 1,	[15] = __NR_chmod + 1,
	[19] = __NR_lseek + 1,	    [20] = __NR_getpid + 1,	[27] = __NR_alarm + 1,
	[29] = __NR_pause + 1,	    [33] = __NR_access + 1,	[36] = __NR_sync + 1,
	[37] = __NR_kill + 1,	    [38] = __NR_rename + 1,	[39] = __NR_mkdir + 1,
	[40] = __NR_rmdir + 1,	    [41] = __NR_dup + 1,	[42] = __NR_pipe + 1,
	[45] = __NR_brk + 1,	    [57] = __NR_setpgid + 1,	[60] = __NR_umask + 1,
	[63] = __NR_dup2 + 1,	    [64] = __NR_getppid + 1,	[65] = __NR_getpgrp + 1,
	[66] = __NR_setsid + 1,	    [83] = __NR_symlink + 1,	[85] = __NR_readlink + 1,
	[91] = __NR_munmap + 1,	    [118] = __NR_fsync + 1,	[122] = __NR_uname + 1,
	[125] = __NR_mprotect + 1,  [132] = __NR_getpgid + 1,	[133] = __NR_fchdir + 1,
	[147] = __NR_getsid + 1,    [148] = __NR_fdatasync + 1, [158] = __NR_sched_yield + 1,
	[183] = __NR_getcwd + 1,    [190] = __NR_vfork + 1,	[199] = __NR_getuid + 1,
	[200] = __NR_getgid + 1,    [201] = __NR_geteuid + 1,	[202] = __NR_getegid + 1,
	[219] = __NR_madvise + 1,   [224] = __NR_gettid + 1,	[238] = __NR_tkill + 1,
	[252] = __NR_exit_group + 1, [270] = __NR_tgkill + 1,	[355] = __NR_getrandom + 1,
};
/* clang-format on */

bool int80_emulate(struct thread *t)
{
	static const u8 from[6] = { RBX, RCX, RDX, RSI, RDI, RBP };
	u32 nr = (u32)t->cpu.r[RAX];
	u64 a[6];

	if (nr >= ARRAY_SIZE(same) || !same[nr] || t->filters)
		return false;
	for (int i = 0; i < 6; i++)
		a[i] = (u32)t->cpu.r[from[i]];
	if (nr == WAITPID) /* has no rusage */
		a[3] = 0;
	if (nr == LSEEK) /* its offset has a sign */
		a[1] = (u64)(s64)(s32)a[1];
	syscall_make(t, same[nr] - 1, a);
	return true;
}

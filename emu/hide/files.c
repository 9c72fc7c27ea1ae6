/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Every system call that is passed on comes by here. Nearly none of them shows the engine to the
 * program, so a table tells first which do.
 *
 * Two things stay visible: /proc/self/maps shows the engine's mappings, and other processes see the
 * engine in /proc/PID.
 */
#include "emu/hide/files.h"

#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/usermem.h"
#include "emu/hide/cpus.h"
#include "emu/hide/descriptors.h"
#include "emu/hide/fds.h"
#include "emu/hide/limits.h"
#include "emu/hide/procfs.h"
#include "emu/hide/ram.h"
#include "emu/hide/random.h"
#include "emu/hide/timers.h"
#include "emu/hide/timing.h"

#include <asm/errno.h>
#include <linux/fcntl.h>
#include <linux/openat2.h>

#define NR_MAX 448

/* Who looks at a call. */
enum look {
	LOOK_NOT,    /* nobody */
	LOOK_FD,     /* fds.c */
	LOOK_PATH,   /* argument 0 is a path */
	LOOK_PATHAT, /* arguments 0 and 1 are a directory and a path */
	LOOK_DIR,    /* procfs.c: it may list descriptors */
	LOOK_LIMIT,  /* limits.c */
	LOOK_RANDOM, /* random.c, under --deterministic */
	LOOK_CPUS,   /* cpus.c */
	LOOK_RAM,    /* ram.c, under --deterministic */
	LOOK_TIME,   /* timing.c, if the clock is virtual */
	LOOK_TIMER,  /* timers.c, if the clock is virtual */
};

/* clang-format off */
static const u8 look_at[NR_MAX] = {
	[__NR_close] = LOOK_FD,		[__NR_dup] = LOOK_FD,
	[__NR_dup2] = LOOK_FD,		[__NR_dup3] = LOOK_FD,
	[__NR_fcntl] = LOOK_FD,		[__NR_close_range] = LOOK_FD,
	[__NR_open] = LOOK_PATH,	[__NR_stat] = LOOK_PATH,
	[__NR_lstat] = LOOK_PATH,	[__NR_access] = LOOK_PATH,
	[__NR_readlink] = LOOK_PATH,	[__NR_openat] = LOOK_PATHAT,
	[__NR_openat2] = LOOK_PATHAT,	[__NR_newfstatat] = LOOK_PATHAT,
	[__NR_statx] = LOOK_PATHAT,	[__NR_readlinkat] = LOOK_PATHAT,
	[__NR_faccessat] = LOOK_PATHAT, [__NR_faccessat2] = LOOK_PATHAT,
	[__NR_getrlimit] = LOOK_LIMIT,	[__NR_setrlimit] = LOOK_LIMIT,
	[__NR_prlimit64] = LOOK_LIMIT,	[__NR_getrandom] = LOOK_RANDOM,
	[__NR_read] = LOOK_RANDOM,	[__NR_readv] = LOOK_RANDOM,
	[__NR_pread64] = LOOK_RANDOM,	[__NR_getdents] = LOOK_DIR,
	[__NR_getdents64] = LOOK_DIR,	[__NR_getcpu] = LOOK_CPUS,
	[__NR_sched_getaffinity] = LOOK_CPUS,
	[__NR_sched_setaffinity] = LOOK_CPUS,
	[__NR_sysinfo] = LOOK_RAM,
	[__NR_clock_gettime] = LOOK_TIME,
	[__NR_clock_getres] = LOOK_TIME,
	[__NR_gettimeofday] = LOOK_TIME,
	[__NR_time] = LOOK_TIME,	[__NR_times] = LOOK_TIME,
	[__NR_getrusage] = LOOK_TIME,	[__NR_alarm] = LOOK_TIMER,
	[__NR_setitimer] = LOOK_TIMER,	[__NR_getitimer] = LOOK_TIMER,
	[__NR_timer_create] = LOOK_TIMER,
	[__NR_timer_settime] = LOOK_TIMER,
	[__NR_timer_gettime] = LOOK_TIMER,
	[__NR_timer_delete] = LOOK_TIMER,
	[__NR_timerfd_create] = LOOK_TIMER,
	[__NR_timerfd_settime] = LOOK_TIMER,
	[__NR_timerfd_gettime] = LOOK_TIMER,
};
/* clang-format on */

/* The flags of a call that opens a file. False: it is another call, or they cannot be read. */
static bool open_flags(long nr, const u64 arg[6], u64 *flags)
{
	if (nr == __NR_open)
		*flags = arg[1];
	else if (nr == __NR_openat)
		*flags = arg[2];
	else
		return nr == __NR_openat2 && !copy_from_user(flags, arg[2], sizeof(*flags));
	return true;
}

/* Does an open ask to write? The kernel lets nobody write to the file of a running program. */
static bool wants_write(long nr, const u64 arg[6])
{
	u64 flags;

	if (!open_flags(nr, arg, &flags))
		return false;
	return !(flags & O_PATH) && ((flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC);
}

static bool path_syscall(long nr, u64 arg[6], long *ret, bool at)
{
	u64 *path = &arg[at], flags;
	char text[80];
	long len = string_from_user(text, *path, sizeof(text));

	if (len > 0 && open_flags(nr, arg, &flags) && cpus_open(text, flags, ret))
		return true;
	if (len >= 3 && !strcmp(text + len - 3, "mem") && wants_write(nr, arg))
		engine.writes_memory = true;
	/* Longer names do not lead to the process's exe. The kernel refuses one that it cannot
	 * read. */
	if (engine.exe_fd < 0 || len <= 0 || !procfs_is_own_exe(at ? (int)arg[0] : AT_FDCWD, text))
		return false;
	if (wants_write(nr, arg)) {
		*ret = -ETXTBSY;
		return true;
	}
	*path = (u64)engine.exe_link;
	return false;
}

/* A descriptor of a timer may be among those that are closed. */
static void closes(long nr, const u64 arg[6])
{
	if (nr == __NR_close)
		timers_close((u32)arg[0], (u32)arg[0]);
	else if (nr == __NR_close_range && !arg[2])
		timers_close((u32)arg[0], (u32)arg[1]);
	else if ((nr == __NR_dup2 || nr == __NR_dup3) && arg[0] != arg[1])
		timers_close((u32)arg[1], (u32)arg[1]);
}

bool files_syscall(long nr, u64 arg[6], long *ret)
{
	descriptors_hide(nr, arg);
	if ((u64)nr >= NR_MAX)
		return false;
	switch (look_at[nr]) {
	case LOOK_NOT:
		return false;
	case LOOK_FD:
		if (engine.clock)
			closes(nr, arg);
		return fds_syscall(nr, arg, ret);
	case LOOK_PATH:
	case LOOK_PATHAT:
		return path_syscall(nr, arg, ret, look_at[nr] == LOOK_PATHAT);
	case LOOK_DIR:
		return procfs_getdents(nr, arg, ret);
	case LOOK_LIMIT:
		return limits_syscall(nr, arg, ret);
	case LOOK_RANDOM:
		return engine.deterministic && random_syscall(nr, arg, ret);
	case LOOK_CPUS:
		return cpus_syscall(nr, arg, ret);
	case LOOK_RAM:
		return engine.deterministic && ram_syscall(arg, ret);
	case LOOK_TIME:
		return engine.clock && timing_syscall(nr, arg, ret);
	case LOOK_TIMER:
		return engine.clock && timers_syscall(nr, arg, ret);
	}
	return false;
}

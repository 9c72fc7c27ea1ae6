// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * Limits that came from outside also count what belongs to the engine and to pmc: address space,
 * memory, descriptors, processes. A call that fails for it would have succeeded natively, so the
 * report names the limit, what it is and what it must be at least. One note of each kind is
 * enough.
 */
#include "emu/hide/shortage.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/hide/fds.h"
#include "emu/hide/limits.h"
#include "emu/launch.h"

#include <asm/errno.h>
#include <linux/fcntl.h>
#include <linux/resource.h>

static const struct memory_limit {
	u64 resource;
	const char *name;
	int field; /* of /proc/self/statm: what of the process the limit counts, in pages */
} memory_limits[] = {
	{ RLIMIT_AS, "address space (ulimit -v)", 0 },
	{ RLIMIT_DATA, "data (ulimit -d)", 5 },
};

static bool noted_memory, noted_files, noted_processes;

/* A field of /proc/self/statm, in bytes; 0: it cannot be read. */
static u64 statm(int field)
{
	int fd = fds_open(AT_FDCWD, "/proc/self/statm", O_RDONLY);
	char text[128];
	const char *p = text;
	u64 pages = 0;
	long n;

	if (fd < 0)
		return 0;
	n = sys3(__NR_read, fd, text, sizeof(text) - 1);
	sys1(__NR_close, fd);
	text[n > 0 ? n : 0] = '\0';
	for (; field && *p; p++)
		field -= *p == ' ';
	for (; *p >= '0' && *p <= '9'; p++)
		pages = pages * 10 + (u64)(*p - '0');
	return pages * PAGE_SIZE;
}

/* In KiB, rounded up: what a limit must be so that the program has as much of it as now, and the
 * engine what it has or needs. The engine takes a quarter of the address space. */
static u64 least(const struct memory_limit *m, u64 limit, u64 engine_needs)
{
	u64 sum = limit + engine_needs;

	if (m->resource == RLIMIT_AS && sum < limit / 3 * 4)
		sum = limit / 3 * 4;
	return (sum + 1023) >> 10;
}

_Noreturn void shortage_fatal(const char *what, u64 bytes)
{
	for (u32 i = 0; i < ARRAY_SIZE(memory_limits); i++) {
		const struct memory_limit *m = &memory_limits[i];
		u64 limit, taken = limits_taken(m->resource, &limit);

		if (taken && (!bytes || statm(m->field) + bytes > limit))
			emu_fatal("no memory for %s: the limit on %s is %lu KiB; it must be at "
				  "least %lu KiB, because the translator counts too",
				  what, m->name, limit >> 10, least(m, limit, taken + bytes));
	}
	emu_fatal("no memory for %s", what);
}

/* The program, or the engine for it, has not got so many bytes, for one of the limits from the
 * first on. */
static void check_memory(u32 first, u64 bytes, bool for_engine)
{
	for (u32 i = first; i < ARRAY_SIZE(memory_limits) && !noted_memory; i++) {
		const struct memory_limit *m = &memory_limits[i];
		u64 limit, taken = limits_taken(m->resource, &limit);
		u64 used = taken ? statm(m->field) : 0, native = used - taken;

		if (!taken || used + bytes <= limit)
			continue;
		if (!for_engine && native + bytes > limit)
			continue;
		noted_memory = true;
		emu_note(EMU_NOTE_LIMIT,
			 "the limit on %s is %lu KiB, of which the translator takes %lu KiB; a "
			 "call failed that has enough natively, so it must be at least %lu KiB",
			 m->name, limit >> 10, taken >> 10,
			 least(m, limit, taken + (for_engine ? bytes : 0)));
	}
}

/* All descriptors below the limit are in use, some of them by the engine. */
static void check_files(void)
{
	const int own[] = { engine.shm_fd, engine.engine_fd, engine.exe_fd, engine.shelf_fd };
	struct rlimit64 limit;
	u64 taken = 0;

	if (noted_files || sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, &limit))
		return;
	for (u32 i = 0; i < ARRAY_SIZE(own); i++)
		taken += own[i] >= 0 && (u64)own[i] < limit.rlim_cur;
	if (!taken)
		return;
	noted_files = true;
	emu_note(EMU_NOTE_LIMIT,
		 "the limit on open files (ulimit -n) is %lu, of which the translator takes %lu; "
		 "the program used up the rest, so it must be at least %lu",
		 (u64)limit.rlim_cur, taken, (u64)limit.rlim_cur + taken);
}

/* The kernel refuses a process or thread. pmc is a process of the same user. */
static void check_processes(void)
{
	struct rlimit64 limit;

	if (noted_processes || sys4(__NR_prlimit64, 0, RLIMIT_NPROC, 0, &limit) ||
	    limit.rlim_cur == UINT64_MAX)
		return;
	noted_processes = true;
	emu_note(EMU_NOTE_LIMIT,
		 "a process or thread was refused; the limit on the user's processes and threads "
		 "(ulimit -u) is %lu, and pmc is one of them: it must be at least %lu",
		 (u64)limit.rlim_cur, (u64)limit.rlim_cur + 1);
}

void shortage_check(long nr, const u64 a[6], long ret)
{
	switch (nr) {
	case __NR_mmap:
		if (ret == -ENOMEM)
			check_memory(0, PAGE_UP(a[1]), false);
		return;
	case __NR_mprotect:
	case __NR_pkey_mprotect: /* it takes no addresses, but private pages become data */
		if (ret == -ENOMEM)
			check_memory(1, PAGE_UP(a[1]), false);
		return;
	case __NR_mremap:
		if (ret == -ENOMEM && a[2] > a[1])
			check_memory(0, PAGE_UP(a[2]) - PAGE_UP(a[1]), false);
		return;
	case __NR_brk:
		if (a[0] > (u64)ret)
			check_memory(0, PAGE_UP(a[0]) - PAGE_UP(ret), false);
		return;
	case __NR_clone:
	case __NR_clone3:
	case __NR_fork:
	case __NR_vfork:
		if (ret == -ENOMEM || ret == -EAGAIN)
			check_memory(0, thread_size(), true);
		if (ret == -EAGAIN && !noted_memory)
			check_processes();
		return;
	default:
		if (ret == -EMFILE)
			check_files();
	}
}

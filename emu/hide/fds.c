/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The engine's own descriptors are the shared memory, its executable (to exec it again), the
 * program's file (where /proc/self/exe leads) and maybe a shelf (emu/heritage/shelf.h).
 *
 * They lie above the program's soft limit where possible: no loop over all descriptors comes
 * there, and the program can have as many open as it would have natively. When the soft limit is
 * as high as the hard one, or so high that the kernel's table would grow large, they lie just
 * below 1024.
 *
 * All but the program's file stay open across exec, for the next image of the engine. A child of
 * vfork has descriptors of its own but its parent's memory, so it never moves them.
 */
#include "emu/hide/fds.h"

#include "emu/base/format.h"
#include "emu/base/syscall.h"

#include <linux/fcntl.h>
#include <linux/resource.h>

#define N_HIDDEN 4

bool fds_place(u64 soft, u64 hard, int *top)
{
	if (hard >= soft + N_HIDDEN && soft <= 4096) {
		*top = soft + N_HIDDEN;
		return true;
	}
	*top = soft < 1024 ? soft : 1024;
	return false;
}

/* Moves a descriptor to the highest free number below top, unless that is lower. */
static void move_up(int *fd, int top, int flags)
{
	int at;

	for (at = top - 1; at > *fd; at--) {
		if (sys2(__NR_fcntl, at, F_GETFD) != -EBADF)
			continue;
		if (sys3(__NR_dup3, *fd, at, flags) < 0)
			break;
		sys1(__NR_close, *fd);
		*fd = at;
		break;
	}
}

/* Raises the soft limit to this, as far as the hard one allows. False: nothing has changed. */
static bool raise_limit(u64 to, struct rlimit64 *old)
{
	struct rlimit64 raised;

	if (sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, old))
		return false;
	raised = *old;
	raised.rlim_cur = to < old->rlim_max ? to : old->rlim_max;
	if (raised.rlim_cur <= old->rlim_cur)
		return false;
	return sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, &raised, 0) == 0;
}

static void restore_limit(const struct rlimit64 *old)
{
	sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, old, 0);
}

void fds_init(bool first)
{
	struct rlimit64 old = { 0, 0 };
	bool raised;
	int top;

	if (sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, &old) != 0)
		old.rlim_cur = old.rlim_max = 1024;
	raised = fds_place(old.rlim_cur, old.rlim_max, &top) && raise_limit(top, &old);
	if (first) {
		move_up(&engine.shm_fd, top, 0);
		move_up(&engine.engine_fd, top, 0);
		if (engine.shelf_fd >= 0)
			move_up(&engine.shelf_fd, top, 0);
	}
	move_up(&engine.exe_fd, top, O_CLOEXEC);
	if (raised)
		restore_limit(&old);
	sys3(__NR_fcntl, engine.exe_fd, F_SETFD, FD_CLOEXEC); /* it may not have moved */
}

void fds_deinit(void)
{
	if (engine.shelf_fd >= 0)
		sys1(__NR_close, engine.shelf_fd);
	sys1(__NR_close, engine.shm_fd);
	sys1(__NR_close, engine.engine_fd);
	sys1(__NR_close, engine.exe_fd);
	engine.shm_fd = engine.engine_fd = engine.exe_fd = engine.shelf_fd = -1;
}

bool fds_hidden(int fd)
{
	return fd >= 0 && (fd == engine.shm_fd || fd == engine.engine_fd || fd == engine.exe_fd ||
			   fd == engine.shelf_fd);
}

void fds_close_on_exec(bool on)
{
	sys3(__NR_fcntl, engine.shm_fd, F_SETFD, on ? FD_CLOEXEC : 0);
	sys3(__NR_fcntl, engine.engine_fd, F_SETFD, on ? FD_CLOEXEC : 0);
	if (engine.shelf_fd >= 0)
		sys3(__NR_fcntl, engine.shelf_fd, F_SETFD, on ? FD_CLOEXEC : 0);
}

int fds_open(int dirfd, const char *path, int flags)
{
	struct rlimit64 old;
	int fd = sys4(__NR_openat, dirfd, path, flags | O_CLOEXEC, 0);

	if (fd == -EMFILE && raise_limit(UINT64_MAX, &old)) {
		fd = sys4(__NR_openat, dirfd, path, flags | O_CLOEXEC, 0);
		restore_limit(&old);
	}
	return fd;
}

/* The program wants this number for itself: moves the engine's descriptor to another one. */
static int evict(int fd)
{
	int *which = fd == engine.shm_fd    ? &engine.shm_fd :
		     fd == engine.engine_fd ? &engine.engine_fd :
		     fd == engine.shelf_fd  ? &engine.shelf_fd :
					      &engine.exe_fd;
	struct rlimit64 old;
	bool raised = false;
	int at, cmd = which == &engine.exe_fd ? F_DUPFD_CLOEXEC : F_DUPFD;

	if (sys0(__NR_getpid) != engine.pid) /* a vfork child: the parent's stay where they are */
		return -EBADF;
	at = sys3(__NR_fcntl, fd, cmd, fd + 1);
	if (at < 0) {
		raised = raise_limit(fd + 64, &old);
		at = sys3(__NR_fcntl, fd, cmd, fd + 1);
	}
	if (at < 0)
		at = sys3(__NR_fcntl, fd, cmd, fd > 64 ? fd - 64 : 0);
	if (raised)
		restore_limit(&old);
	if (at < 0)
		return -EBADF;
	*which = at;
	if (which == &engine.exe_fd)
		emu_snprintf(engine.exe_link, sizeof(engine.exe_link), "/proc/self/fd/%d", at);
	return 0; /* the program's call overwrites the old number */
}

bool fds_next_range(u64 *first, u32 last, const int *hidden, u32 n, u32 *from, u32 *to)
{
	u64 start = *first, end = (u64)last + 1;
	bool moved = true;
	u32 i;

	while (moved) {
		moved = false;
		for (i = 0; i < n; i++) {
			if (hidden[i] >= 0 && (u64)hidden[i] == start) {
				start++;
				moved = true;
			}
		}
	}
	if (start >= end)
		return false;
	for (i = 0; i < n; i++) {
		if (hidden[i] >= 0 && (u64)hidden[i] > start && (u64)hidden[i] < end)
			end = hidden[i];
	}
	*from = start;
	*to = end - 1;
	*first = end;
	return true;
}

static long close_range(u64 first, u32 last, u32 flags)
{
	const int hidden[N_HIDDEN] = { engine.shm_fd, engine.engine_fd, engine.exe_fd,
				       engine.shelf_fd };
	bool any = false;
	u32 from, to;
	long ret = 0;

	while (ret == 0 && fds_next_range(&first, last, hidden, N_HIDDEN, &from, &to)) {
		ret = sys3(__NR_close_range, from, to, flags);
		any = true;
	}
	/* The range holds only the engine's: let the kernel check the flags, on an empty range. */
	if (!any)
		ret = sys3(__NR_close_range, UINT32_MAX, UINT32_MAX, flags);
	return ret;
}

bool fds_syscall(long nr, u64 arg[6], long *ret)
{
	int fd = (int)arg[0];

	if (nr == __NR_close_range) {
		if ((u32)arg[0] > (u32)arg[1])
			return false;
		*ret = close_range((u32)arg[0], arg[1], arg[2]);
		return true;
	}
	if (fds_hidden(fd)) {
		*ret = -EBADF;
		return true;
	}
	if ((nr == __NR_dup2 || nr == __NR_dup3) && fds_hidden((int)arg[1])) {
		/* Moves it only for a call that will succeed: then the kernel closes the old
		 * number. */
		if (sys2(__NR_fcntl, fd, F_GETFD) < 0 ||
		    (nr == __NR_dup3 && arg[2] & ~(u64)O_CLOEXEC))
			return false;
		*ret = evict((int)arg[1]);
		return *ret != 0;
	}
	return false;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Hidden descriptors: the shared memory, the engine's own executable (to exec it again) and the
 * program's file (what /proc/self/exe leads to).
 *
 * They live above the program's soft limit where that is possible: no loop over all descriptors
 * comes there, and the program can have as many open as without us. Where the soft limit is as high
 * as the hard one, or so high that the kernel's table would grow big, they live just below 1024.
 *
 * The first two stay open across exec, for the next image of the engine; the third does not. In a
 * child of vfork descriptors are its own but memory is its parent's, so it never moves them.
 */
#include "emu/fds.h"

#include <linux/fcntl.h>
#include <linux/resource.h>

#define N_HIDDEN 3

bool fds_place(u64 soft, u64 hard, int *first)
{
	if (hard >= soft + 16 && soft <= 4096) {
		*first = soft;
		return true;
	}
	if (soft > 1024)
		soft = 1024;
	*first = soft > 2 * N_HIDDEN ? soft - 2 * N_HIDDEN : 0;
	return false;
}

/* Moves one descriptor to first or above; it keeps its number where that fails. */
static void move_up(int *fd, int first, int cmd)
{
	int at;

	if (*fd < 0 || *fd >= first)
		return;
	at = sys3(__NR_fcntl, *fd, cmd, first);
	if (at < 0)
		return;
	sys1(__NR_close, *fd);
	*fd = at;
}

void fds_init(void)
{
	struct rlimit64 old = { 0, 0 }, raised;
	int first;
	bool raise;

	if (sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, 0, &old) != 0)
		old.rlim_cur = old.rlim_max = 1024;
	raise = fds_place(old.rlim_cur, old.rlim_max, &first);
	if (engine.shm_fd >= first && engine.engine_fd >= first && engine.exe_fd >= first)
		raise = false;
	if (raise) {
		raised = old;
		raised.rlim_cur = old.rlim_cur + 16;
		raise = sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, &raised, 0) == 0;
	}
	move_up(&engine.shm_fd, first, F_DUPFD);
	move_up(&engine.engine_fd, first, F_DUPFD);
	move_up(&engine.exe_fd, first, F_DUPFD_CLOEXEC);
	if (raise)
		sys4(__NR_prlimit64, 0, RLIMIT_NOFILE, &old, 0);
	if (engine.exe_fd >= 0) /* also when it was not moved */
		sys3(__NR_fcntl, engine.exe_fd, F_SETFD, FD_CLOEXEC);
}

bool fds_hidden(int fd)
{
	return fd >= 0 && (fd == engine.shm_fd || fd == engine.engine_fd || fd == engine.exe_fd);
}

void fds_close_on_exec(bool on)
{
	sys3(__NR_fcntl, engine.shm_fd, F_SETFD, on ? FD_CLOEXEC : 0);
	sys3(__NR_fcntl, engine.engine_fd, F_SETFD, on ? FD_CLOEXEC : 0);
}

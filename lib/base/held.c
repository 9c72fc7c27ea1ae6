/* SPDX-License-Identifier: BSD-2-Clause */
/* See held.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/held.h"

#define ONE_THREAD O_EXCL /* PIDFD_THREAD of pidfd_open(2), which older headers lack */

static int open_stat(pid_t id)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)id);
	return open(path, O_RDONLY | O_CLOEXEC);
}

int held_init(struct held *held, pid_t id, bool thread)
{
	*held = (struct held)HELD_NONE;
	if (id <= 0 || (kill(id, 0) && errno == ESRCH))
		return -ESRCH;
	held->pidfd = (int)syscall(SYS_pidfd_open, id, thread ? ONE_THREAD : 0);
	if (held->pidfd < 0 && errno != EMFILE && errno != ENFILE)
		held->stat = open_stat(id);
	return held->pidfd < 0 && (errno == EMFILE || errno == ENFILE) ? -errno : 0;
}

bool held_is_gone(const struct held *held)
{
	char byte;

	if (held->pidfd >= 0)
		return syscall(SYS_pidfd_send_signal, held->pidfd, 0, NULL, 0) && errno == ESRCH;
	return held->stat >= 0 && pread(held->stat, &byte, 1, 0) < 0 && errno == ESRCH;
}

void held_deinit(struct held *held)
{
	if (held->pidfd >= 0)
		close(held->pidfd);
	if (held->stat >= 0)
		close(held->stat);
	*held = (struct held)HELD_NONE;
}

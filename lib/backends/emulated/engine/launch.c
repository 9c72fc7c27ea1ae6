/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the command line with which the engine starts a program: emu/launch.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/backends/emulated/engine/launch.h"
#include "lib/set/command.h"
#include "lib/set/launch.h"

/*
 * Moves a descriptor that the program will not see to a high number, away from those that it will
 * see.
 */
static int move_up(int fd)
{
	struct rlimit r;
	int from = 1000, moved;

	if (!getrlimit(RLIMIT_NOFILE, &r) && r.rlim_cur < 1010)
		from = r.rlim_cur > 20 ? (int)r.rlim_cur - 10 : 0;
	moved = fcntl(fd, F_DUPFD_CLOEXEC, from);
	if (moved < 0)
		return fd;
	close(fd);
	return moved;
}

/*
 * Opens the shared memory once more, with a lock. All processes that the engine runs inherit the
 * lock, so that whoever asks for it sees whether one of them still lives. Without /proc there is no
 * lock, and the result is a copy of the descriptor.
 */
static int open_locked(int shm_fd, bool *locked)
{
	char path[32];
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", shm_fd);
	fd = open(path, O_RDWR | O_CLOEXEC);
	*locked = fd >= 0 && !flock(fd, LOCK_SH);
	return fd >= 0 ? fd : fcntl(shm_fd, F_DUPFD_CLOEXEC, 0);
}

int launch_init(struct launch *launch, int shm_fd, int engine_fd, int shelf_fd, bool deterministic,
		const struct pmc_command *c)
{
	char numbers[64], shelf[16] = "-";
	size_t n = 0;

	while (c->argv[n])
		n++;
	launch->argv = calloc(n + 5, sizeof(*launch->argv));
	launch->fd = move_up(engine_fd);
	launch->other_fd = launch->argv ? open_locked(shm_fd, &launch->locked) : -1;
	if (launch->other_fd < 0) {
		int err = launch->argv ? -errno : -ENOMEM;

		close(launch->fd);
		free(launch->argv);
		launch->argv = NULL;
		return err;
	}
	launch->other_fd = move_up(launch->other_fd);
	launch->no_randomize = deterministic;
	launch->shelf_fd = shelf_fd;
	if (shelf_fd >= 0)
		snprintf(shelf, sizeof(shelf), "%d", shelf_fd);
	snprintf(numbers, sizeof(numbers), "%d,%d,0,0,-,%s", launch->other_fd, launch->fd, shelf);
	launch->argv[0] = (char *)"pmc-emu";
	launch->argv[1] = strdup(numbers);
	launch->argv[2] = c->path;
	launch->argv[3] = (char *)"";
	memcpy(launch->argv + 4, c->argv, n * sizeof(*launch->argv));
	if (launch->argv[1])
		return 0;
	launch_deinit(launch);
	return -ENOMEM;
}

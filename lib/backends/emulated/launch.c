/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting a command through the engine: emu/launch.h is the contract. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/backends/emulated/emulated.h"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8u
#endif

/* Everything random under --deterministic comes from this. Any number would do; it must stay. */
#define SEED 0x706d632d73656564ull

/* The shared memory is of this many chunks at least: a program of a few processes. */
#define FEWEST_CHUNKS 16u

/* ---- The engine's file ---- */

static int try_engine(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (faccessat(AT_FDCWD, path, X_OK, AT_EACCESS)) {
		close(fd);
		return -EACCES;
	}
	return fd;
}

/* "DIR/tail" with the folder of the running executable as DIR. */
static bool beside_self(const char *tail, char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);
	char *slash;

	if (n <= 0)
		return false;
	path[n] = 0;
	slash = strrchr(path, '/');
	if (!slash || (size_t)(slash - path) + strlen(tail) + 2 > size)
		return false;
	strcpy(slash + 1, tail);
	return true;
}

int engine_open(struct pmc_diag *diag)
{
	static const char *const tails[] = { "pmc-emu", "../libexec/pmc/pmc-emu" };
	const char *named = secure_getenv("PMC_EMU");
	char path[4096], first[4096] = "";
	size_t i;
	int fd;

	if (named && *named) {
		fd = try_engine(named);
		if (fd < 0)
			diag_say(diag, fd,
				 "the translator '%s' that $PMC_EMU names cannot be used: %s",
				 named, strerror(-fd));
		return fd;
	}
	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		if (!beside_self(tails[i], path, sizeof(path)))
			continue;
		fd = try_engine(path);
		if (fd >= 0)
			return fd;
		if (!*first)
			strcpy(first, path);
	}
	fd = try_engine(PMC_LIBEXEC "/pmc-emu");
	if (fd >= 0)
		return fd;
	return diag_say(diag, -ENOENT,
			"the translator pmc-emu is not installed: it is neither '%s' nor "
			"'%s/pmc-emu'",
			*first ? first : "beside the program", PMC_LIBEXEC);
}

/* ---- The shared memory ---- */

/*
 * The memory is sparse: its size costs nothing. But RLIMIT_FSIZE counts it, by a signal that would kill
 * the caller, so the limit is looked at first, and the soft one lifted for the moment.
 */
static int set_size(int fd, u32 *chunks)
{
	struct rlimit old, lifted;
	u64 size = EMU_SHM_SIZE;
	int err = 0;

	if (getrlimit(RLIMIT_FSIZE, &old))
		return -errno;
	if (old.rlim_cur != RLIM_INFINITY && old.rlim_cur < size) {
		lifted = old;
		lifted.rlim_cur = old.rlim_max;
		if (lifted.rlim_max != RLIM_INFINITY && lifted.rlim_max < size) {
			if (lifted.rlim_max < EMU_CHUNK_AT(FEWEST_CHUNKS))
				return -EFBIG;
			*chunks = (u32)((lifted.rlim_max - EMU_CHUNK_AT(0)) / EMU_CHUNK_SIZE);
			size = EMU_CHUNK_AT(*chunks);
		}
		if (setrlimit(RLIMIT_FSIZE, &lifted))
			return -errno;
	}
	if (ftruncate(fd, (off_t)size))
		err = -errno;
	setrlimit(RLIMIT_FSIZE, &old);
	return err;
}

int shared_create(unsigned flags, struct emu_header **header, struct pmc_diag *diag)
{
	/* for tests of the engine: a small code cache is flushed all the time */
	const char *shift = secure_getenv("PMC_EMU_CACHE_SHIFT");
	u32 chunks = EMU_MAX_CHUNKS;
	struct emu_header *h;
	int fd, err;

	fd = memfd_create("pmc", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("pmc", MFD_CLOEXEC);
	if (fd < 0)
		return diag_say(diag, -errno, "cannot make the memory for the counters: %s",
				strerror(errno));
	err = set_size(fd, &chunks);
	if (err) {
		diag_say(diag, err, "cannot make the memory for the counters: %s%s", strerror(-err),
			 err == -EFBIG ? "; the limit on file sizes (ulimit -f) must allow 40 MiB" :
					 "");
		close(fd);
		return err;
	}
	h = mmap(NULL, sizeof(*h), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (h == MAP_FAILED) {
		err = diag_say(diag, -errno, "cannot map the memory for the counters: %s",
			       strerror(errno));
		close(fd);
		return err;
	}
	h->magic = EMU_MAGIC;
	h->version = EMU_VERSION;
	h->flags = flags;
	h->max_chunks = chunks == EMU_MAX_CHUNKS ? 0 : chunks;
	h->seed = SEED;
	if (shift)
		h->cache_shift = (uint32_t)strtoul(shift, NULL, 10);
	h->n_tasks = 1;
	h->tasks[0].chunk = h->tasks[0].vectors = -1;
	h->tasks[0].state = EMU_TASK_LIVE;
	*header = h;
	return fd;
}

/* ---- The command line ---- */

/* Descriptors that the program will not see, out of the way of those that it will. */
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

void launch_free(struct launch *launch)
{
	if (!launch->argv)
		return;
	close(launch->fd);
	close(launch->other_fd);
	free(launch->argv[1]);
	free(launch->argv);
	launch->argv = NULL;
}

int launch_make(int shm_fd, int engine_fd, bool deterministic, const struct pmc_command *c,
		struct launch *launch)
{
	char numbers[64];
	size_t n = 0;

	while (c->argv[n])
		n++;
	launch->argv = calloc(n + 5, sizeof(*launch->argv));
	launch->fd = move_up(engine_fd);
	launch->other_fd = launch->argv ? fcntl(shm_fd, F_DUPFD_CLOEXEC, 0) : -1;
	if (launch->other_fd < 0) {
		int err = launch->argv ? -errno : -ENOMEM;

		close(launch->fd);
		free(launch->argv);
		launch->argv = NULL;
		return err;
	}
	launch->other_fd = move_up(launch->other_fd);
	launch->no_randomize = deterministic;
	snprintf(numbers, sizeof(numbers), "%d,%d,0,0", launch->other_fd, launch->fd);
	launch->argv[0] = (char *)"pmc-emu";
	launch->argv[1] = strdup(numbers);
	launch->argv[2] = c->path;
	launch->argv[3] = (char *)"";
	memcpy(launch->argv + 4, c->argv, n * sizeof(*launch->argv));
	if (launch->argv[1])
		return 0;
	launch_free(launch);
	return -ENOMEM;
}

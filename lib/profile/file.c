/* SPDX-License-Identifier: BSD-2-Clause */
/* See file.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/profile/file.h"
#include "lib/profile/model/huge.h"

#define READ_STEP ((size_t)256 << 10)

int file_open_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

int file_read(int fd, struct file *file)
{
	struct stat st;
	size_t room, n = 0;
	u8 *bytes, *grown;
	ssize_t got;

	if (fstat(fd, &st))
		return -errno;
	if (st.st_size < 0 || (u64)st.st_size > SIZE_MAX / 2)
		return -EFBIG;
	room = (S_ISREG(st.st_mode) ? (size_t)st.st_size : READ_STEP) + 1;
	bytes = huge_alloc(room);
	while (bytes) {
		got = read(fd, bytes + n, room - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			free(bytes);
			return -errno;
		}
		if (!got) {
			*file = (struct file){ bytes, n };
			return 0;
		}
		n += (size_t)got;
		if (n < room)
			continue;
		room = room < SIZE_MAX / 2 ? room * 2 + READ_STEP : SIZE_MAX;
		grown = realloc(bytes, room);
		if (!grown)
			free(bytes);
		bytes = grown;
	}
	return -ENOMEM;
}

/* ---- Writing ---- */

static int write_all(int fd, const void *bytes, size_t n)
{
	const u8 *at = bytes;
	ssize_t put;

	for (; n; at += put, n -= (size_t)put) {
		put = write(fd, at, n);
		if (put < 0 && errno != EINTR)
			return -errno;
		if (put < 0)
			put = 0;
	}
	return 0;
}

/* SIGXFSZ comes to the thread that writes. One that was there before is left to whom it is for. */
int file_write_all(int fd, const void *bytes, size_t n)
{
	const struct timespec at_once = { 0 };
	sigset_t limit, before, pending;
	int err;

	sigemptyset(&limit);
	sigaddset(&limit, SIGXFSZ);
	sigemptyset(&pending);
	pthread_sigmask(SIG_BLOCK, &limit, &before);
	sigpending(&pending);
	err = write_all(fd, bytes, n);
	if (err == -EFBIG && !sigismember(&pending, SIGXFSZ))
		(void)!sigtimedwait(&limit, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

int file_write_parts(int fd, const struct iovec *parts, size_t n)
{
	size_t i;
	int err = 0;

	for (i = 0; i < n && !err; i++)
		err = file_write_all(fd, parts[i].iov_base, parts[i].iov_len);
	return err;
}

static int write_direct(const char *path, const struct iovec *parts, size_t n)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_TRUNC), err;

	if (fd < 0)
		return -errno;
	err = file_write_parts(fd, parts, n);
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/* Opens a new file beside the path; *name is its name, for free(3). Its descriptor or -errno. */
static int open_beside(const char *path, char **name)
{
	unsigned i;
	int fd;

	for (i = 0; i < 100; i++) {
		if (asprintf(name, "%s.%d.%u", path, (int)getpid(), i) < 0) {
			*name = NULL;
			return -ENOMEM;
		}
		fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		free(*name);
		*name = NULL;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

int file_write(const char *path, const struct iovec *parts, size_t n)
{
	char *target = realpath(path, NULL), *name = NULL;
	const char *to = target ? target : path;
	struct stat st;
	int fd, err;

	if (!stat(to, &st) && !S_ISREG(st.st_mode)) {
		err = write_direct(to, parts, n);
		goto out;
	}
	fd = open_beside(to, &name);
	if (fd < 0) {
		err = fd;
		goto out;
	}
	err = file_write_parts(fd, parts, n);
	if (close(fd) && !err)
		err = -errno;
	if (!err && rename(name, to))
		err = -errno;
	if (err)
		unlink(name);
out:
	free(name);
	free(target);
	return err;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes beside the path, then renames. */
#define _GNU_SOURCE /* asprintf, mkostemp */
#include "cli/ui/whole.h"

#include "cli/ui/complain.h"
#include "cli/ui/output.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_all(int fd, const char *bytes, size_t n)
{
	ssize_t put;

	for (; n; bytes += put, n -= (size_t)put) {
		put = write(fd, bytes, n);
		if (put < 0 && errno != EINTR)
			return -errno;
		if (put < 0)
			put = 0;
	}
	return 0;
}

static int write_direct(const char *path, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), err;

	if (fd < 0)
		return -errno;
	err = write_all(fd, bytes, n);
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/* A new file has the rights that the umask leaves; mkostemp() gives fewer. */
static int set_rights(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask) ? -errno : 0;
}

static int write_beside(const char *path, const char *bytes, size_t n)
{
	char *name;
	int fd, err;

	if (asprintf(&name, "%s.XXXXXX", path) < 0)
		return -ENOMEM;
	fd = mkostemp(name, O_CLOEXEC);
	err = fd < 0 ? -errno : write_all(fd, bytes, n);
	if (!err)
		err = set_rights(fd);
	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	if (!err && rename(name, path))
		err = -errno;
	if (err && fd >= 0)
		unlink(name);
	free(name);
	return err;
}

int whole_write(const char *path, const char *bytes, size_t n)
{
	char *target;
	struct stat st;
	int err;

	if (!strcmp(path, "-")) {
		fwrite(bytes, 1, n, stdout);
		return output_flush_stdout();
	}
	target = realpath(path, NULL); /* what a link points to is replaced, not the link */
	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		err = write_direct(path, bytes, n);
	else
		err = write_beside(target ? target : path, bytes, n);
	free(target);
	if (!err)
		return 0;
	complain("cannot write %s: %s", path, strerror(-err));
	return STATUS_FAILED;
}

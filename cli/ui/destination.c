/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* asprintf, mkostemp */
#include "cli/ui/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40 /* as many as the kernel follows */

int descriptor_of(const char *path)
{
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	unsigned i, n;
	char more;

	if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout"))
		return STDOUT_FILENO;
	if (!strcmp(path, "/dev/stderr"))
		return STDERR_FILENO;
	for (i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (!strncmp(path, folders[i], strlen(folders[i])) &&
		    sscanf(path + strlen(folders[i]), "%4u%c", &n, &more) == 1)
			return (int)n;
	return -1;
}

static int duplicate(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

int open_over(const char *path, bool append)
{
	int own = descriptor_of(path);

	if (own >= 0)
		return duplicate(own);
	return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC), 0666);
}

/* The path that links lead to at which there is no file yet. NULL with errno. */
static char *follow(const char *path)
{
	char *at = strdup(path), *next, link[PATH_MAX];
	const char *slash;
	ssize_t n;
	int i;

	for (i = 0; at && i < LINKS_MAX; i++) {
		n = readlink(at, link, sizeof(link) - 1);
		if (n < 0)
			return at;
		link[n] = 0;
		slash = link[0] == '/' ? NULL : strrchr(at, '/');
		if (asprintf(&next, "%.*s%s", slash ? (int)(slash + 1 - at) : 0, at, link) < 0)
			next = NULL;
		free(at);
		at = next;
	}
	return at;
}

/*
 * The file that is replaced: where links lead to, since a link has to stay one. NULL with
 * errno.
 */
static char *target_of(const char *path)
{
	struct stat st;
	char *real;

	if (lstat(path, &st) || !S_ISLNK(st.st_mode))
		return strdup(path);
	real = realpath(path, NULL);
	if (real || errno != ENOENT)
		return real;
	/* /proc has links to files without a name. */
	return stat(path, &st) ? follow(path) : strdup(path);
}

static int open_beside(struct destination *to, const char *path)
{
	to->target = target_of(path);
	if (!to->target)
		return -1;
	if (asprintf(&to->beside, "%s.XXXXXX", to->target) < 0) {
		to->beside = NULL;
		return -1;
	}
	return mkostemp(to->beside, O_CLOEXEC);
}

static int open_path(struct destination *to, const char *path)
{
	int own = descriptor_of(path);
	struct stat st;

	if (own >= 0)
		return duplicate(own);
	if (!stat(path, &st)) {
		if (!S_ISREG(st.st_mode))
			return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
		/* Whoever made the file read-only wants to keep it. */
		if (access(path, W_OK))
			return -1;
	}
	return open_beside(to, path);
}

static void forget(struct destination *to)
{
	free(to->beside);
	free(to->target);
	*to = (struct destination){ .fd = -1 };
}

int destination_open(struct destination *to, const char *path)
{
	int err;

	*to = (struct destination){ .fd = -1 };
	to->fd = open_path(to, path);
	if (to->fd >= 0)
		return 0;
	err = errno;
	forget(to);
	return err;
}

/* mkostemp() gives a file fewer rights. */
static int set_rights(const struct destination *to)
{
	mode_t mask = umask(0);
	struct stat st;

	umask(mask);
	return fchmod(to->fd, stat(to->target, &st) ? 0666 & ~mask : st.st_mode & (mode_t)07777);
}

int destination_close(struct destination *to, bool keep)
{
	int err = 0;

	if (keep && to->beside && set_rights(to))
		err = errno;
	/* Some file systems report only here that the disk is full. */
	if (close(to->fd) && !err)
		err = errno;
	if (to->beside && keep && !err && rename(to->beside, to->target))
		err = errno;
	if (to->beside && (!keep || err))
		unlink(to->beside);
	forget(to);
	return err;
}

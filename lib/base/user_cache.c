/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens folders of the user's cache. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/user_cache.h"

#define FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

bool user_cache_owns(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Makes a folder in one that the user owns: root does not leave folders in other people's. */
static bool make(char *path)
{
	char *slash = strrchr(path, '/');
	struct stat st;
	bool own;

	if (!slash || slash == path)
		return false;
	*slash = 0;
	own = !stat(path, &st) && st.st_uid == geteuid();
	*slash = '/';
	return own && (!mkdir(path, 0700) || errno == EEXIST);
}

/* Opens what holds all caches of the user. The path to it may have links: the user made them. */
static int open_base(bool create)
{
	const char *base = secure_getenv("XDG_CACHE_HOME"), *below = "";
	char path[PATH_MAX];
	int fd;

	if (!base || base[0] != '/') {
		base = secure_getenv("HOME");
		below = "/.cache";
	}
	if (!base || base[0] != '/' || strlen(base) > sizeof(path) - 64)
		return -1;
	snprintf(path, sizeof(path), "%s%s", base, below);
	fd = open(path, FLAGS);
	if (fd < 0 && errno == ENOENT && create && make(path))
		fd = open(path, FLAGS);
	return fd;
}

/* Opens a folder in a folder, whose descriptor it closes. */
static int enter(int parent, const char *name, bool create)
{
	struct stat st;
	int fd;

	if (parent < 0)
		return -1;
	fd = openat(parent, name, FLAGS | O_NOFOLLOW);
	if (fd < 0 && errno == ENOENT && create && !fstat(parent, &st) && st.st_uid == geteuid() &&
	    (!mkdirat(parent, name, 0700) || errno == EEXIST))
		fd = openat(parent, name, FLAGS | O_NOFOLLOW);
	close(parent);
	if (fd >= 0 && (fstat(fd, &st) || !user_cache_owns(&st))) {
		close(fd);
		return -1;
	}
	return fd;
}

int user_cache_open(const char *name, bool create)
{
	return enter(enter(open_base(create), "pmc", create), name, create);
}

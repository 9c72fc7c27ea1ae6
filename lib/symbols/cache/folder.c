/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads and writes files of the user's cache. A cache may always fail: nobody is told. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/user_cache.h"
#include "lib/profile/file.h"
#include "lib/profile/model/huge.h"
#include "lib/symbols/cache/folder.h"

#define LARGEST_SUM ((uint64_t)256 << 20)
#define MOST_FILES  4096
#define NAME	    48 /* room for a file's name */

/* A file of the folder, for making room. */
struct cached {
	char name[NAME];
	struct timespec used;
	uint64_t size;
};

/* ---- Making room ---- */

/* Is it a name that this cache gives, or gave to a file that it did not finish? */
static bool is_ours(const char *name)
{
	return strlen(name) < NAME && strspn(name, "0123456789abcdef") == 16 &&
	       (!name[16] || !strncmp(name + 16, ".new", 4));
}

static int by_use(const void *a, const void *b)
{
	const struct cached *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return x->used.tv_nsec < y->used.tv_nsec ? -1 : x->used.tv_nsec > y->used.tv_nsec;
}

/* Lists the folder's files; returns how many. */
static size_t list(DIR *dir, struct cached *files, size_t most)
{
	struct dirent *entry;
	struct stat st;
	size_t n = 0;

	while (n < most && (entry = readdir(dir))) {
		if (!is_ours(entry->d_name) ||
		    fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		strcpy(files[n].name, entry->d_name);
		files[n].used = st.st_mtim;
		files[n++].size = st.st_size;
	}
	return n;
}

static void make_room(int folder, uint64_t needed)
{
	struct cached *files = malloc(MOST_FILES * sizeof(*files));
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	uint64_t sum = needed;
	size_t n, i;

	if (files && dir) {
		n = list(dir, files, MOST_FILES);
		qsort(files, n, sizeof(*files), by_use);
		for (i = 0; i < n; i++)
			sum += files[i].size;
		/* A full list may not be all: half of it goes. */
		for (i = 0; i < n && (sum > LARGEST_SUM || (n == MOST_FILES && i < n / 2)); i++) {
			unlinkat(folder, files[i].name, 0);
			sum -= files[i].size;
		}
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
	free(files);
}

/* ---- Files ---- */

static bool read_all(int fd, char *bytes, size_t size)
{
	size_t have = 0;

	while (have < size) {
		ssize_t n = read(fd, bytes + have, size - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		have += n;
	}
	return true;
}

void *cache_folder_read(uint64_t name, size_t *size)
{
	int folder = user_cache_open("symbols", false), fd;
	char *bytes = NULL, text[NAME];
	struct stat st;

	if (folder < 0)
		return NULL;
	snprintf(text, sizeof(text), "%016" PRIx64, name);
	fd = openat(folder, text, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	close(folder);
	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && user_cache_owns(&st) && st.st_size > 0 &&
	    (uint64_t)st.st_size <= CACHE_LARGEST)
		bytes = huge_alloc(st.st_size);
	if (bytes && !read_all(fd, bytes, st.st_size)) {
		free(bytes);
		bytes = NULL;
	}
	if (bytes) {
		*size = st.st_size;
		futimens(fd, NULL); /* it was used now */
	}
	close(fd);
	return bytes;
}

void cache_folder_write(uint64_t name, const void *bytes, size_t size)
{
	char text[NAME], new[NAME];
	bool written;
	int folder, fd;

	if (size > CACHE_LARGEST)
		return;
	folder = user_cache_open("symbols", true);
	if (folder < 0)
		return;
	make_room(folder, size);
	snprintf(text, sizeof(text), "%016" PRIx64, name);
	snprintf(new, sizeof(new), "%016" PRIx64 ".new%d", name, (int)getpid());
	unlinkat(folder, new, 0);
	fd = openat(folder, new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd >= 0) {
		written = !file_write_all(fd, bytes, size);
		written &= !close(fd);
		if (!written || renameat(folder, new, folder, text))
			unlinkat(folder, new, 0);
	}
	close(folder);
}

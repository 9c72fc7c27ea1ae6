/* SPDX-License-Identifier: BSD-2-Clause */
/* Files appear by rename(2), and are never written to again. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/backends/emulated/kept/folder.h"
#include "lib/base/user_cache.h"
#include "lib/profile/file.h"

#define LARGEST_SUM ((u64)1 << 30)
#define MOST_FILES  512u
#define NAME	    96	 /* room for a name */
#define STALE	    3600 /* after so many seconds nobody writes to an unfinished file any more */

static u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (u64)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool is_private(const struct stat *st)
{
	return user_cache_owns(st) && !(st->st_mode & 077);
}

int folder_open(void)
{
	int fd = user_cache_open("translations", true);
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && is_private(&st)))
		return fd;
	close(fd);
	return -1;
}

/* ---- Names ---- */

static void name_of(const struct kept_file *f, char name[NAME])
{
	snprintf(name, NAME, "%016" PRIx64 "-%016" PRIx64 "-%016" PRIx64 "-%08x-%08x-%x", f->used,
		 f->maker, f->entry.program, f->entry.size, f->entry.n_traces,
		 (unsigned)f->entry.paired);
}

static bool parse(const char *name, struct kept_file *f)
{
	char again[NAME];

	memset(f, 0, sizeof(*f));
	if (sscanf(name,
		   "%16" SCNx64 "-%16" SCNx64 "-%16" SCNx64 "-%8" SCNx32 "-%8" SCNx32 "-%1" SCNx32,
		   &f->used, &f->maker, &f->entry.program, &f->entry.size, &f->entry.n_traces,
		   &f->entry.paired) != 6)
		return false;
	name_of(f, again);
	return !strcmp(name, again) && f->entry.paired <= 1;
}

static bool is_unfinished(const char *name)
{
	return !strncmp(name, "new-", 4);
}

/* ---- Listing ---- */

static int by_use(const void *a, const void *b)
{
	const struct kept_file *x = a, *y = b;

	return x->used < y->used ? 1 : x->used > y->used ? -1 : 0;
}

static DIR *open_list(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (fd >= 0 && !dir)
		close(fd);
	return dir;
}

size_t folder_list(int folder, struct kept_file **files)
{
	DIR *dir = open_list(folder);
	struct dirent *entry;
	size_t n = 0;

	*files = dir ? malloc(MOST_FILES * sizeof(**files)) : NULL;
	while (*files && n < MOST_FILES && (entry = readdir(dir)))
		if (parse(entry->d_name, *files + n))
			n++;
	if (dir)
		closedir(dir);
	if (n)
		qsort(*files, n, sizeof(**files), by_use);
	return n;
}

/* ---- Files ---- */

/* Opens a file of that size to read it. -1: it is not to be used. */
static int open_file(int folder, const char *name, u64 size)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && is_private(&st) && (u64)st.st_size == size)
		return fd;
	close(fd);
	return -1;
}

int folder_read(int folder, const struct kept_file *file)
{
	char name[NAME];

	name_of(file, name);
	return open_file(folder, name, file->entry.size * KEPT_UNIT);
}

bool folder_read_small(int folder, const char *name, void *to, size_t size)
{
	int fd = open_file(folder, name, size);
	bool done;

	if (fd < 0)
		return false;
	done = read(fd, to, size) == (ssize_t)size;
	close(fd);
	return done;
}

/* The kernel would send SIGXFSZ. */
static bool may_write(u64 size)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) &&
	       (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= size);
}

static bool copy(int to, int from, u64 size)
{
	void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, from, 0);
	bool done;

	if (bytes == MAP_FAILED)
		return false;
	done = !file_write_all(to, bytes, size);
	munmap(bytes, size);
	return done;
}

/* Begins a file that appears later; new: its name until then. Returns a descriptor, or -1. */
static int begin_file(int folder, char new[NAME])
{
	snprintf(new, NAME, "new-%d-%016" PRIx64, (int)getpid(), now());
	return openat(folder, new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* It appears if all of it was written, else it goes. */
static void end_file(int folder, const char *new, int fd, bool done, const char *name)
{
	done &= !close(fd);
	if (!done || renameat(folder, new, folder, name))
		unlinkat(folder, new, 0);
}

void folder_write(int folder, const struct kept_file *file, int from, const void *behind, u64 more)
{
	u64 size = file->entry.size * KEPT_UNIT;
	struct kept_file dated = *file;
	char name[NAME], new[NAME];
	bool done;
	int fd;

	if (!may_write(size))
		return;
	dated.used = now();
	name_of(&dated, name);
	fd = begin_file(folder, new);
	if (fd < 0)
		return;
	done = copy(fd, from, size - more) && (!more || !file_write_all(fd, behind, more));
	end_file(folder, new, fd, done, name);
}

void folder_write_small(int folder, const char *name, const void *bytes, size_t size)
{
	char new[NAME];
	int fd = may_write(size) ? begin_file(folder, new) : -1;

	if (fd >= 0)
		end_file(folder, new, fd, !file_write_all(fd, bytes, size), name);
}

void folder_remove(int folder, const struct kept_file *file)
{
	char name[NAME];

	name_of(file, name);
	unlinkat(folder, name, 0);
}

void folder_touch(int folder, const struct kept_file *file)
{
	struct kept_file dated = *file;
	char name[NAME], before[NAME];

	dated.used = now();
	name_of(file, before);
	name_of(&dated, name);
	renameat(folder, before, folder, name);
}

/* ---- Making room ---- */

/* Removes what somebody began to write and did not finish. */
static void remove_unfinished(int folder)
{
	DIR *dir = open_list(folder);
	time_t since = time(NULL) - STALE;
	struct dirent *entry;
	struct stat st;

	while (dir && (entry = readdir(dir)))
		if (is_unfinished(entry->d_name) &&
		    !fstatat(folder, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) &&
		    st.st_mtime < since)
			unlinkat(folder, entry->d_name, 0);
	if (dir)
		closedir(dir);
}

static bool is_outdated(const struct kept_file *files, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (files[k].maker == files[i].maker &&
		    files[k].entry.program == files[i].entry.program)
			return true;
	return false;
}

void folder_make_room(int folder)
{
	struct kept_file *files;
	size_t n = folder_list(folder, &files);
	u64 bytes = 0;

	for (size_t i = 0; i < n; i++) {
		bytes += files[i].entry.size * KEPT_UNIT;
		/* A full list may not be all: half of it goes. */
		if (bytes <= LARGEST_SUM && !is_outdated(files, i) && (n < MOST_FILES || i < n / 2))
			continue;
		bytes -= files[i].entry.size * KEPT_UNIT;
		folder_remove(folder, &files[i]);
	}
	free(files);
	remove_unfinished(folder);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the values that registers had before backend msr wrote them in a file, which survives a
 * SIGKILL. It has one line for each write: CPU ADDRESS BEFORE NOW MASK. Its process locks the file.
 * When the lock is free, the next process restores the values, last written first, except where
 * another tool has written the register since.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/backends/msr/journal.h"
#include "lib/backends/msr/regs.h"

#define FOLDER "/run"
#define PREFIX "pmc-msr."

int msr_is_ours(int fd, const struct msr_written *w)
{
	u64 value;
	int err = msr_read(fd, w->address, &value);

	return err ? err : !((value ^ w->now) & w->mask);
}

void msr_put_back(int fd, const struct msr_written *w)
{
	u64 value;

	if (!msr_read(fd, w->address, &value) && !((value ^ w->now) & w->mask))
		msr_write(fd, w->address, (value & ~w->mask) | (w->before & w->mask));
}

/*
 * Is the file still in its folder? Another pmc may have taken it for one that was left behind, and
 * removed it.
 */
static bool is_linked(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && st.st_nlink;
}

int msr_journal_create(char path[MSR_JOURNAL_PATH])
{
	int fd;

	for (;;) {
		strcpy(path, FOLDER "/" PREFIX "XXXXXX");
		fd = mkostemp(path, O_APPEND | O_CLOEXEC);
		if (fd < 0)
			return -errno;
		if (!flock(fd, LOCK_EX) && is_linked(fd))
			return fd;
		close(fd);
	}
}

int msr_journal_add(int fd, const struct msr_written *w)
{
	char line[96];
	int n = snprintf(line, sizeof(line),
			 "%u %#" PRIx32 " %#" PRIx64 " %#" PRIx64 " %#" PRIx64 "\n", w->cpu,
			 w->address, (uint64_t)w->before, (uint64_t)w->now, (uint64_t)w->mask);

	return write(fd, line, (size_t)n) == n ? 0 : -errno;
}

void msr_journal_destroy(int fd, const char *path)
{
	unlink(path);
	close(fd);
}

/* False: out of memory, and nothing was restored. */
static bool put_all_back(FILE *f)
{
	struct msr_written *was = NULL, *grown;
	uint64_t before, now, mask;
	uint32_t address;
	unsigned cpu;
	size_t n = 0;
	int fd;

	while (fscanf(f, "%u %" SCNx32 " %" SCNx64 " %" SCNx64 " %" SCNx64, &cpu, &address, &before,
		      &now, &mask) == 5) {
		if (!(n & (n - 1))) {
			grown = realloc(was, (n ? n * 2 : 1) * sizeof(*was));
			if (!grown) {
				free(was);
				return false;
			}
			was = grown;
		}
		was[n++] = (struct msr_written){ cpu, address, before, now, mask };
	}
	while (n-- > 0) {
		fd = msr_open(was[n].cpu);
		if (fd < 0)
			continue;
		msr_put_back(fd, &was[n]);
		close(fd);
	}
	free(was);
	return true;
}

void msr_journal_recover(void)
{
	DIR *dir = opendir(FOLDER);
	struct dirent *e;
	FILE *f;
	int fd;

	while (dir && (e = readdir(dir))) {
		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)))
			continue;
		fd = openat(dirfd(dir), e->d_name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		f = fd < 0 ? NULL : fdopen(fd, "r");
		if (!f) {
			if (fd >= 0)
				close(fd);
			continue;
		}
		if (!flock(fd, LOCK_EX | LOCK_NB) && is_linked(fd) && put_all_back(f))
			unlinkat(dirfd(dir), e->d_name, 0);
		fclose(f);
	}
	if (dir)
		closedir(dir);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What registers held before backend msr wrote them, in a file that outlives a SIGKILL. The file is named after
 * its process; when that is gone, whoever comes next puts the values back, the last written first.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/msr.h"

#define FOLDER "/run"
#define PREFIX "pmc-msr."

static void name_of(long pid, char path[64])
{
	snprintf(path, 64, FOLDER "/" PREFIX "%ld", pid);
}

int msr_keep_open(void)
{
	char path[64];
	int fd;

	name_of(getpid(), path);
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
	return fd < 0 ? -errno : fd;
}

int msr_keep_add(int fd, unsigned cpu, u32 address, u64 value)
{
	char line[64];
	int n = snprintf(line, sizeof(line), "%u %#" PRIx32 " %#" PRIx64 "\n", cpu, address, value);

	return write(fd, line, (size_t)n) == n ? 0 : -errno;
}

void msr_keep_close(int fd)
{
	char path[64];

	name_of(getpid(), path);
	unlink(path);
	close(fd);
}

/* One line per register; the first that was said of a register is what it held. */
static void put_back(const char *path)
{
	FILE *f = fopen(path, "re");
	unsigned cpu[512];
	uint32_t address[512];
	uint64_t value[512];
	int n = 0, fd;

	while (f && n < 512 && fscanf(f, "%u %" SCNx32 " %" SCNx64, &cpu[n], &address[n], &value[n]) == 3)
		n++;
	if (f)
		fclose(f);
	while (n-- > 0) {
		fd = msr_open(cpu[n]);
		if (fd < 0)
			continue;
		msr_write(fd, address[n], value[n]);
		close(fd);
	}
	unlink(path);
}

void msr_recover(void)
{
	DIR *dir = opendir(FOLDER);
	struct dirent *e;
	char path[64];
	long pid;

	while (dir && (e = readdir(dir))) {
		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)))
			continue;
		pid = strtol(e->d_name + strlen(PREFIX), NULL, 10);
		if (pid <= 0 || !kill((pid_t)pid, 0) || errno != ESRCH)
			continue;
		name_of(pid, path);
		put_back(path);
	}
	if (dir)
		closedir(dir);
}

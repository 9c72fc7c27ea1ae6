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

int msr_keep_open(char path[MSR_KEEP_PATH])
{
	unsigned i;
	int fd;

	/* Each set has its own: one that is let go takes none of another's away. */
	for (i = 0;; i++) {
		snprintf(path, MSR_KEEP_PATH, FOLDER "/" PREFIX "%ld.%u", (long)getpid(), i);
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
		if (fd >= 0 || errno != EEXIST)
			return fd < 0 ? -errno : fd;
	}
}

int msr_keep_add(int fd, unsigned cpu, u32 address, u64 value)
{
	char line[64];
	int n = snprintf(line, sizeof(line), "%u %#" PRIx32 " %#" PRIx64 "\n", cpu, address, value);

	return write(fd, line, (size_t)n) == n ? 0 : -errno;
}

void msr_keep_close(int fd, const char *path)
{
	unlink(path);
	close(fd);
}

struct kept {
	unsigned cpu;
	uint32_t address;
	uint64_t value;
};

static void write_back(const struct kept *k)
{
	int fd = msr_open(k->cpu);

	if (fd < 0)
		return;
	msr_write(fd, k->address, k->value);
	close(fd);
}

/* One line per register; the first that was said of a register is what it held. Without memory the file stays. */
static void put_back(const char *path)
{
	FILE *f = fopen(path, "re");
	struct kept *kept = NULL, *grown, k;
	size_t n = 0, room = 0;

	while (f && fscanf(f, "%u %" SCNx32 " %" SCNx64, &k.cpu, &k.address, &k.value) == 3) {
		if (n == room) {
			room = room ? 2 * room : 64;
			grown = realloc(kept, room * sizeof(*kept));
			if (!grown)
				goto out;
			kept = grown;
		}
		kept[n++] = k;
	}
	while (n > 0)
		write_back(&kept[--n]);
	unlink(path);
out:
	if (f)
		fclose(f);
	free(kept);
}

void msr_recover(void)
{
	DIR *dir = opendir(FOLDER);
	struct dirent *e;
	char path[sizeof(FOLDER) + sizeof(e->d_name)];
	long pid;

	while (dir && (e = readdir(dir))) {
		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)))
			continue;
		pid = strtol(e->d_name + strlen(PREFIX), NULL, 10);
		if (pid <= 0 || !kill((pid_t)pid, 0) || errno != ESRCH)
			continue;
		snprintf(path, sizeof(path), FOLDER "/%s", e->d_name);
		put_back(path);
	}
	if (dir)
		closedir(dir);
}

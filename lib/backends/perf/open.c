/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_event_open(2). */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/backends/perf/open.h"
#include "lib/base/limits.h"

int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group)
{
	long fd;

	do {
		fd = syscall(SYS_perf_event_open, attr, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
	} while (fd < 0 && errno == EMFILE && limits_raise_files());
	return fd < 0 ? -errno : (int)fd;
}

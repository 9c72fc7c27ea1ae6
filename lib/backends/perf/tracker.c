/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a command or anything that it has started still runs.
 *
 * The kernel reports POLLHUP for every event without a ring, so the event needs one, although
 * nothing is ever written to it. An inherited event may have a ring only if it is bound to a CPU;
 * where the tasks run does not matter.
 */
#include "lib/backends/perf/tracker.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/backends/perf/open.h"
#include "lib/base/proc.h"
#include "lib/set/command.h"

static size_t ring_size(void)
{
	return 2 * (size_t)sysconf(_SC_PAGESIZE);
}

static int first_cpu(void)
{
	char text[64];

	return proc_read("/sys/devices/system/cpu/online", text, sizeof(text)) > 0 ? atoi(text) : 0;
}

void perf_tracker_open(struct pmc_command *command)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	void *ring;
	int fd;

	perf_tracker_close(command);
	fd = perf_open(&attr, command->pid, first_cpu(), -1);
	if (fd < 0)
		return;
	ring = mmap(NULL, ring_size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (ring == MAP_FAILED) {
		close(fd);
		return;
	}
	command->tracker_fd = fd;
	command->tracker_ring = ring;
}

void perf_tracker_close(struct pmc_command *command)
{
	if (command->tracker_fd < 0)
		return;
	munmap(command->tracker_ring, ring_size());
	close(command->tracker_fd);
	command->tracker_fd = -1;
}

int perf_tracker_poll(const struct pmc_command *command)
{
	struct pollfd p = { .fd = command->tracker_fd, .events = POLLIN };

	if (command->tracker_fd < 0)
		return -EOPNOTSUPP;
	return poll(&p, 1, 0) < 1 || !(p.revents & POLLHUP);
}

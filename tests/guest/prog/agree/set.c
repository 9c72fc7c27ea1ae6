/* SPDX-License-Identifier: BSD-2-Clause */
/* Sets of the module, and perf's events. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/guest/prog/agree/set.h"
#include "tests/guest/prog/dev/result.h"

struct pmc_ioctl_info about;
unsigned n_events;

static struct pmc_ioctl_event event[EVENTS];
static uint64_t config[EVENTS];

void choose(void)
{
	int fd = dev();

	about.size = sizeof(about);
	if (ioctl(fd, PMC_IOC_INFO, &about))
		exit(2);
	close(fd);
	config[0] = 0xc0;
	config[1] = about.family == AMD ? 0xc2 : 0xc4;
	config[2] = 0xc0;
	event[0].counters = event[1].counters = about.general;
	event[0].select = 0x410000 | config[0];
	event[1].select = 0x410000 | config[1];
	event[2].counters = 1ull << 32;
	event[2].fixed = 2;
	n_events = about.fixed & 1 ? 3 : 2;
}

int open_set(unsigned which, unsigned n, unsigned flags, unsigned target, int id)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)&event[which],
		.n = n,
		.event_size = sizeof(event[0]),
	};
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };
	int fd = dev();

	if (ioctl(fd, PMC_IOC_SETUP, &s) || ioctl(fd, PMC_IOC_ATTACH, &a)) {
		result(0, "a set is set up and attached: %s", strerror(errno));
		exit(1);
	}
	return fd;
}

void begin(struct counting *c, int perf)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW,
					.size = sizeof(attr),
					.disabled = 1,
					.inherit = 1,
					.exclude_kernel = 1 };
	unsigned i;

	c->perf = perf;
	if (!perf) {
		c->fd[0] = open_set(0, n_events, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
		return;
	}
	for (i = 0; i < n_events; i++) {
		attr.config = config[i];
		c->fd[i] = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
					PERF_FLAG_FD_CLOEXEC);
		if (c->fd[i] < 0) {
			result(0, "perf counts: %s", strerror(errno));
			exit(1);
		}
	}
}

void end(struct counting *c)
{
	unsigned i;

	for (i = 0; i < (c->perf ? n_events : 1); i++)
		close(c->fd[i]);
}

void read_set(int fd, unsigned n, uint64_t *value)
{
	struct pmc_ioctl_count count[EVENTS];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = n, .counts = (uintptr_t)count };
	unsigned i;

	if (ioctl(fd, PMC_IOC_READ, &r)) {
		result(0, "read: %s", strerror(errno));
		exit(1);
	}
	for (i = 0; i < n; i++)
		value[i] = count[i].value;
}

void values(struct counting *c, uint64_t *value)
{
	unsigned i;

	if (!c->perf)
		read_set(c->fd[0], n_events, value);
	for (i = 0; c->perf && i < n_events; i++)
		if (read(c->fd[i], &value[i], sizeof(value[i])) != sizeof(value[i]))
			exit(1);
}

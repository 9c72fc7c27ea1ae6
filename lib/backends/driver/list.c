/* SPDX-License-Identifier: BSD-2-Clause */
/* Who counts on a CPU, or counts a thread, as /dev/pmc tells it. */
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/backends/driver/device.h"
#include "lib/backends/driver/list.h"
#include "lib/backends/driver/why.h"
#include "lib/base/capability.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/rdpmc.h"

static int refuse(enum driver_call call, int err, struct pmc_diag *diag)
{
	struct driver_facts facts = { .call = call, .error = err, .use = PMC_USE_ANY };
	char reason[320], way[320];

	driver_gather(&facts);
	driver_sentence(&facts, reason, sizeof(reason), way, sizeof(way));
	err = driver_error(&facts);
	/* A device without its module: -ENOENT is a CPU that is missing. */
	return diag_say(diag, err == -ENOENT ? -ENODEV : err, "backend driver: %s%s%s", reason,
			*way ? "; to fix this, " : "", way);
}

/* of: a CPU, or with PMC_LIST_THREAD a thread. */
static int ask(int fd, unsigned of, unsigned flags, struct driver_list *list, struct pmc_diag *diag)
{
	struct pmc_ioctl_list call = {
		.size = sizeof(call),
		.cpu = of,
		.flags = flags,
		.holdings = (uintptr_t)list->holding,
		.n = DRIVER_HOLDINGS,
		.holding_size = sizeof(list->holding[0]),
	};
	struct pmc_ioctl_info info;
	int err = driver_info(fd, &info, &list->pmu);

	if (err)
		return refuse(DRIVER_INFO, err, diag);
	list->sets = info.held;
	list->tsc_khz = info.tsc_khz ? info.tsc_khz : 1;
	if (!ioctl(fd, PMC_IOC_LIST, &call)) {
		list->tsc = rdtsc();
		list->now_ns = clock_now();
		list->n = call.n;
		list->total = call.total;
		return 0;
	}
	err = -errno;
	switch (err) {
	case -ENXIO:
		return diag_say(diag, -ENOENT, "CPU %u is offline", of);
	case -ESRCH:
		return diag_say(diag, err, "there is no thread %u", of);
	case -EPERM:
		return diag_say(diag, err,
				"you may not read thread %u: that takes a set of your own that "
				"counts it, the right to trace it, root, or CAP_PERFMON",
				of);
	case -ENOTTY:
	case -EINVAL: /* an older module, without PMC_LIST_THREAD */
		return refuse(DRIVER_INFO, -EPROTO, diag);
	}
	return diag_say(diag, err, "backend driver: the module does not tell who counts: %s",
			strerror(-err));
}

static int open_and_ask(unsigned of, unsigned flags, struct driver_list *list,
			struct pmc_diag *diag)
{
	int fd = driver_open(), err;

	if (fd < 0)
		return refuse(DRIVER_OPEN, fd, diag);
	memset(list, 0, sizeof(*list));
	err = ask(fd, of, flags, list, diag);
	close(fd);
	return err;
}

int driver_list(unsigned cpu, struct driver_list *list, struct pmc_diag *diag)
{
	return open_and_ask(cpu, 0, list, diag);
}

int driver_list_thread(pid_t tid, bool quiet, struct driver_list *list, struct pmc_diag *diag)
{
	return open_and_ask((unsigned)tid, PMC_LIST_THREAD | (quiet ? PMC_LIST_QUIET : 0), list,
			    diag);
}

bool driver_shows_all(void)
{
	return capability_has(CAP_SYS_ADMIN) || capability_has(CAPABILITY_PERFMON);
}

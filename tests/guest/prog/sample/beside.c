/* SPDX-License-Identifier: BSD-2-Clause */
/* A user who samples too often, and root's samples of the same CPU. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/* Handling one takes some 400 of these on a kernel with checks, else a hundredth of that. */
#define PERIOD 200003

/* Samples itself every 40 instructions. Its exit status tells whether it was throttled. */
static void too_often(void)
{
	struct pmc_ioctl_event e = instructions(0, 40);
	struct sampling s;

	must(!setresgid(1000, 1000, 1000) && !setresuid(1000, 1000, 1000), "a user");
	/* The ring has room for what is taken until then, and nobody is woken up for it. */
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 128);
	must(!ioctl(s.fd, PMC_IOC_START, 0), "starting");
	loop(300000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(ring(&s, 0)->throttled > 1000 && total(&s) == value_of(&s, 1) / 40,
	       "a user who samples too often: %" PRIu64 " samples, %" PRIu64 " throttled",
	       (uint64_t)ring(&s, 0)->samples, (uint64_t)ring(&s, 0)->throttled);
	_exit(failed);
}

/* A logical processor of a Pentium 4, say, may have too few counters for both at once. */
static int both_fit(void)
{
	struct pmc_ioctl_event e[2] = { instructions(0, PERIOD), instructions(0, 40) };
	int fd = dev(), err = setup(fd, e, 2, 0, NULL);

	if (!err)
		err = attach(fd, PMC_TARGET_CPU, 0, NULL);
	close(fd);
	return err != ENOSPC;
}

void mode_beside(unsigned n)
{
	struct pmc_ioctl_event e = instructions(0, PERIOD);
	struct sampling s;
	uint64_t count;
	int status = -1;
	pid_t pid;

	(void)n;
	if (!both_fit()) {
		result(1, "two events of instructions do not fit here");
		return;
	}
	stay_on(0);
	s = begin(&e, 1, 0, PMC_TARGET_CPU, 0, 16);
	must(!ioctl(s.fd, PMC_IOC_START, 0), "starting");
	pid = fork();
	if (!pid)
		too_often();
	waitpid(pid, &status, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(!status && ring(&s, 0)->samples == count / PERIOD && total(&s) == count / PERIOD &&
		       count > 4800000,
	       "takes no sample from root: %" PRIu64 " of %" PRIu64 ", %" PRIu64 " lost, %" PRIu64
	       " missed, %" PRIu64 " throttled",
	       (uint64_t)ring(&s, 0)->samples, count / PERIOD, (uint64_t)ring(&s, 0)->lost,
	       (uint64_t)ring(&s, 0)->missed, (uint64_t)ring(&s, 0)->throttled);
	end(&s);
}

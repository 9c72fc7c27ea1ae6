/* SPDX-License-Identifier: BSD-2-Clause */
/* The time-stamp counter of a thread alone: it stands while the thread sleeps. */
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

void mode_tsc(long n)
{
	struct pmc_ioctl_read r1, r2;
	int fd = dev();

	(void)n;
	is(setup(fd, NULL, 0, 0), 0, "a set without events");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "attached");
	call(fd, PMC_IOC_START, 0);
	spin(1000000);
	read_all(fd, NULL, 0, &r1);
	usleep(200000);
	read_all(fd, NULL, 0, &r2);
	result(r1.tsc > 100000, "time that it ran is counted");
	result(r2.tsc - r1.tsc < 100ull * about.tsc_khz, "and not time that it slept");
	close(fd);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A frequency: the driver adapts the period. */
#include <inttypes.h>
#include <sys/ioctl.h>
#include <time.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

void mode_rate(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 4000);
	struct timespec a, b;
	struct sampling s;
	uint64_t before, n;
	double seconds;

	(void)n_;
	e.flags = PMC_EVENT_FREQUENCY;
	s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1024);
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(500000); /* while it adapts itself */
	before = total(&s);
	clock_gettime(CLOCK_MONOTONIC, &a);
	loop(5000000);
	clock_gettime(CLOCK_MONOTONIC, &b);
	n = total(&s) - before;
	ioctl(s.fd, PMC_IOC_STOP, 0);
	seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
	result((double)n > 3200 * seconds && (double)n < 4800 * seconds,
	       "%" PRIu64 " samples in %.3f s at 4000 a second", n, seconds);
	end(&s);
}

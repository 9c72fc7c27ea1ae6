/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counters that overflow: the driver carries the rest in its sum, and leaves no overflow to whoever
 * has the PMU next.
 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"
#include "tests/guest/prog/driver/modes.h"

enum { GLOBAL_STATUS = 0x38e };
#define AMD_GLOBAL_STATUS 0xc0000300u

/* When the last set is closed no CPU's status has an overflow: Linux's perf would warn of it. */
static void nothing_left(void)
{
	struct pmc_ioctl_msr m = { .size = sizeof(m) };
	int fd = dev(), cpus = (int)sysconf(_SC_NPROCESSORS_ONLN), left = 0;

	m.address = about.family == AMD ? AMD_GLOBAL_STATUS : GLOBAL_STATUS;
	for (m.cpu = 0; (int)m.cpu < cpus; m.cpu++)
		left += !ioctl(fd, PMC_IOC_MSR, &m) && m.value << 1; /* without bit 63 */
	result(!left, "overflows are left on %d of %d CPUs", left, cpus);
	close(fd);
}

void mode_wrap(long n)
{
	uint64_t before, after, top = (1ull << about.general_width) - 1;
	int fd = counting(0, PMC_TARGET_SELF, 0), i, bad = 0;

	(void)n;
	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < 200; i++) {
		call(fd, PMC_IOC_STOP, 0);
		if (put_counters(i % 2 ? top - 5000 : top - 100)) {
			result(0, "the counters can be put near their end: %s", strerror(errno));
			return;
		}
		call(fd, PMC_IOC_START, 0);
		before = value(fd);
		spin(10000);
		after = value(fd);
		/* The loop's instructions, and those of the calls around it. */
		bad += after - before < 30000 || after - before > 31000;
	}
	result(!bad, "200 wraps of %u bits", about.general_width);
	close(fd);
	nothing_left();
}

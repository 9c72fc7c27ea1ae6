/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters that overflow: the driver carries the rest in its sum. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"
#include "tests/guest/prog/driver/modes.h"

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
}

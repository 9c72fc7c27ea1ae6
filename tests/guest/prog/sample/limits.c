/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings that are full or spoilt, and samples that come too often. */
#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/* So seldom that a kernel with checks throttles nothing. */
void mode_full(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 20011);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1);
	uint64_t n = 0, count;

	(void)n_;
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(800000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(ring(&s, 0)->lost > 0, "%" PRIu64 " were lost", ring(&s, 0)->lost);
	result(total(&s) == count / 20011, "with them, %" PRIu64 " samples of %" PRIu64, total(&s),
	       count / 20011);
	while (take(ring(&s, 0), &record, sizeof(record)))
		n++;
	result(n == ring(&s, 0)->samples && n == 4096 / sizeof(struct pmc_ioctl_sample),
	       "%" PRIu64 " are whole in the ring", n);
	/*
	 * Now the ring has room again. A reader that writes nonsense loses samples, and nothing
	 * else.
	 */
	ring(&s, 0)->tail = 12345678901ull;
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(400000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(ring(&s, 0)->samples == n && total(&s) == value_of(&s, 1) / 20011,
	       "a tail that cannot be");
	memset(s.memory, 0xff, 4096);
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(400000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	/* The kernel writes its own numbers again as they change, and writes nowhere else. */
	result(ring(&s, 0)->lost == value_of(&s, 1) / 20011 - n,
	       "a header that was overwritten: %" PRIu64 " lost of %" PRIu64, ring(&s, 0)->lost,
	       value_of(&s, 1) / 20011);
	end(&s);
}

void mode_often(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 40);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_SELF, 0, 1024);
	uint64_t count;

	(void)n_;
	ioctl(s.fd, PMC_IOC_START, 0);
	loop(1000000);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	count = value_of(&s, 1);
	result(ring(&s, 0)->throttled > ring(&s, 0)->samples,
	       "%" PRIu64 " samples, %" PRIu64 " throttled", ring(&s, 0)->samples,
	       ring(&s, 0)->throttled);
	result(total(&s) == count / 40, "together %" PRIu64 ", by arithmetic %" PRIu64, total(&s),
	       count / 40);
	end(&s);
}

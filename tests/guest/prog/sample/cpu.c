/* SPDX-License-Identifier: BSD-2-Clause */
/* A whole CPU. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

void mode_cpu(unsigned n_)
{
	struct pmc_ioctl_event e = instructions(0, 10007);
	struct sampling s = begin(&e, 1, 0, PMC_TARGET_CPU, 0, 256);
	uint64_t n = 0, in = 0, late = 0;
	pid_t pid;

	(void)n_;
	stay_on(0);
	ioctl(s.fd, PMC_IOC_START, 0);
	pid = fork();
	if (!pid) {
		loop(200000);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ioctl(s.fd, PMC_IOC_STOP, 0);
	result(total(&s) == value_of(&s, 1) / 10007,
	       "a CPU: %" PRIu64 " samples, by arithmetic %" PRIu64, total(&s),
	       value_of(&s, 1) / 10007);
	while (take(ring(&s, 0), &record, sizeof(record))) {
		n++;
		in += record.head.pid == (uint32_t)pid && place(record.head.ip) >= 0;
		late += !!(record.head.flags & PMC_SAMPLE_LATE);
	}
	/* Another process may have its turn on this CPU, too. */
	result(in >= 317 && in <= n, "%" PRIu64 " of %" PRIu64 " are the child's, in its loop", in,
	       n);
	end(&s);
}

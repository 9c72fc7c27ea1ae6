/* SPDX-License-Identifier: BSD-2-Clause */
/* Processes that are killed while they are sampled. */
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

void mode_storm(unsigned n)
{
	unsigned seed = 1;

	for (unsigned i = 0; i < n; i++) {
		pid_t pid = fork();

		seed = seed * 1103515245 + 12345;
		if (!pid) {
			struct pmc_ioctl_event e = instructions(0, 200 + seed / 65536 % 3000);
			struct sampling s;

			e.sample = PMC_SAMPLE_COUNTS | PMC_SAMPLE_USER_CHAIN;
			s = begin(&e, 1, i & 1 ? PMC_SETUP_INHERIT : 0, PMC_TARGET_SELF, 0, 1);
			ioctl(s.fd, PMC_IOC_START, 0);
			if (i & 1 && !fork()) {
				loop(20000);
				_exit(0);
			}
			loop(100000000);
			_exit(0);
		}
		usleep(seed / 65536 % 8000);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	result(1, "%u processes were killed while they were sampled", n);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* A set that follows a thread through execve(2). */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

/* Runs a set-user-ID copy of this program, which belongs to root, as a user. */
void mode_exec(long n)
{
	char path[] = "/tmp/setuid", own[256] = "", command[320];
	struct pmc_ioctl_read r = { 0 };
	struct pmc_ioctl_count c = { 0 };
	int fd, status, go[2];
	char byte;
	pid_t pid;

	(void)n;
	if (readlink("/proc/self/exe", own, sizeof(own) - 1) < 0)
		result(0, "its own name");
	snprintf(command, sizeof(command), "cp %s %s && chmod 4755 %s", own, path, path);
	if (system(command))
		result(0, "a copy");
	if (setgid(1000) || setuid(1000))
		result(0, "a user");
	prctl(PR_SET_DUMPABLE, 1);
	if (pipe(go))
		return;
	for (int with = 0; with < 2; with++) {
		pid = fork();
		if (!pid) {
			close(go[1]);
			if (read(go[0], &byte, 1) != 1)
				_exit(1);
			execl(with ? path : own, "driver", "spin", "1000000", NULL);
			_exit(2);
		}
		fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_THREAD, pid);
		result(fd >= 0, "a child is attached");
		call(fd, PMC_IOC_START, 0);
		if (write(go[1], "g", 1) != 1)
			return;
		waitpid(pid, &status, 0);
		read_all(fd, &c, 1, &r);
		if (with)
			result(r.flags & PMC_READ_DROPPED && c.value < 3000000,
			       "a set-user-ID program is not counted: %" PRIu64 ", flags %#x",
			       (uint64_t)c.value, r.flags);
		else
			result(!(r.flags & PMC_READ_DROPPED) && r.flags & PMC_READ_ENDED &&
				       c.value >= 3000000,
			       "another program is: %" PRIu64 ", flags %#x", (uint64_t)c.value,
			       r.flags);
		close(fd);
	}
}

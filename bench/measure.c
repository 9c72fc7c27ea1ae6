/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs a command several times and writes one line per run to a file:
 *
 *	wall-seconds user-seconds system-seconds maximum-resident-KiB exit-status
 *
 * The times are those of the command and all that it waited for; the resident size is that of the
 * largest single process among them.
 *
 *	measure FILE TIMES COMMAND [ARGUMENT...]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval tv)
{
	return (double)tv.tv_sec + (double)tv.tv_usec / 1e6;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	FILE *out;
	int last = 0;

	if (argc < 4) {
		fprintf(stderr, "usage: measure FILE TIMES COMMAND [ARGUMENT...]\n");
		return 2;
	}
	out = fopen(argv[1], "we");
	if (!out) {
		perror(argv[1]);
		return 2;
	}
	for (int i = 0; i < atoi(argv[2]); i++) {
		double start = now(), wall;
		struct rusage ru;
		int status;
		pid_t pid;

		/* vfork: a fork's copied pages would be charged to the command. */
		pid = vfork();
		if (pid < 0) {
			perror("measure: vfork");
			return 2;
		}
		if (!pid) {
			execvp(argv[3], argv + 3);
			_exit(127);
		}
		while (wait4(pid, &status, 0, &ru) < 0)
			if (errno != EINTR)
				return 2;
		wall = now() - start;
		last = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
		fprintf(out, "%.6f %.6f %.6f %ld %d\n", wall, seconds(ru.ru_utime),
			seconds(ru.ru_stime), ru.ru_maxrss, last);
	}
	if (fclose(out)) {
		perror(argv[1]);
		return 2;
	}
	return last;
}

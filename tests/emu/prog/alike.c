/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Forks N times. Each child calls functions that only children call. Prints how many page faults
 * the second child had, the first one that tells its parent what it does, and the last one. (The
 * first child may fill tables that all children are born with from then on.)
 *
 *	alike N
 * cflags: -O1 -Wl,-z,now
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) int parse(const char *s)
{
	return (int)strtol(s, NULL, 0) + (strchr(s, 'x') != NULL);
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static __attribute__((noinline)) int work(void)
{
	int list[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };

	qsort(list, 8, sizeof(list[0]), compare);
	return list[7] + parse("0x10");
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 2;
	long second = 0, last = 0;

	for (int i = 0; i < n; i++) {
		struct rusage usage;
		pid_t pid = fork();
		int status;

		if (!pid)
			_exit(work());
		if (wait4(pid, &status, 0, &usage) != pid || status != 26 << 8)
			return 1;
		last = usage.ru_minflt;
		if (i == 1)
			second = last;
	}
	printf("%ld %ld\n", second, last);
	return 0;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Forks, kills, attaching and closing at odd moments. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/random.h"

static void child_of_storm(void)
{
	int fd;

	switch (chance(5)) {
	case 0: /* counts itself, and is killed in it */
		fd = counting(chance(2) ? PMC_SETUP_INHERIT : 0, PMC_TARGET_SELF, 0);
		call(fd, PMC_IOC_START, 0);
		break;
	case 1: /* counts its parent */
		fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_THREAD, getppid());
		call(fd, PMC_IOC_START, 0);
		break;
	case 2: /* maps, forks */
		fd = counting(0, PMC_TARGET_SELF, 0);
		mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
		call(fd, PMC_IOC_START, 0);
		fork();
		break;
	case 3:
		execl("/bin/busybox", "busybox", "true", NULL);
		break;
	default:
		fork();
	}
	for (;;)
		spin(chance(100000));
}

enum { CHILDREN = 8 };

static pid_t child[CHILDREN];
static int set[CHILDREN];

/* Starts child i in a group of its own, and counts it. */
static void start_child(int i, long round)
{
	chance(3);
	child[i] = fork();
	if (!child[i]) {
		seed += (uint64_t)round * 977;
		setpgid(0, 0);
		child_of_storm();
	}
	setpgid(child[i], child[i]);
	set[i] = counting(chance(2) ? PMC_SETUP_INHERIT : 0, PMC_TARGET_THREAD, child[i]);
	if (set[i] >= 0)
		call(set[i], PMC_IOC_START, 0);
}

static void close_set(int i)
{
	if (set[i] >= 0)
		close(set[i]);
	set[i] = -1;
}

static void kill_child(int i)
{
	if (child[i])
		kill(-child[i], SIGKILL);
	child[i] = 0;
}

void mode_storm(long n)
{
	int i, status;
	long round;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (i = 0; i < CHILDREN; i++)
		set[i] = -1;
	for (round = 0; round < n; round++) {
		i = (int)chance(CHILDREN);
		close_set(i);
		if (child[i])
			kill_child(i);
		else
			start_child(i, round);
		if (chance(4) == 0)
			usleep((useconds_t)chance(3000));
		i = (int)chance(CHILDREN);
		if (set[i] >= 0)
			value(set[i]);
		while (waitpid(-1, &status, WNOHANG) > 0)
			;
	}
	for (i = 0; i < CHILDREN; i++) {
		kill_child(i);
		close_set(i);
	}
	while (wait(&status) > 0)
		;
	result(1, "%ld rounds", n);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* PMC_IOC_LIST: who counts what on CPU 0, as root and as a user see it. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum { ROOM = 16, USER = 1000 };

static struct pmc_ioctl_holding held[ROOM + 1];

/* Lists CPU 0: how many entries there are, or -errno. */
static int list(unsigned cpu, unsigned n, unsigned size)
{
	struct pmc_ioctl_list l = {
		.size = sizeof(l),
		.cpu = cpu,
		.holdings = (uintptr_t)held,
		.n = n,
		.holding_size = size,
	};
	int fd = dev(), err;

	memset(held, 0xee, sizeof(held));
	err = call(fd, PMC_IOC_LIST, (unsigned long)&l);
	close(fd);
	if (!err && l.n != (l.total < n ? l.total : n))
		result(0, "n is %u of %u", l.n, l.total);
	return err ? err : (int)l.total;
}

static void refusals(void)
{
	const unsigned size = sizeof(held[0]);

	is(list(4096, ROOM, size), -ENXIO, "no such CPU");
	is(list(0, 257, size), -EINVAL, "room for too many");
	is(list(0, ROOM, 8), -EINVAL, "too short entries");
	is(list(0, ROOM, size + 4), -EINVAL, "entries of no multiple of 8");
	is(list(0, ROOM, size), 0, "nobody counts");
}

static void nothing(void)
{
}

/* In a process of the user: how many entries it sees, which must all be its own. */
static int seen_by_user(void)
{
	int status, n, i;
	pid_t pid = fork();

	if (!pid) {
		become(USER);
		n = list(0, ROOM, sizeof(held[0]));
		for (i = 0; i < n; i++)
			if (held[i].uid != USER)
				n = 99;
		_exit(n < 0 ? 98 : n);
	}
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* This thread's set of one event, and root's of the CPU. */
static void entries(int own, int cpu)
{
	const struct pmc_ioctl_holding *h, *of_cpu = NULL, *of_thread = NULL;
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int n = list(0, ROOM, sizeof(held[0])), i;

	result(own >= 0 && cpu >= 0 && n == 2, "two sets count: %d", n);
	for (i = 0; i < n && i < ROOM; i++) {
		h = &held[i];
		if (h->tid == -1)
			of_cpu = h;
		else
			of_thread = h;
	}
	result(of_cpu && of_cpu->pid == (unsigned)getpid() && !of_cpu->uid &&
		       of_cpu->flags == (PMC_HOLDING_PRIVILEGED | PMC_HOLDING_VALUE),
	       "root's, of the CPU");
	result(of_thread && of_thread->pid == (unsigned)getpid() && of_thread->tid == getpid(),
	       "and of the thread");
	result(of_cpu && of_thread && of_cpu->counter != of_thread->counter &&
		       of_cpu->counter < 64 && of_thread->counter < 64,
	       "on two counters");
	result(of_thread && of_thread->event.select == e.select &&
		       of_thread->event.escr == e.escr && !of_thread->number,
	       "with its event");
	result(!memcmp(&held[2], "\xee\xee\xee\xee", 4), "and nothing is written behind them");
	i = list(0, 1, sizeof(held[0]));
	result(i == 2 && held[1].pid == 0xeeeeeeee, "room for one: %d", i);
	i = list(0, 1, sizeof(held[0]) + 8);
	result(i == 2 && !*(uint64_t *)&held[1], "longer entries end in zeros");
	i = list(0, 1, 16);
	result(i == 2 && held[0].event.select == 0xeeeeeeeeeeeeeeee, "shorter ones are cut: %d", i);
}

/* A set that waits, and a user who sees his own alone. */
static void waiting(void)
{
	struct pmc_ioctl_event many[PMC_ABI_EVENTS];
	int fd = -1, first, n, i, waits = 0, all;
	struct other user;

	for (all = PMC_ABI_EVENTS; all && fd < 0; all--) {
		for (i = 0; i < all; i++)
			many[i] = event_of(USER_INSTRUCTIONS);
		fd = dev();
		if (!setup(fd, many, (unsigned)all, 0) && !attach(fd, PMC_TARGET_CPU, 0))
			break;
		close(fd);
		fd = -1;
	}
	call(fd, PMC_IOC_START, 0);
	first = counting(0, PMC_TARGET_SELF, 0);
	call(first, PMC_IOC_START, 0);
	n = list(0, ROOM, sizeof(held[0]));
	for (i = 0; i < n && i < ROOM; i++)
		waits += !!(held[i].flags & PMC_HOLDING_WAITS) && held[i].counter == PMC_NO_COUNTER;
	result(n == all + 1 && (waits == 1 || waits == all), "%d of %d wait", waits, n);
	other_start(&user, USER, nothing);
	must(other_run(&user), "a user's process");
	n = seen_by_user();
	result(!n, "a user sees nothing of root's: %d", n);
	other_end(&user);
	close(first);
	close(fd);
}

/* The user's process counts itself while it looks. */
static void own_of_user(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		int fd, n;

		become(USER);
		fd = counting(0, PMC_TARGET_SELF, 0);
		call(fd, PMC_IOC_START, 0);
		n = list(0, ROOM, sizeof(held[0]));
		_exit(n == 1 && held[0].uid == USER && held[0].tid == getpid() &&
		      held[0].flags == PMC_HOLDING_VALUE);
	}
	waitpid(pid, &status, 0);
	result(WIFEXITED(status) && WEXITSTATUS(status) == 1, "a user sees his own set");
}

void mode_list(long n)
{
	int own, cpu;

	(void)n;
	stay_on(0);
	refusals();
	cpu = counting(0, PMC_TARGET_CPU, 0);
	own = counting(0, PMC_TARGET_SELF, 0);
	call(cpu, PMC_IOC_START, 0);
	is(list(0, ROOM, sizeof(held[0])), 1, "a set that is not started holds nothing");
	call(own, PMC_IOC_START, 0);
	entries(own, cpu);
	own_of_user();
	close(own);
	close(cpu);
	waiting();
}

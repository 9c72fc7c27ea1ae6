/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PMC_IOC_LIST with values: what others may read of a thread and of a CPU. The set's own
 * PMC_IOC_READ is the oracle, to the unit where nothing counts between the two.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum { ROOM = 16, TURNS = 20000, EACH = 3 * TURNS, SLACK = 2000, USER = 1000, STRANGER = 1001 };

static struct pmc_ioctl_holding held[ROOM];

static uint64_t now(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

/* How many entries there are, or -errno. */
static int list(unsigned of, unsigned flags)
{
	struct pmc_ioctl_list l = {
		.size = sizeof(l),
		.cpu = of,
		.holdings = (uintptr_t)held,
		.n = ROOM,
		.holding_size = sizeof(held[0]),
		.flags = flags,
	};
	int fd = dev(), err;

	memset(held, 0, sizeof(held));
	err = call(fd, PMC_IOC_LIST, (unsigned long)&l);
	close(fd);
	return err ? err : (int)l.total;
}

static int of_thread(pid_t tid)
{
	return list((unsigned)tid, PMC_LIST_THREAD);
}

static void refusals(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	is(of_thread(pid), -ESRCH, "a thread that has ended");
	is(of_thread(0), -ESRCH, "thread 0");
	is(of_thread(-1), -ESRCH, "thread -1");
	is(list(0, PMC_LIST_QUIET), -EINVAL, "a CPU, quietly");
	is(list(0, 4), -EINVAL, "an unknown flag");
	is(of_thread(getpid()), 0, "nobody counts this thread");
}

static void work(void)
{
	spin(TURNS);
}

/* Is the only entry what the set itself says? */
static void equal(int fd, const char *when)
{
	const struct pmc_ioctl_holding *h = held;
	struct pmc_ioctl_count c = { 0 };

	must(!read_all(fd, &c, 1, NULL), "read");
	result(h->flags & PMC_HOLDING_VALUE && h->value == c.value && h->enabled == c.enabled &&
		       h->running == c.running,
	       "%s: %" PRIu64 " is %" PRIu64 ", enabled %" PRIu64 " %" PRIu64, when,
	       (uint64_t)h->value, (uint64_t)c.value, (uint64_t)h->enabled, (uint64_t)c.enabled);
}

/* A process that sleeps, and has worked three times. */
static void sleeping(void)
{
	uint64_t before, last, time;
	struct other other;
	int fd, n, i;

	other_start(&other, 0, work);
	must(other_run(&other), "another process");
	fd = counting(0, PMC_TARGET_THREAD, other.pid);
	must(fd >= 0, "a set of another process");
	is(of_thread(other.pid), 1, "a set that is not started is there");
	result(!held[0].value && held[0].cpu == -1 && held[0].counter == PMC_NO_COUNTER &&
		       !(held[0].flags & PMC_HOLDING_WAITS),
	       "and has counted nothing");
	call(fd, PMC_IOC_START, 0);
	for (i = 0, last = 0; i < 3; i++, last = held[0].value) {
		must(other_run(&other), "another process");
		/* It may not yet have gone to sleep when it has answered. */
		do {
			n = of_thread(other.pid);
		} while (n == 1 && held[0].cpu >= 0);
		before = held[0].value - last;
		result(n == 1 && before >= EACH && before < EACH + SLACK, "it has worked: %" PRIu64,
		       before);
		equal(fd, "as the set says");
	}
	time = now();
	n = list((unsigned)other.pid, PMC_LIST_THREAD | PMC_LIST_QUIET);
	result(n == 1 && held[0].time >= time && held[0].time <= now(),
	       "of a thread that sleeps it is the count of now, quietly too");
	equal(fd, "quietly");
	call(fd, PMC_IOC_STOP, 0);
	n = of_thread(other.pid);
	equal(fd, "stopped");
	call(fd, PMC_IOC_RESET, 0);
	n = of_thread(other.pid);
	result(n == 1 && !held[0].value && !held[0].enabled, "zeroed");
	close(fd);
	is(of_thread(other.pid), 0, "closed");
	other_end(&other);
}

/* The thread itself, and its CPU, which count while they are read. */
static void own(void)
{
	int self = counting(0, PMC_TARGET_SELF, 0), cpu = counting(0, PMC_TARGET_CPU, 0), i, n;
	uint64_t first[2], last[2], listed[2], seen[2] = { 0 };

	must(self >= 0 && cpu >= 0, "two sets");
	call(self, PMC_IOC_START, 0);
	call(cpu, PMC_IOC_START, 0);
	for (i = 0; i < 20; i++) {
		spin(TURNS);
		first[0] = value(self);
		first[1] = value(cpu);
		n = list(0, 0);
		listed[0] = held[held[0].tid == -1].value;
		listed[1] = held[held[0].tid != -1].value;
		last[0] = value(self);
		last[1] = value(cpu);
		if (n != 2 || first[0] > listed[0] || listed[0] > last[0] || first[1] > listed[1] ||
		    listed[1] > last[1] || listed[0] < seen[0] + EACH || listed[1] < seen[1] + EACH)
			break;
		memcpy(seen, listed, sizeof(seen));
	}
	result(i == 20,
	       "what counts on this CPU, between two readings: %d, %d: %" PRIu64 " %" PRIu64
	       " %" PRIu64 ", %" PRIu64 " %" PRIu64 " %" PRIu64,
	       i, n, first[0], listed[0], last[0], first[1], listed[1], last[1]);
	n = of_thread(getpid());
	result(n == 1 && held[0].tid == getpid() && !held[0].cpu, "and this thread alone");
	close(cpu);
	close(self);
}

/* A thread on another CPU, or that moves between two: one event twice, so both counts are equal. */
static void running(void)
{
	struct pmc_ioctl_event two[2] = { event_of(USER_INSTRUCTIONS),
					  event_of(USER_INSTRUCTIONS) };
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t last = 0, time, before;
	int fd = dev(), n, i, differ = 0, back = 0, stale = 0, quiet;
	pid_t pid = fork();

	if (!pid) {
		for (i = 0;; i++) {
			if (cpus > 1)
				stay_on(1 + i % (int)(cpus - 1));
			spin(1000);
		}
	}
	must(!setup(fd, two, 2, 0) && !attach(fd, PMC_TARGET_THREAD, pid), "a set that runs");
	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < 400; i++) {
		quiet = i & 1;
		time = now();
		before = last;
		n = list((unsigned)pid, PMC_LIST_THREAD | (quiet ? PMC_LIST_QUIET : 0));
		last = held[0].value;
		differ += n != 2 || held[0].value != held[1].value;
		back += last < before;
		stale += !quiet && (held[0].time < time || held[0].time > now());
	}
	result(!differ && !back && last,
	       "400 readings while it runs: %d differ, %d go back: %" PRIu64, differ, back, last);
	result(!stale, "each of its own moment: %d are not", stale);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
}

/* ---- Users ---- */

static struct {
	int to, from;
} pipes;

/* A user's process that counts itself and answers with its count, while it waits. */
static pid_t counted_user(int dumpable)
{
	int to[2], from[2];
	char byte;
	pid_t pid;

	must(!pipe(to) && !pipe(from), "pipes");
	pid = fork();
	if (!pid) {
		int fd;

		close(to[1]);
		become(USER);
		fd = counting(0, PMC_TARGET_SELF, 0);
		prctl(PR_SET_DUMPABLE, dumpable);
		call(fd, PMC_IOC_START, 0);
		spin(TURNS);
		call(fd, PMC_IOC_STOP, 0);
		(void)!write(from[1], (uint64_t[]){ value(fd) }, sizeof(uint64_t));
		(void)!read(to[0], &byte, 1);
		_exit(0);
	}
	close(to[0]);
	pipes.to = to[1];
	pipes.from = from[0];
	return pid;
}

/* What a process of that user reads: entries, and whether one of them has this value; -1000: no. */
static int as_user(unsigned user, pid_t of, uint64_t want, unsigned *values)
{
	int status, n = 0;
	pid_t pid = fork();

	if (!pid) {
		unsigned with = 0, equal = 0;

		become(user);
		n = of_thread(of);
		for (int i = 0; i < n; i++) {
			with += held[i].flags & PMC_HOLDING_VALUE ? 1 : 0;
			equal += held[i].value == want;
		}
		_exit(n < 0 ? 100 - n : n | (int)with << 2 | (int)equal << 4);
	}
	waitpid(pid, &status, 0);
	must(WIFEXITED(status), "a reader");
	n = WEXITSTATUS(status);
	*values = n >= 100 ? 0 : (unsigned)n >> 2;
	return n >= 100 ? 100 - n : n & 3;
}

static void seen(unsigned user, pid_t of, uint64_t value, int want, unsigned values,
		 const char *what)
{
	unsigned with;
	int n = as_user(user, of, value, &with);

	result(n == want && with == values, "%s: %d, with values %#x", what, n, with);
}

static void users(void)
{
	struct pmc_ioctl_event kernel = kernel_instructions();
	int fd = dev(), n;
	uint64_t value = 0;
	pid_t pid = counted_user(1);

	must(read(pipes.from, &value, sizeof(value)) == sizeof(value), "a user's process");
	result(value >= EACH && value < EACH + SLACK, "it has counted itself: %" PRIu64, value);
	seen(USER, pid, value, 1, 1 | 1 << 2, "another process of the user reads it");
	seen(STRANGER, pid, value, -EPERM, 0, "another user does not");
	must(!setup(fd, &kernel, 1, 0) && !attach(fd, PMC_TARGET_THREAD, pid), "root's set");
	call(fd, PMC_IOC_START, 0);
	seen(USER, pid, value, 1, 1 | 1 << 2, "the user reads nothing of root's");
	n = of_thread(pid);
	result(n == 2 && held[0].flags & held[1].flags & PMC_HOLDING_VALUE &&
		       (held[0].value == value || held[1].value == value),
	       "root reads both: %d", n);
	close(fd);
	close(pipes.to);
	waitpid(pid, NULL, 0);

	/* Whoever opened the set reads it anyway. */
	pid = counted_user(0);
	must(read(pipes.from, &value, sizeof(value)) == sizeof(value), "a user's process");
	seen(USER, pid, value, 1, 1 | 1 << 2, "a process that must not be traced: its owner's set");
	fd = counting(0, PMC_TARGET_THREAD, pid);
	seen(USER, pid, value, 1, 1 | 1 << 2, "and nothing of root's");
	close(fd);
	close(pipes.to);
	waitpid(pid, NULL, 0);
	seen(USER, getpid(), 0, -EPERM, 0, "a user does not read root's process");
}

void mode_reading(long n)
{
	(void)n;
	stay_on(0);
	refusals();
	sleeping();
	own();
	running();
	users();
}

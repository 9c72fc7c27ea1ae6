/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rounds of known instructions, in which counters overflow: the counts are the same by arithmetic,
 * by each counter, and by perf. What stands around the known instructions is the same each time,
 * and is subtracted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/guest/prog/agree/known.h"
#include "tests/guest/prog/agree/modes.h"
#include "tests/guest/prog/agree/set.h"
#include "tests/guest/prog/dev/result.h"

enum { MOVES = 8 };

/* Calls spin(turns) MOVES + 1 times: on one CPU after the other, and in a child. */
static __attribute__((noinline)) void work(unsigned long turns, unsigned cpus)
{
	unsigned long mask;
	long pid, i;

	pid = raw(SYS_fork, 0, 0, 0, 0);
	if (!pid) {
		spin(turns);
		for (;;)
			raw(SYS_exit, 0, 0, 0, 0);
	}
	for (i = 0; i < MOVES; i++) {
		mask = 1ul << (i & (cpus - 1));
		raw(SYS_sched_setaffinity, 0, sizeof(mask), (long)&mask, 0);
		spin(turns);
	}
	raw(SYS_wait4, pid, 0, 0, 0);
}

static unsigned cpus;
static int msr_file;

static uint64_t msr(unsigned cpu, unsigned address, int put, uint64_t v)
{
	struct pmc_ioctl_msr m = { .size = sizeof(m),
				   .flags = put ? PMC_MSR_WRITE : 0,
				   .cpu = cpu,
				   .address = address,
				   .value = v };

	if (ioctl(msr_file, PMC_IOC_MSR, &m)) {
		result(0, "register %#x of CPU %u: %s", address, cpu, strerror(errno));
		exit(1);
	}
	return m.value;
}

/* The register of counter i. 0x4c1 takes the full width. */
static unsigned counter_address(int i)
{
	if (about.family == AMD)
		return about.caps & 0x10000 ? 0xc0010201 + 2 * (unsigned)i :
					      0xc0010004 + (unsigned)i;
	return (about.caps & 0x10 ? 0x4c1 : 0xc1) + (unsigned)i;
}

static void put_counters(uint64_t below)
{
	unsigned cpu;
	int i;

	for (cpu = 0; cpu < cpus; cpu++) {
		for (i = 0; i < 32; i++)
			if (about.general >> i & 1)
				msr(cpu, counter_address(i), 1,
				    (1ull << about.general_width) - below);
		if (n_events == 3)
			msr(cpu, 0x309, 1, (1ull << about.fixed_width) - below);
	}
}

/*
 * Returns how many counters of all CPUs have overflowed since they were put near their end: those
 * with small values.
 */
static unsigned wrapped(void)
{
	unsigned cpu, n = 0;
	int i;

	for (cpu = 0; cpu < cpus; cpu++) {
		for (i = 0; i < 32; i++)
			n += about.general >> i & 1 &&
			     msr(cpu, counter_address(i), 0, 0) < 1ull << 30;
		n += n_events == 3 && msr(cpu, 0x309, 0, 0) < 1ull << 30;
	}
	return n;
}

/*
 * Counts this thread's migrations as Linux does: at once, or with perf's counters (not on).
 * /proc/PID/sched has them too, but not on every kernel.
 */
static int count_migrations(int on)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.size = sizeof(attr),
					.disabled = !on,
					.config = PERF_COUNT_SW_CPU_MIGRATIONS };

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static unsigned long migrations(int fd)
{
	uint64_t n = 0;

	if (read(fd, &n, sizeof(n)) != sizeof(n))
		result(0, "migrations: %s", strerror(errno));
	return n;
}

/*
 * The counts of a round without its spins. They must be the same in all rounds, by the module and
 * by perf.
 */
struct rest {
	uint64_t instructions, branches;
	long differ, unequal;
};

/* The system call that starts or stops all events, so that they see the same instructions. */
struct request {
	long nr, a, b;
};

static struct request start_of(const struct counting *c)
{
	if (c->perf)
		return (struct request){ SYS_prctl, PR_TASK_PERF_EVENTS_ENABLE, 0 };
	return (struct request){ SYS_ioctl, c->fd[0], PMC_IOC_START };
}

static struct request stop_of(const struct counting *c)
{
	if (c->perf)
		return (struct request){ SYS_prctl, PR_TASK_PERF_EVENTS_DISABLE, 0 };
	return (struct request){ SYS_ioctl, c->fd[0], PMC_IOC_STOP };
}

/*
 * Runs one round. The first two rounds measure the instructions around the work. Returns how many
 * counters overflowed.
 */
static unsigned one_round(struct counting *c, long i, struct rest *rest)
{
	const struct request start = start_of(c), stop = stop_of(c);
	uint64_t before[EVENTS], after[EVENTS], instructions, branches;
	unsigned long turns = 1000 + (unsigned long)(i + 2) * 37 % 1009;
	unsigned overflows = 0;

	values(c, before);
	if (!c->perf)
		put_counters(10 + (uint64_t)(i + 2) * 61 % 3000);
	raw(start.nr, start.a, start.b, 0, 0);
	work(turns, cpus);
	raw(stop.nr, stop.a, stop.b, 0, 0);
	values(c, after);
	if (!c->perf)
		overflows = wrapped();
	instructions = after[0] - before[0] - 3 * (MOVES + 1) * turns;
	branches = after[1] - before[1] - (MOVES + 1) * turns;
	if (i < 0) {
		rest->instructions = instructions;
		rest->branches = branches;
		return overflows;
	}
	rest->differ += instructions != rest->instructions || branches != rest->branches;
	rest->unequal += n_events == 3 && after[2] - before[2] != after[0] - before[0];
	return overflows;
}

static void rounds(int perf, long n, struct rest *rest)
{
	int moves = count_migrations(!perf);
	const char *who = perf ? "perf" : "driver";
	unsigned long moved, wraps = 0;
	struct counting c;
	long i;

	memset(rest, 0, sizeof(*rest));
	begin(&c, perf);
	for (i = -2; i < n; i++)
		wraps += one_round(&c, i, rest);
	end(&c);
	moved = migrations(moves);
	close(moves);
	result(!rest->differ && rest->instructions < 1000,
	       "%s: %ld rounds with %ld children are arithmetic (%ld are not), and %" PRIu64
	       " around each",
	       who, n, n, rest->differ, rest->instructions);
	if (n_events == 3)
		result(!rest->unequal, "%s: general and fixed counter are equal (%ld times not)",
		       who, rest->unequal);
	if (!perf)
		result(wraps >= (unsigned long)n * cpus * n_events, "%lu wraps, of %u bits", wraps,
		       about.general_width);
	if (cpus > 1)
		result(moved >= (unsigned long)n * (MOVES - 1), "%s: %lu migrations", who, moved);
}

void mode_wrap(long n)
{
	struct rest ours, perfs;

	cpus = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	msr_file = dev();
	rounds(0, n, &ours);
	close(msr_file);
	rounds(1, n / 4, &perfs);
	/*
	 * An ioctl may take an instruction more or fewer to load its arguments than prctl. Nothing
	 * else differs.
	 */
	result(ours.branches == perfs.branches && ours.instructions + 4 >= perfs.instructions &&
		       ours.instructions <= perfs.instructions + 4,
	       "driver and perf: %" PRIu64 " and %" PRIu64 " instructions, %" PRIu64 " and %" PRIu64
	       " branches",
	       ours.instructions, perfs.instructions, ours.branches, perfs.branches);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of /dev/pmc that have to be equal, to the unit. usage: agree WHAT [N]; one line per result, "ok NAME" or
 * "not ok NAME: …"; exit status 0 when all are ok. For P6, AMD, and the architectural PMUs.
 *	wrap	N rounds of a known number of instructions, each on every CPU in turn and with a child that inherits,
 *		with all counters put near their end before: the same by arithmetic, by each counter and by perf
 *	page	what RDPMC and the mapped page say, against what the kernel says, N times
 *	threads	N threads, each counted by itself, against the process
 * What stands around the known instructions is the same each time, and is taken off.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pmc/pmc_ioctl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"

/* ---- Counting, by the module or by perf ---- */

enum { AMD = 7 }; /* pmc_ioctl_info.family */
enum { EVENTS = 3 };

static struct pmc_ioctl_info about;
/* Instructions on a general counter, branches, and instructions on the fixed counter where there is one. */
static struct pmc_ioctl_event event[EVENTS];
static uint64_t config[EVENTS];
static unsigned n_events;

struct counting {
	int fd[EVENTS]; /* of perf, one each; of the module, the first */
	int perf;
};

static void choose(void)
{
	int fd = dev();

	about.size = sizeof(about);
	if (ioctl(fd, PMC_IOC_INFO, &about))
		exit(2);
	close(fd);
	config[0] = 0xc0;
	config[1] = about.family == AMD ? 0xc2 : 0xc4;
	config[2] = 0xc0;
	event[0].counters = event[1].counters = about.general;
	event[0].select = 0x410000 | config[0];
	event[1].select = 0x410000 | config[1];
	event[2].counters = 1ull << 32;
	event[2].fixed = 2;
	n_events = about.fixed & 1 ? 3 : 2;
}

static int open_set(unsigned which, unsigned n, unsigned flags, unsigned target, int id)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)&event[which],
		.n = n,
		.event_size = sizeof(event[0]),
	};
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };
	int fd = dev();

	if (ioctl(fd, PMC_IOC_SETUP, &s) || ioctl(fd, PMC_IOC_ATTACH, &a)) {
		result(0, "a set is set up and attached: %s", strerror(errno));
		exit(1);
	}
	return fd;
}

static void begin(struct counting *c, int perf)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW,
					.size = sizeof(attr),
					.disabled = 1,
					.inherit = 1,
					.exclude_kernel = 1 };
	unsigned i;

	c->perf = perf;
	if (!perf) {
		c->fd[0] = open_set(0, n_events, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
		return;
	}
	for (i = 0; i < n_events; i++) {
		attr.config = config[i];
		c->fd[i] = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
					PERF_FLAG_FD_CLOEXEC);
		if (c->fd[i] < 0) {
			result(0, "perf counts: %s", strerror(errno));
			exit(1);
		}
	}
}

static void end(struct counting *c)
{
	unsigned i;

	for (i = 0; i < (c->perf ? n_events : 1); i++)
		close(c->fd[i]);
}

static void read_set(int fd, unsigned n, uint64_t *value)
{
	struct pmc_ioctl_count count[EVENTS];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = n, .counts = (uintptr_t)count };
	unsigned i;

	if (ioctl(fd, PMC_IOC_READ, &r)) {
		result(0, "read: %s", strerror(errno));
		exit(1);
	}
	for (i = 0; i < n; i++)
		value[i] = count[i].value;
}

static void values(struct counting *c, uint64_t *value)
{
	unsigned i;

	if (!c->perf)
		read_set(c->fd[0], n_events, value);
	for (i = 0; c->perf && i < n_events; i++)
		if (read(c->fd[i], &value[i], sizeof(value[i])) != sizeof(value[i]))
			exit(1);
}

/* ---- Known instructions ---- */

/* Three instructions for each turn, one of them a branch. */
static inline __attribute__((always_inline)) void spin(unsigned long n)
{
	__asm__ volatile("1: nop\n\tdec %0\n\tjnz 1b" : "+r"(n));
}

/* System calls without libc, whose own instructions might differ between one call and the next. */
static inline __attribute__((always_inline)) long raw(long nr, long a, long b, long c, long d)
{
	long r;

#ifdef __x86_64__
	register long r10 __asm__("r10") = d;

	__asm__ volatile("syscall"
			 : "=a"(r)
			 : "a"(nr), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
#else
	__asm__ volatile("int $0x80"
			 : "=a"(r)
			 : "a"(nr), "b"(a), "c"(b), "d"(c), "S"(d)
			 : "memory");
#endif
	return r;
}

enum { MOVES = 8 };

/* MOVES + 1 times spin(turns): here, on one CPU after the other, and in a child. */
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

/* ---- wrap ---- */

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

/* Which registers hold the counters: 0x4c1 is written at full width. */
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

/* How many counters of all CPUs have wrapped since they were put near their end: those that are small. */
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
 * This thread's migrations, as Linux counts them: at once, or with perf's counters (not on). /proc/PID/sched, which
 * has them too, is not on every kernel.
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

/* What N rounds come to, without their spins; the same in all rounds and by both. */
struct rest {
	uint64_t instructions, branches;
	long differ, unequal;
};

static void rounds(int perf, long n, struct rest *rest)
{
	struct counting c;
	uint64_t before[EVENTS], after[EVENTS], instructions, branches;
	unsigned long moved, wraps = 0, turns;
	int moves = count_migrations(!perf);
	long i;

	memset(rest, 0, sizeof(*rest));
	begin(&c, perf);
	for (i = -2; i < n; i++) {
		turns = 1000 + (unsigned long)(i + 2) * 37 % 1009;
		values(&c, before);
		if (!perf)
			put_counters(10 + (uint64_t)(i + 2) * 61 % 3000);
		/* One system call, so that all events see the same. */
		if (perf)
			raw(SYS_prctl, PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0);
		else
			raw(SYS_ioctl, c.fd[0], PMC_IOC_START, 0, 0);
		work(turns, cpus);
		if (perf)
			raw(SYS_prctl, PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0);
		else
			raw(SYS_ioctl, c.fd[0], PMC_IOC_STOP, 0, 0);
		values(&c, after);
		if (!perf)
			wraps += wrapped();
		instructions = after[0] - before[0] - 3 * (MOVES + 1) * turns;
		branches = after[1] - before[1] - (MOVES + 1) * turns;
		if (i < 0) {
			rest->instructions = instructions;
			rest->branches = branches;
			continue;
		}
		rest->differ += instructions != rest->instructions || branches != rest->branches;
		rest->unequal += n_events == 3 && after[2] - before[2] != after[0] - before[0];
	}
	end(&c);
	moved = migrations(moves);
	close(moves);
	result(!rest->differ && rest->instructions < 1000,
	       "%s: %ld rounds with %ld children are arithmetic (%ld are not), "
	       "and %" PRIu64 " around each",
	       perf ? "perf" : "driver", n, n, rest->differ, rest->instructions);
	if (n_events == 3)
		result(!rest->unequal, "%s: general and fixed counter are equal (%ld times not)",
		       perf ? "perf" : "driver", rest->unequal);
	if (!perf)
		result(wraps >= (unsigned long)n * cpus * n_events, "%lu wraps, of %u bits", wraps,
		       about.general_width);
	if (cpus > 1)
		result(moved >= (unsigned long)n * (MOVES - 1), "%s: %lu migrations",
		       perf ? "perf" : "driver", moved);
}

static void wrap(long n)
{
	struct rest ours, perfs;

	cpus = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	msr_file = dev();
	rounds(0, n, &ours);
	close(msr_file);
	rounds(1, n / 4, &perfs);
	/* An ioctl has one instruction more or fewer to load its arguments than prctl; nothing else differs. */
	result(ours.branches == perfs.branches && ours.instructions + 4 >= perfs.instructions &&
		       ours.instructions <= perfs.instructions + 4,
	       "driver and perf: %" PRIu64 " and %" PRIu64 " instructions, %" PRIu64 " and %" PRIu64
	       " branches",
	       ours.instructions, perfs.instructions, ours.branches, perfs.branches);
}

/* ---- page ---- */

static uint64_t rdpmc(uint32_t index)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	return (uint64_t)hi << 32 | lo;
}

/* again: counts readings that had to be begun anew */
static uint64_t by_page(const volatile struct pmc_ioctl_page *p, unsigned i, unsigned *again)
{
	uint32_t seq, index;
	uint64_t v;

	for (;; ++*again) {
		seq = p->seq;
		__asm__ volatile("" ::: "memory");
		index = p->counter[i].index;
		v = p->counter[i].sum;
		if (index)
			v += (rdpmc(index - 1) - p->counter[i].base) &
			     ((1ull << p->counter[i].width) - 1);
		__asm__ volatile("" ::: "memory");
		if (!(seq & 1) && p->seq == seq)
			return v;
	}
}

static void page(long n)
{
	int fd = open_set(0, n_events, 0, PMC_TARGET_SELF, 0);
	const volatile struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t kernel[EVENTS], mine, apart[EVENTS] = { 0 };
	unsigned again, i, e = 0;
	long good = 0, bad = 0, stopped = 0;

	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC)) {
		result(0, "the page is mapped and may be used");
		return;
	}
	ioctl(fd, PMC_IOC_START, 0);
	for (i = 0; i < (unsigned)n + 2 * n_events; i++) {
		e = i % n_events;
		spin(i % 100 + 1);
		again = 0;
		mine = by_page(p, e, &again);
		read_set(fd, n_events, kernel);
		/* Between the two lies always the same; the first ones bind read_set's functions. */
		if (i < 2 * n_events)
			apart[e] = kernel[e] - mine;
		else if (!again && kernel[e] - mine == apart[e])
			good++;
		else if (!again)
			bad++;
	}
	result(!bad && good > n / 2 && apart[0] < 200,
	       "%ld readings by RDPMC and by the kernel agree (%ld do not)", good, bad);
	for (i = 0; i < 100; i++) {
		ioctl(fd, PMC_IOC_STOP, 0);
		read_set(fd, n_events, kernel);
		for (e = 0; e < n_events; e++)
			stopped += by_page(p, e, &again) == kernel[e];
		ioctl(fd, PMC_IOC_START, 0);
	}
	result(stopped == 100 * (long)n_events, "%ld readings of what is stopped are equal",
	       stopped);
	close(fd);
}

/* ---- threads ---- */

enum { THREADS = 32 };
static int gate[2];
static int tid[THREADS];

static void *thread(void *arg)
{
	long i = (long)arg;
	char byte;

	__atomic_store_n(&tid[i], (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	raw(SYS_read, gate[0], (long)&byte, 1, 0);
	spin(100000 + (unsigned long)i * 1013);
	return NULL;
}

/* until the thread stands in its read: then nothing of it is counted before all are */
static void wait_asleep(int id)
{
	char path[64], line[256];
	FILE *f;
	int asleep = 0;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", id);
	while (!asleep) {
		f = fopen(path, "r");
		asleep = f && fgets(line, sizeof(line), f) && atoi(line) == SYS_read &&
			 strncmp(line, "running", 7);
		if (f)
			fclose(f);
		if (!asleep)
			usleep(1000);
	}
}

/* The process's count without the sum of its threads' */
static int64_t difference(long n, uint64_t *all)
{
	int process = open_set(0, 1, PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), set[THREADS], own;
	pthread_t t[THREADS];
	uint64_t v, sum = 0;
	long i;

	for (i = 0; i < n; i++) {
		tid[i] = 0;
		pthread_create(&t[i], NULL, thread, (void *)i);
	}
	for (i = 0; i < n; i++) {
		while (!__atomic_load_n(&tid[i], __ATOMIC_ACQUIRE))
			usleep(1000);
		wait_asleep(tid[i]);
		set[i] = open_set(0, 1, 0, PMC_TARGET_THREAD, tid[i]);
		ioctl(set[i], PMC_IOC_START, 0);
	}
	own = open_set(0, 1, 0, PMC_TARGET_SELF, 0);
	raw(SYS_ioctl, own, PMC_IOC_START, 0, 0);
	raw(SYS_ioctl, process, PMC_IOC_START, 0, 0);
	for (i = 0; i < n; i++)
		if (write(gate[1], "g", 1) != 1)
			exit(1);
	for (i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	raw(SYS_ioctl, process, PMC_IOC_STOP, 0, 0);
	raw(SYS_ioctl, own, PMC_IOC_STOP, 0, 0);
	for (i = 0; i < n; i++) {
		read_set(set[i], 1, &v);
		sum += v;
		close(set[i]);
	}
	read_set(own, 1, &v);
	sum += v;
	read_set(process, 1, all);
	close(own);
	close(process);
	return (int64_t)(*all - sum);
}

static void threads(long n)
{
	int64_t alone, with;
	uint64_t all;
	int i;

	if (pipe(gate) || n > THREADS)
		exit(1);
	difference(0, &all);
	alone = difference(0, &all);
	for (i = 0; i < 3; i++) {
		with = difference(n, &all);
		result(with == alone && all > (uint64_t)n * 300000,
		       "%" PRIu64 " of a process are the sum of its %ld threads, "
		       "and %" PRId64 " (without threads %" PRId64 ")",
		       all, n, with, alone);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 100;

	choose();
	if (!strcmp(what, "wrap"))
		wrap(n);
	else if (!strcmp(what, "page"))
		page(n);
	else if (!strcmp(what, "threads"))
		threads(n);
	else
		return 2;
	return failed;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts while the machine sleeps, and while CPUs go offline. usage: sleep [-s] WAY...; one line
 * per result, "ok NAME" or "not ok NAME: …"; exit status 0 when all are ok. -s: counters sample. A
 * WAY is one of /sys/power/pm_test, which says how far the machine goes before it turns back
 *	freezer devices platform processors core
 * or
 *	mem		it sleeps, until its clock's alarm
 *	hotplug		each CPU but the first goes offline, and comes back
 *	stay		each CPU but the first begins to go offline, and stays, because that fails
 *
 * One thread on each CPU executes chunks of a known number of instructions and counts them, until
 * it is told to stop. Meanwhile the machine sleeps. Every program of the guest and every CPU is
 * counted, so that:
 *	a thread's count equals that of its chunks, by each kind of counter
 *	the counts of the CPUs equal those of all programs together
 *	the thread that sends the machine to sleep counts its own system call, and nothing else
 *	where counters sample, the number of samples is the count divided by the period
 * The instructions around the chunks are the same each time. They are measured first, without
 * sleep.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pmc/pmc_ioctl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "tests/guest/prog/dev/result.h"

/* A system call without libc, whose own instructions might differ between two calls */
static inline __attribute__((always_inline)) long raw(long nr, long a, long b, long c)
{
	long r;

#ifdef __x86_64__
	__asm__ volatile("syscall"
			 : "=a"(r)
			 : "a"(nr), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
#else
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(nr), "b"(a), "c"(b), "d"(c) : "memory");
#endif
	return r;
}

/* ---- Sets ---- */

enum { EVENTS = 3, CPUS = 4, TASKS = 64, PERIOD = 100003, RING = 4096 * (1 + 64) };

static struct pmc_ioctl_info about = { .size = sizeof(about) };
/* Instructions on a general counter, branches, and instructions on the fixed counter. */
static struct pmc_ioctl_event event[EVENTS];
static unsigned n_events; /* of a thread; a CPU has the first one */

struct set {
	int fd;
	unsigned n;
	int tid;
	uint64_t value[EVENTS];
	struct pmc_ioctl_ring *ring;
};

static void choose(void)
{
	int fd = dev();

	must(!ioctl(fd, PMC_IOC_INFO, &about), "asking");
	close(fd);
	event[0].counters = event[1].counters = about.general;
	event[0].select = 0x4100c0;
	event[1].select = about.family == PMU_AMD ? 0x4100c2 : 0x4100c4;
	event[2].counters = 1ull << 32;
	event[2].fixed = 2;
	/* The CPUs' sets need a counter beside these. */
	n_events = __builtin_popcount(about.general) < 3 ? 1 : about.fixed & 1 ? 3 : 2;
	if (about.family == PMU_P4) {
		/* instr_retired:NBOGUSNTAG */
		event[0].select = 0;
		event[0].escr = 2u << P4_ESCR_EVENT_SHIFT | 1u << P4_ESCR_MASK_SHIFT |
				P4_ESCR_T0_USR;
		event[0].n_escrs = 2;
		event[0].escr_of[0] = P4_CRU_ESCR0;
		event[0].escr_of[1] = P4_CRU_ESCR1;
		n_events = 1;
	}
}

static void create(struct set *s, uint32_t target, int id, unsigned n, uint64_t period)
{
	struct pmc_ioctl_event e[EVENTS];
	struct pmc_ioctl_setup setup = {
		.size = sizeof(setup),
		.events = (uintptr_t)e,
		.n = n,
		.event_size = sizeof(*e),
	};
	struct pmc_ioctl_attach attach = { .size = sizeof(attach), .target = target, .id = id };

	memcpy(e, event, sizeof(e));
	e[0].period = period;
	*s = (struct set){ .fd = dev(), .n = n, .tid = id };
	must(!ioctl(s->fd, PMC_IOC_SETUP, &setup), "setting up");
	must(!ioctl(s->fd, PMC_IOC_ATTACH, &attach), "attaching");
	if (!period)
		return;
	s->ring = mmap(NULL, RING, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, PMC_RING_OFFSET);
	must(s->ring != MAP_FAILED, "mapping a ring");
}

static void destroy(struct set *s)
{
	if (s->ring)
		munmap(s->ring, RING);
	close(s->fd);
}

static inline __attribute__((always_inline)) void get(struct set *s)
{
	struct pmc_ioctl_count count[EVENTS];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = s->n, .counts = (uintptr_t)count };
	unsigned i;

	if (raw(SYS_ioctl, s->fd, PMC_IOC_READ, (long)&r))
		exit(1);
	for (i = 0; i < s->n; i++)
		s->value[i] = count[i].value;
}

static uint64_t samples(const struct set *s)
{
	return s->ring->samples + s->ring->lost + s->ring->missed + s->ring->throttled;
}

/* ---- Threads with known instructions ---- */

struct worker {
	pthread_t thread;
	int tid, gate[2];
	long chunks;
	struct set *set;
} __attribute__((aligned(64)));

enum { CHUNK_INSTRUCTIONS = 3004, CHUNK_BRANCHES = 1001 };

static struct worker worker[CPUS];
static int n_cpus, done[2], stop;

static inline __attribute__((always_inline)) long chunks(void)
{
	long n = 0;

	__asm__ volatile("1: mov $1000, %%ecx\n"
			 "2: nop\n\tdec %%ecx\n\tjnz 2b\n"
			 "inc %0\n\tcmpl $0, %1\n\tje 1b"
			 : "+r"(n)
			 : "m"(stop)
			 : "ecx", "cc");
	return n;
}

static void pin(int tid, int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	must(!sched_setaffinity(tid, sizeof(one), &one), "a thread's CPU");
}

static void *work(void *arg)
{
	struct worker *w = arg;
	char byte;

	__atomic_store_n(&w->tid, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
	for (;;) {
		raw(SYS_read, w->gate[0], (long)&byte, 1);
		w->chunks = chunks();
		raw(SYS_write, done[1], (long)&byte, 1);
	}
	return NULL;
}

/* Waits until the thread sleeps in its read(2): from then on nothing of it is counted. */
static void wait_asleep(int tid)
{
	char path[64], line[256];
	int asleep = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	while (!asleep) {
		f = fopen(path, "r");
		asleep = f && fgets(line, sizeof(line), f) && strncmp(line, "running", 7) &&
			 atoi(line) == SYS_read;
		if (f)
			fclose(f);
		if (!asleep)
			usleep(1000);
	}
}

/* ---- Everybody ---- */

static struct set task[TASKS], cpu[CPUS], *self;
static unsigned n_tasks;

static void add_task(int tid, uint64_t period)
{
	int i;

	must(n_tasks < TASKS, "so many programs");
	create(&task[n_tasks], PMC_TARGET_THREAD, tid, n_events, period);
	for (i = 0; i < n_cpus; i++)
		if (worker[i].tid == tid)
			worker[i].set = &task[n_tasks];
	if (tid == getpid())
		self = &task[n_tasks];
	n_tasks++;
}

/*
 * Creates a set for every thread of user mode, which are those with a mapping, and for every CPU.
 */
static void create_all(uint64_t period)
{
	char path[300], byte;
	struct dirent *d, *t;
	DIR *all = opendir("/proc"), *of;
	int fd, i;

	n_tasks = 0;
	while ((d = readdir(all))) {
		snprintf(path, sizeof(path), "/proc/%s/maps", d->d_name);
		if (atoi(d->d_name) < 1 || (fd = open(path, O_RDONLY)) < 0)
			continue;
		i = (int)read(fd, &byte, 1);
		close(fd);
		if (i < 1)
			continue;
		snprintf(path, sizeof(path), "/proc/%s/task", d->d_name);
		of = opendir(path);
		while (of && (t = readdir(of)))
			if (atoi(t->d_name) > 0)
				add_task(atoi(t->d_name), period);
		if (of)
			closedir(of);
	}
	closedir(all);
	for (i = 0; i < n_cpus; i++)
		create(&cpu[i], PMC_TARGET_CPU, i, 1, period);
}

static void destroy_all(void)
{
	unsigned i;

	for (i = 0; i < n_tasks; i++)
		destroy(&task[i]);
	for (i = 0; i < (unsigned)n_cpus; i++)
		destroy(&cpu[i]);
}

/* From the first CPU to the last task, and back: the same instructions each time, on CPU 0 */
static __attribute__((noinline)) void start_all(void)
{
	unsigned i;

	for (i = 0; i < (unsigned)n_cpus; i++)
		raw(SYS_ioctl, cpu[i].fd, PMC_IOC_START, 0);
	for (i = 0; i < n_tasks; i++)
		raw(SYS_ioctl, task[i].fd, PMC_IOC_START, 0);
}

static __attribute__((noinline)) void stop_all(void)
{
	unsigned i;

	for (i = 0; i < n_tasks; i++)
		raw(SYS_ioctl, task[i].fd, PMC_IOC_STOP, 0);
	for (i = 0; i < (unsigned)n_cpus; i++)
		raw(SYS_ioctl, cpu[i].fd, PMC_IOC_STOP, 0);
}

/* ---- Sleeping ---- */

static int put(const char *path, const char *what)
{
	int fd = open(path, O_WRONLY), good;

	good = fd >= 0 && write(fd, what, strlen(what)) == (ssize_t)strlen(what);
	if (fd >= 0)
		close(fd);
	return good;
}

/* Returns how many instructions this thread's system call counted; 0 when it failed. */
static __attribute__((noinline)) uint64_t called(int fd, const char *what, long n)
{
	uint64_t before;

	get(self);
	before = self->value[0];
	if (raw(SYS_write, fd, (long)what, n) != n)
		return 0;
	get(self);
	return self->value[0] - before;
}

static int is_hotplug(const char *way)
{
	return !strcmp(way, "hotplug") || !strcmp(way, "stay");
}

static uint64_t call_usual;
static int calls, calls_wrong, calls_failed;

static void one_call(const char *path, const char *what)
{
	int fd = open(path, O_WRONLY);
	uint64_t n = fd < 0 ? 0 : called(fd, what, (long)strlen(what));

	if (fd >= 0)
		close(fd);
	calls++;
	calls_failed += !n;
	calls_wrong += n && n != call_usual;
}

/*
 * Finds the hotplug state at which a CPU that goes offline is made to fail: one that comes after
 * the module's.
 */
static void find_state(char *number, size_t size)
{
	FILE *f = fopen("/sys/devices/system/cpu/hotplug/states", "r");
	char line[128];

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, "workqueue:online"))
			snprintf(number, size, "%d", atoi(line));
	if (f)
		fclose(f);
}

static void one_cpu(int i, int stays)
{
	char online[64], fail[64], number[16] = "";

	snprintf(online, sizeof(online), "/sys/devices/system/cpu/cpu%d/online", i);
	snprintf(fail, sizeof(fail), "/sys/devices/system/cpu/cpu%d/hotplug/fail", i);
	if (stays) {
		find_state(number, sizeof(number));
		calls_failed += !put(fail, number) || put(online, "0");
	} else {
		one_call(online, "0");
		usleep(1000);
		one_call(online, "1");
	}
	/* The scheduler has moved its thread away. */
	pin(worker[i].tid, i);
	usleep(1000);
}

static void go_away(const char *way)
{
	int i;

	if (is_hotplug(way)) {
		for (i = 1; i < n_cpus; i++)
			one_cpu(i, !strcmp(way, "stay"));
		return;
	}
	if (!strcmp(way, "mem")) {
		put("/sys/power/pm_test", "none");
		put("/sys/class/rtc/rtc0/wakealarm", "0");
		/*
		 * In the host's time: an alarm that comes before the machine sleeps wakes nobody,
		 * and a kernel with checks takes long.
		 */
		must(put("/sys/class/rtc/rtc0/wakealarm", has_checks() ? "+8" : "+3"),
		     "setting the clock's alarm");
	} else {
		put("/sys/power/pm_test", way);
	}
	one_call("/sys/power/state", "mem");
}

/* ---- All together ---- */

static uint64_t around[EVENTS];
static int64_t between;

/* Starts all sets, then the workers; measures the usual system call when it does not sleep. */
static void begin(int times, uint64_t period)
{
	int i;

	create_all(period);
	calls = calls_wrong = calls_failed = 0;
	stop = !times;
	for (i = 0; i < n_cpus; i++) {
		pin(worker[i].tid, i);
		wait_asleep(worker[i].tid);
	}
	usleep(20000);
	start_all();
	for (i = 0; i < n_cpus; i++)
		(void)!write(worker[i].gate[1], "g", 1);
	if (times)
		return;
	i = open("/dev/null", O_WRONLY);
	call_usual = called(i, "", 0);
	call_usual = called(i, "", 0);
	close(i);
}

/* Stops the workers, then all sets, and reads these. */
static void end(void)
{
	unsigned k;
	char byte;
	int i;

	usleep(2000);
	__atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
	for (i = 0; i < n_cpus; i++)
		(void)!read(done[0], &byte, 1);
	for (i = 0; i < n_cpus; i++)
		wait_asleep(worker[i].tid);
	stop_all();
	for (k = 0; k < n_tasks; k++)
		get(&task[k]);
	for (i = 0; i < n_cpus; i++)
		get(&cpu[i]);
}

/*
 * Checks that a thread's counts are those of its chunks. usual: the first thread tells which
 * instructions are around the chunks.
 */
static void check_chunks(const char *way, int usual)
{
	static const int64_t chunk[EVENTS] = { CHUNK_INSTRUCTIONS, CHUNK_BRANCHES,
					       CHUNK_INSTRUCTIONS };
	int64_t off, most = 0;
	uint64_t value;
	long n = 0;
	int i, wrong = 0;
	unsigned k;

	for (i = 0; i < n_cpus; i++) {
		n += worker[i].chunks;
		for (k = 0; k < n_events; k++) {
			value = worker[i].set->value[k];
			if (usual && !i)
				around[k] = value - (uint64_t)(chunk[k] * worker[i].chunks);
			off = (int64_t)(value - around[k]) - chunk[k] * worker[i].chunks;
			wrong += off != 0;
			most = llabs(off) > llabs(most) ? off : most;
		}
	}
	result(!wrong && n >= n_cpus,
	       "%s: %ld chunks of %d threads, %d counts are wrong, by %" PRId64 " at most", way, n,
	       n_cpus, wrong, most);
}

/* The CPUs have counted what all programs have. */
static void check_cpus(const char *way, int usual)
{
	uint64_t cpus = 0, tasks = 0;
	unsigned k;
	int i;

	for (k = 0; k < n_tasks; k++)
		tasks += task[k].value[0];
	for (i = 0; i < n_cpus; i++)
		cpus += cpu[i].value[0];
	if (usual)
		between = (int64_t)(cpus - tasks);
	result((int64_t)(cpus - tasks) == between,
	       "%s: %" PRIu64 " of all CPUs, %" PRIu64 " of %u threads (%" PRId64
	       " apart, awake %" PRId64 ")",
	       way, cpus, tasks, n_tasks, (int64_t)(cpus - tasks), between);
}

static void check_samples(const char *way, uint64_t period)
{
	uint64_t want = 0, got = 0;
	unsigned k;
	int i;

	for (k = 0; k < n_tasks; k++) {
		want += task[k].value[0] / period;
		got += samples(&task[k]);
	}
	for (i = 0; i < n_cpus; i++) {
		want += cpu[i].value[0] / period;
		got += samples(&cpu[i]);
	}
	result(want == got, "%s: %" PRIu64 " samples, by arithmetic %" PRIu64, way, got, want);
}

/* times: how often the machine sleeps; 0 measures what is usual without sleep */
static void count(const char *way, int times, uint64_t period)
{
	int i;

	begin(times, period);
	for (i = 0; i < times; i++) {
		usleep(2000);
		go_away(way);
	}
	end();
	if (period)
		check_samples(way, period);
	check_chunks(way, !times);
	check_cpus(way, !times);
	result(!calls_wrong && !calls_failed,
	       "%s: %d calls are counted (%d are not, %d went otherwise)", way, calls, calls_wrong,
	       calls_failed);
	destroy_all();
}

int main(int argc, char **argv)
{
	int i, sampled = argc > 1 && !strcmp(argv[1], "-s");
	uint64_t period = sampled ? PERIOD : 0;

	choose();
	n_cpus = (int)sysconf(_SC_NPROCESSORS_ONLN);
	must(n_cpus <= CPUS && !pipe(done), "CPUs");
	put("/sys/module/suspend/parameters/pm_test_delay", "0");
	put("/sys/power/mem_sleep", "deep");
	for (i = 0; i < n_cpus; i++) {
		must(!pipe(worker[i].gate), "a pipe");
		pthread_create(&worker[i].thread, NULL, work, &worker[i]);
		while (!__atomic_load_n(&worker[i].tid, __ATOMIC_ACQUIRE))
			usleep(1000);
	}
	pin(0, 0);
	/* Three times, because the first call binds libc's functions. */
	for (i = 0; i < 3; i++)
		count("awake", 0, period);
	for (i = 1 + sampled; i < argc; i++)
		if (!is_hotplug(argv[i]) || n_cpus > 1)
			count(argv[i], strcmp(argv[i], "mem") ? 2 : 1, period);
	return failed;
}

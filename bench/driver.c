/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What counting costs: instructions per context switch, read, overflow, attaching and fork, with
 * /dev/pmc and with perf, in one boot. It is meant for a guest of qemu/run with one CPU, where the
 * time stamp counter moves by a fixed number for each instruction; elsewhere the numbers are ticks.
 * Beside them it counts the registers that are written (WRMSR), which take hundreds of cycles each.
 * It prints one line per measurement:
 *	WHAT WHO EVENTS INSTRUCTIONS WRITES
 * usage: driver [MODULE | switches]: the module's file, which is loaded after what is measured
 * without it; or only switches are measured.
 *
 * The same work is done in windows that are short compared with a timer's tick (2 million
 * instructions), and the cheapest window counts. So no tick is in it, and the numbers are exact.
 * The same work without counting is measured before, and subtracted, except where a line says
 * "total" or "call".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pmc/pmc_ioctl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_EVENTS 8

static uint64_t rdtsc(void)
{
	uint32_t lo, hi;

	__asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
	return (uint64_t)hi << 32 | lo;
}

/* Ticks per instruction: of a loop of two known ones, without a timer's tick in it. */
static double tick(void)
{
	uint64_t best = 0;

	for (int i = 0; i < 20; i++) {
		uint64_t n = 100000, a = rdtsc();

		__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
		a = rdtsc() - a;
		best = !i || a < best ? a : best;
	}
	return (double)best / 200000;
}

static double per;

struct cost {
	double instructions, writes; /* writes: WRMSR, where the kernel can tell */
};

/*
 * Begins to count what this CPU writes to its registers; -1: the kernel cannot tell. While it
 * counts, each costs more instructions.
 */
static int open_writes(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	FILE *f = fopen("/sys/kernel/tracing/events/msr/write_msr/id", "r");
	unsigned long id = 0;
	int known = f && fscanf(f, "%lu", &id) == 1;

	if (f)
		fclose(f);
	attr.config = id;
	return known ? (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) :
		       -1;
}

static uint64_t read_writes(int fd)
{
	uint64_t n = 0;

	if (fd >= 0 && read(fd, &n, sizeof(n)) != sizeof(n)) {
		perror("msr:write_msr");
		exit(1);
	}
	return n;
}

static void close_writes(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* What one call of work() writes, in the cheapest of so many windows. */
static double fewest_writes(int fd, int windows, int times, void (*work)(void))
{
	double best = 0;

	for (int w = 0; w < windows; w++) {
		uint64_t n = read_writes(fd);

		for (int i = 0; i < times; i++)
			work();
		n = read_writes(fd) - n;
		if (!w || (double)n / times < best)
			best = (double)n / times;
	}
	return best;
}

/*
 * The instructions of one call of work(), in the cheapest of `windows` windows of `times` calls.
 * Inline, so that calling work() costs nothing where it can be inline, too.
 */
static inline __attribute__((always_inline)) double fewest_instructions(int windows, int times,
									void (*work)(void))
{
	double best = 0;

	for (int w = 0; w < windows; w++) {
		uint64_t a = rdtsc();

		for (int i = 0; i < times; i++)
			work();
		a = rdtsc() - a;
		if (!w || (double)a / per / times < best)
			best = (double)a / per / times;
	}
	return best;
}

/* The cost of one call of work(), in the cheapest of so many windows. */
static inline __attribute__((always_inline)) struct cost cheapest(int windows, int times,
								  void (*work)(void))
{
	struct cost cost = { fewest_instructions(windows, times, work), 0 };
	int fd = open_writes();

	cost.writes = fewest_writes(fd, windows, times, work);
	close_writes(fd);
	return cost;
}

static struct cost less(struct cost a, struct cost b)
{
	return (struct cost){ a.instructions - b.instructions, a.writes - b.writes };
}

static struct cost times(double n, struct cost a)
{
	return (struct cost){ a.instructions * n, a.writes * n };
}

static void say(const char *what, const char *who, int events, struct cost cost)
{
	printf("%s %s %d %.1f %.1f\n", what, who, events, cost.instructions, cost.writes);
}

/* ---- Who counts ---- */

enum who { NOBODY, DRIVER, PERF };
static const char *const who_name[] = { "nobody", "driver", "perf" };

static int events_fd[MAX_EVENTS];

/* All events are INST_RETIRED, on any general counter. They count user mode … */
static int kernel_too; /* … but then the first one counts kernel mode */

static int count_driver(pid_t pid, int n, int inherit)
{
	struct pmc_ioctl_event e[MAX_EVENTS];
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.n = (unsigned)n,
		.events = (uintptr_t)e,
		.event_size = sizeof(e[0]),
		.flags = inherit ? PMC_SETUP_INHERIT : 0,
	};
	struct pmc_ioctl_attach a = {
		.size = sizeof(a),
		.target = pid ? PMC_TARGET_THREAD : PMC_TARGET_SELF,
		.id = pid,
	};
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC), i;

	memset(e, 0, sizeof(e));
	for (i = 0; i < n; i++) {
		e[i].counters = 0xff;
		e[i].select = kernel_too && !i ? 0x4200c0 : 0x4100c0;
	}
	if (fd < 0 || ioctl(fd, PMC_IOC_SETUP, &s) || ioctl(fd, PMC_IOC_ATTACH, &a) ||
	    ioctl(fd, PMC_IOC_START, 0)) {
		perror("driver");
		exit(1);
	}
	events_fd[0] = fd;
	return 1;
}

static int count_perf(pid_t pid, int n, int inherit)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_RAW,
					.size = sizeof(attr),
					.config = 0xc0 };
	int i;

	attr.exclude_kernel = 1;
	attr.exclude_user = 0;
	attr.inherit = (unsigned)inherit & 1;
	attr.read_format = inherit ? 0 : PERF_FORMAT_GROUP;
	for (i = 0; i < n; i++) {
		attr.exclude_kernel = !(kernel_too && !i);
		attr.exclude_user = kernel_too && !i;
		events_fd[i] = (int)syscall(SYS_perf_event_open, &attr, pid, -1,
					    i ? events_fd[0] : -1, 0);
		if (events_fd[i] < 0) {
			perror("perf_event_open");
			exit(1);
		}
	}
	return n;
}

static int begin(enum who who, pid_t pid, int n, int inherit)
{
	return who == DRIVER ? count_driver(pid, n, inherit) :
	       who == PERF   ? count_perf(pid, n, inherit) :
			       0;
}

static void end(int n)
{
	while (n--)
		close(events_fd[n]);
}

static pid_t start_child(void (*work)(void))
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			work();
	return pid;
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void sleep_on(void)
{
	pause();
}

static void *map(int fd)
{
	void *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return p;
}

static void *sleep_in_thread(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void sleep_with_page(void)
{
	pthread_t thread;

	begin(DRIVER, 0, 1, 0);
	if (!(((struct pmc_ioctl_page *)map(events_fd[0]))->flags & PMC_PAGE_RDPMC) ||
	    pthread_create(&thread, NULL, sleep_in_thread, NULL))
		exit(1);
	sleep_in_thread(NULL);
}

/* ---- Switches: two processes that yield to each other ---- */

static pid_t other;

static void yield(void)
{
	sched_yield();
}

/*
 * As real-time processes each gives way at each call, which the fair scheduler does not promise.
 * Otherwise the other one stands still.
 */
static void real_time(int priority)
{
	struct sched_param param = { .sched_priority = priority };
	int policy = priority ? SCHED_FIFO : SCHED_OTHER;

	if (sched_setscheduler(other, policy, &param) || sched_setscheduler(0, policy, &param) ||
	    kill(other, priority ? SIGCONT : SIGSTOP)) {
		perror("a real-time process");
		exit(1);
	}
}

static long switched(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

/*
 * The cost of one switch: each switch of ours comes with one of the other process. The kernel
 * begins and ends to count WRMSRs while the other one stands still: it waits there for other
 * threads, which two real-time processes that never sleep would keep from the CPU for a second.
 */
static struct cost switches(void)
{
	struct cost cost;
	long n;
	int fd;

	real_time(1);
	n = switched();
	fewest_instructions(1, 100, yield);
	cost.instructions = fewest_instructions(40, 100, yield);
	n = switched() - n;
	real_time(0);
	fd = open_writes();
	real_time(1);
	n -= switched();
	cost.writes = fewest_writes(fd, 40, 100, yield);
	n += switched();
	real_time(0);
	close_writes(fd);
	if (n < 8100) {
		fprintf(stderr, "only %ld of 8100 calls gave way\n", n);
		exit(1);
	}
	return times(0.5, cost);
}

/* The cost of a switch without the module, or, if it is loaded already, with nothing counted. */
static struct cost alone;

static void measure_uncounted(enum who who)
{
	/* A process that sleeps is counted. */
	pid_t third = start_child(sleep_on);
	int n;

	usleep(20000);
	n = begin(who, third, 4, 0);

	say("switch-uncounted", who_name[who], 4, less(switches(), alone));
	end(n);
	end_child(third);
	/* Nothing is counted any more; the module's hooks stay for a second. */
	usleep(1500000);
	say("switch-after", who_name[who], 0, less(switches(), alone));
}

/*
 * The same beside a process of two threads that sleep, one of which has mapped its set's page:
 * neither this process nor the other one is counted, and then this one is.
 */
static void measure_beside_page(void)
{
	pid_t third = start_child(sleep_with_page);
	int n;

	usleep(500000);
	say("switch-uncounted-beside-page", "driver", 1, less(switches(), alone));
	n = begin(DRIVER, 0, 4, 0);
	say("switch-out-and-in-beside-page", "driver", 4, times(2, less(switches(), alone)));
	end(n);
	end_child(third);
	usleep(2500000);
	say("switch-after-page", "driver", 0, less(switches(), alone));
}

static void load(const char *module)
{
	int fd = open(module, O_RDONLY);

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0)) {
		perror(module);
		exit(1);
	}
	close(fd);
}

static void measure_switches(const char *module)
{
	static const int numbers[] = { 1, 4, 8 };
	enum who who;
	int n;

	other = start_child(yield);
	alone = switches();
	say("switch-total", "nobody", 0, alone);
	if (module) {
		load(module);
		say("switch-loaded", "driver", 0, less(switches(), alone));
	}
	measure_beside_page();
	for (who = DRIVER; who <= PERF; who++) {
		measure_uncounted(who);
		for (int k = 0; k < 3; k++) {
			/*
			 * This process is counted and the other is not, so each pair of switches
			 * has one out and one in.
			 */
			n = begin(who, 0, numbers[k], 0);
			say("switch-out-and-in", who_name[who], numbers[k],
			    times(2, less(switches(), alone)));
			end(n);
		}
	}
	end_child(other);
}

/* ---- Readings ---- */

/*
 * Reads all events of a set by a system call: perf's way for a group is read(2), the module's an
 * ioctl. The same is subtracted for both: a system call that does nothing (getppid), with entering
 * and leaving the kernel. The set's first event counts the kernel's instructions, so that a
 * repeated string instruction counts as one.
 */
static uint64_t read_one(enum who who)
{
	static struct pmc_ioctl_count counts[4];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 4, .counts = (uintptr_t)counts };
	uint64_t buf[16];

	if (who == DRIVER ? ioctl(events_fd[0], PMC_IOC_READ, &r) < 0 :
			    read(events_fd[0], buf, sizeof(buf)) < 0)
		exit(1);
	return who == DRIVER ? counts[0].value : buf[1];
}

static void nothing(enum who who)
{
	(void)who;
	syscall(SYS_getppid);
}

static void no_ioctl(enum who who)
{
	(void)who;
	if (!ioctl(events_fd[0], _IO(0, 0), 0))
		exit(1);
}

static void one_read(enum who who)
{
	read_one(who);
}

/* The cost of one call in the kernel. */
static struct cost in_kernel(enum who who, void (*call)(enum who who))
{
	uint64_t first, itself, best = UINT64_MAX, least = UINT64_MAX;
	int fd;

	first = read_one(who);
	itself = read_one(who) - first;
	for (int w = 0; w < 50; w++) {
		first = read_one(who);
		for (int i = 0; i < 100; i++)
			call(who);
		first = read_one(who) - first - itself;
		best = first < best ? first : best;
	}
	fd = open_writes();
	for (int w = 0; w < 50; w++) {
		first = read_writes(fd);
		for (int i = 0; i < 100; i++)
			call(who);
		first = read_writes(fd) - first;
		least = first < least ? first : least;
	}
	if (fd >= 0)
		close(fd);
	return (struct cost){ (double)best / 100, (double)least / 100 };
}

static void measure_reads(void)
{
	struct cost empty, total;
	enum who who;
	int n;

	for (who = DRIVER; who <= PERF; who++) {
		kernel_too = 1;
		n = begin(who, 0, 4, 0);
		kernel_too = 0;
		read_one(who);
		empty = in_kernel(who, nothing);
		total = in_kernel(who, one_read);
		say("empty-call", who_name[who], 0, empty);
		if (who == DRIVER)
			say("refused-ioctl-call", who_name[who], 0, in_kernel(who, no_ioctl));
		say("read-total", who_name[who], 4, total);
		say("read", who_name[who], 4, less(total, empty));
		end(n);
	}
}

/* ---- Reading without a system call ---- */

static uint64_t rdpmc(uint32_t counter)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(counter));
	return (uint64_t)hi << 32 | lo;
}

static uint64_t sum;
static volatile struct pmc_ioctl_page *page;
static volatile struct perf_event_mmap_page *perf_page[4];

static void self_read_driver(void)
{
	volatile struct pmc_ioctl_page *p = page;
	uint32_t seq;

	do {
		seq = p->seq;
		for (int k = 0; k < 4; k++)
			sum += p->counter[k].sum +
			       ((rdpmc(p->counter[k].index - 1) - p->counter[k].base) &
				((1ull << p->counter[k].width) - 1));
	} while (seq & 1 || p->seq != seq);
}

static void self_read_perf(void)
{
	for (int k = 0; k < 4; k++) {
		volatile struct perf_event_mmap_page *p = perf_page[k];
		uint32_t seq, unused;
		uint64_t value;

		do {
			seq = p->lock;
			unused = 64 - p->pmc_width;
			value = (uint64_t)p->offset +
				(uint64_t)((int64_t)(rdpmc(p->index - 1) << unused) >> unused);
		} while (p->lock != seq);
		sum += value;
	}
}

static void measure_self_reads(void)
{
	int n = begin(DRIVER, 0, 4, 0), k;

	page = map(events_fd[0]);
	if (!(page->flags & PMC_PAGE_RDPMC))
		exit(1);
	say("self-read", "driver", 4, cheapest(100, 100, self_read_driver));
	munmap((void *)page, 4096);
	end(n);
	n = begin(PERF, 0, 4, 0);
	for (k = 0; k < 4; k++)
		perf_page[k] = map(events_fd[k]);
	if (!perf_page[0]->cap_user_rdpmc)
		exit(1);
	say("self-read", "perf", 4, cheapest(100, 100, self_read_perf));
	for (k = 0; k < 4; k++)
		munmap((void *)perf_page[k], 4096);
	end(n);
}

/* ---- Overflows ---- */

#define PERIOD	20000
#define WINDOWS 20
#define DATA	(16 * 4096)
#define DEPTH	8

/* A million instructions. */
static void million(void)
{
	uint64_t n = 500000;

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

/* The same, called through so many functions with frame pointers. */
static __attribute__((noinline, noclone, optimize("no-omit-frame-pointer"))) void
million_below(int depth)
{
	if (depth)
		million_below(depth - 1);
	else
		million();
	__asm__ volatile("");
}

static void deep_million(void)
{
	million_below(DEPTH - 1);
}

/* About as many in the kernel, some calls below a system call. */
static void kernel_million(void)
{
	static char buf[32768];

	if (syscall(SYS_getrandom, buf, sizeof(buf), 0) < 0)
		exit(1);
}

/* Every record has instruction, process, thread, CPU, time and period, whoever makes it; and: */
struct sampling {
	const char *name;
	void (*work)(void);
	int events;    /* the first is sampled; with more, records hold the counts of all */
	int in_kernel; /* events count kernel mode, and the work is done there */
	int chain;
};

static uint64_t ring_data[2]; /* the address of its first byte, and its size */

static uint64_t word_at(uint64_t at)
{
	return *(volatile uint64_t *)(uintptr_t)(ring_data[0] + at % ring_data[1]);
}

static volatile struct pmc_ioctl_ring *ring;

static int sample_driver(const struct sampling *s)
{
	struct pmc_ioctl_event e[4] = { { .period = PERIOD } };
	struct pmc_ioctl_setup setup = {
		.size = sizeof(setup),
		.n = (unsigned)s->events,
		.events = (uintptr_t)e,
		.event_size = sizeof(e[0]),
	};
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC);

	for (int i = 0; i < s->events; i++) {
		e[i].counters = 0xff;
		e[i].select = s->in_kernel ? 0x4200c0 : 0x4100c0;
	}
	e[0].sample = (s->events > 1 ? PMC_SAMPLE_COUNTS : 0) |
		      (!s->chain    ? 0 :
		       s->in_kernel ? PMC_SAMPLE_KERNEL_CHAIN :
				      PMC_SAMPLE_USER_CHAIN);
	if (fd < 0 || ioctl(fd, PMC_IOC_SETUP, &setup) || ioctl(fd, PMC_IOC_ATTACH, &a))
		return -1;
	ring = mmap(NULL, 4096 + DATA, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	if (ring == MAP_FAILED || ioctl(fd, PMC_IOC_START, 0))
		return -1;
	ring_data[0] = (uintptr_t)ring + ring->data_offset;
	events_fd[0] = fd;
	return 1;
}

static int sample_perf(const struct sampling *s)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW,
		.size = sizeof(attr),
		.config = 0xc0,
		.sample_period = PERIOD,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			       (s->events > 1 ? PERF_SAMPLE_READ : 0) |
			       (s->chain ? PERF_SAMPLE_CALLCHAIN : 0),
		.read_format = PERF_FORMAT_GROUP,
	};

	attr.exclude_user = attr.exclude_callchain_user = s->in_kernel & 1;
	attr.exclude_kernel = attr.exclude_callchain_kernel = !s->in_kernel;
	for (int i = 0; i < s->events; i++) {
		events_fd[i] = (int)syscall(SYS_perf_event_open, &attr, 0, -1,
					    i ? events_fd[0] : -1, 0);
		if (events_fd[i] < 0)
			return -1;
		if (i)
			continue;
		attr.sample_period = attr.sample_type = 0;
		perf_page[0] = mmap(NULL, 4096 + DATA, PROT_READ | PROT_WRITE, MAP_SHARED,
				    events_fd[0], 0);
		if (perf_page[0] == MAP_FAILED)
			return -1;
	}
	ring_data[0] = (uintptr_t)perf_page[0] + perf_page[0]->data_offset;
	return s->events;
}

static uint64_t head(enum who who)
{
	return who == DRIVER ? ring->head : who == PERF ? perf_page[0]->data_head : 0;
}

/* Checks and counts the samples. depths[i]: how many of them have i return addresses. */
static int samples_between(enum who who, const struct sampling *s, uint64_t at, uint64_t end,
			   int *depths)
{
	uint64_t first, ip;
	int n = 0, good, k, addresses;

	for (; at < end; at += who == DRIVER ? first >> 16 & 0xffff : first >> 48) {
		first = word_at(at);
		addresses = 0;
		if (who == DRIVER) {
			good = (first & 0xffff) == PMC_RECORD_SAMPLE;
			k = (int)(word_at(at + 16) >> 32 & 0xffff);
			addresses = (int)(word_at(at + 16) >> 48) +
				    (int)(word_at(at + 24) & 0xffff);
		} else {
			good = (uint32_t)first == PERF_RECORD_SAMPLE;
			ip = word_at(at + 8);
			k = s->events > 1 ? (int)word_at(at + 48) : 0;
			/*
			 * Skip the words that say whose addresses follow, and ip itself, which
			 * comes first, once or twice.
			 */
			for (int i = 0; good && s->chain && i < (int)word_at(at + 48); i++)
				addresses += word_at(at + 56 + 8 * (uint64_t)i) < (uint64_t)-4096 &&
					     word_at(at + 56 + 8 * (uint64_t)i) != ip;
		}
		depths[addresses & 63] += good;
		n += good;
		if (good && k != (s->events > 1 ? s->events : 0)) {
			fprintf(stderr, "%s: a sample by %s has %d counts\n", s->name,
				who_name[who], k);
			exit(1);
		}
	}
	return n;
}

/*
 * The cost of one overflow with its sample. base: the window without any. *depth: of most chains.
 */
static struct cost one_overflow(enum who who, const struct sampling *s, struct cost base,
				int *depth)
{
	struct cost best = { 0 };
	uint64_t a, from, to;
	double cost;
	int n, all = 0, depths[64] = { 0 }, writes = -1;

	for (int w = 0; w < 2 * WINDOWS; w++) {
		if (w == WINDOWS)
			writes = open_writes();
		/* A sample that comes in between makes a window dearer, never cheaper. */
		a = w < WINDOWS ? rdtsc() : read_writes(writes);
		from = head(who);
		s->work();
		to = head(who);
		a = (w < WINDOWS ? rdtsc() : read_writes(writes)) - a;
		n = who == NOBODY ? 1 : samples_between(who, s, from, to, depths);
		if (who == DRIVER)
			ring->tail = to;
		else if (who == PERF)
			perf_page[0]->data_tail = to;
		all += n;
		if (w < WINDOWS) {
			cost = n ? ((double)a / per - base.instructions) / n : 0;
			if (!w || cost < best.instructions)
				best.instructions = cost;
		} else {
			cost = n ? ((double)a - base.writes) / n : 0;
			if (w == WINDOWS || cost < best.writes)
				best.writes = cost;
		}
	}
	if (writes >= 0)
		close(writes);
	for (int i = *depth = 0; i < 64; i++)
		*depth = depths[i] > depths[*depth] ? i : *depth;
	if (who != NOBODY && all < WINDOWS * 80) {
		fprintf(stderr, "%s: %s: %d samples are too few\n", s->name, who_name[who], all);
		exit(1);
	}
	return best;
}

static void measure_overflows(void)
{
	static const struct sampling rows[] = {
		{ "overflow", million, 1, 0, 0 },
		{ "overflow-counts", million, 4, 0, 0 },
		{ "overflow-user-chain", deep_million, 1, 0, 1 },
		{ "overflow-in-kernel", kernel_million, 1, 1, 0 },
		{ "overflow-kernel-chain", kernel_million, 1, 1, 1 },
	};
	int fd, n, depth[3] = { 0 };
	struct cost base;

	ring_data[1] = DATA;
	/* Keep perf from pausing when it has used up its share of the time. */
	fd = open("/proc/sys/kernel/perf_cpu_time_max_percent", O_WRONLY);
	if (fd >= 0 && write(fd, "0", 1) == 1)
		close(fd);
	for (const struct sampling *s = rows; s < rows + sizeof(rows) / sizeof(rows[0]); s++) {
		base = one_overflow(NOBODY, s, (struct cost){ 0 }, &depth[NOBODY]);
		for (enum who who = DRIVER; who <= PERF; who++) {
			n = who == DRIVER ? sample_driver(s) : sample_perf(s);
			if (n < 0) {
				perror("sampling");
				exit(1);
			}
			say(s->name, who_name[who], s->events,
			    one_overflow(who, s, base, &depth[who]));
			munmap(who == DRIVER ? (void *)ring : (void *)perf_page[0], 4096 + DATA);
			end(n);
		}
		if (depth[DRIVER] != depth[PERF] || (s->chain && depth[DRIVER] < DEPTH / 2)) {
			fprintf(stderr, "%s: chains of %d and %d\n", s->name, depth[DRIVER],
				depth[PERF]);
			exit(1);
		}
		if (s->chain)
			fprintf(stderr, "%s: chains of %d\n", s->name, depth[PERF]);
	}
}

/* ---- Forks ---- */

static void one_fork(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
}

static struct cost forks(void)
{
	cheapest(1, 50, one_fork);
	return cheapest(50, 3, one_fork);
}

static void measure_forks(void)
{
	struct cost base = forks();
	enum who who;
	int n;

	say("fork-exit-wait-total", "nobody", 0, base);
	for (who = DRIVER; who <= PERF; who++) {
		n = begin(who, 0, 4, 1);
		say("fork-inherit", who_name[who], 4, less(forks(), base));
		end(n);
	}
}

/* ---- Attaching to another thread, and closing ---- */

static enum who attaching;
static pid_t attached;

static void attach_and_close(void)
{
	end(begin(attaching, attached, 4, 0));
}

static void measure_attach(void)
{
	enum who who;
	int hold;

	attached = start_child(sleep_on);
	for (who = DRIVER; who <= PERF; who++) {
		/* Hold the PMU meanwhile, so that taking it is not measured. */
		begin(who, 0, 1, 0);
		hold = events_fd[0];
		attaching = who;
		cheapest(1, 3, attach_and_close);
		say("attach-close", who_name[who], 4, cheapest(30, 2, attach_and_close));
		close(hold);
	}
	end_child(attached);
}

int main(int argc, char **argv)
{
	cpu_set_t set;

	setvbuf(stdout, NULL, _IOLBF, 0);
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	per = tick();
	fprintf(stderr, "ticks per instruction: %.3f\n", per);
	if (argc > 1 && !strcmp(argv[1], "switches")) {
		measure_switches(NULL);
		return 0;
	}
	measure_switches(argc > 1 ? argv[1] : NULL);
	measure_reads();
	measure_self_reads();
	measure_overflows();
	measure_forks();
	measure_attach();
	return !sum;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls to /dev/pmc that are mostly right: four threads on the same sixteen files, with every
 * ioctl, mmap of the page and of rings, mprotect, munmap, poll, read, dup, fork, and writes to
 * mapped memory. Fields are changed at random. The program prints the seed; the kernel's log and
 * later counts tell what went wrong.
 *	fuzz calls N SEED	N calls
 *	fuzz kill N SEED	N processes that make such calls, each killed at a random moment
 *	fuzz quiet		nobody holds the PMU, and no counter moves (root)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pmc/pmc_ioctl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"

#define THREADS 4
#define FILES	16
#define MAPS	8

static struct pmc_ioctl_info info = { .size = sizeof(info) };
static volatile int file[FILES];
static volatile pid_t target[4];
static volatile int over;

/*
 * Where the kernel writes arrays: nobody reads it. One changed bit of its address, below the 22nd,
 * leads into this memory again.
 */
static char *room;

static void make_room(void)
{
	const size_t size = 1 << 22;
	char *p = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	room = p + size - (uintptr_t)p % size + size / 2;
}

struct fuzzer {
	uint64_t seed;
	long calls, good, shared;
	struct {
		char *at;
		size_t size;
		int ring;
	} map[MAPS];
};

static uint64_t chance(struct fuzzer *f, uint64_t n)
{
	f->seed = f->seed * 6364136223846793005ull + 1442695040888963407ull;
	return (f->seed >> 20) % n;
}

static void tally(struct fuzzer *f, long result)
{
	f->calls++;
	f->good += result >= 0;
}

/* Changes one bit in one of twelve structures. */
static void bend(struct fuzzer *f, void *what, size_t size)
{
	if (chance(f, 12) == 0)
		((unsigned char *)what)[chance(f, size)] ^= (unsigned char)(1 << chance(f, 8));
}

static int some_file(struct fuzzer *f)
{
	return file[chance(f, FILES)];
}

static struct pmc_ioctl_event some_event(struct fuzzer *f)
{
	struct pmc_ioctl_event e = { .counters = 0xffffffff };

	if (info.family == PMU_P4) {
		e.escr = 2u << P4_ESCR_EVENT_SHIFT | 5u << P4_ESCR_MASK_SHIFT | P4_ESCR_T0_USR;
		e.n_escrs = 2;
		e.escr_of[0] = P4_CRU_ESCR0;
		e.escr_of[1] = P4_CRU_ESCR1;
	} else {
		e.select = (chance(f, 2) ? 0xc0 : 0xc4) | EVTSEL_USR |
			   (chance(f, 4) ? 0 : EVTSEL_OS);
		if (info.fixed && chance(f, 4) == 0) {
			e.counters = 1ull << 32;
			e.fixed = FIXED_CTRL_USR;
			e.select = 0;
		}
	}
	if (chance(f, 4) == 0) {
		e.period = chance(f, 30) ? 5000 + chance(f, 1u << chance(f, 30)) :
					   1 + chance(f, 300);
		e.sample = (uint32_t)chance(f, 16);
		if (chance(f, 3) == 0)
			e.stack = 8 * (uint32_t)chance(f, 1u << chance(f, 14));
		if (chance(f, 5) == 0) {
			e.flags |= PMC_EVENT_FREQUENCY;
			e.period = 1 + chance(f, 5000);
		}
	}
	e.group = chance(f, 6) ? 0 : (uint32_t)chance(f, 4);
	bend(f, &e, sizeof(e));
	return e;
}

static void setup(struct fuzzer *f)
{
	struct pmc_ioctl_event events[6];
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.n = (uint32_t)chance(f, 5),
		.events = (uintptr_t)events,
		.event_size = sizeof(events[0]),
		.flags = chance(f, 3) ? 0 : (uint32_t)chance(f, 8),
	};

	for (int i = 0; i < 6; i++)
		events[i] = some_event(f);
	bend(f, &s, sizeof(s));
	tally(f, ioctl(some_file(f), PMC_IOC_SETUP, &s));
}

static void attach(struct fuzzer *f)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };

	/* Attaching to another thread stops the machine, so do it seldom. */
	switch (chance(f, 40)) {
	case 0:
		a.target = PMC_TARGET_THREAD;
		a.id = chance(f, 4) ? target[chance(f, 4)] : (int)chance(f, 400);
		break;
	case 1 ... 8:
		a.target = PMC_TARGET_CPU;
		a.id = (int)chance(f, 5) - 1;
		break;
	}
	bend(f, &a, sizeof(a));
	tally(f, ioctl(some_file(f), PMC_IOC_ATTACH, &a));
}

static void reads(struct fuzzer *f)
{
	struct pmc_ioctl_read r = { .size = sizeof(r),
				    .n = (uint32_t)chance(f, 5),
				    .counts = (uintptr_t)room };

	bend(f, &r, sizeof(r));
	tally(f, ioctl(some_file(f), PMC_IOC_READ, &r));
}

static void msr(struct fuzzer *f)
{
	static const uint32_t base[] = { 0xc1,	0x186,	    0x309,	0x38d,	    0x300, 0x360,
					 0x3a0, 0xc0010000, 0xc0010200, 0xc0000300, 0x10 };
	struct pmc_ioctl_msr m = {
		.size = sizeof(m),
		.cpu = (uint32_t)chance(f, 5),
		.address = base[chance(f, sizeof(base) / sizeof(base[0]))] +
			   (uint32_t)chance(f, 20),
	};

	bend(f, &m, sizeof(m));
	m.flags = 0; /* root may break things by writing registers */
	tally(f, ioctl(some_file(f), PMC_IOC_MSR, &m));
}

static void list(struct fuzzer *f)
{
	uint32_t flags = (uint32_t)chance(f, 4);
	struct pmc_ioctl_list l = { .size = sizeof(l),
				    .cpu = (uint32_t)chance(f, 5),
				    .holdings = (uintptr_t)room,
				    .n = (uint32_t)chance(f, 5),
				    .holding_size = sizeof(struct pmc_ioctl_holding),
				    .flags = flags };

	if (flags & PMC_LIST_THREAD)
		l.cpu += (uint32_t)getpid();

	bend(f, &l, sizeof(l));
	tally(f, ioctl(some_file(f), PMC_IOC_LIST, &l));
}

/* Periods that change, and sets that overflows stop: nobody listens to the signal. */
static void overflows(struct fuzzer *f)
{
	struct pmc_ioctl_period p = { .size = sizeof(p), .event = (uint32_t)chance(f, 3) };
	struct pmc_ioctl_signal s = { .size = sizeof(s),
				      .signal = (uint32_t)(chance(f, 4) ? SIGRTMIN + 1 : 0),
				      .fd = (int)chance(f, 100) };

	switch (chance(f, 4)) {
	case 0:
		p.period = 1000 + chance(f, 1u << chance(f, 30));
		p.flags = chance(f, 5) ? 0 : PMC_EVENT_FREQUENCY;
		bend(f, &p, sizeof(p));
		tally(f, ioctl(some_file(f), PMC_IOC_PERIOD, &p));
		break;
	case 1:
		bend(f, &s, sizeof(s));
		/* The others end the program, or stop it. */
		if (s.signal > 1 && s.signal < 34)
			s.signal = SIGURG;
		s.signal = s.signal == 1 ? 0 : s.signal;
		tally(f, ioctl(some_file(f), PMC_IOC_SIGNAL, &s));
		break;
	default:
		tally(f, ioctl(some_file(f), PMC_IOC_RESUME, chance(f, 40) ? 0ul : 1ul));
		break;
	}
}

static void wakeup(struct fuzzer *f)
{
	struct pmc_ioctl_wakeup w = { .size = sizeof(w) };

	if (chance(f, 2))
		w.bytes = (uint32_t)chance(f, 1 << 17);
	else
		w.samples = (uint32_t)chance(f, 100);
	bend(f, &w, sizeof(w));
	tally(f, ioctl(some_file(f), PMC_IOC_WAKEUP, &w));
}

static void share_rings(struct fuzzer *f, int fd, int with)
{
	struct pmc_ioctl_output o = { .size = sizeof(o),
				      .fd = with,
				      .first_event = (uint32_t)chance(f, 1u << chance(f, 17)) };
	long result;

	bend(f, &o, sizeof(o));
	result = ioctl(fd, PMC_IOC_OUTPUT, &o);
	f->shared += !result;
	tally(f, result);
}

/* A set that samples, in place of one of the files; rings, if wanted, in place of a map. */
static int sampling(struct fuzzer *f, const struct pmc_ioctl_attach *to, uint32_t flags, bool rings)
{
	struct pmc_ioctl_event event = some_event(f);
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.n = 1,
		.events = (uintptr_t)&event,
		.event_size = sizeof(event),
		.flags = flags,
	};
	struct pmc_ioctl_attach a = *to;
	uint64_t k = chance(f, FILES), m = chance(f, MAPS);
	size_t size = 4096 * (1 + (1ul << chance(f, 4)));
	int fd = open(PMC_DEVICE, O_RDWR | O_CLOEXEC), old;

	if (flags & PMC_SETUP_INHERIT)
		size *= (size_t)sysconf(_SC_NPROCESSORS_CONF);
	event.period = event.period ? event.period : 1000 + chance(f, 100000);
	tally(f, ioctl(fd, PMC_IOC_SETUP, &s));
	tally(f, ioctl(fd, PMC_IOC_ATTACH, &a));
	if (rings && !f->map[m].at) {
		f->map[m].at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
				    PMC_RING_OFFSET);
		if (f->map[m].at == MAP_FAILED)
			f->map[m].at = NULL;
		f->map[m].size = size;
		f->map[m].ring = 1;
		tally(f, f->map[m].at ? 0 : -1);
	}
	old = file[k];
	file[k] = fd;
	if (old >= 0)
		close(old);
	return fd;
}

/* Any two files, or two sets that suit one another; other threads may close them meanwhile. */
static void output(struct fuzzer *f)
{
	struct pmc_ioctl_attach to = { .size = sizeof(to), .target = PMC_TARGET_SELF };
	uint32_t flags = chance(f, 2) ? 0 : PMC_SETUP_INHERIT;
	int first, second;

	if (chance(f, 2)) {
		share_rings(f, some_file(f), some_file(f));
		return;
	}
	if (!flags && chance(f, 3) == 0) {
		to.target = PMC_TARGET_CPU;
		to.id = (int)chance(f, 2);
	}
	first = sampling(f, &to, flags, true);
	second = sampling(f, &to, flags, false);
	share_rings(f, second, first);
	tally(f, ioctl(first, PMC_IOC_START, 0ul));
	tally(f, ioctl(second, PMC_IOC_START, 0ul));
}

static void look(struct fuzzer *f)
{
	struct pmc_ioctl_clock c = { .size = sizeof(c) };

	bend(f, &c, sizeof(c));
	tally(f, ioctl(some_file(f), PMC_IOC_CLOCK, &c));
}

/* What makes records: code that is mapped, a name; forks are among others(). */
static void tell(struct fuzzer *f)
{
	char name[16] = "";
	void *at;

	if (chance(f, 2)) {
		name[0] = (char)chance(f, 256);
		tally(f, prctl(PR_SET_NAME, name));
		return;
	}
	at = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	tally(f, at == MAP_FAILED ? -1 : mprotect(at, 4096, PROT_READ | PROT_EXEC));
	if (at != MAP_FAILED)
		munmap(at, 4096);
}

static void map(struct fuzzer *f)
{
	uint64_t k = chance(f, MAPS);
	int ring = chance(f, 2) > 0, protection = PROT_READ | (ring ? PROT_WRITE : 0);
	size_t size = ring ? 4096 * (1 + (1ul << chance(f, 4))) : 4096;
	off_t offset = ring ? PMC_RING_OFFSET : 0;

	if (f->map[k].at)
		return;
	if (ring && chance(f, 3) == 0)
		size *= (size_t)sysconf(_SC_NPROCESSORS_CONF);
	if (chance(f, 10) == 0)
		size = 4096 * chance(f, 40);
	if (chance(f, 20) == 0)
		protection = (int)chance(f, 8);
	if (chance(f, 30) == 0)
		offset = (off_t)(4096 * chance(f, 600));
	f->map[k].at = mmap(NULL, size, protection, chance(f, 20) ? MAP_SHARED : MAP_PRIVATE,
			    some_file(f), offset);
	tally(f, f->map[k].at == MAP_FAILED ? -1 : 0);
	if (f->map[k].at == MAP_FAILED || !(protection & PROT_READ)) {
		if (f->map[k].at != MAP_FAILED)
			munmap(f->map[k].at, size);
		f->map[k].at = NULL;
		return;
	}
	f->map[k].size = size;
	f->map[k].ring = !!(protection & PROT_WRITE);
}

static void unmap(struct fuzzer *f)
{
	uint64_t k = chance(f, MAPS);

	if (!f->map[k].at)
		return;
	/* Now and then in two pieces */
	if (f->map[k].size > 4096 && chance(f, 3) == 0) {
		tally(f, munmap(f->map[k].at + 4096, f->map[k].size - 4096));
		f->map[k].size = 4096;
		return;
	}
	tally(f, munmap(f->map[k].at, f->map[k].size));
	f->map[k].at = NULL;
}

static volatile uint64_t sink;

static void touch(struct fuzzer *f)
{
	uint64_t k = chance(f, MAPS), at;

	if (!f->map[k].at)
		return;
	at = chance(f, chance(f, 2) ? 128 : f->map[k].size) & ~7ull;
	if (f->map[k].ring && chance(f, 2))
		*(volatile uint64_t *)(f->map[k].at + at) = chance(f, 3) ? f->seed : 0;
	else
		sink += *(volatile uint64_t *)(f->map[k].at + at);
	if (chance(f, 8) == 0) {
		/* Always leave what touch() itself needs. */
		tally(f, mprotect(f->map[k].at, f->map[k].size,
				  PROT_READ | (f->map[k].ring ? PROT_WRITE : 0) |
					  (chance(f, 6) ? 0 : PROT_EXEC)));
	}
}

static void reopen(struct fuzzer *f)
{
	uint64_t k = chance(f, FILES);
	int old = file[k], new;

	if (chance(f, 8) == 0)
		new = dup(file[chance(f, FILES)]);
	else
		new = open(PMC_DEVICE, O_RDWR | O_CLOEXEC | (chance(f, 4) ? 0 : O_NONBLOCK));
	tally(f, new);
	file[k] = new;
	if (old >= 0)
		close(old);
}

static void others(struct fuzzer *f)
{
	static const unsigned long calls[] = { PMC_IOC_INFO,   PMC_IOC_SETUP, PMC_IOC_ATTACH,
					       PMC_IOC_READ,   PMC_IOC_MSR,   PMC_IOC_LIST,
					       PMC_IOC_PERIOD, PMC_IOC_CLOCK, PMC_IOC_WAKEUP,
					       PMC_IOC_OUTPUT };
	unsigned char buf[512] = { 0 };
	struct pollfd p = { .fd = some_file(f), .events = (short)chance(f, 64) };
	pid_t pid;

	switch (chance(f, 40)) {
	case 0 ... 7:
		tally(f, poll(&p, 1, 0));
		return;
	case 8 ... 11:
		tally(f, read(p.fd, buf, chance(f, sizeof(buf))));
		return;
	case 12 ... 14:
		tally(f, write(p.fd, buf, chance(f, sizeof(buf))));
		return;
	case 15 ... 30:
		/* Anything at all, except a write to a register */
		for (size_t i = 0; i < sizeof(buf); i++)
			buf[i] = chance(f, 3) ? 0 : (unsigned char)chance(f, 256);
		*(uint32_t *)buf = (uint32_t)chance(f, 200);
		((uint32_t *)buf)[1] &= ~1u;
		tally(f, ioctl(p.fd, calls[chance(f, 10)],
			       chance(f, 10) ? (uintptr_t)buf : (uintptr_t)f->seed));
		return;
	case 31 ... 36:
		tally(f, ioctl(p.fd,
			       _IOC((unsigned)chance(f, 4), PMC_IOC_MAGIC, (unsigned)chance(f, 16),
				    (unsigned)chance(f, 512)),
			       16ul));
		return;
	case 37:
		sched_yield();
		return;
	case 38:
		if (chance(f, 20))
			return;
		pid = fork();
		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
		return;
	}
}

static void one(struct fuzzer *f)
{
	switch (chance(f, 100)) {
	case 0 ... 9:
		setup(f);
		break;
	case 10 ... 21:
		attach(f);
		break;
	case 22 ... 33:
		tally(f, ioctl(some_file(f), PMC_IOC_START, chance(f, 8) ? 0ul : chance(f, 3)));
		break;
	case 34 ... 41:
		tally(f, ioctl(some_file(f), PMC_IOC_STOP, chance(f, 40) ? 0ul : 1ul));
		break;
	case 42 ... 47:
		tally(f, ioctl(some_file(f), PMC_IOC_RESET, 0ul));
		break;
	case 48 ... 59:
		reads(f);
		break;
	case 60 ... 65:
		overflows(f);
		break;
	case 66 ... 67:
		msr(f);
		break;
	case 68:
		output(f);
		break;
	case 69:
		if (chance(f, 2))
			list(f);
		else if (chance(f, 2))
			look(f);
		else
			wakeup(f);
		break;
	case 70 ... 75:
		map(f);
		break;
	case 76 ... 80:
		unmap(f);
		break;
	case 81 ... 85:
		touch(f);
		break;
	case 86 ... 89:
		reopen(f);
		break;
	case 90:
		tell(f);
		break;
	default:
		others(f);
		break;
	}
}

static long share;

static void *run(void *arg)
{
	struct fuzzer *f = arg;

	while (f->calls < share && !over)
		one(f);
	for (int i = 0; i < MAPS; i++)
		if (f->map[i].at)
			munmap(f->map[i].at, f->map[i].size);
	return NULL;
}

/* A process to attach to: it forks and makes threads meanwhile. */
static void *nothing(void *arg)
{
	return arg;
}

static void live(void)
{
	pthread_t t;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		if (!pthread_create(&t, NULL, nothing, NULL))
			pthread_join(t, NULL);
		if (!fork())
			_exit(0);
		wait(NULL);
		usleep(2000);
	}
}

static long all(long n, uint64_t seed, int threads, long *good, long *shared)
{
	static struct fuzzer f[THREADS];
	pthread_t t[THREADS];
	long calls = 0;

	share = n / threads;
	for (int i = 0; i < FILES; i++)
		file[i] = open(PMC_DEVICE, O_RDWR | O_CLOEXEC);
	for (int i = 0; i < threads; i++) {
		memset(&f[i], 0, sizeof(f[i]));
		f[i].seed = seed * 1000003 + (uint64_t)i * 77777;
		pthread_create(&t[i], NULL, run, &f[i]);
	}
	*good = *shared = 0;
	for (int i = 0; i < threads; i++) {
		pthread_join(t[i], NULL);
		calls += f[i].calls;
		*good += f[i].good;
		*shared += f[i].shared;
	}
	for (int i = 0; i < FILES; i++)
		close(file[i]);
	return calls;
}

static int calls(long n, uint64_t seed)
{
	long good, done, shared;

	for (int i = 0; i < 2; i++) {
		target[i] = fork();
		if (!target[i])
			live();
	}
	target[2] = getpid();
	target[3] = 1;
	done = all(n, seed, THREADS, &good, &shared);
	for (int i = 0; i < 2; i++)
		kill(target[i], SIGKILL);
	while (wait(NULL) > 0)
		;
	printf("%sok seed %" PRIu64
	       ": %ld calls, of which %ld did something; %ld sets took another "
	       "one's rings\n",
	       done >= n - THREADS && good > n / 8 ? "" : "not ", seed, done, good, shared);
	return !(good > n / 8);
}

static int kills(long n, uint64_t seed)
{
	struct fuzzer f = { .seed = seed };
	long good, shared, ended = 0;
	int status;

	for (long i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			target[0] = getppid();
			target[2] = getpid();
			all(1000000, seed + (uint64_t)i, 2, &good, &shared);
			_exit(0);
		}
		usleep((useconds_t)chance(&f, chance(&f, 4) ? 1500 : 10000));
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		ended += WIFEXITED(status);
	}
	printf("%sok seed %" PRIu64 ": %ld processes were killed\n", ended ? "not " : "", seed,
	       n - ended);
	return ended > 0;
}

static int quiet(void)
{
	static const uint32_t ranges[][2] = {
		{ 0xc1, 0xc8 },	  { 0x309, 0x30c },	      { 0x300, 0x308 },
		{ 0x30d, 0x311 }, { 0xc0010004, 0xc0010007 }, { 0xc0010201, 0xc001020b },
	};
	int fd = open(PMC_DEVICE, O_RDWR), there = 0, moving = 0;
	struct pmc_ioctl_msr m;

	ioctl(fd, PMC_IOC_INFO, &info);
	for (uint32_t cpu = 0; cpu < (uint32_t)sysconf(_SC_NPROCESSORS_ONLN); cpu++) {
		for (size_t r = 0; r < sizeof(ranges) / sizeof(ranges[0]); r++) {
			for (uint32_t a = ranges[r][0]; a <= ranges[r][1]; a++) {
				uint64_t before;

				m = (struct pmc_ioctl_msr){ .size = sizeof(m),
							    .cpu = cpu,
							    .address = a };
				/*
				 * AMD's selects lie between its counters. They do not move either.
				 */
				if (ioctl(fd, PMC_IOC_MSR, &m))
					continue;
				before = m.value;
				ioctl(fd, PMC_IOC_MSR, &m);
				there++;
				moving += m.value != before;
			}
		}
	}
	printf("%sok quiet: %u hold the PMU, %d of %d counters move\n",
	       info.held || moving || !there ? "not " : "", info.held, moving, there);
	return info.held || moving || !there;
}

int main(int argc, char **argv)
{
	int fd = open(PMC_DEVICE, O_RDWR);
	long n = argc > 2 ? atol(argv[2]) : 1000;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;

	if (fd < 0 || ioctl(fd, PMC_IOC_INFO, &info)) {
		perror(PMC_DEVICE);
		return 2;
	}
	close(fd);
	make_room();
	signal(SIGIO, SIG_IGN);
	for (int s = SIGRTMIN; s <= SIGRTMAX; s++)
		signal(s, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 1 && !strcmp(argv[1], "calls"))
		return calls(n, seed);
	if (argc > 1 && !strcmp(argv[1], "kill"))
		return kills(n, seed);
	if (argc > 1 && !strcmp(argv[1], "quiet"))
		return quiet();
	fprintf(stderr, "usage: fuzz calls N SEED | kill N SEED | quiet\n");
	return 2;
}

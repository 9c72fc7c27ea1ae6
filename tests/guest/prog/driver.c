/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ABI of /dev/pmc, called directly. usage: driver WHAT [N]; one line per result, "ok NAME" or
 * "not ok NAME: …"; exit status 0 when all are ok. Any PMU from the Pentium Pro on will do, but for abi, which
 * knows the registers of arch-v2 and later.
 *	abi	every refusal has its errno
 *	self	reading by the mapped page against reading by the kernel, N times
 *	beside	the same while CPU 0 is counted: nothing of others is seen, nothing is lost
 *	wrap	the counters are put near their end; sums stay right
 *	tree	N processes and threads inherit
 *	tsc	virtual time of a thread alone
 *	exec	credentials that change
 *	storm	N rounds of forks, kills, attaching and closing at odd moments
 *	fuzz	N calls with odd arguments
 *	spin N	a loop of N times 3 instructions, for others to count
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dev.h"

/* ---- The calls ---- */

#define USER_INSTRUCTIONS 0x4100c0ull /* INST_RETIRED, USR, EN */

enum { AMD = 7, P4 = 8 }; /* pmc_ioctl_info.family */

static struct pmc_ioctl_info about;

static struct pmc_ioctl_event event_of(uint64_t select)
{
	struct pmc_ioctl_event e = { .counters = 0xff, .select = select };
	/* instr_retired:NBOGUSNTAG:u on CRU_ESCR0 or 1 */
	static const struct pmc_ioctl_event p4 = {
		.counters = 0x3f000,
		.select = 0x31000,
		.escr = 2u << 25 | 1u << 9 | 1u << 2,
		.n_escrs = 2,
		.escr_of = { 24, 25 },
	};

	return about.family == P4 && select == USER_INSTRUCTIONS ? p4 : e;
}

static int setup(int fd, const struct pmc_ioctl_event *events, unsigned n, unsigned flags)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)events,
		.n = n,
		.event_size = sizeof(*events),
	};

	return ioctl(fd, PMC_IOC_SETUP, &s) ? -errno : 0;
}

static int attach(int fd, unsigned target, int id)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };

	return ioctl(fd, PMC_IOC_ATTACH, &a) ? -errno : 0;
}

static int call(int fd, unsigned long what, unsigned long arg)
{
	return ioctl(fd, what, arg) ? -errno : 0;
}

static int read_all(int fd, struct pmc_ioctl_count *counts, unsigned n, struct pmc_ioctl_read *r)
{
	struct pmc_ioctl_read own;

	if (!r)
		r = &own;
	memset(r, 0, sizeof(*r));
	r->size = sizeof(*r);
	r->n = n;
	r->counts = (uintptr_t)counts;
	return ioctl(fd, PMC_IOC_READ, r) ? -errno : 0;
}

/* A set of user-mode instructions that is attached. */
static int counting(unsigned flags, unsigned target, int id)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = dev(), err = setup(fd, &e, 1, flags);

	if (!err)
		err = attach(fd, target, id);
	if (err) {
		close(fd);
		return err;
	}
	return fd;
}

static uint64_t value(int fd)
{
	struct pmc_ioctl_count c = { 0 };
	int err = read_all(fd, &c, 1, NULL);

	if (err)
		result(0, "read: %s", strerror(-err));
	return c.value;
}

static void spin(uint64_t turns)
{
	unsigned long n = (unsigned long)turns;

	__asm__ volatile("1: nop\n\tdec %0\n\tjnz 1b" : "+r"(n));
}

static void is(int got, int want, const char *what)
{
	result(got == want, "%s: %s%s%s", what, got == want ? strerror(-want) : strerror(-got),
	       got == want ? "" : ", should be ", got == want ? "" : strerror(-want));
}

/* ---- Where counts are written: memory that is not there yet, or must not be written ---- */

static void *reset_on(void *fd)
{
	for (int i = 0; i < 20000; i++)
		call(*(int *)fd, PMC_IOC_RESET, 0);
	return NULL;
}

static void places(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0), bad = 0;
	struct pmc_ioctl_count *fresh, last = { 0 };
	uint64_t before, after;
	pthread_t thread;

	call(fd, PMC_IOC_START, 0);
	before = value(fd);
	fresh = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	/* Across the two pages. */
	fresh = (void *)((char *)fresh + 4096 - 8);
	is(read_all(fd, fresh, 1, NULL), 0, "counts go to pages that are not there yet");
	after = value(fd);
	result(fresh->value > before && fresh->value < after, "and are right");
	result(fresh->enabled && fresh->enabled == fresh->running, "with their times");
	mprotect((char *)fresh + 8, 4096, PROT_READ);
	is(read_all(fd, fresh, 1, NULL), -EFAULT, "a page that must not be written");
	munmap((char *)fresh + 8, 4096);
	is(read_all(fd, fresh, 1, NULL), -EFAULT, "a page that is gone");
	is(read_all(fd, &last, 2, NULL), -ERANGE, "room for another number");
	call(fd, PMC_IOC_STOP, 0);
	before = value(fd);
	result(before > after && value(fd) == before, "a stopped set stands still");
	call(fd, PMC_IOC_START, 0);
	/* Somebody else sets the counts to 0 all the time: none is what is left of half a change. */
	if (pthread_create(&thread, NULL, reset_on, &fd))
		return;
	for (int i = 0; i < 20000; i++) {
		read_all(fd, &last, 1, NULL);
		bad += last.value > 1ull << 40 || last.enabled > 1ull << 50;
	}
	pthread_join(thread, NULL);
	result(!bad, "no odd count while another thread resets: %d", bad);
	close(fd);
}

/* ---- abi ---- */

/* RDPMC shows every counter of the CPU: nobody is given it while CPUs are counted (beside() has the rest). */
static void rdpmc_and_cpus(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC)) {
		result(0, "a page with RDPMC");
		return;
	}
	int cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU while somebody has RDPMC");
	munmap(p, 4096);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC,
	       "who maps the page again, and has it still");
	munmap(p, 4096);
	close(fd);
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		result(0, "a page beside a CPU");
		return;
	}
	call(fd, PMC_IOC_START, 0);
	sched_yield();
	result(!(p->flags & PMC_PAGE_RDPMC) && p->running && !p->counter[0].index &&
		       !p->counter[0].base,
	       "without RDPMC, and without what stands in the counter");
	munmap(p, 4096);
	close(fd);
	close(cpu);
}

static void abi(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS), many[PMC_ABI_EVENTS];
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	struct pmc_ioctl_count c[2];
	struct pmc_ioctl_setup s;
	struct pmc_ioctl_msr m;
	char longer[sizeof(info) + 16] = { 0 };
	int fd = dev(), other, cpu, i;

	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), 0, "info");
	result(info.version == PMC_ABI_VERSION && info.general && info.tsc_khz, "info tells");
	info.size = 8;
	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), 0, "info of a shorter structure");
	info.size = 4;
	is(call(fd, PMC_IOC_INFO, (unsigned long)&info), -EINVAL, "info of too short a structure");
	*(uint32_t *)longer = sizeof(longer);
	is(call(fd, PMC_IOC_INFO, (unsigned long)longer), 0, "info of a longer structure");
	longer[sizeof(longer) - 1] = 1;
	is(call(fd, PMC_IOC_INFO, (unsigned long)longer), -E2BIG, "that holds something");
	is(call(fd, PMC_IOC_INFO, 16), -EFAULT, "info to nowhere");
	is(call(fd, _IO(PMC_IOC_MAGIC, 99), 0), -ENOTTY, "no such call");
	is(call(fd, PMC_IOC_START, 0), -ENOTCONN, "start before attach");
	is(read_all(fd, c, 1, NULL), -ENOTCONN, "read before attach");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOTCONN, "attach before setup");

	is(setup(fd, &e, 1, 0x80), -EINVAL, "an unknown flag");
	is(setup(fd, &e, PMC_ABI_EVENTS + 1, 0), -EINVAL, "too many events");
	e.select |= 1ull << 60;
	is(setup(fd, &e, 1, 0), -ERANGE, "a reserved bit");
	e = event_of(USER_INSTRUCTIONS | 1 << 20);
	is(setup(fd, &e, 1, 0), -ERANGE, "the interrupt is the kernel's");
	e = event_of(USER_INSTRUCTIONS);
	e.counters = 1ull << 31;
	is(setup(fd, &e, 1, 0), -ERANGE, "no such counter");
	e = event_of(USER_INSTRUCTIONS);
	e.msr = 0x1a0;
	is(setup(fd, &e, 1, 0), -ERANGE, "no such register");
	e = event_of(USER_INSTRUCTIONS);
	e.period = 1000;
	e.precise = 1;
	is(setup(fd, &e, 1, 0), -EOPNOTSUPP, "precise samples");
	e.period = e.precise = 0;
	e.reserved = 1;
	is(setup(fd, &e, 1, 0), -EINVAL, "a reserved field of an event");
	e = event_of(USER_INSTRUCTIONS);
	memset(&s, 0, sizeof(s));
	s.size = sizeof(s);
	s.n = 1;
	s.event_size = sizeof(e);
	s.events = 16;
	is(call(fd, PMC_IOC_SETUP, (unsigned long)&s), -EFAULT, "events from nowhere");
	is(setup(fd, &e, 1, 0), 0, "setup");
	is(setup(fd, &e, 1, 0), -EALREADY, "setup again");
	is(attach(fd, 9, 0), -EINVAL, "no such target");
	is(attach(fd, PMC_TARGET_SELF, 1), -EINVAL, "self has no number");
	is(attach(fd, PMC_TARGET_THREAD, 999999), -ESRCH, "no such thread");
	is(attach(fd, PMC_TARGET_THREAD, -5), -ESRCH, "no such thread, negative");
	is(attach(fd, PMC_TARGET_CPU, 4096), -ENXIO, "no such CPU");
	is(attach(fd, PMC_TARGET_CPU, -1), -ENXIO, "no such CPU, negative");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "attach");
	is(attach(fd, PMC_TARGET_SELF, 0), -EISCONN, "attach again");
	is(call(fd, PMC_IOC_START, 0x40), -EINVAL, "start with an unknown flag");
	is(call(fd, PMC_IOC_STOP, 1), -EINVAL, "stop with an argument");
	is(read_all(fd, c, 2, NULL), -ERANGE, "read of another number of events");
	is(read_all(fd, (void *)16, 1, NULL), -EFAULT, "read to nowhere");
	is(call(fd, PMC_IOC_START, 0), 0, "start");
	is(call(fd, PMC_IOC_START, 0), 0, "start again");
	is(call(fd, PMC_IOC_STOP, 0), 0, "stop");
	is(call(fd, PMC_IOC_RESET, 0), 0, "reset");
	is((int)value(fd), 0, "zero after a reset");
	close(fd);

	/* More than there are counters: refused, or in turns. */
	for (i = 0; i < PMC_ABI_EVENTS; i++)
		many[i] = event_of(USER_INSTRUCTIONS);
	fd = dev();
	is(setup(fd, many, PMC_ABI_EVENTS, 0), 0, "many events");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOSPC, "do not fit");
	is(attach(fd, PMC_TARGET_SELF, 0), -ENOSPC, "do not fit again");
	close(fd);
	fd = dev();
	is(setup(fd, many, PMC_ABI_EVENTS, PMC_SETUP_ROTATE), 0, "many events in turns");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "fit");
	other = counting(0, PMC_TARGET_SELF, 0);
	is(other, -ENOSPC, "and leave nothing for another set of the thread");
	close(fd);
	other = counting(0, PMC_TARGET_SELF, 0);
	result(other >= 0, "until they are gone");
	close(other);

	places();

	/* Registers. */
	fd = dev();
	memset(&m, 0, sizeof(m));
	m.size = sizeof(m);
	m.address = 0x186;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "a register is read");
	m.address = 0x1b;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EPERM, "one that is none of the PMU's");
	m.address = 0x186;
	m.cpu = 4000;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -ENXIO, "of no CPU");
	m.cpu = 0;
	m.flags = PMC_MSR_WRITE;
	m.value = 1ull << 63;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -ERANGE, "reserved bits");
	m.value = 0;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), 0, "written");
	m.address = 0x38e;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EROFS, "a status register");
	other = counting(0, PMC_TARGET_SELF, 0);
	m.address = 0x186;
	is(call(fd, PMC_IOC_MSR, (unsigned long)&m), -EBUSY, "written while it is in use");
	close(other);
	close(fd);

	/* Pages. */
	fd = dev();
	result(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == ENOTCONN,
	       "a page before attach");
	setup(fd, &e, 1, 0);
	attach(fd, PMC_TARGET_SELF, 0);
	result(mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EINVAL,
	       "two pages");
	result(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED &&
		       errno == EINVAL,
	       "a page to write");
	result(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED && errno == EINVAL,
	       "a private page");
	close(fd);
	fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0);
	result(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED && errno == EOPNOTSUPP,
	       "a page of a set that inherits");
	close(fd);
	cpu = counting(PMC_SETUP_INHERIT, PMC_TARGET_CPU, 0);
	is(cpu, -EINVAL, "CPUs have no children");
	cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU");
	is(call(cpu, PMC_IOC_START, PMC_START_ON_EXEC), -EINVAL, "which executes no programs");
	close(cpu);
	rdpmc_and_cpus();
}

/* ---- self ---- */

static uint64_t rdpmc(uint32_t index)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	return (uint64_t)hi << 32 | lo;
}

static uint64_t by_page(const volatile struct pmc_ioctl_page *p)
{
	uint64_t v;
	uint32_t seq, index;

	do {
		seq = p->seq;
		__asm__ volatile("" ::: "memory");
		index = p->counter[0].index;
		v = p->counter[0].sum;
		if (index)
			v += (rdpmc(index - 1) - p->counter[0].base) &
			     ((1ull << p->counter[0].width) - 1);
		__asm__ volatile("" ::: "memory");
	} while (seq & 1 || p->seq != seq);
	return v;
}

static void move(void)
{
	static unsigned n;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(n++ % (unsigned)sysconf(_SC_NPROCESSORS_ONLN), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static int put_counters(uint64_t v)
{
	struct pmc_ioctl_msr m = { .size = sizeof(m), .flags = PMC_MSR_WRITE, .value = v };
	int fd = dev(), i, cpus = (int)sysconf(_SC_NPROCESSORS_ONLN), bad = 0;
	unsigned first, step = 1;

	/* PMC0 on, by the addresses that are written at full width, where there are such. */
	if (about.family == P4)
		first = 0x300;
	else if (about.family == AMD)
		first = about.caps & 0x10000 ? 0xc0010201 : 0xc0010004,
		step = about.caps & 0x10000 ? 2 : 1;
	else
		first = about.caps & 0x10 ? 0x4c1 : 0xc1;
	for (m.cpu = 0; m.cpu < (unsigned)cpus; m.cpu++) {
		for (i = 0; i < 18; i++) {
			m.address = first + step * (unsigned)i;
			if (about.general >> i & 1)
				bad |= ioctl(fd, PMC_IOC_MSR, &m);
		}
	}
	close(fd);
	return bad;
}

static void self(long n)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t last = 0, now, kernel, worst = 0;
	long i, backward = 0, far = 0;

	if (p != MAP_FAILED && !(p->flags & PMC_PAGE_RDPMC) &&
	    !(about.features & PMC_FEATURE_RDPMC)) {
		call(fd, PMC_IOC_START, 0);
		spin(1000);
		call(fd, PMC_IOC_STOP, 0);
		result(p->counter[0].sum == value(fd) && p->counter[0].sum >= 3000,
		       "a page without RDPMC: the sum is right");
		close(fd);
		return;
	}
	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC)) {
		result(0, "the page is mapped and may be used");
		return;
	}
	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < n; i++) {
		now = by_page(p);
		backward += now < last;
		last = now;
		if (i % 1000)
			continue;
		/* The kernel's answer lies between two of ours. */
		kernel = value(fd);
		now = by_page(p);
		far += kernel < last || kernel > now;
		worst = now - last > worst ? now - last : worst;
		last = now;
		if (i % 5000 == 0)
			move();
		if (i % 7000 == 0)
			sched_yield();
		/* The counters overflow soon. */
		if (i % 20000 == 0 && geteuid() == 0) {
			call(fd, PMC_IOC_STOP, 0);
			put_counters((1ull << about.general_width) - 1 - (uint64_t)i % 50000);
			call(fd, PMC_IOC_START, 0);
		}
	}
	result(!backward, "%ld readings, none goes back (%ld)", n, backward);
	result(!far && worst < 10000, "the kernel's lie between (%ld do not; widest %" PRIu64 ")",
	       far, worst);
	call(fd, PMC_IOC_STOP, 0);
	now = by_page(p);
	spin(1000);
	result(by_page(p) == now && value(fd) == now, "stopped, it stands");
	munmap(p, 4096);
	close(fd);
}

/* ---- beside ---- */

/* What RDPMC shows, of any counter, at most. */
static uint64_t most_seen(void)
{
	uint64_t most = 0, v;
	unsigned i;

	for (i = 0; i < 32; i++) {
		if (!(about.general >> i & 1))
			continue;
		v = rdpmc(i);
		most = v > most ? v : most;
	}
	return most;
}

static void beside(long n)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	uint64_t each = 300000, most = 0, seen, last = 0, now, whole, own = 0;
	struct pmc_ioctl_page *p, *p2;
	int fd, cpu, late, err, status, to[2], from[2];
	long i, backward = 0;
	char byte = 0;
	cpu_set_t set;
	pid_t pid;

	if (!(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "no RDPMC here");
		return;
	}
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU can be counted beside it");
	late = counting(0, PMC_TARGET_SELF, 0);
	p2 = mmap(NULL, 4096, PROT_READ, MAP_SHARED, late, 0);
	if (late >= 0)
		result(p2 != MAP_FAILED && !(p2->flags & PMC_PAGE_RDPMC),
		       "a later page comes without RDPMC");
	if (about.features & PMC_FEATURE_SAMPLE) {
		int sampler = dev();

		e.period = 100000;
		err = setup(sampler, &e, 1, 0);
		err = err ? err : attach(sampler, PMC_TARGET_CPU, 0);
		/* Where two counters are all there are, none is left to be asked for. */
		result(err == -EBUSY || err == -ENOSPC, "a CPU is not sampled meanwhile: %s",
		       strerror(-err));
		close(sampler);
	}
	/* Another one, on this CPU, which runs when it is told to. */
	if (pipe(to) || pipe(from))
		return;
	pid = fork();
	if (!pid) {
		close(to[1]);
		while (read(to[0], &byte, 1) == 1) {
			spin(each);
			if (write(from[1], &byte, 1) != 1)
				break;
		}
		_exit(0);
	}
	call(fd, PMC_IOC_START, 0);
	call(cpu, PMC_IOC_START, 0);
	whole = value(cpu);
	now = by_page(p);
	for (i = 0; i < n; i++) {
		own -= by_page(p);
		spin(1000);
		own += by_page(p);
		if (write(to[1], &byte, 1) != 1 || read(from[0], &byte, 1) != 1)
			break;
		seen = most_seen();
		most = seen > most ? seen : most;
		now = by_page(p);
		backward += now < last;
		last = now;
	}
	whole = value(cpu) - whole;
	close(to[1]);
	waitpid(pid, &status, 0);
	result(i == n && most < 3 * each, "RDPMC shows nothing of others: %" PRIu64, most);
	result(!backward && own >= 3000ull * (uint64_t)n && own < 3200ull * (uint64_t)n,
	       "its own counts are right: %" PRIu64, own);
	result(whole >= 3 * (each + 1000) * (uint64_t)n &&
		       whole < 33 * (each + 1000) * (uint64_t)n / 10,
	       "and the CPU's: %" PRIu64 " of at least %" PRIu64, whole,
	       3 * (each + 1000) * (uint64_t)n);
	close(cpu);
	if (late >= 0) {
		munmap(p2, 4096);
		close(late);
	}
	late = counting(0, PMC_TARGET_SELF, 0);
	p2 = mmap(NULL, 4096, PROT_READ, MAP_SHARED, late, 0);
	result(p2 != MAP_FAILED && p2->flags & PMC_PAGE_RDPMC, "afterwards pages have RDPMC again");
	close(late);
	close(fd);
}

/* ---- wrap ---- */

static void wrap(void)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	uint64_t before, after, top;
	int fd, i, bad = 0;

	fd = dev();
	ioctl(fd, PMC_IOC_INFO, &info);
	close(fd);
	top = (1ull << info.general_width) - 1;
	fd = counting(0, PMC_TARGET_SELF, 0);
	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < 200; i++) {
		call(fd, PMC_IOC_STOP, 0);
		if (put_counters(i % 2 ? top - 5000 : top - 100)) {
			result(0, "the counters can be put near their end: %s", strerror(errno));
			return;
		}
		call(fd, PMC_IOC_START, 0);
		before = value(fd);
		spin(10000);
		after = value(fd);
		/* The loop and what stands around it, the same each time. */
		bad += after - before < 30000 || after - before > 31000;
	}
	result(!bad, "200 wraps of %u bits", info.general_width);
	close(fd);
}

/* ---- tree ---- */

static void *spin_thread(void *n)
{
	spin(*(uint64_t *)n);
	return NULL;
}

static void tree(long n)
{
	int fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), i, status;
	struct pmc_ioctl_read r;
	struct pmc_ioctl_count c;
	uint64_t each = 100000, least;
	int more = 0;
	pthread_t t[16];

	call(fd, PMC_IOC_START, 0);
	for (i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			/* A grandchild too. */
			if (i % 4 == 0 && !fork()) {
				spin(each);
				_exit(0);
			}
			spin(each);
			while (wait(&status) > 0)
				;
			_exit(0);
		}
	}
	for (i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, spin_thread, &each);
	for (i = 0; i < 16; i++)
		pthread_join(t[i], NULL);
	while (wait(&status) > 0)
		;
	/* A thread is joined a little before it has ended. */
	do {
		usleep(1000);
		read_all(fd, &c, 1, &r);
	} while (r.contexts > 1 && ++more < 1000);
	least = (uint64_t)(n + (n + 3) / 4 + 16) * 3 * each;
	result(c.value >= least && c.value < least + least / 10,
	       "%" PRIu64 " of %ld processes and 16 threads, at least %" PRIu64, (uint64_t)c.value,
	       n + (n + 3) / 4, least);
	result(r.contexts == 1 && !r.lost, "only this one is left: %u, %u lost", r.contexts,
	       r.lost);
	close(fd);
}

/* ---- tsc ---- */

static void tsc(void)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };
	struct pmc_ioctl_read r1, r2;
	int fd = dev();

	ioctl(fd, PMC_IOC_INFO, &info);
	is(setup(fd, NULL, 0, 0), 0, "a set without events");
	is(attach(fd, PMC_TARGET_SELF, 0), 0, "attached");
	call(fd, PMC_IOC_START, 0);
	spin(1000000);
	read_all(fd, NULL, 0, &r1);
	usleep(200000);
	read_all(fd, NULL, 0, &r2);
	result(r1.tsc > 100000, "time that it ran is counted");
	result(r2.tsc - r1.tsc < 100ull * info.tsc_khz, "and not time that it slept");
	close(fd);
}

/* ---- exec ---- */

/* A copy of this program that belongs to root and is set-user-ID, run by a user. */
static void exec_setuid(void)
{
	char path[] = "/tmp/setuid", own[256] = "", command[320];
	struct pmc_ioctl_read r = { 0 };
	struct pmc_ioctl_count c = { 0 };
	int fd, status, go[2];
	char byte;
	pid_t pid;

	if (readlink("/proc/self/exe", own, sizeof(own) - 1) < 0)
		result(0, "its own name");
	snprintf(command, sizeof(command), "cp %s %s && chmod 4755 %s", own, path, path);
	if (system(command))
		result(0, "a copy");
	if (setgid(1000) || setuid(1000))
		result(0, "a user");
	prctl(PR_SET_DUMPABLE, 1);
	if (pipe(go))
		return;
	for (int with = 0; with < 2; with++) {
		pid = fork();
		if (!pid) {
			close(go[1]);
			if (read(go[0], &byte, 1) != 1)
				_exit(1);
			execl(with ? path : own, "driver", "spin", "1000000", NULL);
			_exit(2);
		}
		fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_THREAD, pid);
		result(fd >= 0, "a child is attached");
		call(fd, PMC_IOC_START, 0);
		if (write(go[1], "g", 1) != 1)
			return;
		waitpid(pid, &status, 0);
		read_all(fd, &c, 1, &r);
		if (with)
			result(r.flags & PMC_READ_DROPPED && c.value < 3000000,
			       "a set-user-ID program is not counted: %" PRIu64 ", flags %#x",
			       (uint64_t)c.value, r.flags);
		else
			result(!(r.flags & PMC_READ_DROPPED) && r.flags & PMC_READ_ENDED &&
				       c.value >= 3000000,
			       "another program is: %" PRIu64 ", flags %#x", (uint64_t)c.value,
			       r.flags);
		close(fd);
	}
}

/* ---- storm ---- */

static uint64_t seed = 88172645463325252ull;

static uint64_t chance(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

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

static void storm(long n)
{
	pid_t child[8] = { 0 };
	int set[8], i, status;
	long round;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (i = 0; i < 8; i++)
		set[i] = -1;
	for (round = 0; round < n; round++) {
		i = (int)chance(8);
		if (set[i] >= 0) {
			close(set[i]);
			set[i] = -1;
		}
		if (child[i]) {
			kill(-child[i], SIGKILL);
			child[i] = 0;
		} else {
			chance(3);
			child[i] = fork();
			if (!child[i]) {
				seed += (uint64_t)round * 977;
				setpgid(0, 0);
				child_of_storm();
			}
			setpgid(child[i], child[i]);
			set[i] = counting(chance(2) ? PMC_SETUP_INHERIT : 0, PMC_TARGET_THREAD,
					  child[i]);
			if (set[i] >= 0)
				call(set[i], PMC_IOC_START, 0);
		}
		if (chance(4) == 0)
			usleep((useconds_t)chance(3000));
		i = (int)chance(8);
		if (set[i] >= 0)
			value(set[i]);
		while (waitpid(-1, &status, WNOHANG) > 0)
			;
	}
	for (i = 0; i < 8; i++) {
		if (child[i])
			kill(-child[i], SIGKILL);
		if (set[i] >= 0)
			close(set[i]);
	}
	while (wait(&status) > 0)
		;
	result(1, "%ld rounds", n);
}

/* ---- fuzz ---- */

static void fuzz(long n)
{
	unsigned char buf[256];
	struct pmc_ioctl_event events[4];
	struct pmc_ioctl_count counts[PMC_ABI_EVENTS];
	unsigned long calls[] = { PMC_IOC_INFO, PMC_IOC_SETUP, PMC_IOC_ATTACH, PMC_IOC_START,
				  PMC_IOC_STOP, PMC_IOC_RESET, PMC_IOC_READ };
	int fd[4] = { -1, -1, -1, -1 }, k, i;
	long round;

	for (round = 0; round < n; round++) {
		uint32_t *w = (uint32_t *)buf;
		unsigned long what = calls[chance(7)], arg = (unsigned long)buf;

		k = (int)chance(4);
		if (fd[k] < 0 || chance(60) == 0) {
			if (fd[k] >= 0)
				close(fd[k]);
			fd[k] = dev();
		}
		memset(buf, 0, sizeof(buf));
		w[0] = chance(20) ? _IOC_SIZE(what) : (uint32_t)chance(5000);
		if (what == PMC_IOC_SETUP) {
			struct pmc_ioctl_setup *s = (void *)buf;

			for (i = 0; i < 4; i++) {
				events[i] = event_of(chance(3) ? USER_INSTRUCTIONS :
								 chance(1ull << 40));
				if (chance(4) == 0)
					((unsigned char *)&events[i])[chance(sizeof(events[i]))] ^=
						1 << chance(8);
			}
			s->flags = (uint32_t)chance(4);
			s->events = (uintptr_t)events;
			s->n = (uint32_t)chance(5);
			s->event_size = sizeof(events[0]);
		} else if (what == PMC_IOC_ATTACH) {
			struct pmc_ioctl_attach *a = (void *)buf;

			a->target = 1 + (uint32_t)chance(4);
			a->id = a->target == PMC_TARGET_SELF ? 0 :
				a->target == PMC_TARGET_CPU  ? (int)chance(3) :
							       (int)chance(200);
		} else if (what == PMC_IOC_READ) {
			struct pmc_ioctl_read *r = (void *)buf;

			r->n = (uint32_t)chance(5);
			r->counts = (uintptr_t)counts;
		} else if (_IOC_DIR(what) == _IOC_NONE) {
			arg = (unsigned long)(chance(8) ? 0 : chance(4));
		}
		if (chance(10) == 0)
			buf[chance(sizeof(buf))] ^= (unsigned char)(1 << chance(8));
		if (chance(50) == 0)
			arg = (unsigned long)(chance(2) ? 0 : chance(~0ull));
		if (chance(100) == 0)
			what ^= 1ul << chance(32);
		ioctl(fd[k], what, arg);
		if (chance(200) == 0) {
			void *p = mmap(NULL, 4096 << chance(2), PROT_READ, MAP_SHARED, fd[k], 0);

			if (p != MAP_FAILED && chance(2))
				munmap(p, 4096);
		}
	}
	for (k = 0; k < 4; k++)
		if (fd[k] >= 0)
			close(fd[k]);
	result(1, "%ld calls", n);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 1000;
	int fd;

	if (strcmp(what, "spin")) {
		fd = dev();
		about.size = sizeof(about);
		ioctl(fd, PMC_IOC_INFO, &about);
		close(fd);
	}
	if (!strcmp(what, "abi"))
		abi();
	else if (!strcmp(what, "self"))
		self(n);
	else if (!strcmp(what, "beside"))
		beside(n);
	else if (!strcmp(what, "wrap"))
		wrap();
	else if (!strcmp(what, "tree"))
		tree(n);
	else if (!strcmp(what, "tsc"))
		tsc();
	else if (!strcmp(what, "exec"))
		exec_setuid();
	else if (!strcmp(what, "storm"))
		storm(n);
	else if (!strcmp(what, "fuzz"))
		fuzz(n);
	else if (!strcmp(what, "spin"))
		spin((uint64_t)n);
	else
		return 2;
	return failed;
}

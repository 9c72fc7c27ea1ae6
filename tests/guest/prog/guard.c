/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a user might try with /dev/pmc to see more than their own counts, or to block the machine.
 * usage: guard MODE [N]; one line per result, "ok NAME" or "not ok NAME: …"; exit status 0 when all
 * are ok. Any PMU with PERFEVTSEL.
 *	children	RDPMC works in the process itself, and not in its children
 *	equals		a process cannot count one that has more capabilities
 *	sets		a thread has a limited number of sets
 *	left		N sets that a sleeping thread had leave nothing behind
 *	tags		(Pentium 4) an event that needs more than the PMU has
 *	turns		(Pentium 4) one set and one rotation of another set share an ESCR
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pmc/pmc_ioctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"

/*
 * Sets up n times INST_RETIRED in user mode, each with a period. Returns a descriptor, or -errno.
 */
static int set_of(unsigned n, unsigned flags, uint64_t period)
{
	struct pmc_ioctl_event e[PMC_ABI_EVENTS];
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)e,
		.n = n,
		.event_size = sizeof(e[0]),
	};
	int fd = dev(), err;
	unsigned i;

	memset(e, 0, sizeof(e));
	for (i = 0; i < n; i++) {
		e[i].counters = 0xff;
		e[i].select = 0x4100c0;
		e[i].period = period;
	}
	err = ioctl(fd, PMC_IOC_SETUP, &s) ? -errno : 0;
	if (err)
		close(fd);
	return err ? err : fd;
}

static int attach(int fd, unsigned target, int id)
{
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = target, .id = id };

	return ioctl(fd, PMC_IOC_ATTACH, &a) ? -errno : 0;
}

/*
 * A child that calls a function once, when its parent tells it to. It keeps no file of its
 * parent's.
 */
struct child {
	pid_t pid;
	int go;
};

static struct child child_that(void (*function)(void))
{
	struct child c;
	int pipes[2], ready[2], fd;
	char byte;

	if (pipe(pipes) || pipe(ready))
		exit(2);
	c.pid = fork();
	if (!c.pid) {
		for (fd = 3; fd < 256; fd++)
			if (fd != pipes[0])
				close(fd);
		if (read(pipes[0], &byte, 1) == 1)
			function();
		_exit(0);
	}
	close(pipes[0]);
	close(ready[1]);
	if (read(ready[0], &byte, 1))
		exit(2);
	close(ready[0]);
	c.go = pipes[1];
	return c;
}

/* How it ended: a signal, or 0. */
static int let_go(struct child c)
{
	int status = 0;

	if (write(c.go, "g", 1) != 1)
		exit(2);
	close(c.go);
	waitpid(c.pid, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void nothing(void)
{
}

/* ---- children ---- */

static void use_rdpmc(void)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(0));
}

/* Instructions of this thread, mapped from perf: perf allows RDPMC too. */
static void *perf_page(int *fd)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
	};

	*fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	return *fd < 0 ? MAP_FAILED : mmap(NULL, 4096, PROT_READ, MAP_SHARED, *fd, 0);
}

/* A set of this thread that holds the PMU. */
static int started(void)
{
	int fd = set_of(1, 0, 0);

	result(fd >= 0 && !attach(fd, PMC_TARGET_SELF, 0) && !ioctl(fd, PMC_IOC_START, 0),
	       "a set that is started");
	return fd;
}

static void children(void)
{
	int fd, ring, other;
	void *page, *rings;
	struct child early, late;

	page = perf_page(&fd);
	if (page == MAP_FAILED) {
		result(0, "perf's page: %s", strerror(errno));
		return;
	}
	early = child_that(use_rdpmc);
	munmap(page, 4096);
	close(fd);
	fd = started();
	result(let_go(early) == SIGSEGV, "a child whose parent had perf's page has no RDPMC");

	page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED || !(((struct pmc_ioctl_page *)page)->flags & PMC_PAGE_RDPMC)) {
		result(0, "a page with RDPMC");
		return;
	}
	use_rdpmc();
	early = child_that(use_rdpmc);
	late = child_that(use_rdpmc);
	result(let_go(early) == SIGSEGV, "a child has no RDPMC while its parent has");
	result(madvise(page, 4096, MADV_DOFORK) && errno == EINVAL,
	       "a page cannot be made to be copied");
	other = started();
	munmap(page, 4096);
	close(fd);
	result(let_go(late) == SIGSEGV, "nor later");
	close(other);

	ring = set_of(1, 0, 1000000);
	result(ring >= 0 && !attach(ring, PMC_TARGET_SELF, 0), "a set that samples");
	rings = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, ring, PMC_RING_OFFSET);
	result(rings != MAP_FAILED && madvise(rings, 8192, MADV_DOFORK) && errno == EINVAL,
	       "nor can a ring");
	close(ring);
}

/* ---- equals ---- */

static void become_user(int keep)
{
	prctl(PR_SET_KEEPCAPS, keep);
	if (setgroups(0, NULL) || setresgid(1000, 1000, 1000) || setresuid(1000, 1000, 1000))
		_exit(2);
	prctl(PR_SET_DUMPABLE, 1);
}

static void equals(void)
{
	int keep, err;
	pid_t pid;

	for (keep = 0; keep < 2; keep++) {
		int ready[2];
		char byte;

		if (pipe(ready))
			return;
		pid = fork();
		if (!pid) {
			become_user(keep);
			close(ready[1]);
			pause();
		}
		/* The child closes its end when it has changed its credentials. */
		close(ready[1]);
		if (read(ready[0], &byte, 1))
			return;
		close(ready[0]);
		if (!fork()) {
			become_user(0);
			err = attach(set_of(1, 0, 0), PMC_TARGET_THREAD, pid);
			result(err == (keep ? -EPERM : 0),
			       keep ? "one with more capabilities: %d" : "an equal: %d", err);
			_exit(0);
		}
		wait(NULL);
		result(!attach(set_of(1, 0, 0), PMC_TARGET_THREAD, pid), "root may");
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
}

/* ---- sets ---- */

#define MOST_SETS 32

static void sets(void)
{
	struct child c = child_that(nothing);
	int i, err = 0, own = 0, fd[MOST_SETS];

	for (i = 0; i < MOST_SETS && !err; i++)
		err = attach(fd[i] = set_of(0, PMC_SETUP_INHERIT, 0), PMC_TARGET_THREAD, c.pid);
	result(i == MOST_SETS && !err, "%d sets of one thread: %d", i, err);
	err = attach(set_of(0, 0, 0), PMC_TARGET_THREAD, c.pid);
	result(err == -EUSERS, "no more: %d", err);
	close(fd[0]);
	err = attach(set_of(0, 0, 0), PMC_TARGET_THREAD, c.pid);
	result(!err, "until one is closed: %d", err);
	let_go(c);
	for (i = 0; i <= MOST_SETS && !own; i++)
		own = attach(set_of(0, 0, 0), PMC_TARGET_SELF, 0);
	result(i == MOST_SETS + 1 && own == -EUSERS, "nor of its own: %d: %d", i, own);
}

/* ---- left ---- */

static long unreclaimable(void)
{
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];
	long kb = -1;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "SUnreclaim: %ld", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return kb;
}

static void left(long n)
{
	struct child c = child_that(nothing);
	int keep = set_of(1, 0, 0), fd, err = attach(keep, PMC_TARGET_SELF, 0);
	long i, before;

	usleep(100000);
	before = unreclaimable();
	for (i = 0; i < n && !err; i++) {
		fd = set_of(4, 0, 0);
		err = attach(fd, PMC_TARGET_THREAD, c.pid);
		close(fd);
	}
	usleep(100000);
	i = unreclaimable() - before;
	result(!err && i < n / 8, "%ld sets of a sleeping thread leave %ld KiB, %d", n, i, err);
	let_go(c);
}

/* ---- Pentium 4 ---- */

/* instr_retired in user mode on an ESCR (24, 25: CRU_ESCR0, 1), with a mask of its kinds */
static struct pmc_ioctl_event p4_event(uint8_t escr, unsigned kinds, unsigned group)
{
	return (struct pmc_ioctl_event){
		.counters = 0x3f000,
		.select = 0x31000,
		.escr = 2u << 25 | kinds << 9 | 1u << 2,
		.n_escrs = 1,
		.escr_of = { escr },
		.group = group,
	};
}

static int set_up(const struct pmc_ioctl_event *e, unsigned n, unsigned flags)
{
	struct pmc_ioctl_setup s = {
		.size = sizeof(s),
		.flags = flags,
		.events = (uintptr_t)e,
		.n = n,
		.event_size = sizeof(*e),
	};
	int fd = dev(), err = ioctl(fd, PMC_IOC_SETUP, &s) ? -errno : 0;

	if (err)
		close(fd);
	return err ? err : fd;
}

static void tags(void)
{
	struct pmc_ioctl_event e = p4_event(24, 1, 0);
	int err;

	e.n_upstream = 1;
	e.upstream = 1u << 2;
	e.upstream_of[0] = 25;
	e.tags = 0x1f;
	err = set_up(&e, 1, 0);
	result(err >= 0, "an ESCR, one that tags, five tags: %d", err);
	e.pebs_vert = 1;
	err = set_up(&e, 1, 0);
	result(err == -ERANGE, "and the PEBS registers: %d", err);
	e.pebs_vert = 0;
	e.tags = 0x20;
	err = set_up(&e, 1, 0);
	result(err == -ERANGE, "a sixth tag: %d", err);
}

static uint64_t count_of(int fd)
{
	struct pmc_ioctl_count c[PMC_ABI_EVENTS];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 1, .counts = (uintptr_t)c };

	return ioctl(fd, PMC_IOC_READ, &r) ? 0 : c[0].value;
}

static void turns(void)
{
	/*
	 * The first rotation has CRU_ESCR0 as the other set has it. The second differs in CRU_ESCR1
	 * only.
	 */
	const struct pmc_ioctl_event one = p4_event(24, 1, 0), many[] = {
		p4_event(24, 1, 1),
		p4_event(25, 1, 1),
		p4_event(25, 2, 2),
		p4_event(25, 2, 2),
	};
	int fd = set_up(&one, 1, 0), other = set_up(many, 4, PMC_SETUP_ROTATE), err;
	struct pmc_ioctl_attach a = { .size = sizeof(a), .target = PMC_TARGET_SELF };
	uint64_t n = 0;
	unsigned long loops = 100000000;
	void *page;

	err = attach(fd, PMC_TARGET_SELF, 0);
	page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(!err && page != MAP_FAILED &&
		       ((struct pmc_ioctl_page *)page)->flags & PMC_PAGE_RDPMC,
	       "a page");
	err = ioctl(other, PMC_IOC_ATTACH, &a);
	result(!err && a.rotations == 2, "and a set in %u turns", a.rotations);
	ioctl(fd, PMC_IOC_START, 0);
	ioctl(other, PMC_IOC_START, 0);
	__asm__ volatile("1:\n\tsub $1, %0\n\tjnz 1b" : "+r"(loops));
	ioctl(fd, PMC_IOC_STOP, 0);
	n = count_of(fd);
	result(n >= 200000000 && n < 200010000,
	       "what the other set's turns share is counted on: %" PRIu64, n);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 10000;

	if (!strcmp(what, "children"))
		children();
	else if (!strcmp(what, "equals"))
		equals();
	else if (!strcmp(what, "sets"))
		sets();
	else if (!strcmp(what, "left"))
		left(n);
	else if (!strcmp(what, "tags"))
		tags();
	else if (!strcmp(what, "turns"))
		turns();
	else
		return 2;
	return failed;
}

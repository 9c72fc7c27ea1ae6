/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets that do not count leave the PMU to Linux's perf, and sets cannot start while perf counts.
 * Perf's own counts and samples, and arithmetic, say whether either was disturbed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"

enum { TURNS = 20000, EACH = 3 * TURNS, SLACK = 2000, PERIOD = 1000, DATA = 8 * 4096 };

/*
 * perf counts instructions of user mode in this thread. period: it samples them, or 0. -1: it
 * cannot.
 */
static int perf_open(uint64_t period)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
		.sample_period = period,
		.sample_type = PERF_SAMPLE_IP,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

static void perf_counts(int perf, const char *when)
{
	uint64_t first = 0, last = 0;

	if (perf < 0) {
		result(0, "perf counts %s: %s", when, strerror(errno));
		return;
	}
	must(read(perf, &first, sizeof(first)) == sizeof(first), "reading perf");
	spin(TURNS);
	must(read(perf, &last, sizeof(last)) == sizeof(last), "reading perf");
	result(last - first >= EACH && last - first < EACH + SLACK, "perf counts %s: %" PRIu64,
	       when, last - first);
}

/* perf opens its event, counts, and closes it. */
static void perf_alone(const char *when)
{
	int perf = perf_open(0);

	perf_counts(perf, when);
	if (perf >= 0)
		close(perf);
}

static void perf_refused(const char *when)
{
	int perf = perf_open(0);

	result(perf < 0 && errno == EBUSY, "perf is refused %s: %s", when,
	       perf < 0 ? strerror(errno) : "it counts");
	if (perf >= 0)
		close(perf);
}

static void perf_samples(const char *when)
{
	int perf = perf_open(PERIOD);
	struct perf_event_mmap_page *p;
	uint64_t samples;

	must(perf >= 0, "perf samples");
	p = mmap(NULL, 4096 + DATA, PROT_READ | PROT_WRITE, MAP_SHARED, perf, 0);
	must(p != MAP_FAILED, "perf's ring");
	spin(TURNS);
	ioctl(perf, PERF_EVENT_IOC_DISABLE, 0);
	/* A record has a header and an address. */
	samples = p->data_head / 16;
	result(samples >= EACH / PERIOD && samples < (EACH + SLACK) / PERIOD,
	       "perf samples %s: %" PRIu64, when, samples);
	munmap(p, 4096 + DATA);
	close(perf);
}

static uint32_t held(int fd)
{
	struct pmc_ioctl_info info = { .size = sizeof(info) };

	must(!call(fd, PMC_IOC_INFO, (unsigned long)&info), "info");
	return info.held;
}

static void holders(int fd, uint32_t want, const char *what)
{
	result(held(fd) == want, "%s: %u", what, held(fd));
}

/* The PMU is given back a moment after the last set has stopped. */
static void wait_for_perf(int fd)
{
	int tries = 5000;

	while (held(fd) && tries--)
		usleep(1000);
	result(!held(fd), "the PMU is given back");
}

/* ---- Sets of one thread ---- */

static void count_some(int fd, const char *when)
{
	uint64_t before = value(fd), n;
	int started = call(fd, PMC_IOC_START, 0), stopped;

	spin(TURNS);
	stopped = call(fd, PMC_IOC_STOP, 0);
	n = value(fd) - before;
	result(!started && !stopped && n >= EACH && n < EACH + SLACK, "a set counts %s: %" PRIu64,
	       when, n);
}

static void idle_beside_perf(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);

	perf_alone("beside a set that was never started");
	count_some(fd, "after perf");
	wait_for_perf(fd);
	perf_alone("beside a set that was stopped");
	count_some(fd, "after perf again");
	close(fd);
	perf_alone("as soon as a set is closed");
}

static void state_is_as_before(int fd, uint64_t before)
{
	struct pmc_ioctl_count c;
	struct pmc_ioctl_read r;

	must(!read_all(fd, &c, 1, &r), "reading");
	spin(TURNS);
	result(!r.flags && c.value == before && value(fd) == before, "and the set is as it was");
}

static void perf_beside_idle(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int fd = counting(PMC_SETUP_INHERIT, PMC_TARGET_SELF, 0), other = dev(), perf;
	uint64_t before;

	count_some(fd, "before perf");
	before = value(fd);
	wait_for_perf(fd);
	perf = perf_open(0);
	is(call(fd, PMC_IOC_START, 0), -EBUSY, "a set starts while perf counts");
	state_is_as_before(fd, before);
	is(call(fd, PMC_IOC_START, PMC_START_ON_EXEC), -EBUSY, "or at a program");
	state_is_as_before(fd, before);
	is(setup(other, &e, 1, 0), -EBUSY, "a set is told early that it could not start");
	holders(fd, 0, "nobody holds the PMU");
	perf_counts(perf, "all the time");
	close(perf);
	is(setup(other, &e, 1, 0), 0, "and when perf has ended, it can");
	close(other);
	is(call(fd, PMC_IOC_START, PMC_START_ON_EXEC), 0, "a set waits for a program");
	perf_refused("meanwhile");
	is(call(fd, PMC_IOC_STOP, 0), 0, "and waits no longer");
	wait_for_perf(fd);
	perf_alone("after that");
	close(fd);
}

static void started_holds(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0), second = counting(0, PMC_TARGET_SELF, 0);

	is(call(fd, PMC_IOC_START, 0), 0, "a set starts");
	is(call(second, PMC_IOC_START, 0), 0, "and a second one");
	holders(fd, 2, "both hold the PMU");
	is(call(fd, PMC_IOC_START, 0), 0, "starting it twice");
	holders(fd, 2, "holds it once");
	is(call(second, PMC_IOC_STOP, 0), 0, "one stops");
	holders(fd, 1, "and the other one holds the PMU");
	perf_refused("beside it");
	close(fd);
	perf_alone("when it is closed");
	close(second);
}

/* ---- Threads that end; CPUs; pages; samples ---- */

static int ready, go;

static void *short_thread(void *fd)
{
	*(int *)fd = counting(0, PMC_TARGET_SELF, 0);
	__atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
	while (!__atomic_load_n(&go, __ATOMIC_SEQ_CST))
		usleep(1000);
	return NULL;
}

static void ended_thread(void)
{
	pthread_t thread;
	int fd = -1;

	ready = go = 0;
	must(!pthread_create(&thread, NULL, short_thread, &fd), "a thread");
	while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST))
		usleep(1000);
	is(call(fd, PMC_IOC_START, 0), 0, "a set of another thread starts");
	perf_refused("while the thread runs");
	__atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
	pthread_join(thread, NULL);
	wait_for_perf(fd);
	perf_alone("beside a set whose thread has ended");
	is(call(fd, PMC_IOC_START, 0), 0, "it can be started again");
	holders(fd, 0, "but holds nothing");
	close(fd);
}

static void idle_cpu(void)
{
	int fd = counting(0, PMC_TARGET_CPU, 0);

	perf_alone("beside an idle set of a CPU");
	is(call(fd, PMC_IOC_START, 0), 0, "a CPU is counted");
	perf_refused("meanwhile");
	is(call(fd, PMC_IOC_STOP, 0), 0, "and is not");
	wait_for_perf(fd);
	perf_alone("beside a stopped set of a CPU");
	close(fd);
}

static void page(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0), perf = perf_open(0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	result(p == MAP_FAILED && errno == EBUSY, "no page while perf counts");
	perf_counts(perf, "when a page was refused");
	close(perf);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	must(p != MAP_FAILED, "a page");
	result(p->flags & PMC_PAGE_RDPMC, "with RDPMC, when perf has ended");
	perf_refused("beside a page");
	count_some(fd, "with a page");
	result(p->counter[0].sum == value(fd), "which shows it: %" PRIu64,
	       (uint64_t)p->counter[0].sum);
	munmap(p, 4096);
	close(fd);
	perf_alone("as soon as its set is closed");
}

static void samples(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	struct pmc_ioctl_ring *ring;
	int fd = dev();

	e.period = PERIOD;
	must(!setup(fd, &e, 1, 0) && !attach(fd, PMC_TARGET_SELF, 0), "a set that samples");
	ring = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PMC_RING_OFFSET);
	must(ring != MAP_FAILED, "its ring");
	perf_samples("beside an idle set that would sample");
	count_some(fd, "with samples");
	result(ring->samples == value(fd) / PERIOD, "and takes them: %" PRIu64,
	       (uint64_t)ring->samples);
	wait_for_perf(fd);
	perf_samples("beside a set that has sampled");
	munmap(ring, 2 * 4096);
	close(fd);
}

void mode_idle(long n)
{
	int perf = perf_open(0);

	(void)n;
	if (perf < 0 || about.family == P4) {
		result(1, "perf does not count here");
		return;
	}
	close(perf);
	stay_on(0);
	idle_beside_perf();
	perf_beside_idle();
	started_holds();
	ended_thread();
	idle_cpu();
	if (about.features & PMC_FEATURE_RDPMC)
		page();
	if (about.features & PMC_FEATURE_SAMPLE)
		samples();
}

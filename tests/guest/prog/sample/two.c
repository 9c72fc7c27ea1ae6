/* SPDX-License-Identifier: BSD-2-Clause */
/* Two events of CPU 0 in one ring. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/sample/loop.h"
#include "tests/guest/prog/sample/modes.h"
#include "tests/guest/prog/sample/sampling.h"

/* user: the first of user mode, else of the kernel, as the second always is */
struct pair {
	const char *what;
	bool user;
	uint64_t period[2];
};

static struct pmc_ioctl_event half(bool user, uint64_t period)
{
	struct pmc_ioctl_event e = instructions(!user, period);

	if (!user && info.family == PMU_P4)
		e.escr &= ~P4_ESCR_T0_USR;
	else if (!user)
		e.select &= ~EVTSEL_USR;
	return e;
}

struct seen {
	uint64_t taken, wrong, last;
};

/* Takes all records that the ring holds. */
static void take_all(const struct pair *pair, struct sampling *s, struct seen *seen)
{
	while (take(ring(s, 0), &record, sizeof(record))) {
		struct pmc_ioctl_sample *h = &record.head;

		seen->taken++;
		if (h->type != PMC_RECORD_SAMPLE || h->size != sizeof(*h) || h->event > 1 ||
		    h->cpu || h->time < seen->last || h->period != pair->period[h->event])
			seen->wrong++;
		seen->last = h->time;
	}
}

/* n rounds, which are short because sleeping takes no time here. */
static void sample_pair(const struct pair *pair, unsigned n,
			void check(const struct pair *, const struct pmc_ioctl_ring *))
{
	struct pmc_ioctl_event e[2] = { half(pair->user, pair->period[0]),
					half(false, pair->period[1]) };
	struct seen seen = { 0 };
	uint64_t sum;
	struct pmc_ioctl_count counts[2];
	struct pmc_ioctl_read r = { .size = sizeof(r), .n = 2, .counts = (uintptr_t)counts };
	struct sampling s = begin(e, 2, 0, PMC_TARGET_CPU, 0, 1024);

	ioctl(s.fd, PMC_IOC_START, 0);
	while (n--) {
		loop(6000);
		for (int i = 0; i < 1000; i++)
			getppid();
		usleep(12000);
		take_all(pair, &s, &seen);
	}
	ioctl(s.fd, PMC_IOC_STOP, 0);
	must(!ioctl(s.fd, PMC_IOC_READ, &r), "reading");
	sum = counts[0].value / pair->period[0] + counts[1].value / pair->period[1];
	result(!seen.wrong && seen.taken <= ring(&s, 0)->samples,
	       "%s: %" PRIu64 " records, %" PRIu64 " of them wrong", pair->what, seen.taken,
	       seen.wrong);
	result(total(&s) == sum, "%s: together %" PRIu64 ", by arithmetic %" PRIu64, pair->what,
	       total(&s), sum);
	check(pair, ring(&s, 0));
	end(&s);
}

static void is_throttled(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	result(r->throttled > 9 * r->missed, "%s: %" PRIu64 " were throttled, %" PRIu64 " missed",
	       pair->what, (uint64_t)r->throttled, (uint64_t)r->missed);
}

static void is_sampled(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	/* On a kernel with checks handling takes so long that it is throttled. */
	result(r->samples > 100 && !r->missed && (!r->throttled || has_checks()),
	       "%s: %" PRIu64 " were taken, %" PRIu64 " missed, %" PRIu64 " throttled", pair->what,
	       (uint64_t)r->samples, (uint64_t)r->missed, (uint64_t)r->throttled);
}

static void goes_on(const struct pair *pair, const struct pmc_ioctl_ring *r)
{
	result(r->samples > 20000,
	       "%s: %" PRIu64 " were taken, %" PRIu64 " missed, %" PRIu64 " throttled", pair->what,
	       (uint64_t)r->samples, (uint64_t)r->missed, (uint64_t)r->throttled);
}

/* A logical processor of a Pentium 4 has half of the counters. */
static bool two_fit(void)
{
	struct pmc_ioctl_event e[2] = { half(true, 40), half(false, 3001) };
	int fd = dev(), err = setup(fd, e, 2, 0, NULL);

	if (!err)
		err = attach(fd, PMC_TARGET_CPU, 0, NULL);
	close(fd);
	return info.family != PMU_P4 || err != ENOSPC;
}

void mode_two(unsigned n)
{
	if (!two_fit()) {
		result(1, "two events of instructions do not fit here");
		return;
	}
	stay_on(0);
	/* The driver throttles the first, and ends that in an interrupt of the second. */
	sample_pair(&(struct pair){ "throttled beside another", true, { 40, 3001 } }, n,
		    is_throttled);
	/* One overflows while the driver handles the other, and its interrupt is masked. */
	sample_pair(&(struct pair){ "two in the kernel", false, { 10007, 14009 } }, n, is_sampled);
	/* The first overflows again while the driver handles it. */
	sample_pair(&(struct pair){ "shorter than its handling", false, { 20, 14009 } }, n,
		    goes_on);
}

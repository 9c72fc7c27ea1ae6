/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that reads itself by RDPMC while its CPU is counted too. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum { EACH = 300000 }; /* turns of the other process in a round */

static void turns(void)
{
	spin(EACH);
}

/* Samples of a CPU would show what RDPMC must not: the driver refuses them meanwhile. */
static void no_sampling(void)
{
	struct pmc_ioctl_event e = event_of(USER_INSTRUCTIONS);
	int sampler = dev(), err;

	e.period = 100000;
	err = setup(sampler, &e, 1, 0);
	err = err ? err : attach(sampler, PMC_TARGET_CPU, 0);
	/* A PMU of two counters has none left. */
	result(err == -EBUSY || err == -ENOSPC, "a CPU is not sampled meanwhile: %s",
	       strerror(-err));
	close(sampler);
}

static void rounds(long n, int fd, int cpu, const struct pmc_ioctl_page *p, struct other *o)
{
	uint64_t most = 0, seen, last = 0, now, whole, own = 0;
	uint64_t least = 3 * (EACH + 1000) * (uint64_t)n;
	long i, backward = 0;

	call(fd, PMC_IOC_START, 0);
	call(cpu, PMC_IOC_START, 0);
	whole = value(cpu);
	now = by_page(p);
	for (i = 0; i < n; i++) {
		own -= by_page(p);
		spin(1000);
		own += by_page(p);
		if (!other_run(o))
			break;
		seen = most_seen();
		most = seen > most ? seen : most;
		now = by_page(p);
		backward += now < last;
		last = now;
	}
	whole = value(cpu) - whole;
	other_end(o);
	result(i == n && most < 3 * EACH, "RDPMC shows nothing of others: %" PRIu64, most);
	result(!backward && own >= 3000ull * (uint64_t)n && own < 3200ull * (uint64_t)n,
	       "its own counts are right: %" PRIu64, own);
	result(whole >= least && whole < least / 10 * 11,
	       "and the CPU's: %" PRIu64 " of at least %" PRIu64, whole, least);
}

void mode_beside(long n)
{
	struct pmc_ioctl_page *p, *late_page;
	int fd, cpu, late;
	struct other other;

	if (!(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "no RDPMC here");
		return;
	}
	stay_on(0);
	fd = counting(0, PMC_TARGET_SELF, 0);
	p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	result(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	cpu = counting(0, PMC_TARGET_CPU, 0);
	result(cpu >= 0, "a CPU can be counted beside it");
	late = counting(0, PMC_TARGET_SELF, 0);
	late_page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, late, 0);
	if (late >= 0)
		result(late_page != MAP_FAILED && !(late_page->flags & PMC_PAGE_RDPMC),
		       "a later page comes without RDPMC");
	if (about.features & PMC_FEATURE_SAMPLE)
		no_sampling();
	other_start(&other, 0, turns);
	rounds(n, fd, cpu, p, &other);
	close(cpu);
	if (late >= 0) {
		munmap(late_page, 4096);
		close(late);
	}
	late = counting(0, PMC_TARGET_SELF, 0);
	late_page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, late, 0);
	result(late_page != MAP_FAILED && late_page->flags & PMC_PAGE_RDPMC,
	       "afterwards pages have RDPMC again");
	close(late);
	close(fd);
}

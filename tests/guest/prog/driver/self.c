/* SPDX-License-Identifier: BSD-2-Clause */
/* A program that reads its own count. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"
#include "tests/guest/prog/driver/modes.h"

/* Goes to the next CPU. */
static void move(void)
{
	static unsigned n;

	stay_on(n++ % (unsigned)sysconf(_SC_NPROCESSORS_ONLN));
}

/* Without RDPMC the page holds the sum that the kernel wrote last. */
static void self_without_rdpmc(int fd, const struct pmc_ioctl_page *p)
{
	call(fd, PMC_IOC_START, 0);
	spin(1000);
	call(fd, PMC_IOC_STOP, 0);
	result(p->counter[0].sum == value(fd) && p->counter[0].sum >= 3000,
	       "a page without RDPMC: the sum is right");
	close(fd);
}

void mode_self(long n)
{
	int fd = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t last = 0, now, kernel, worst = 0;
	long i, backward = 0, far = 0;

	if (p != MAP_FAILED && !(p->flags & PMC_PAGE_RDPMC) &&
	    !(about.features & PMC_FEATURE_RDPMC)) {
		self_without_rdpmc(fd, p);
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
		/* The kernel's reading must lie between two by the page. */
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

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perf counts CPU 0 as soon as the last set is closed. The driver looks at switches for a while
 * after a process of two threads had a page with RDPMC, and perf has such pages as well.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/guest/prog/dev/cpu.h"
#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/modes.h"
#include "tests/guest/prog/driver/other.h"

enum { EACH = 100000, SWITCHES = 20 };

static void *sleeper(void *unused)
{
	for (;;)
		pause();
	return unused;
}

static void little(void)
{
	spin(1000);
}

/*
 * A process of two threads has a page until the driver watches switches. Then all sets are closed,
 * and one without a page leaves something in the counters.
 */
static void page_of_two(void)
{
	int fd = counting(0, PMC_TARGET_SELF, 0), plain = counting(0, PMC_TARGET_SELF, 0);
	struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

	must(p != MAP_FAILED && p->flags & PMC_PAGE_RDPMC, "a page with RDPMC");
	call(fd, PMC_IOC_START, 0);
	call(plain, PMC_IOC_START, 0);
	usleep(200000);
	munmap(p, 4096);
	close(fd);
	usleep(1000);
	close(plain);
}

static void perf_afterwards(struct other *o)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW, .size = sizeof(attr), .config = 0xc0, .exclude_kernel = 1
	};
	const uint64_t least = 3ull * EACH * SWITCHES;
	uint64_t first = 0, last = 0;
	void *page;
	int perf;

	page_of_two();
	perf = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
	if (perf < 0) {
		result(1, "perf does not count here");
		return;
	}
	page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, perf, 0);
	must(page != MAP_FAILED, "perf's page");
	must(read(perf, &first, sizeof(first)) == sizeof(first), "reading perf");
	for (int i = 0; i < SWITCHES; i++) {
		must(other_run(o), "another process");
		spin(EACH);
	}
	must(read(perf, &last, sizeof(last)) == sizeof(last), "reading perf");
	result(last - first >= least && last - first < 2 * least,
	       "perf counts a CPU after the last set: %" PRIu64 " of at least %" PRIu64,
	       last - first, least);
	munmap(page, 4096);
	close(perf);
}

void mode_linger(long n)
{
	struct other other;
	pthread_t thread;

	if (!(about.features & PMC_FEATURE_RDPMC)) {
		result(1, "no RDPMC here");
		return;
	}
	stay_on(0);
	other_start(&other, 0, little);
	must(!pthread_create(&thread, NULL, sleeper, NULL), "a thread");
	while (n--)
		perf_afterwards(&other);
	other_end(&other);
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Readings in the program, by RDPMC and the mapped page. */
#define _GNU_SOURCE
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/guest/prog/agree/known.h"
#include "tests/guest/prog/agree/modes.h"
#include "tests/guest/prog/agree/set.h"
#include "tests/guest/prog/dev/result.h"

static uint64_t rdpmc(uint32_t index)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	return (uint64_t)hi << 32 | lo;
}

/* again: counts the readings that had to start over */
static uint64_t by_page(const volatile struct pmc_ioctl_page *p, unsigned i, unsigned *again)
{
	uint32_t seq, index;
	uint64_t v;

	for (;; ++*again) {
		seq = p->seq;
		__asm__ volatile("" ::: "memory");
		index = p->counter[i].index;
		v = p->counter[i].sum;
		if (index)
			v += (rdpmc(index - 1) - p->counter[i].base) &
			     ((1ull << p->counter[i].width) - 1);
		__asm__ volatile("" ::: "memory");
		if (!(seq & 1) && p->seq == seq)
			return v;
	}
}

void mode_page(long n)
{
	int fd = open_set(0, n_events, 0, PMC_TARGET_SELF, 0);
	const volatile struct pmc_ioctl_page *p = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	uint64_t kernel[EVENTS], mine, apart[EVENTS] = { 0 };
	unsigned again, i, e = 0;
	long good = 0, bad = 0, stopped = 0;

	if (p == MAP_FAILED || !(p->flags & PMC_PAGE_RDPMC)) {
		result(0, "the page is mapped and may be used");
		return;
	}
	ioctl(fd, PMC_IOC_START, 0);
	for (i = 0; i < (unsigned)n + 2 * n_events; i++) {
		e = i % n_events;
		spin(i % 100 + 1);
		again = 0;
		mine = by_page(p, e, &again);
		read_set(fd, n_events, kernel);
		/*
		 * Between the two readings stand always the same instructions. The first rounds
		 * bind the functions of read_set().
		 */
		if (i < 2 * n_events)
			apart[e] = kernel[e] - mine;
		else if (!again && kernel[e] - mine == apart[e])
			good++;
		else if (!again)
			bad++;
	}
	result(!bad && good > n / 2 && apart[0] < 200,
	       "%ld readings by RDPMC and by the kernel agree (%ld do not)", good, bad);
	for (i = 0; i < 100; i++) {
		ioctl(fd, PMC_IOC_STOP, 0);
		read_set(fd, n_events, kernel);
		for (e = 0; e < n_events; e++)
			stopped += by_page(p, e, &again) == kernel[e];
		ioctl(fd, PMC_IOC_START, 0);
	}
	result(stopped == 100 * (long)n_events, "%ld readings of what is stopped are equal",
	       stopped);
	close(fd);
}

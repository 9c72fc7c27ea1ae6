/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading a set by the driver's page: today's page, and pages of later modules, whose header and
 * counters are longer. The page says where the counters are.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/backends/driver/page.h"
#include "pmc/pmc_ioctl.h"
#include "tests/tap.h"

enum { EVENTS = 5, WIDTH = 40 };

static struct pmc_ioctl_page *page;
static unsigned reads, change_at;

/* Near the end of the width, so that the counters have wrapped. */
static u64 base_of(u32 i)
{
	return ((u64)1 << WIDTH) - 10 - i;
}

/* Counter i stands at 1000 * i, modulo its width, after what the page's base says. */
static u64 rdpmc(u32 index)
{
	if (++reads == change_at)
		page->seq += 2;
	return (base_of(index) + 1000 * index) & (((u64)1 << WIDTH) - 1);
}

static u64 rdtsc(void)
{
	return 5000;
}

/* A page as a module makes it whose structures have these sizes; what is new holds odd bytes. */
static void make(u32 offset, u32 size)
{
	struct pmc_ioctl_page_counter c;
	u32 i;

	memset(page, 0x5a, 4096);
	memset(page, 0, offsetof(struct pmc_ioctl_page, counter));
	page->version = PMC_ABI_VERSION;
	page->flags = PMC_PAGE_RDPMC;
	page->n = EVENTS;
	page->tsc = 300;
	page->tsc_base = 4000;
	page->running = 1;
	page->counter_offset = offset;
	page->counter_size = size;
	for (i = 0; i < EVENTS; i++) {
		/* Event 2 is on no counter. */
		c = (struct pmc_ioctl_page_counter){ .index = i == 2 ? 0 : i + 1,
						     .width = WIDTH,
						     .sum = 7 + i,
						     .base = base_of(i) };
		memcpy((char *)page + offset + i * size, &c, sizeof(c));
	}
}

static void reads_all(u32 offset, u32 size)
{
	u64 value[EVENTS] = { 0 }, tsc = 0;
	u32 i, right = 0;

	make(offset, size);
	ok(driver_page_read(page, rdpmc, rdtsc, value, &tsc), "counters of %u bytes from %u on",
	   size, offset);
	for (i = 0; i < EVENTS; i++)
		right += value[i] == 7 + i + (i == 2 ? 0 : 1000 * i);
	ok(right == EVENTS && tsc == 1300, "  %u counts of %u, and the time", right, EVENTS);
}

int main(void)
{
	u64 value[EVENTS], tsc;

	page = aligned_alloc(4096, 4096);
	reads_all(offsetof(struct pmc_ioctl_page, counter), sizeof(struct pmc_ioctl_page_counter));
	reads_all(128, sizeof(struct pmc_ioctl_page_counter));
	reads_all(offsetof(struct pmc_ioctl_page, counter), 40);
	reads_all(256, 64);
	make(64, 24);
	reads = 0;
	change_at = 3;
	driver_page_read(page, rdpmc, rdtsc, value, &tsc);
	ok(reads == 8, "a page that changes meanwhile is read again: %u", reads);
	page->flags = 0;
	ok(!driver_page_read(page, rdpmc, rdtsc, value, &tsc), "without RDPMC it is not read");
	page->n = 0;
	ok(driver_page_read(page, rdpmc, rdtsc, value, &tsc) && tsc == 1300,
	   "but the time-stamp counter alone needs no RDPMC");
	free(page);
	return done();
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading a counter through the page that the kernel maps. The test supplies the page and the
 * instructions and checks sign extension, times, and the page's lock when the kernel changes it
 * during a read.
 */
#include <linux/perf_event.h>

#include "lib/backends/perf/page.h"
#include "tests/tap.h"

static struct perf_event_mmap_page page;
static u64 counter, stamp;
static u32 asked;
static int changes; /* how many more readings the "kernel" disturbs */

static u64 fake_pmc(u32 number)
{
	asked = number;
	if (changes) {
		changes--;
		page.lock++;
		page.offset += 1000;
	}
	return counter;
}

static u64 fake_tsc(void)
{
	return stamp;
}

static const struct perf_instructions fake = { fake_pmc, fake_tsc };

static void fill(void)
{
	memset(&page, 0, sizeof(page));
	page.cap_user_rdpmc = 1;
	page.cap_user_time = 1;
	page.index = 3;
	page.pmc_width = 48;
	page.offset = 5000;
	page.time_enabled = 100;
	page.time_running = 60;
	page.time_shift = 10;
	page.time_mult = 2048; /* two nanoseconds per cycle */
	page.time_offset = 7;
	counter = 11;
	stamp = 500;
	changes = 0;
}

int main(void)
{
	struct perf_value v = { 0 };

	fill();
	ok(perf_page_read(&page, &fake, &v), "a counter that runs is read");
	is_int(asked, 2, "index 3 is counter 2");
	is_u64(v.value, 5011, "offset plus counter");
	is_u64(v.enabled, 100 + 7 + 1000, "time enabled goes on");
	is_u64(v.running, 60 + 7 + 1000, "time running too");

	fill();
	counter = 0xffffffffff00ull; /* -256 in 48 bits */
	ok(perf_page_read(&page, &fake, &v), "a counter below zero is read");
	is_u64(v.value, 5000 - 256, "its sign is extended");

	fill();
	changes = 3;
	ok(perf_page_read(&page, &fake, &v), "a page that changes meanwhile is read again");
	is_u64(v.value, 5000 + 3000 + 11, "until it stands");

	fill();
	page.cap_user_time_short = 1;
	page.time_cycles = 0x1000000f0ull;
	page.time_mask = 0xffffffff;
	page.time_offset = 0;
	page.time_mult = 1024;
	stamp = 0x10; /* the short clock has wrapped */
	ok(perf_page_read(&page, &fake, &v), "a short clock is read");
	is_u64(v.enabled, 100 + 0x1000000f0ull + 0xffffff20ull, "and wraps");

	fill();
	page.index = 0;
	ok(!perf_page_read(&page, &fake, &v), "an event on no counter is the kernel's");
	fill();
	page.cap_user_rdpmc = 0;
	ok(!perf_page_read(&page, &fake, &v), "so is one that users may not read");
	fill();
	page.cap_user_time = 0;
	ok(!perf_page_read(&page, &fake, &v), "and one whose times they cannot know");
	return done();
}

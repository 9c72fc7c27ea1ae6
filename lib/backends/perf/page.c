/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a counter without a system call. The page that the kernel maps for an event says which
 * counter it is on and what to add (linux/perf_event.h, struct perf_event_mmap_page). The page's
 * lock is a sequence number that the kernel changes on every update.
 */
#include <linux/perf_event.h>

#include "lib/backends/perf/page.h"
#include "lib/base/rdpmc.h"

const struct perf_instructions perf_instructions = { rdpmc, rdtsc };

/* Nanoseconds since the kernel last wrote its times. */
static u64 time_since(const volatile struct perf_event_mmap_page *pc, u64 cycles)
{
	u64 quot, rem;

	if (pc->cap_user_time_short)
		cycles = pc->time_cycles + ((cycles - pc->time_cycles) & pc->time_mask);
	quot = cycles >> pc->time_shift;
	rem = cycles & (((u64)1 << pc->time_shift) - 1);
	return pc->time_offset + quot * pc->time_mult + ((rem * pc->time_mult) >> pc->time_shift);
}

bool perf_page_read(const struct perf_event_mmap_page *page, const struct perf_instructions *with,
		    struct perf_value *value)
{
	const volatile struct perf_event_mmap_page *pc = page;
	u32 seq, index, width;
	u64 count, enabled, running, delta;
	int64_t pmc;

	do {
		seq = pc->lock;
		__asm__ volatile("" ::: "memory");
		index = pc->index;
		/*
		 * Index 0: the event is on no counter at the moment. The times need the time stamp
		 * counter too.
		 */
		if (!pc->cap_user_rdpmc || !pc->cap_user_time || !index)
			return false;
		enabled = pc->time_enabled;
		running = pc->time_running;
		delta = time_since(pc, with->tsc());
		enabled += delta;
		running += delta;
		count = (u64)pc->offset;
		width = pc->pmc_width;
		pmc = (int64_t)with->pmc(index - 1);
		/*
		 * The counter has fewer than 64 bits, and the kernel starts it at negative values:
		 * extend the sign.
		 */
		pmc = (int64_t)((u64)pmc << (64 - width)) >> (64 - width);
		count += (u64)pmc;
		__asm__ volatile("" ::: "memory");
	} while (pc->lock != seq);
	value->value = count;
	value->enabled = enabled;
	value->running = running;
	return true;
}

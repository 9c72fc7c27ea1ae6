/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a set without a system call, by the page that the module maps (pmc/pmc_ioctl.h). The kernel
 * changes the page only on the CPU on which the reader runs, so compiler barriers are enough.
 */
#include "core/base/bits.h"
#include "lib/backends/driver/page.h"
#include "pmc/pmc_ioctl.h"

bool driver_page_read(const struct pmc_ioctl_page *page, u64 (*rdpmc)(u32 index),
		      u64 (*rdtsc)(void), u64 *values, u64 *tsc)
{
	const volatile struct pmc_ioctl_page *p = page;
	const volatile struct pmc_ioctl_page_counter *c;
	u32 seq, i, index, n = p->n;

	do {
		seq = p->seq;
		__asm__ volatile("" ::: "memory");
		/*
		 * Of events that rotate, or take turns with others, the page shows no times. The
		 * time-stamp counter alone needs no counter.
		 */
		if (n && (p->flags & (PMC_PAGE_RDPMC | PMC_PAGE_PARTIAL)) != PMC_PAGE_RDPMC)
			return false;
		/* A later module may say more of each counter. */
		c = (const volatile void *)((const volatile char *)p + p->counter_offset);
		for (i = 0; i < n; i++) {
			u64 value = c->sum;

			index = c->index;
			if (index)
				value += (rdpmc(index - 1) - c->base) & bits_mask(c->width);
			values[i] = value;
			c = (const volatile void *)((const volatile char *)c + p->counter_size);
		}
		*tsc = p->tsc + (p->running ? rdtsc() - p->tsc_base : 0);
		__asm__ volatile("" ::: "memory");
	} while (seq & 1 || p->seq != seq);
	return true;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* The counters: RDPMC, the mapped page, and writing them. */
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/guest/prog/dev/result.h"
#include "tests/guest/prog/driver/call.h"
#include "tests/guest/prog/driver/counters.h"

static uint64_t rdpmc(uint32_t index)
{
	uint32_t lo, hi;

	__asm__ volatile("rdpmc" : "=a"(lo), "=d"(hi) : "c"(index));
	return (uint64_t)hi << 32 | lo;
}

uint64_t by_page(const volatile struct pmc_ioctl_page *p)
{
	uint64_t v;
	uint32_t seq, index;

	do {
		seq = p->seq;
		__asm__ volatile("" ::: "memory");
		index = p->counter[0].index;
		v = p->counter[0].sum;
		if (index)
			v += (rdpmc(index - 1) - p->counter[0].base) &
			     ((1ull << p->counter[0].width) - 1);
		__asm__ volatile("" ::: "memory");
	} while (seq & 1 || p->seq != seq);
	return v;
}

uint64_t seen_in(unsigned counter)
{
	return rdpmc(counter < 32 ? counter : (counter - 32) | 1u << 30);
}

uint64_t most_seen(void)
{
	uint64_t most = 0, v;
	unsigned i;

	for (i = 0; i < 32; i++) {
		if (!(about.general >> i & 1))
			continue;
		v = rdpmc(i);
		most = v > most ? v : most;
	}
	return most;
}

int put_counters(uint64_t v)
{
	struct pmc_ioctl_msr m = { .size = sizeof(m), .flags = PMC_MSR_WRITE, .value = v };
	int fd = dev(), i, cpus = (int)sysconf(_SC_NPROCESSORS_ONLN), bad = 0;
	unsigned first, step = 1;

	/* From PMC0 on, by the addresses that take the full width where the PMU has them. */
	if (about.family == P4)
		first = 0x300;
	else if (about.family == AMD)
		first = about.caps & 0x10000 ? 0xc0010201 : 0xc0010004,
		step = about.caps & 0x10000 ? 2 : 1;
	else
		first = about.caps & 0x10 ? 0x4c1 : 0xc1;
	for (m.cpu = 0; m.cpu < (unsigned)cpus; m.cpu++) {
		for (i = 0; i < 18; i++) {
			m.address = first + step * (unsigned)i;
			if (about.general >> i & 1)
				bad |= ioctl(fd, PMC_IOC_MSR, &m);
		}
	}
	close(fd);
	return bad;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/* Random machines, and random streams of accesses for them. */
#ifndef PMC_TESTS_MACHINE_RANDOM_H
#define PMC_TESTS_MACHINE_RANDOM_H

#include "core/machine/describe/machine.h"
#include "tests/any.h"
#include <stdint.h>
#include <string.h>

static uint32_t below(uint32_t n)
{
	return (uint32_t)any(n);
}

static bool one_in(uint32_t n)
{
	return below(n) == 0;
}

static const char *const policy_names[] = {
	"LRU", "bit-PLRU", "NRU", "tree-PLRU", "FIFO", "random"
};

static void random_cache(struct cache_desc *d, uint32_t line, uint32_t sector, uint32_t lines)
{
	static const uint32_t odd[] = { 1, 1, 1, 3, 5, 7, 11 };

	memset(d, 0, sizeof(*d));
	d->line = line;
	d->sector = sector;
	d->policy = (uint8_t)below(POLICIES);
	d->seed = below(1000) + 1;
	d->ways = one_in(12) ? 65 + below(100) : one_in(3) ? 1u << below(5) : 1 + below(20);
	d->sets = odd[below(7)];
	while (d->sets * d->ways < lines)
		d->sets *= 2;
}

static void random_levels(struct machine *m)
{
	struct cache_desc *l1i = &m->cache[LEVEL_L1I], *l1d = &m->cache[LEVEL_L1D];
	struct cache_desc *l2 = &m->cache[LEVEL_L2], *ll = &m->cache[LEVEL_LL];
	uint32_t line = 32u << below(2), sector = one_in(4) ? line / 2 : line;
	bool has_l2 = !one_in(5), has_ll = !one_in(3);

	random_cache(l1d, line, sector, 8 + below(60));
	random_cache(l1i, line, line, 8 + below(40));
	if (one_in(4)) {
		l1d->flags |= CACHE_WRITE_THROUGH;
		l1d->combine = below(5);
	}
	if (one_in(3))
		l1d->flags |= CACHE_NO_WRITE_ALLOCATE;
	if (has_l2) {
		bool exclusive = sector == line && one_in(4);
		uint32_t wide = !exclusive && one_in(3) ? 2 * line : line;

		random_cache(l2, wide, wide > line && one_in(2) ? line : wide, 40 + below(300));
		l2->flags |= exclusive ? CACHE_EXCLUSIVE : one_in(3) ? CACHE_INCLUSIVE : 0;
		if (!exclusive && one_in(6))
			l2->flags |= CACHE_NO_WRITE_ALLOCATE;
		if (!has_ll && l2->sector < l2->line && one_in(2))
			l2->flags |= CACHE_READ_FILLS_LINE;
		line = wide;
		sector = l2->sector;
	}
	if (has_ll) {
		bool exclusive = sector == line && l1d->sector == line && one_in(2);

		random_cache(ll, exclusive ? line : line << below(2), 0, 60 + below(300));
		ll->sector = ll->line > line && one_in(3) ? line : ll->line;
		ll->flags |= exclusive ? CACHE_EXCLUSIVE : one_in(2) ? CACHE_INCLUSIVE : 0;
		if (ll->sector < ll->line && one_in(2))
			ll->flags |= CACHE_READ_FILLS_LINE;
	}
}

static void random_tlbs(struct machine *m)
{
	int i;

	for (i = 0; i < TLBS; i++)
		if (i < 2 || one_in(2))
			random_cache(&m->tlb[i], MACHINE_PAGE, MACHINE_PAGE,
				     i < 2 ? 2 + below(20) : 20 + below(100));
	if (one_in(2))
		m->tlb[TLB_D2].flags = CACHE_UNIFIED;
	m->walk.reads = (uint8_t)below(3);
	m->walk.directories = below(4);
}

static void random_prefetchers(struct machine *m)
{
	int i;

	for (i = 0; i < MACHINE_PREFETCHERS; i++) {
		struct prefetch_desc *p = &m->prefetch[i];

		p->cache = (uint8_t)below(m->cache[LEVEL_L2].ways ? 3 : 2);
		p->kind = (uint8_t)below(p->cache == LEVEL_L1D ? 4 : 3);
		if (m->cache[p->cache].flags & CACHE_EXCLUSIVE)
			p->kind = PREFETCH_NONE;
		if (p->kind == PREFETCH_STRIDE && i > 0)
			p->kind = PREFETCH_NONE;
		p->table = 1u << below(6);
	}
}

/* Levels as cachegrind has them. */
static void random_crossing(struct machine *m)
{
	uint32_t line = 32u << below(2);

	m->flags = MACHINE_CROSSING_WHOLE;
	random_cache(&m->cache[LEVEL_L1I], line, line, 8 + below(40));
	random_cache(&m->cache[LEVEL_L1D], line, line, 8 + below(60));
	random_cache(&m->cache[LEVEL_LL], line << below(2), 0, 200 + below(500));
	m->cache[LEVEL_LL].sector = m->cache[LEVEL_LL].line;
}

static void random_machine(struct machine *m)
{
	memset(m, 0, sizeof(*m));
	m->name = "random";
	if (one_in(12)) {
		random_crossing(m);
		return;
	}
	random_levels(m);
	random_tlbs(m);
	random_prefetchers(m);
}

/* One access of a stream that mixes streams, strides, hot places and chaos. */
struct random_access {
	uint64_t address, ip;
	uint32_t size, kind; /* 0 fetch, 1 read, 2 write, 3 modify */
};

static void random_access(struct random_access *a)
{
	static uint64_t walk, code, stride;

	a->ip = 0x400000 + below(8) * 5;
	a->kind = below(4);
	a->size = 1u << below(4);
	if (a->kind == 0) {
		code = one_in(20) ? below(1 << 14) : code + 1 + below(15);
		a->address = 0x400000 + code;
		a->size = 1 + below(15);
		return;
	}
	switch (below(7)) {
	case 0:
		walk += 8;
		a->address = 0x7f0000000000ull + walk % (1 << 15);
		break;
	case 1:
		stride += 320;
		a->ip = 0x400123;
		a->address = 0x10000000 + stride % (1 << 17);
		break;
	case 2:
		a->address = 0x20000000 + below(1 << 16);
		break;
	case 3:
		a->address = 0xffff800000000000ull + ((uint64_t)below(40) << 12) + below(128);
		break;
	case 4: /* data between code */
		a->address = 0x400000 + below(1 << 14);
		break;
	default:
		a->address = 0x7ffc00000000ull + below(2048);
		break;
	}
	if (one_in(50))
		a->size = 64 + below(200);
}

#endif

// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The code cache's memory and its index.
 *
 * Hot code (traces) grows up from the start, cold code (stubs, literals) down from the end. Nothing
 * is freed singly: a dropped trace is unlinked and its room lost until the whole cache is flushed.
 */
#include "emu/code/cache.h"
#include "emu/base/cpuid.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/pages.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"

#include <linux/mman.h>

struct cache cache;
volatile u32 cache_lock;

#define CACHE_SIZE  (40ull << 20)
#define MAX_TRACES  (256u << 10)
#define MAX_EXITS   (1024u << 10)
#define MAX_IRECS   (4096u << 10)
#define HASH_SIZE   (512u << 10)
#define FILTER_MASK ((1u << 20) - 1)
#define ROOM_MARGIN (32u << 10)

/* jmp [rip+2]; the address is aligned, since the program may have set RFLAGS.AC. */
static u8 *put_trampoline(u8 *p, const void *to)
{
	const u8 jmp[6] = { 0xff, 0x25, 2, 0, 0, 0 };
	u64 a = (u64)to;

	memcpy(p, jmp, 6);
	memcpy(p + 8, &a, 8);
	return p + 16;
}

/* BMI2's PEXT, but not AMD's before Zen 3, which take as long as a division (family 15h to 18h). */
static bool quick_pext(void)
{
	u32 r[4];

	cpuid(0, 0, r);
	if (r[0] < 7)
		return false;
	cpuid(1, 0, r);
	if (is_amd() && ((r[0] >> 8 & 15) != 15 || (r[0] >> 20 & 255) < 0x0a))
		return false;
	cpuid(7, 0, r);
	return r[1] >> 8 & 1;
}

int cache_init(const struct cache_exits *to)
{
	u64 limit[2] = { ~0ull, ~0ull };

	cache.pext = quick_pext();
	sys2(__NR_getrlimit, 9 /* RLIMIT_AS */, limit);
	for (unsigned scale = engine.shm->cache_shift & 7; scale < 8; scale++) {
		u64 code = CACHE_SIZE >> scale;
		u64 sz[] = {
			PAGE_UP((MAX_TRACES >> scale) * sizeof(struct trace)),
			PAGE_UP((MAX_EXITS >> scale) * sizeof(struct exit)),
			PAGE_UP((MAX_IRECS >> scale) * sizeof(struct irec)),
			PAGE_UP((HASH_SIZE >> scale) * 4ull),
			PAGE_UP(65536 * sizeof(u8 *)),
			(FILTER_MASK + 1) / 8,
			pages_size(scale),
		};
		u64 total = code;
		long mem;
		u8 *p;

		for (unsigned i = 0; i < ARRAY_SIZE(sz); i++)
			total += sz[i];
		if (total > limit[0] / 4 && scale < 4)
			continue; /* most of a limited address space is the program's */
		mem = sys6(__NR_mmap, 0, (long)total, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (mem < 0)
			continue;
		p = (u8 *)mem;
		/* the code last: nearest to the engine, which lies above */
		cache.traces = (struct trace *)p;
		cache.max_traces = MAX_TRACES >> scale;
		p += sz[0];
		cache.exits = (struct exit *)p;
		cache.max_exits = MAX_EXITS >> scale;
		p += sz[1];
		cache.irecs = (struct irec *)p;
		cache.max_irecs = MAX_IRECS >> scale;
		p += sz[2];
		cache.hash = (u32 *)p;
		cache.hash_mask = (HASH_SIZE >> scale) - 1;
		p += sz[3];
		cache.heads = (u8 **)p;
		p += sz[4];
		cache.filter = (u64 *)p;
		p += sz[5];
		pages_init(p, sz[6]);
		p += sz[6];
		cache.start = p;
		cache.end = p + code;
		mem = sys3(__NR_mprotect, cache.start, code, PROT_READ | PROT_WRITE | PROT_EXEC);
		if (mem < 0)
			return (int)mem;
		engine.footprint += total;
		p = cache.start;
		cache.tramp_exit = p;
		p = put_trampoline(p, to->exit);
		cache.tramp_miss = p;
		p = put_trampoline(p, to->miss);
		cache.floor = cache.hot = p;
		cache.cold = cache.end;
		return 0;
	}
	return -ENOMEM;
}

bool cache_room(void)
{
	return cache.cold - cache.hot > ROOM_MARGIN && cache.n_traces < cache.max_traces - 1 &&
	       cache.n_exits < cache.max_exits - 512 && cache.n_irecs < cache.max_irecs - 512 &&
	       cache.hash_used < cache.hash_mask / 4 * 3 && pages_room() &&
	       count_exits_left() > 512;
}

static u32 hash_of(u64 pc)
{
	return (u32)((pc * 0x9e3779b97f4a7c15ull) >> 40);
}

struct trace *cache_find(u64 pc)
{
	u32 h = hash_of(pc);

	if (!(cache.filter[(h & FILTER_MASK) >> 6] >> (h & 63) & 1))
		return NULL;
	for (;; h++) {
		u32 v = __atomic_load_n(&cache.hash[h & cache.hash_mask], __ATOMIC_ACQUIRE);

		if (!v)
			return NULL;
		if (v != ~0u && cache.traces[v - 1].pc == pc)
			return &cache.traces[v - 1];
	}
}

void cache_insert(struct trace *tr)
{
	u32 h = hash_of(tr->pc);

	__atomic_or_fetch(&cache.filter[(h & FILTER_MASK) >> 6], 1ull << (h & 63),
			  __ATOMIC_SEQ_CST);
	while (cache.hash[h & cache.hash_mask] && cache.hash[h & cache.hash_mask] != ~0u)
		h++;
	if (!cache.hash[h & cache.hash_mask])
		cache.hash_used++;
	__atomic_store_n(&cache.hash[h & cache.hash_mask], (u32)(tr - cache.traces) + 1,
			 __ATOMIC_RELEASE);
}

void cache_remove(const struct trace *tr)
{
	u32 want = (u32)(tr - cache.traces) + 1;

	for (u32 h = hash_of(tr->pc); cache.hash[h & cache.hash_mask]; h++)
		if (cache.hash[h & cache.hash_mask] == want) {
			cache.hash[h & cache.hash_mask] = ~0u;
			return;
		}
}

struct trace *cache_at(u64 address)
{
	u32 lo = 0, hi = cache.n_traces;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if ((u64)cache.traces[mid].end <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == cache.n_traces || address < (u64)cache.traces[lo].body)
		return NULL;
	return &cache.traces[lo];
}

void cache_flush(void)
{
	pages_reset();
	memset(cache.hash, 0, ((u64)cache.hash_mask + 1) * 4);
	memset(cache.filter, 0, (FILTER_MASK + 1) / 8);
	memset(cache.heads, 0, 65536 * sizeof(u8 *));
	cache.n_traces = cache.n_exits = cache.n_irecs = cache.hash_used = 0;
	cache.hot = cache.floor;
	cache.cold = cache.end;
	cache.epoch++;
	count_reset_exits();
}

u64 trace_prefix(const struct trace *tr, u32 n)
{
	u64 v = 0;

	for (u32 i = 0; i < n; i++)
		v += class_vec(cache.irecs[tr->irec + i].cls);
	return v;
}

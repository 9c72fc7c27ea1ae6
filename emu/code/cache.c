// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The code cache's memory, its index, and the links between traces.
 *
 * Hot code (traces) grows up from the start, cold code (stubs, literals) down from the end. Nothing
 * is freed singly: a dropped trace is unlinked and its room lost until the whole cache is flushed.
 *
 * A jump is redirected while other threads may execute it: its rel32 lies inside one cache line
 * (the emitter sees to that) and is stored at once, so that a thread sees the old or the new one.
 */
#include "emu/code/cache.h"
#include "emu/code/emit.h"
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

static void hash_remove(struct trace *tr)
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

u8 *cache_stub(u32 exit)
{
	struct exit *x = &cache.exits[exit];
	u8 *start, *p;

	if (x->stub)
		return cache.start + x->stub;
	p = start = cache.cold -= 20;
	x->stub = (u32)(start - cache.start);
	BYTES(0x65, 0xc7, 0x04, 0x25); /* mov dword gs:[EXIT], exit */
	WORD(T_EXIT);
	WORD(exit);
	emit_jmp(p, cache.tramp_exit);
	return start;
}

void cache_patch(struct exit *x, const u8 *to)
{
	u8 *at = cache.start + x->patch;
	s32 rel = (s32)(to - (at + 4));

	__atomic_store_n((s32 *)at, rel, __ATOMIC_RELEASE);
}

u8 *emit_count(u8 *p, u32 id, bool keep_flags)
{
	u32 off = T_COUNT + id * 8;

	if (!keep_flags) {
		BYTES(0x65, 0x48, 0x83, 0x04, 0x25); /* add qword gs:[off], 1 */
		WORD(off);
		BYTES(1);
		return p;
	}
	p = emit_spill(p, RCX, T_SPILL2);
	p = emit_reload(p, RCX, off);
	BYTES(0x48, 0x8d, 0x49, 0x01); /* lea rcx, [rcx+1] */
	p = emit_spill(p, RCX, off);
	return emit_reload(p, RCX, T_SPILL2);
}

void cache_link(u32 exit, struct trace *tr)
{
	struct exit *x = &cache.exits[exit];
	u8 *to = tr->body;

	if (x->to || !x->patch)
		return;
	if (!x->counted) {
		/* count in a piece of code between */
		u8 *p;

		if (x->id == EXIT_NONE)
			x->id = count_exit_id(x->vec);
		to = cache.hot;
		p = emit_count(to, x->id, tr->flags & TR_FLAGS);
		cache.hot = emit_jmp(p, tr->body);
	}
	x->to = (u32)(tr - cache.traces) + 1;
	x->next = tr->incoming;
	tr->incoming = exit;
	cache_patch(x, to);
}

u8 *cache_indirect(struct trace *tr)
{
	u8 *p = cache.hot, *entry = p;
	u32 slot = (u16)tr->pc;
	const u8 *next = cache.heads[slot] ? cache.heads[slot] : cache.tramp_miss;

	if (tr->indirect)
		return tr->indirect;
	if (tr->pc >> 47)
		return NULL; /* more bits than a displacement has: by way of the engine */
	/*
	 * Compared without touching the flags: even when this trace does not want them, another one behind
	 * it in the chain may, or one that is yet to be made. The low 16 bits are equal already. The others
	 * are all compared: a target that is not canonical must not be taken for one that is. (A load of 8
	 * bytes from TARGET+2 would do it, but it would wait for the store of TARGET to reach the cache.)
	 */
	if (cache.pext) {
		BYTES(0x65, 0x48, 0x8b, 0x0c, 0x25); /* mov rcx, gs:[TARGET] */
		WORD(T_TARGET);
		BYTES(0x65, 0xc4, 0xe2, 0xf2, 0xf5, 0x0c, 0x25); /* pext rcx, rcx, gs:[UPPER] */
		WORD(T_UPPER);
	} else {
		BYTES(0x65, 0x0f, 0xb7, 0x0c, 0x25); /* movzx ecx, word gs:[TARGET+6] */
		WORD(T_TARGET + 6);
		BYTES(0xe3, 0x05); /* jrcxz over the jump */
		p = emit_jmp(p, next);
		BYTES(0x65, 0x8b, 0x0c, 0x25); /* mov ecx, gs:[TARGET+2] */
		WORD(T_TARGET + 2);
	}
	p = emit_align_rel32(p, 3);
	BYTES(0x48, 0x8d, 0x89); /* lea rcx, [rcx-middle] */
	tr->tag = (u32 *)p;
	WORD(-(u32)(tr->pc >> 16));
	BYTES(0xe3, 0x05); /* jrcxz over the jump */
	p = emit_jmp(p, next);
	p = emit_reload(p, RCX, T_SPILL0);
	if (tr->body)
		p = emit_jmp(p, tr->body);
	cache.hot = p;
	tr->indirect = entry;
	cache.heads[slot] = entry;
	return entry;
}

void cache_kill(struct trace *tr)
{
	u32 i, next;

	if (tr->flags & TR_DEAD)
		return;
	tr->flags |= TR_DEAD;
	hash_remove(tr);
	/* adding 1 to 48 bits never gives 0 */
	if (tr->tag)
		__atomic_store_n(tr->tag, 1, __ATOMIC_RELEASE);
	for (i = tr->incoming; i != EXIT_NONE; i = next) {
		struct exit *x = &cache.exits[i];

		next = x->next;
		x->next = EXIT_NONE;
		x->to = 0;
		cache_patch(x, cache_stub(i));
	}
	tr->incoming = EXIT_NONE;
}

void cache_flush(struct thread *t)
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

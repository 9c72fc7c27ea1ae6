// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The code cache's memory.
 *
 * Hot code (traces) grows up from the start, cold code (stubs, literals) down from the end. Nothing
 * is freed singly: a dropped trace is unlinked, and its room stays lost until the whole cache is
 * flushed.
 */
#include "emu/code/cache.h"
#include "emu/base/arena.h"
#include "emu/base/cpuid.h"
#include "emu/base/engine.h"
#include "emu/base/message.h"
#include "emu/base/offsets.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/code/gates.h"
#include "emu/code/heads.h"
#include "emu/code/index.h"
#include "emu/code/moves.h"
#include "emu/code/pages.h"
#include "emu/code/pair.h"
#include "emu/code/spend.h"
#include "emu/code/target.h"
#include "emu/count/count.h"
#include "emu/count/vector.h"
#include "emu/hide/limits.h"
#include "emu/model/light.h"
#include "emu/model/model.h"
#include "emu/model/slow.h"

#include <linux/mman.h>
#include <linux/resource.h>

FORKED struct cache cache;
FORKED volatile u32 cache_lock;

#define CACHE_SIZE  (96ull << 20)
#define CACHE_NEXT  (80ull << 20) /* of which smaller caches are a half, a quarter, … */
#define MAX_TRACES  (512u << 10)
#define MAX_EXITS   (2048u << 10)
#define MAX_IRECS   (8192u << 10)
#define ROOM_MARGIN (32u << 10)
#define ROOM_MODEL  (128u << 10) /* the same, with checks of a machine's filters */
/* The cache shrinks by powers of two where memory is limited. */
#define MAX_SCALE   8
#define SMALL_SCALE 5

/* jmp [rip+2]; the address is aligned, since the program may have set RFLAGS.AC. */
static u8 *put_trampoline(u8 *p, const void *to)
{
	const u8 jmp[6] = { 0xff, 0x25, 2, 0, 0, 0 };
	u64 a = (u64)to;

	memcpy(p, jmp, 6);
	memcpy(p + 8, &a, 8);
	return p + 16;
}

/* Has the processor BMI2's PEXT, and is it quick? On AMD's before Zen 3 (families 15h to 18h) it
 * takes as long as a division. LOOP is quick on AMD's since Zen, while Intel's take some seven
 * operations for it. Tests may choose. */
static void find_quick(void)
{
	const u32 as = engine.shm->flags;
	u32 r[4], family;

	if (as & EMU_F_OLD)
		return;
	cpuid_features(r);
	family = (r[0] >> 8 & 15) == 15 ? 15 + (r[0] >> 20 & 255) : 0;
	cache.loops = as & EMU_F_AMD || (!(as & EMU_F_INTEL) && is_amd() && family >= 0x17);
	cpuid(0, 0, r);
	if (r[0] < 7)
		return;
	cpuid(7, 0, r);
	cache.bmi2 = cache.pext = r[1] >> 8 & 1;
	if (is_amd() && family < 0x19)
		cache.pext = false;
}

/* Takes size bytes at *p. */
static void *cut(u8 **p, u64 size)
{
	u8 *start = *p;

	*p += size;
	return start;
}

/* Makes the tables and the code of a cache that is smaller by this power of two. Returns 0 or
 * -errno. */
static long map_cache(unsigned scale, u64 limit)
{
	u64 code = scale ? CACHE_NEXT >> scale : CACHE_SIZE;
	u64 traces = PAGE_UP((MAX_TRACES >> scale) * sizeof(struct trace));
	u64 exits = PAGE_UP((MAX_EXITS >> scale) * sizeof(struct exit));
	u64 irecs = PAGE_UP((MAX_IRECS >> scale) * sizeof(struct irec));
	u64 index = index_size(MAX_TRACES >> scale);
	u64 pages = pages_size(scale);
	u64 total = traces + exits + irecs + index + heads_size() + pages + code;
	u8 *p;

	if (total > limit)
		return -ENOMEM;
	p = arena_alloc_near(total);
	if (!p)
		return -ENOMEM;
	/* The code comes first: nearest to the program, which lies below. */
	cache.start = cut(&p, code);
	cache.end = p;
	cache.traces = cut(&p, traces);
	cache.exits = cut(&p, exits);
	cache.irecs = cut(&p, irecs);
	index_init(cut(&p, index), MAX_TRACES >> scale);
	heads_init(cut(&p, heads_size()));
	pages_init(cut(&p, pages), pages);
	cache.tables_end = p;
	cache.max_traces = MAX_TRACES >> scale;
	cache.max_exits = MAX_EXITS >> scale;
	cache.max_irecs = MAX_IRECS >> scale;
	return 0;
}

/*
 * What the start of a small program that uses libc writes: true has 2,000 traces. Each process of a
 * script begins so, and a page fault for each page would be a third of all that it has.
 */
#define FIRST_HOT   (128u << 10)
#define FIRST_COLD  (128u << 10)
#define FIRST_EXITS (192u << 10)
#define FIRST_IRECS (160u << 10)

/* What grows is filled ahead, as much again as it has grown, within these bounds. */
#define AHEAD_LEAST (16u << 10)
#define AHEAD_MOST  (512u << 10)

/* In bytes: at first, and how far pages are there. */
struct growth {
	u64 begun, filled;
};
FORKED static struct growth hot_growth, cold_growth, trace_growth, exit_growth, irec_growth;

void cache_fill_first(void)
{
	if (engine.shm->cache_shift || engine.model)
		return;
	arena_fill(cache.start, FIRST_HOT);
	arena_fill(cache.end - FIRST_COLD, FIRST_COLD);
	arena_fill(cache.exits, FIRST_EXITS);
	arena_fill(cache.irecs, FIRST_IRECS);
	hot_growth.filled = FIRST_HOT;
	cold_growth.filled = FIRST_COLD;
	exit_growth.filled = FIRST_EXITS;
	irec_growth.filled = FIRST_IRECS;
}

/* How much to fill beyond what is used. What there is at first costs nothing yet: most processes
 * that begin with a heritage translate little. */
static u64 ahead_of(struct growth *g, u64 used, u64 room)
{
	u64 size;

	if (likely(used <= g->filled))
		return 0;
	if (!g->filled) {
		g->begun = used;
		g->filled = PAGE_UP(used);
		return 0;
	}
	size = used - g->begun;
	size = size < AHEAD_LEAST ? AHEAD_LEAST : size > AHEAD_MOST ? AHEAD_MOST : size;
	size = size < room ? size : room;
	g->filled = used + size;
	return size;
}

static void fill_table(struct growth *g, void *table, u64 used, u64 end)
{
	u64 size = ahead_of(g, used, end - used);

	if (size)
		arena_fill((u8 *)table + used, size);
}

void cache_fill_more(void)
{
	u64 room = (u64)(cache.cold - cache.hot), size;

	if (engine.model)
		return;
	size = ahead_of(&hot_growth, (u64)(cache.hot - cache.start), room);
	if (size)
		arena_fill(cache.hot, size);
	size = ahead_of(&cold_growth, (u64)(cache.end - cache.cold), room);
	if (size)
		arena_fill(cache.cold - size, size);
	fill_table(&trace_growth, cache.traces, cache.n_traces * sizeof(struct trace),
		   cache.max_traces * sizeof(struct trace));
	fill_table(&exit_growth, cache.exits, cache.n_exits * sizeof(struct exit),
		   cache.max_exits * sizeof(struct exit));
	fill_table(&irec_growth, cache.irecs, cache.n_irecs * sizeof(struct irec),
		   cache.max_irecs * sizeof(struct irec));
}

/* Models want to see each return, and the landing needs BMI2. */
static bool may_pair(void)
{
	return !engine.model && cache.bmi2;
}

void cache_is_large(void)
{
	cache.large = true;
	/* The image is mapped before there is a cache: cache_init(). */
	cache.wants_pairs = !cache.pairs && !cache.unpaired && (!cache.start || may_pair());
}

void cache_turn_pairs(void)
{
	cache.unpaired = cache.pairs;
	cache.wants_pairs = !cache.pairs;
}

/* Code with checks of a machine's filters is ten times as large, and that of a large program is
 * spread over thousands of pages. */
static void use_huge_pages(void)
{
	sys3(__NR_madvise, cache.start, cache.end - cache.start, MADV_HUGEPAGE);
}

void cache_fills_much(void)
{
	sys3(__NR_madvise, cache.start, cache.tables_end - cache.start, MADV_HUGEPAGE);
}

void cache_collapse(void)
{
	void *const at[] = {
		cache.start, (void *)PAGE_DOWN(cache.cold), cache.traces,     cache.exits,
		cache.irecs, cache.irecs + cache.max_irecs, cache.tables_end,
	};

	for (u32 i = 0; i + 1 < ARRAY_SIZE(at); i++)
		arena_collapse(at[i], (u64)at[i + 1] - (u64)at[i]);
}

static long protect(bool executable)
{
	return sys3(__NR_mprotect, cache.start, cache.end - cache.start,
		    PROT_READ | PROT_WRITE | (executable ? PROT_EXEC : 0));
}

void cache_set_executable(bool is)
{
	if (protect(is) && is)
		emu_fatal("the code cache cannot be made executable");
}

/* A trampoline to the model. */
static u8 *put_model(u8 **tramp, u8 *p, const u8 *way)
{
	*tramp = p;
	return put_trampoline(p, cache.bmi2 ? way : model_slow_old);
}

int cache_init(const struct cache_exits *to)
{
	u64 limit = limits_share(RLIMIT_DATA), room = arena_room();
	u32 shift = engine.shm->cache_shift % MAX_SCALE;
	long err = -ENOMEM;
	u8 *p;

	find_quick();
	/* Threads get a third of the arena. A cache that is very small anyway leaves room for one.
	 */
	if (limit > room / 3 * 2)
		limit = room / 3 * 2;
	for (unsigned scale = shift ? shift + 1 : 0; err && scale <= MAX_SCALE; scale++)
		err = map_cache(scale, scale < SMALL_SCALE ?
					       limit :
					       room - thread_size() - T_TREE_SIZE - model_size() -
						       model_told_size());
	if (err)
		return -ENOMEM;
	err = protect(true);
	if (err)
		return (int)err;
	cache.pairs = may_pair() && (cache.wants_pairs || engine.shm->flags & EMU_F_PAIRS);
	cache.wants_pairs = false;
	if (engine.model || cache.pairs)
		use_huge_pages();
	gates_begin();
	p = cache.start + gates_size();
	cache.tramp_exit = p;
	p = put_trampoline(p, to->exit);
	cache.tramp_miss = p;
	p = put_trampoline(p, to->miss);
	p = put_model(&cache.tramp_model, p, model_slow);
	p = put_model(&cache.tramp_data[0], p, model_slow_data);
	p = put_model(&cache.tramp_data[1], p, model_live_data);
	p = put_model(&cache.tramp_fetch[0], p, model_slow_fetch);
	p = put_model(&cache.tramp_fetch[1], p, model_live_fetch);
	p = put_model(&cache.tramp_lines, p, model_whole_fetch);
	cache.tramp_unpaired = p;
	cache.floor = cache.hot = spend_put_near(pair_put_empty(p));
	cache.cold = cache.end;
	return 0;
}

bool cache_put_miss(u64 page)
{
	const u64 *miss = (const u64 *)(cache.tramp_miss + 8);

	if (!arena_commit((void *)page, PAGE_SIZE))
		return false;
	put_trampoline((u8 *)page, (const void *)*miss);
	if (sys3(__NR_mprotect, page, PAGE_SIZE, PROT_READ | PROT_EXEC))
		return false;
	cache.miss_page = page;
	return true;
}

bool cache_room(void)
{
	return !cache.wants_pairs && !(cache.pairs && cache.unpaired) &&
	       cache.cold - cache.hot > (engine.model ? ROOM_MODEL : ROOM_MARGIN) &&
	       cache.n_traces < cache.max_traces - 1 && cache.n_exits < cache.max_exits - 512 &&
	       cache.n_irecs < cache.max_irecs - 512 && index_room() && pages_room() &&
	       count_exits_left() > 512 && target_room();
}

struct trace *cache_at(u64 address)
{
	u32 lo = 0, hi = cache.n_traces;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;
		u32 end = cache.traces[mid].end;

		/* One that is being made in place of another has no end yet: cache_cut(). */
		if (end && (u64)cache.start + end <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == cache.n_traces || address < (u64)trace_body(&cache.traces[lo]))
		return NULL;
	return &cache.traces[lo];
}

void cache_mark(struct cache_mark *m)
{
	*m = (struct cache_mark){
		.epoch = cache.epoch,
		.n_traces = cache.n_traces,
		.n_exits = cache.n_exits,
		.n_irecs = cache.n_irecs,
		.n_moves = moves_count(),
		.hot = cache.hot,
		.cold = cache.cold,
		.literals = cache.literals,
	};
}

bool cache_cut(const struct cache_mark *from, const struct cache_mark *to)
{
	if (to->epoch != cache.epoch || to->n_traces != cache.n_traces || to->hot != cache.hot ||
	    to->cold != cache.cold || to->literals != cache.literals ||
	    to->n_exits != cache.n_exits)
		return false;
	__atomic_store_n(&cache.n_traces, from->n_traces, __ATOMIC_RELEASE);
	cache.n_exits = from->n_exits;
	cache.n_irecs = from->n_irecs;
	cache.hot = from->hot;
	cache.cold = from->cold;
	cache.literals = from->literals;
	moves_cut(from->n_moves);
	return true;
}

void cache_flush(void)
{
	moves_reset();
	pages_reset();
	index_clear();
	heads_clear();
	cache.n_traces = cache.n_exits = cache.n_irecs = cache.n_dropped = 0;
	cache.hot = cache.floor;
	cache.cold = cache.end;
	cache.literals = NULL;
	target_reset();
	cache.epoch++;
	if (cache.wants_pairs)
		use_huge_pages();
	cache.pairs = (cache.pairs || cache.wants_pairs) && !cache.unpaired;
	cache.wants_pairs = false;
	count_reset_exits();
}

u64 trace_prefix(const struct trace *tr, u32 n)
{
	u64 v = 0;

	for (u32 i = 0; i < n; i++)
		v += class_vec(cache.irecs[tr->irec + i].cls);
	return v;
}

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The state of a machine for one thread. */
#include "core/machine/state.h"
#include "core/base/bits.h"
#include "core/machine/later.h"
#include "core/machine/quick.h"
#include "core/machine/watch.h"

#define FILTER_BYTES ((size_t)sizeof(u64) << FILTER_BITS)
#define PAGES_BYTES  (MACHINE_PAGES * sizeof(struct page_memory))

static bool has_cache(const struct machine *machine, u32 parts, u32 cache)
{
	if (!machine->cache[cache].ways)
		return false;
	if (cache == LEVEL_L1I)
		return parts & MACHINE_FETCH;
	return parts & (cache == LEVEL_L1D ? MACHINE_DATA : MACHINE_DATA | MACHINE_FETCH);
}

static void directories_of(const struct machine *machine, struct cache_desc *desc)
{
	memset(desc, 0, sizeof(*desc));
	desc->ways = machine->walk.directories;
	desc->sets = 1;
	desc->line = desc->sector = MACHINE_PAGE;
	desc->policy = POLICY_LRU;
}

static u32 strides(const struct machine *machine, u32 parts)
{
	u32 i;

	for (i = 0; parts & MACHINE_PREFETCH && i < MACHINE_PREFETCHERS; i++)
		if (machine->prefetch[i].kind == PREFETCH_STRIDE)
			return machine->prefetch[i].table;
	return 0;
}

static size_t bytes_of_strides(const struct machine *machine, u32 parts)
{
	return (strides(machine, parts) * sizeof(struct stride_entry) + 63) & ~(size_t)63;
}

/* ---- What is unknown after a gap ---- */

static const struct cache_desc *desc_of_gap(const struct machine *machine, u32 parts, u32 part)
{
	static const struct cache_desc none;
	u32 cache = part == GAP_L1I ? LEVEL_L1I : LEVEL_L1D;

	if (!(parts & MACHINE_GAPS))
		return &none;
	if (part == GAP_L1I || part == GAP_L1D)
		return has_cache(machine, parts, cache) ? &machine->cache[cache] : &none;
	if (!(parts & MACHINE_TLB))
		return &none;
	return &machine->tlb[part == GAP_TLB_I ? TLB_I : TLB_D];
}

static size_t bytes_of_gap(const struct machine *machine, u32 parts, u32 part)
{
	const struct cache_desc *desc = desc_of_gap(machine, parts, part);
	size_t bytes = desc->ways ? desc->sets * (sizeof(u16) + desc->ways) : 0;

	return (bytes + 63) & ~(size_t)63;
}

/* All is known, since the caches are really empty. */
static u8 *init_gap(struct machine_state *s, u32 part, u8 *memory)
{
	const struct cache_desc *desc = desc_of_gap(s->machine, s->parts, part);
	size_t bytes = bytes_of_gap(s->machine, s->parts, part);

	if (!bytes)
		return memory;
	memset(memory, 0, bytes);
	s->gap[part].left = (u16 *)memory;
	s->gap[part].met = memory + desc->sets * sizeof(u16);
	return memory + bytes;
}

static void begin_gap(struct gap *g, const struct cache *c)
{
	u32 sets = c->slices << c->set_bits, i;

	if (!g->left)
		return;
	memset(g->met, 0, (size_t)sets * c->ways);
	for (i = 0; i < sets; i++)
		g->left[i] = (u16)c->ways;
}

/* The caches learn all that the filter knows. */
static void keep_times(struct machine_state *s, bool code)
{
	const struct filter *f = code ? &s->fetches : &s->loads;
	u32 i;

	for (i = 0; f->times && i <= f->mask; i++)
		watch_keep_time(s, code, i);
}

/* Nothing may pass before the models have seen it once. */
static void forget_passed(struct machine_state *s)
{
	u32 i;

	keep_times(s, false);
	keep_times(s, true);
	filter_clear(&s->loads);
	filter_clear(&s->stores);
	filter_clear(&s->fetches);
	s->page_last[0] = s->page_last[1] = CACHE_EMPTY;
	for (i = 0; s->parts & MACHINE_TLB && i < 2; i++)
		watch_forget_pages(s->pages[i]);
}

void pmc_machine_gap(struct machine_state *s, bool twice)
{
	if (s->parts & MACHINE_BRANCH)
		pmc_branch_forget_returns(&s->branch);
	if (!(s->parts & MACHINE_GAPS))
		return;
	s->twice = twice && s->parts & MACHINE_BRANCH;
	forget_passed(s);
	begin_gap(&s->gap[GAP_L1I], &s->cache[LEVEL_L1I]);
	begin_gap(&s->gap[GAP_L1D], &s->cache[LEVEL_L1D]);
	begin_gap(&s->gap[GAP_TLB_I], &s->tlb[TLB_I]);
	begin_gap(&s->gap[GAP_TLB_D], &s->tlb[TLB_D]);
}

/* ---- All ---- */

bool pmc_machine_is_timed(const struct machine *machine, u32 parts, bool code)
{
	u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	const struct cache_desc *desc = &machine->cache[cache];

	if (!has_cache(machine, parts, cache) ||
	    (desc->policy != POLICY_LRU && desc->policy != POLICY_TREE_PLRU))
		return false;
	/* With two filters of the same lines, one could not tell what passed the other. */
	return code || (!(parts & MACHINE_DIRTY) && !(desc->flags & CACHE_WRITE_THROUGH));
}

size_t pmc_machine_bytes(const struct machine *machine, u32 parts)
{
	size_t bytes = (3 + 2) * FILTER_BYTES + bytes_of_strides(machine, parts);
	struct cache_desc directories;
	u32 i;

	for (i = 0; i < CACHES; i++)
		if (has_cache(machine, parts, i))
			bytes += pmc_cache_bytes(&machine->cache[i]);
	directories_of(machine, &directories);
	if (parts & MACHINE_TLB)
		bytes += pmc_cache_bytes(&directories);
	for (i = 0; parts & MACHINE_TLB && i < TLBS; i++)
		bytes += pmc_cache_bytes(&machine->tlb[i]);
	if (parts & MACHINE_TLB)
		bytes += 2 * PAGES_BYTES;
	for (i = 0; i < GAP_PARTS; i++)
		bytes += bytes_of_gap(machine, parts, i);
	if (parts & MACHINE_BRANCH)
		bytes += pmc_branch_bytes(&machine->branch) * (parts & MACHINE_GAPS ? 2 : 1);
	return bytes;
}

static u8 *init_filter(struct filter *f, u32 turn, u8 *memory)
{
	f->entry = (u64 *)memory;
	f->mask = (1u << FILTER_BITS) - 1;
	f->turn = turn;
	filter_clear(f);
	return memory + FILTER_BYTES;
}

/* The times of both filters have room in this memory. */
static void init_times(struct machine_state *s, u8 *memory)
{
	u32 code;

	for (code = 0; code < 2; code++) {
		struct filter *f = code ? &s->fetches : &s->loads;

		if (!pmc_machine_is_timed(s->machine, s->parts, code))
			continue;
		f->times = (u64 *)(memory + code * FILTER_BYTES);
		f->now = &s->now;
		s->cache[code ? LEVEL_L1I : LEVEL_L1D].passing = f;
	}
}

static u8 *init_cache(struct cache *c, const struct cache_desc *desc, u8 *memory, bool flagged)
{
	pmc_cache_init(c, desc, memory, flagged);
	return memory + pmc_cache_bytes(desc);
}

static u8 *init_caches(struct machine_state *s, u8 *memory)
{
	bool flagged = s->parts & (MACHINE_DIRTY | MACHINE_PREFETCH);
	u32 i;

	for (i = 0; i < CACHES; i++) {
		if (!has_cache(s->machine, s->parts, i))
			continue;
		memory = init_cache(&s->cache[i], &s->machine->cache[i], memory, flagged);
		s->level[i] = &s->cache[i];
	}
	return memory;
}

static u8 *init_tlbs(struct machine_state *s, u8 *memory)
{
	struct cache_desc directories;
	u32 i;

	for (i = 0; i < TLBS; i++)
		memory = init_cache(&s->tlb[i], &s->machine->tlb[i], memory, false);
	for (i = 0; i < 2; i++) {
		s->pages[i] = (struct page_memory *)memory;
		watch_forget_pages(s->pages[i]);
		memory += PAGES_BYTES;
	}
	directories_of(s->machine, &directories);
	return init_cache(&s->directories, &directories, memory, false);
}

u8 pmc_machine_line_bits(const struct machine *machine, u32 parts, bool code)
{
	u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	u32 line = has_cache(machine, parts, cache) ? machine->cache[cache].line : MACHINE_PAGE;

	return (u8)bits_lowest(line);
}

void pmc_machine_init(struct machine_state *s, const struct machine *machine, u32 parts,
		      void *memory)
{
	u8 *at = memory;
	u32 n, i;

	memset(s, 0, sizeof(*s));
	memset(s->combined, 0xff, sizeof(s->combined));
	s->page_last[0] = s->page_last[1] = CACHE_EMPTY;
	s->counts = &s->own_counts;
	s->unknown = &s->own_unknown;
	s->machine = machine;
	s->parts = parts;
	s->load_bits = pmc_machine_line_bits(machine, parts, false);
	s->fetch_bits = pmc_machine_line_bits(machine, parts, true);
	s->stores_like_loads = !(parts & MACHINE_DIRTY) &&
			       !(machine->cache[LEVEL_L1D].flags & CACHE_WRITE_THROUGH);
	at = init_filter(&s->loads, 64u - s->load_bits, at);
	at = init_filter(&s->stores, 64u - s->load_bits, at);
	at = init_filter(&s->fetches, FILTER_BITS, at);
	memory = at;
	at = init_caches(s, at + 2 * FILTER_BYTES);
	init_times(s, memory);
	if (parts & MACHINE_TLB)
		at = init_tlbs(s, at);
	for (i = 0; i < GAP_PARTS; i++)
		at = init_gap(s, i, at);
	s->quick = pmc_quick_able(s);
	s->quick_any = !s->quick && pmc_quick_any(s);
	s->only_below = CACHES;
	s->loses_lines = (machine->cache[LEVEL_L2].flags | machine->cache[LEVEL_LL].flags) &
			 CACHE_INCLUSIVE;
	n = strides(machine, parts);
	s->strides = (struct stride_entry *)at;
	s->stride_mask = n - 1;
	memset(at, 0, bytes_of_strides(machine, parts));
	at += bytes_of_strides(machine, parts);
	if (!(parts & MACHINE_BRANCH))
		return;
	pmc_branch_init(&s->branch, &machine->branch, at);
	if (!(parts & MACHINE_GAPS))
		return;
	pmc_branch_init(&s->second, &machine->branch, at + pmc_branch_bytes(&machine->branch));
	s->twice = true;
}

/* Do the first caches do the same, whatever the levels below answer? */
static bool goes_ahead(const struct machine_state *s)
{
	const struct cache_desc *desc = s->machine->cache;
	const u8 first = desc[LEVEL_L1I].flags | desc[LEVEL_L1D].flags;
	const u32 next = s->level[LEVEL_L2] ? LEVEL_L2 : LEVEL_LL;

	if (!s->level[next] || s->parts & (MACHINE_DIRTY | MACHINE_PREFETCH))
		return false;
	if (first & (CACHE_WRITE_THROUGH | CACHE_NO_WRITE_ALLOCATE) ||
	    desc[next].flags & CACHE_EXCLUSIVE)
		return false;
	return !s->loses_lines;
}

void pmc_machine_defer(struct machine_state *s, u64 *memory, u32 room)
{
	u32 i;

	if (!goes_ahead(s))
		return;
	s->later.address = memory;
	s->later.room = room;
	if (s->level[LEVEL_L2] && !(s->parts & MACHINE_LAST))
		s->level[LEVEL_LL] = NULL;
	s->plain_below = pmc_later_plain(s);
	s->only_below = (u8)pmc_quick_only(s);
	s->plain[0] = pmc_quick_plain(s, LEVEL_L1D);
	s->plain[1] = pmc_quick_plain(s, LEVEL_L1I);
	for (i = 0; i < 2; i++) {
		s->light[i] = pmc_quick_light(s, i);
		s->timed[i] = pmc_quick_timed(s, i);
		s->timed_pages[i] = s->timed[i] && pmc_quick_pages(s, i);
		s->light_second[i] = (u8)pmc_quick_second(s, i);
		s->light_ways[i] = pmc_quick_ways(s, i);
		s->light_room[i] = s->light[i] && !s->gap[i ? GAP_L1I : GAP_L1D].left ? room : 0;
	}
	s->light_few = pmc_quick_few(s);
	s->plain_walks = s->plain[0] && s->machine->walk.reads == WALK_L1D;
}

void pmc_machine_settle(struct machine_state *s)
{
	if (s->later.n)
		pmc_later_settle(s);
}

void pmc_machine_share(struct machine_state *s, struct machine_state *with)
{
	if (!with->level[LEVEL_LL])
		return;
	s->level[LEVEL_LL] = with->level[LEVEL_LL];
	if (!with->shared_lock)
		with->shared_lock = &with->lock;
	s->shared_lock = with->shared_lock;
}

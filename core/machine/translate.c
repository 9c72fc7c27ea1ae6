/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* TLBs and page walks. */
#include "core/machine/translate.h"
#include "core/base/bits.h"
#include "core/machine/first.h"
#include "core/machine/gap.h"
#include "core/machine/levels.h"
#include "core/machine/quick.h"
#include "core/machine/watch.h"

#define PAGE_BITS      12
#define DIRECTORY_BITS 9 /* pages of an entry of the directory: 512 */

/* What read_entry() does where walks read a plain L1D. */
static __attribute__((noinline)) void read_plain(struct machine_state *s, u64 address)
{
	struct cache_counts *counts = &s->counts->cache[LEVEL_L1D];

	s->counts->walk_reads++;
	counts->asked[ACCESS_WALK]++;
	counts->missed[ACCESS_WALK] += plain_line(s, false, address, ACCESS_WALK);
}

/* The walker reads an entry of 8 bytes. */
static void read_entry(struct machine_state *s, u64 address)
{
	struct cache_counts *counts = &s->counts->cache[LEVEL_L1D];

	if (s->plain_walks) {
		read_plain(s, address);
		return;
	}
	s->counts->walk_reads++;
	if (s->machine->walk.reads == WALK_UNSEEN || !(s->parts & MACHINE_DATA))
		return;
	if (s->machine->walk.reads == WALK_L2 || !s->level[LEVEL_L1D]) {
		pmc_levels_ask(s, LEVEL_L1D, address, ACCESS_WALK, false);
		return;
	}
	counts->asked[ACCESS_WALK]++;
	counts->missed[ACCESS_WALK] += pmc_first_line(s, LEVEL_L1D, address, ACCESS_WALK, false, 0);
}

/* Lines of the page may pass again. */
static void let_pass(struct machine_state *s, bool code, u64 page)
{
	struct page_memory *m = watch_page(s, code, page);
	u8 line_bits = code ? s->fetch_bits : s->load_bits;
	u64 step = (u64)1 << line_bits, left, address, end, pieces = 0;
	bool quick = s->quick && s->level[code ? LEVEL_L1I : LEVEL_L1D];

	if (s->plain[code]) {
		watch_let_page(s, code, page);
		return;
	}
	for (left = m->pieces; left; left &= left - 1) {
		address = page << PAGE_BITS | (u64)bits_lowest(left) << WATCH_PIECE_BITS;
		end = address + ((u64)1 << WATCH_PIECE_BITS);
		for (; address < end; address += step)
			if (quick ? quick_settle(s, code, address >> line_bits) :
				    pmc_first_settle(s, code, address))
				pieces |= watch_piece(address);
	}
	m->pieces = pieces;
}

/* Uses the entry of this page. If there is none, makes it and returns false. */
static bool look_up(struct machine_state *s, enum watched watched, struct cache *c, u64 page,
		    enum access_kind kind)
{
	u32 set = cache_set(c, page), way = cache_find(c, set, page);
	bool code = watched == WATCHED_CODE_PAGES, passed = false, hit = way != CACHE_NO_WAY;
	struct cache_victim victim;

	if (hit) {
		passed = cache_is_used(c, set, way);
		watch_use(s, watched, c, set, way);
	} else {
		way = watch_fill(s, watched, c, set, page, 0, &victim);
	}
	if (watched == WATCHED_NOWHERE)
		return hit;
	s->page_at[code] = cache_at(c, set, way);
	s->page_last[code] = page;
	gap_meet(s, code ? GAP_TLB_I : GAP_TLB_D, set, s->page_at[code], kind, !hit);
	watch_new_page(s, code, page);
	if (!passed)
		let_pass(s, code, page);
	return hit;
}

/* Does the walker keep this entry? If not, it does from now on. */
static bool keeps(struct machine_state *s, u64 directory, enum access_kind kind)
{
	const struct cache *c = &s->directories;

	if (!c->ways)
		return false;
	/* With LRU, nothing changes if it is the last one again. */
	if (c->last[0] != CACHE_NO_WAY && c->tag[c->last[0]] == directory)
		return true;
	return look_up(s, WATCHED_NOWHERE, &s->directories, directory, kind);
}

void pmc_translate_walk(struct machine_state *s, u64 page, enum access_kind kind)
{
	u64 directory = page >> DIRECTORY_BITS;

	s->counts->walks[kind]++;
	page &= MACHINE_TABLE_PAGES;
	if (!keeps(s, directory, kind))
		read_entry(s, MACHINE_DIRECTORIES + (page >> DIRECTORY_BITS << 3));
	read_entry(s, MACHINE_TABLES + (page << 3));
}

void pmc_translate(struct machine_state *s, u64 address, enum access_kind kind)
{
	bool code = kind == ACCESS_FETCH;
	struct cache *first = &s->tlb[code ? TLB_I : TLB_D];
	u64 page = address >> PAGE_BITS;

	if (!first->ways ||
	    look_up(s, code ? WATCHED_CODE_PAGES : WATCHED_DATA_PAGES, first, page, kind))
		return;
	pmc_translate_missed(s, page, kind);
}

u32 pmc_translate_second(const struct machine_state *s, bool code)
{
	if (code && !s->tlb[TLB_I2].ways && s->machine->tlb[TLB_D2].flags & CACHE_UNIFIED)
		return TLB_D2;
	return code ? TLB_I2 : TLB_D2;
}

void pmc_translate_missed(struct machine_state *s, u64 page, enum access_kind kind)
{
	bool code = kind == ACCESS_FETCH;
	u32 first = code ? TLB_I : TLB_D, second = pmc_translate_second(s, code);

	s->counts->tlb[first].missed[kind]++;
	if (s->tlb[second].ways) {
		s->counts->tlb[second].asked[kind]++;
		if (look_up(s, WATCHED_NOWHERE, &s->tlb[second], page, kind))
			return;
		s->counts->tlb[second].missed[kind]++;
	}
	pmc_translate_walk(s, page, kind);
}

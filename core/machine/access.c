/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* What a program does, as the models see it. */
#include "core/machine/access.h"
#include "core/machine/first.h"
#include "core/machine/levels.h"
#include "core/machine/light.h"
#include "core/machine/quick.h"
#include "core/machine/translate.h"
#include "core/machine/watch.h"

#define PAGE_BITS 12

/* One line of an access. */
static inline bool one_line(struct machine_state *s, u32 cache, u64 address, enum access_kind kind,
			    bool stores, u64 ip)
{
	bool code = cache == LEVEL_L1I, missed;
	u64 page = address >> PAGE_BITS;

	if (s->parts & MACHINE_TLB && page != s->page_last[code]) {
		if (s->timed_pages[code])
			plain_page(s, code, page, kind);
		else if (!s->quick || !quick_page(s, page, kind))
			pmc_translate(s, address, kind);
	}
	if (s->quick && quick_line(s, cache, address, kind, &missed))
		return missed;
	if (s->timed[code])
		return quick_timed(s, code, address, kind);
	if (s->quick_any && !code && quick_any_line(s, address, kind, &missed))
		return missed;
	if (s->parts & (code ? MACHINE_FETCH : MACHINE_DATA) && s->level[cache])
		return pmc_first_line(s, cache, address, kind, stores, ip);
	pmc_first_settle(s, code, address);
	return false;
}

static void any_access(struct machine_state *s, u32 cache, u64 address, u32 size,
		       enum access_kind kind, bool stores, u64 ip)
{
	u8 line_bits = cache == LEVEL_L1I ? s->fetch_bits : s->load_bits;
	u64 line = address >> line_bits, last = (address + size - 1) >> line_bits;
	bool missed = false;

	if (line != last && s->machine->flags & MACHINE_CROSSING_WHOLE && s->level[cache]) {
		missed = pmc_first_crossing(s, cache, address, size, kind, stores);
	} else {
		missed = one_line(s, cache, address, kind, stores, ip);
		/* The end of the address space ends an access, too. */
		while (line < last)
			missed |= one_line(s, cache, ++line << line_bits, kind, stores, ip);
	}
	s->counts->cache[cache].missed[kind] += missed;
	if (s->n_pending)
		pmc_levels_prefetch(s);
}

/* The second line of an access. */
static __attribute__((noinline)) bool plain_code(struct machine_state *s, u64 address)
{
	return quick_plain(s, true, address, ACCESS_FETCH);
}

static __attribute__((noinline)) bool plain_data(struct machine_state *s, u64 address,
						 enum access_kind kind)
{
	return quick_plain(s, false, address, kind);
}

static inline __attribute__((always_inline)) void access(struct machine_state *s, const bool code,
							 u64 address, u32 size,
							 enum access_kind kind, bool stores, u64 ip)
{
	const u64 line = (u64)1 << PLAIN_BITS, next = (address | (line - 1)) + 1;
	const u32 cache = code ? LEVEL_L1I : LEVEL_L1D;
	bool missed;

	if (light_access(s, code, address, size, kind))
		return;
	if (!s->plain[code] || size > line) {
		any_access(s, cache, address, size, kind, stores, ip);
		return;
	}
	missed = quick_plain(s, code, address, kind);
	if (next - 1 < address + size - 1)
		missed |= code ? plain_code(s, next) : plain_data(s, next, kind);
	s->counts->cache[cache].missed[kind] += missed;
}

void pmc_machine_data(struct machine_state *s, u64 address, u32 size, enum access_kind kind,
		      bool stores, u64 ip)
{
	access(s, false, address, size, kind, stores, ip);
}

void pmc_machine_read(struct machine_state *s, u64 address, u32 size, u64 ip)
{
	pmc_machine_data(s, address, size, ACCESS_READ, false, ip);
}

void pmc_machine_write(struct machine_state *s, u64 address, u32 size, u64 ip)
{
	pmc_machine_data(s, address, size, ACCESS_WRITE, true, ip);
}

void pmc_machine_modify(struct machine_state *s, u64 address, u32 size, u64 ip)
{
	pmc_machine_data(s, address, size, ACCESS_READ, true, ip);
}

void pmc_machine_fetch(struct machine_state *s, u64 address, u32 size)
{
	access(s, true, address, size, ACCESS_FETCH, false, 0);
}

void pmc_machine_conditional(struct machine_state *s, u64 ip, bool taken)
{
	bool missed = !pmc_branch_conditional(&s->branch, ip, taken);

	s->counts->branch.conditional++;
	s->counts->branch.conditional_missed += missed;
	if (s->twice) {
		s->unknown->first[0] += missed;
		s->unknown->second[0] += !pmc_branch_conditional(&s->second, ip, taken);
	}
}

void pmc_machine_conditionals(struct machine_state *s, const u64 *branches, u32 n)
{
	u32 missed = pmc_branch_conditionals(&s->branch, branches, n);

	s->counts->branch.conditional += n;
	s->counts->branch.conditional_missed += missed;
	if (s->twice) {
		s->unknown->first[0] += missed;
		s->unknown->second[0] += pmc_branch_conditionals(&s->second, branches, n);
	}
}

void pmc_machine_indirect(struct machine_state *s, u64 ip, u64 target)
{
	bool missed = !pmc_branch_indirect(&s->branch, ip, target);

	s->counts->branch.indirect++;
	s->counts->branch.indirect_missed += missed;
	if (s->twice) {
		s->unknown->first[1] += missed;
		s->unknown->second[1] += !pmc_branch_indirect(&s->second, ip, target);
	}
}

void pmc_machine_call(struct machine_state *s, u64 return_ip)
{
	pmc_branch_call(&s->branch, return_ip);
}

void pmc_machine_return(struct machine_state *s, u64 target)
{
	s->counts->branch.returns++;
	s->unknown->returns += pmc_branch_is_unknown(&s->branch);
	s->counts->branch.returns_missed += !pmc_branch_return(&s->branch, target);
}

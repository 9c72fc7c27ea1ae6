/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a machine does not know after a gap, in which the thread went on without being modelled
 * (pmc_machine_gap()). The models go on from the state before it as if nothing were unknown, and
 * count beside that what is. Only with MACHINE_GAPS.
 *
 * First caches and TLBs: a line that is accessed for the first time since may have come or gone
 * meanwhile. Whether such an access hits is unknown, until as many lines of its set have been
 * accessed as the set has ways. With LRU the set then holds what it would without the gap; with
 * other policies nearly. Second levels hold what came long before: counts of theirs mean nothing.
 *
 * The return stack: what entries from before the gap foretell is unknown, and counts as right.
 *
 * Predictors never forget all, so none of their answers is known. What they have not learnt, since
 * they have seen less, shows beside a second one that sees less still: it learns only in every
 * second stretch between gaps, as the host tells.
 */
#ifndef PMC_CORE_MACHINE_GAP_H
#define PMC_CORE_MACHINE_GAP_H

#include "core/machine/state.h"

/* Is told of each access that no filter lets pass and that uses a way: whether its line had to
 * come. */
static inline void gap_meet(struct machine_state *s, enum gap_part part, u32 set, size_t at,
			    enum access_kind kind, bool missed)
{
	struct gap *g = &s->gap[part];

	if (!g->left || !g->left[set])
		return;
	if (!g->met[at]) {
		g->met[at] = 1;
		g->left[set]--;
	} else if (!missed) {
		return; /* the line is known */
	}
	if (missed)
		s->unknown->missed[part][kind]++;
	else
		s->unknown->hit[part][kind]++;
}

/*
 * The same of a store that brings no line when it misses. If it is unknown whether it hits, it is
 * unknown, too, whether the line is the last that was used, so the set must become known once more.
 * way: CACHE_NO_WAY if it missed.
 */
static inline void gap_pass(struct machine_state *s, enum gap_part part, const struct cache *c,
			    u32 set, u32 way)
{
	struct gap *g = &s->gap[part];

	if (!g->left || !g->left[set])
		return;
	if (way != CACHE_NO_WAY && g->met[cache_at(c, set, way)])
		return;
	if (way == CACHE_NO_WAY)
		s->unknown->missed[part][ACCESS_WRITE]++;
	else
		s->unknown->hit[part][ACCESS_WRITE]++;
	memset(g->met + cache_at(c, set, 0), 0, c->ways);
	g->left[set] = (u16)c->ways;
}

/* Is it known that the way holds its line? If not, the line must not pass a filter. */
static inline bool gap_knows(const struct machine_state *s, enum gap_part part, u32 set, size_t at)
{
	const struct gap *g = &s->gap[part];

	return !g->left || !g->left[set] || g->met[at];
}

#endif

/* SPDX-License-Identifier: BSD-2-Clause */
/* See walk.h. */
#include <errno.h>
#include <limits.h>

#include "lib/backends/emulated/profile/space.h"
#include "lib/backends/emulated/profile/walk.h"
#include "lib/profile/build/builder.h"
#include "lib/profile/build/counts.h"
#include "lib/profile/build/sites.h"

/* Counts an instruction: a site with SPACE_TAKEN. */
static void count(struct space *s, u32 site, unsigned thread, u64 n)
{
	u64 *at = counts_at(s->counts, thread, site & SPACE_SITE);

	if (!at) {
		s->err = -ENOMEM;
		return;
	}
	at[0] += n;
	if (site & SPACE_TAKEN)
		at[1] += n;
}

/* Counts an edge that does not follow from the counts of its branch. Returns its number if its
 * target is known for good, otherwise 0. */
static u32 count_to(struct space *s, u32 site, unsigned object, u64 address, unsigned thread, u64 n)
{
	u32 branch = builder_branch(s->builder, site & SPACE_SITE, object, address);

	if (branch)
		count(s, branch, thread, n);
	return object == UINT_MAX ? 0 : branch;
}

/* The same, to where the target is in the process. */
static u32 count_apart(struct space *s, u32 site, u64 target, u64 position, unsigned thread, u64 n)
{
	unsigned object = UINT_MAX;
	u64 address = 0;

	if (target)
		space_find_target(s, target, position, &object, &address);
	return count_to(s, site, object, address, thread, n);
}

/* Counts an instruction whose edge to the next one does not follow. */
static void count_through(struct space *s, u32 in, unsigned thread, u64 n)
{
	const struct through *t = &s->through[in & ~SPACE_APART];

	count(s, t->site, thread, n);
	count(s, t->branch, thread, n);
}

/* Counts the first `end` instructions of a trace. Most have numbers in one block. */
static void count_way(struct space *s, u32 trace, u32 end, unsigned thread, u64 n)
{
	u32 block = UINT32_MAX, i, first;
	u64 *counts = NULL;

	if (!space_instructions(s, trace)) {
		s->err = s->err ? s->err : -EPROTO;
		return;
	}
	first = s->piece[trace].first;
	for (i = first; i < first + end; i++) {
		u32 in = s->instruction[i], site = in & SPACE_SITE;

		if (in & SPACE_APART) {
			count_through(s, in, thread, n);
			continue;
		}
		if (site / COUNTS_BLOCK != block) {
			block = site / COUNTS_BLOCK;
			counts = counts_at(s->counts, thread, block * COUNTS_BLOCK);
			if (!counts) {
				s->err = -ENOMEM;
				return;
			}
		}
		counts[site % COUNTS_BLOCK] += n;
		if (in & SPACE_TAKEN)
			counts[site % COUNTS_BLOCK + 1] += n;
	}
}

/* Counts numbers of one block. */
static void count_range(struct space *s, u32 first, u32 end, unsigned thread, u64 n)
{
	u64 *counts = counts_at(s->counts, thread, first);
	u32 i;

	if (!counts) {
		s->err = -ENOMEM;
		return;
	}
	for (i = 0; i < end - first; i++)
		counts[i] += n;
}

/* Counts the instructions of a trace up to the exit. */
static void count_ranges(struct space *s, const struct way *way, unsigned thread, u64 n)
{
	u32 i, end = (way->site & SPACE_SITE) + (way->site & SPACE_TAKEN ? 2 : 1);

	for (i = s->piece[way->trace].range; i < way->end; i++)
		count_range(s, space_range_first(s->range[i]), space_range_end(s->range[i]), thread,
			    n);
	count_range(s, space_range_first(s->range[i]), end, thread, n);
}

/* Counts the edge of an exit that does not follow from the counts of its branch. */
static void count_edge(struct space *s, const struct way *way, unsigned thread, u64 n)
{
	struct apart *apart = &s->apart[way->apart - 1];

	if (apart->branch)
		count(s, apart->branch, thread, n);
	else if (apart->settled)
		apart->branch = count_to(s, way->site, apart->object, apart->target, thread, n);
	else
		apart->branch = count_apart(s, way->site, apart->target, apart->at, thread, n);
}

/* An indirect branch was passed so often; as to where it mostly goes: less often. */
static void count_mostly(struct space *s, u32 id, unsigned thread, u64 n)
{
	if (s->way[id].apart)
		count_edge(s, &s->way[id], thread, n);
	else
		space_wait(s, id, thread, n);
}

void walk_counter(struct space *s, u64 counter, u64 n, unsigned thread)
{
	const struct way *way;

	if (s->err)
		return;
	if (counter >= s->n_ways || !s->way[counter].site) {
		s->err = -EPROTO;
		return;
	}
	way = &s->way[counter];
	if (way->apart && s->apart[way->apart - 1].only_target) {
		count_edge(s, way, thread, n);
		count_mostly(s, s->apart[way->apart - 1].of, thread, -n);
		return;
	}
	/* It may become known where an indirect branch mostly goes. */
	if (way->apart || way->indirect)
		count_mostly(s, (u32)counter, thread, n);
	if (way->ranges) {
		count_ranges(s, way, thread, n);
		return;
	}
	count(s, way->site, thread, n);
	count_way(s, way->trace, way->end, thread, n);
}

void walk_mostly(struct space *s, const struct emu_log_mostly *r, u64 position)
{
	size_t kept = 0, i;

	space_mostly(s, r, position);
	for (i = 0; i < s->n_waitings && !s->err; i++) {
		const struct waiting w = s->waiting[i];

		if (w.id == r->id)
			count_edge(s, &s->way[w.id], w.thread, w.n);
		else
			s->waiting[kept++] = w;
	}
	s->n_waitings = kept;
}

/* An indirect branch that is counted elsewhere went to the target. */
static void walk_target(struct space *s, const struct emu_passage *p, u64 position, unsigned thread)
{
	u64 n = (u64)(s64)p->weight;

	if (p->where >= s->n_ways || !s->way[p->where].site) {
		s->err = -EPROTO;
		return;
	}
	count_apart(s, s->way[p->where].site, p->target, position, thread, n);
	count_mostly(s, (u32)p->where, thread, -n);
}

/* A single instruction, whose length is n if that is not 0. */
static u32 find_alone(struct space *s, const struct emu_passage *p, u64 position)
{
	unsigned object = s->unknown;
	u64 address = p->where;

	space_find(s, p->where, position, &object, &address);
	return space_site(s, object, address, p->n & EMU_LOG_LENGTH, p->last);
}

void walk_passage(struct space *s, const struct emu_passage *p, u64 position, unsigned thread)
{
	bool alone = p->kind == EMU_PASSAGE_ALONE;
	u64 n = (u64)(s64)p->weight;
	u32 site;

	if (s->err || !n)
		return;
	if (p->kind == EMU_PASSAGE_TARGET) {
		walk_target(s, p, position, thread);
		return;
	}
	site = alone ? find_alone(s, p, position) : space_end(s, (u32)p->where, p->n, p->last);
	if (!site) {
		s->err = s->err ? s->err : -EPROTO;
		return;
	}
	if (!space_follows(s, site & SPACE_SITE, p->last, p->target, position))
		count_apart(s, site, p->target, position, thread, n);
	count(s, site | space_taken(p->last), thread, n);
	if (!alone)
		count_way(s, (u32)p->where, p->n - 1u, thread, n);
}

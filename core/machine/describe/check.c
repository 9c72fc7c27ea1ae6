/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Whether a description is a machine that the models can be made of. */
#include "core/machine/describe/check.h"

#define MAX_BITS    20 /* 2^20 counters, or targets */
#define MAX_HISTORY 24
#define MAX_RETURNS 4096
#define MAX_TABLE   14
#define MIN_TABLE   TAGE_MAX_TABLES
#define MIN_TAG	    4
#define MAX_TAG	    14
#define MAX_STRIDES 1024
#define MAX_COMBINE 16

const char *const pmc_cache_names[CACHES] = { "L1i", "L1d", "L2", "LL" };
const char *const pmc_tlb_names[TLBS] = { "itlb", "dtlb", "itlb2", "dtlb2" };

/* NAME's BEFORE NUMBER AFTER: one sentence. */
static int bad(struct diag *diag, const char *name, const char *before, u32 number,
	       const char *after)
{
	pmc_diag_none(diag);
	pmc_diag_add(diag, name);
	pmc_diag_add(diag, before);
	pmc_diag_add_number(diag, number);
	pmc_diag_add(diag, after);
	return -PMC_CORE_EINVAL;
}

static int wrong(struct diag *diag, const char *name, const char *sentence)
{
	pmc_diag_none(diag);
	pmc_diag_add(diag, name);
	pmc_diag_add(diag, sentence);
	return -PMC_CORE_EINVAL;
}

static bool is_power(u32 n)
{
	return n && !(n & (n - 1));
}

static int check_sizes(const struct cache_desc *c, const char *name, u32 max_line,
		       struct diag *diag)
{
	if (c->ways > CACHE_MAX_WAYS)
		return bad(diag, name, " has ", c->ways, " ways, but 1024 is the most");
	if (!is_power(c->line) || c->line < CACHE_MIN_LINE || c->line > max_line)
		return bad(diag, name, " has lines of ", c->line,
			   " bytes; a line is a power of two from 16 to 1024");
	if (!c->sets || c->sets > CACHE_MAX_BYTES / c->line / c->ways)
		return bad(diag, name, " has ", c->sets,
			   " sets; there must be one, and the cache at most 1G");
	if (!is_power(c->sector) || c->sector < CACHE_MIN_LINE || c->sector > c->line ||
	    c->line / c->sector > CACHE_MAX_SECTORS)
		return bad(diag, name, " has sectors of ", c->sector,
			   " bytes; a line has 1, 2 or 4 sectors of at least 16 bytes");
	if (c->policy >= POLICIES)
		return bad(diag, name, " has the unknown policy ", c->policy, "");
	return 0;
}

static int check_first(const struct cache_desc *c, u32 cache, struct diag *diag)
{
	const char *name = pmc_cache_names[cache];

	if (c->flags & (CACHE_INCLUSIVE | CACHE_EXCLUSIVE))
		return wrong(diag, name,
			     " cannot be inclusive or exclusive: it has no cache above");
	if (cache == LEVEL_L1I && c->flags & (CACHE_WRITE_THROUGH | CACHE_NO_WRITE_ALLOCATE))
		return wrong(diag, name, " is not written, so it can have no way of writing");
	if (c->combine > MAX_COMBINE)
		return bad(diag, name, " has write buffers for ", c->combine,
			   " lines, but 16 is the most");
	return 0;
}

/* A level and a cache above it. */
static int check_pair(const struct machine *m, u32 above, u32 at, struct diag *diag)
{
	const struct cache_desc *a = &m->cache[above], *c = &m->cache[at];
	const char *name = pmc_cache_names[at];

	if (!a->ways)
		return 0;
	if (c->line < a->line || c->sector < a->sector)
		return bad(diag, name, " has lines or sectors shorter than the ", a->sector,
			   " bytes of the caches above it");
	if (c->flags & CACHE_EXCLUSIVE && (a->line != c->line || a->sector != a->line))
		return wrong(diag, name,
			     " is exclusive, so the caches above it must have the same "
			     "lines, without sectors");
	return 0;
}

static int check_level(const struct machine *m, u32 at, struct diag *diag)
{
	const struct cache_desc *c = &m->cache[at];
	const char *name = pmc_cache_names[at];
	u32 above;
	int err;

	if (c->flags & CACHE_INCLUSIVE && c->flags & CACHE_EXCLUSIVE)
		return wrong(diag, name, " cannot be both inclusive and exclusive");
	if (c->flags & CACHE_WRITE_THROUGH)
		return wrong(diag, name, " cannot be write-through; only L1d can");
	if (c->flags & CACHE_EXCLUSIVE && c->sector != c->line)
		return wrong(diag, name, " is exclusive, so it can have no sectors");
	for (above = 0; above < at; above++) {
		err = check_pair(m, above, at, diag);
		if (err)
			return err;
	}
	return 0;
}

static int check_caches(const struct machine *m, struct diag *diag)
{
	u32 i;
	int err;

	for (i = 0; i < CACHES; i++) {
		const struct cache_desc *c = &m->cache[i];

		if (!c->ways)
			continue;
		if (!m->cache[LEVEL_L1D].ways)
			return wrong(diag, pmc_cache_names[i],
				     " cannot be without an L1d; say one, "
				     "as in L1d=32K,8,64");
		err = check_sizes(c, pmc_cache_names[i], CACHE_MAX_LINE, diag);
		if (!err)
			err = i <= LEVEL_L1D ? check_first(c, i, diag) : check_level(m, i, diag);
		if (err)
			return err;
		if (c->flags & CACHE_READ_FILLS_LINE && i < LEVEL_LL &&
		    (i < LEVEL_L2 || m->cache[LEVEL_LL].ways))
			return wrong(diag, pmc_cache_names[i],
				     " can fill whole lines on reads only as the last level");
		if (m->flags & MACHINE_CROSSING_WHOLE && (c->flags || c->sector != c->line))
			return wrong(
				diag, pmc_cache_names[i],
				" must be a plain cache, because accesses that cross lines are "
				"counted as cachegrind does");
	}
	return 0;
}

static int check_tlbs(const struct machine *m, struct diag *diag)
{
	u32 i;
	int err;

	for (i = 0; i < TLBS; i++) {
		if (!m->tlb[i].ways)
			continue;
		if (m->tlb[i].line != MACHINE_PAGE || m->tlb[i].sector != MACHINE_PAGE)
			return wrong(diag, pmc_tlb_names[i], " must have pages of 4096 bytes");
		err = check_sizes(&m->tlb[i], pmc_tlb_names[i], MACHINE_PAGE, diag);
		if (err)
			return err;
	}
	if (m->walk.reads > WALK_L2 || m->walk.directories > CACHE_MAX_WAYS)
		return bad(diag, "walks", " keep ", m->walk.directories,
			   " directory entries, but 1024 is the most");
	return 0;
}

static int check_prefetchers(const struct machine *m, struct diag *diag)
{
	u32 i, strides = 0;

	for (i = 0; i < MACHINE_PREFETCHERS; i++) {
		const struct prefetch_desc *p = &m->prefetch[i];

		if (p->kind == PREFETCH_NONE)
			continue;
		if (p->kind > PREFETCH_STRIDE || p->cache >= CACHES ||
		    (p->kind == PREFETCH_STRIDE && p->cache != LEVEL_L1D))
			return wrong(diag, "prefetch", " by stride watches L1d only");
		if (m->cache[p->cache].flags & CACHE_EXCLUSIVE)
			return wrong(diag, "prefetch", " cannot fill an exclusive cache");
		if (p->kind != PREFETCH_STRIDE)
			continue;
		if (strides++)
			return wrong(diag, "prefetch", " by stride can be there once");
		if (!is_power(p->table) || p->table > MAX_STRIDES)
			return bad(diag, "prefetch", " by stride has ", p->table,
				   " entries; a power of two up to 1024 is right");
	}
	return 0;
}

static int check_tage(const struct branch_desc *b, struct diag *diag)
{
	u32 i;

	if (!b->tables || b->tables > TAGE_MAX_TABLES || b->table_bits < MIN_TABLE ||
	    b->table_bits > MAX_TABLE || b->tag_bits < MIN_TAG || b->tag_bits > MAX_TAG)
		return wrong(diag, "branch",
			     ": TAGE has 1 to 8 tables of 2^8 to 2^14 entries with "
			     "tags of 4 to 14 bits");
	for (i = 0; i < b->tables; i++)
		if (!b->lengths[i] || b->lengths[i] > TAGE_MAX_HISTORY ||
		    (i && b->lengths[i] <= b->lengths[i - 1]))
			return bad(diag, "branch", ": TAGE has a history of ", b->lengths[i],
				   "; histories grow from table to table, up to 256");
	return 0;
}

static int check_branches(const struct branch_desc *b, struct diag *diag)
{
	if (b->bits > MAX_BITS || b->target_bits > MAX_BITS)
		return bad(diag, "branch", ": 2^", b->bits > MAX_BITS ? b->bits : b->target_bits,
			   " entries are too many; 2^20 is the most");
	if (b->history > MAX_HISTORY || (b->direction == DIRECTION_GSHARE && b->history > b->bits))
		return bad(diag, "branch", ": gshare's history of ", b->history,
			   " branches is longer than its index");
	if (b->returns > MAX_RETURNS)
		return bad(diag, "returns", ": a stack of ", b->returns,
			   " is too large; 4096 is the most");
	return b->direction == DIRECTION_TAGE ? check_tage(b, diag) : 0;
}

int pmc_machine_check(const struct machine *machine, struct diag *diag)
{
	int err = check_caches(machine, diag);

	if (!err)
		err = check_tlbs(machine, diag);
	if (!err)
		err = check_prefetchers(machine, diag);
	if (!err)
		err = check_branches(&machine->branch, diag);
	return err;
}

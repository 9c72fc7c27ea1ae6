/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A second simulator of caches and TLBs, written from docs/machines.md alone: slow, and as obvious
 * as possible. Every line has the times of its filling and of its last use; sets are found by
 * division; levels ask each other by recursion; there is no filter.
 */
#ifndef PMC_TESTS_NAIVE_MACHINE_H
#define PMC_TESTS_NAIVE_MACHINE_H

#include "core/machine/counts.h"
#include "core/machine/state.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct nline {
	bool there, dirty, prefetched, sector[CACHE_MAX_SECTORS];
	uint64_t number, filled, used;
	bool bit;
};

struct ncache {
	const struct cache_desc *d;
	struct nline *lines; /* [set * ways + way] */
	bool *points_right;  /* tree: [set * 2048 + node]; node: of a heap */
	uint32_t random;
};

struct nstride {
	uint64_t ip, last, stride;
	int repeated;
};

struct naive {
	const struct machine *m;
	unsigned parts;
	uint64_t now;
	struct ncache cache[CACHES], tlb[TLBS], directory;
	struct cache_desc directory_desc;
	struct machine_counts n;
	uint64_t combined[64];
	int n_combined;
	struct {
		int cache;
		uint64_t address;
	} pending[MACHINE_PENDING];
	int n_pending;
	struct nstride *strides;
};

static void ncache_make(struct ncache *c, const struct cache_desc *d)
{
	c->d = d;
	c->lines = calloc((size_t)d->sets * d->ways + 1, sizeof(*c->lines));
	c->points_right = d->policy == POLICY_TREE_PLRU ? calloc((size_t)d->sets * 2048 + 1, 1) :
							  NULL;
	c->random = d->seed ? d->seed : 1;
}

static struct naive *naive_make(const struct machine *m, unsigned parts)
{
	struct naive *n = calloc(1, sizeof(*n));
	int i;

	n->m = m;
	n->parts = parts;
	for (i = 0; i < CACHES; i++)
		ncache_make(&n->cache[i], &m->cache[i]);
	for (i = 0; i < TLBS; i++)
		ncache_make(&n->tlb[i], &m->tlb[i]);
	n->directory_desc = (struct cache_desc){ .ways = m->walk.directories,
						 .sets = 1,
						 .line = 4096,
						 .sector = 4096,
						 .policy = POLICY_LRU };
	ncache_make(&n->directory, &n->directory_desc);
	n->strides = calloc(MACHINE_MAX_STRIDES, sizeof(*n->strides));
	return n;
}

static void ncache_free(struct ncache *c)
{
	free(c->lines);
	free(c->points_right);
}

static void naive_free(struct naive *n)
{
	int i;

	for (i = 0; i < CACHES; i++)
		ncache_free(&n->cache[i]);
	for (i = 0; i < TLBS; i++)
		ncache_free(&n->tlb[i]);
	ncache_free(&n->directory);
	free(n->strides);
	free(n);
}

/* ---- One cache ---- */

static struct nline *nset(const struct ncache *c, uint64_t number)
{
	uint64_t of_slice = 1, rest, set;

	while (c->d->sets % (of_slice * 2) == 0)
		of_slice *= 2;
	rest = number / of_slice;
	rest = (rest % 0x100000000ull) ^ (rest / 0x100000000ull);
	set = rest % (c->d->sets / of_slice) * of_slice + number % of_slice;
	return c->lines + set * c->d->ways;
}

static struct nline *nfind(const struct ncache *c, uint64_t number)
{
	struct nline *set = nset(c, number);
	unsigned i;

	for (i = 0; i < c->d->ways; i++)
		if (set[i].there && set[i].number == number)
			return &set[i];
	return NULL;
}

static bool nall_bits(const struct ncache *c, const struct nline *set)
{
	unsigned i;

	for (i = 0; i < c->d->ways; i++)
		if (!set[i].bit)
			return false;
	return true;
}

static void nclear_bits(const struct ncache *c, struct nline *set)
{
	unsigned i;

	for (i = 0; i < c->d->ways; i++)
		set[i].bit = false;
}

static unsigned nleaves(const struct ncache *c)
{
	unsigned n = 1;

	while (n < c->d->ways)
		n *= 2;
	return n;
}

static bool *ntree(const struct ncache *c, const struct nline *set)
{
	return c->points_right + (set - c->lines) / c->d->ways * 2048;
}

/* Makes the nodes of ways [from, from + n) point away from a way. */
static void npoint_away(bool *tree, unsigned node, unsigned from, unsigned n, unsigned way)
{
	if (n == 1)
		return;
	if (way < from + n / 2) {
		tree[node] = true;
		npoint_away(tree, 2 * node, from, n / 2, way);
	} else {
		tree[node] = false;
		npoint_away(tree, 2 * node + 1, from + n / 2, n / 2, way);
	}
}

static unsigned nfollow(const bool *tree, unsigned node, unsigned from, unsigned n, unsigned ways)
{
	if (n == 1)
		return from;
	if (tree[node] && from + n / 2 < ways)
		return nfollow(tree, 2 * node + 1, from + n / 2, n / 2, ways);
	return nfollow(tree, 2 * node, from, n / 2, ways);
}

static void nuse(struct naive *s, struct ncache *c, struct nline *l)
{
	struct nline *set = nset(c, l->number);

	l->used = ++s->now;
	if (c->d->policy == POLICY_TREE_PLRU)
		npoint_away(ntree(c, set), 1, 0, nleaves(c), (unsigned)(l - set));
	l->bit = true;
	if (c->d->policy == POLICY_BIT_PLRU && nall_bits(c, set)) {
		nclear_bits(c, set);
		l->bit = true;
	}
}

static struct nline *nvictim(struct ncache *c, struct nline *set)
{
	unsigned i, best = 0;

	for (i = 0; i < c->d->ways; i++)
		if (!set[i].there)
			return &set[i];
	switch (c->d->policy) {
	case POLICY_LRU:
		for (i = 1; i < c->d->ways; i++)
			if (set[i].used < set[best].used)
				best = i;
		return &set[best];
	case POLICY_FIFO:
		for (i = 1; i < c->d->ways; i++)
			if (set[i].filled < set[best].filled)
				best = i;
		return &set[best];
	case POLICY_TREE_PLRU:
		return &set[nfollow(ntree(c, set), 1, 0, nleaves(c), c->d->ways)];
	case POLICY_RANDOM:
		c->random ^= c->random << 13;
		c->random ^= c->random >> 17;
		c->random ^= c->random << 5;
		return &set[(uint64_t)c->random * c->d->ways / 0x100000000ull];
	case POLICY_NRU:
		if (nall_bits(c, set))
			nclear_bits(c, set);
		/* fall through */
	default:
		while (best < c->d->ways - 1 && set[best].bit)
			best++;
		return &set[best];
	}
}

/* Puts a line in and uses it. Returns what made room. */
static struct nline nput(struct naive *s, struct ncache *c, uint64_t number)
{
	struct nline *l = nvictim(c, nset(c, number)), old = *l;

	memset(l, 0, sizeof(*l));
	l->there = true;
	l->number = number;
	l->filled = ++s->now;
	nuse(s, c, l);
	return old;
}

static unsigned nsector(const struct ncache *c, uint64_t address)
{
	return (unsigned)(address % c->d->line / (c->d->sector ? c->d->sector : c->d->line));
}

/* ---- Levels ---- */

static int nbelow(const struct naive *s, int at)
{
	for (at = at < LEVEL_L2 ? LEVEL_L2 : at + 1; at < CACHES; at++)
		if (s->cache[at].d->ways)
			return at;
	return -1;
}

static bool nis(const struct naive *s, int at, unsigned flag)
{
	return s->cache[at].d->flags & flag;
}

static void nwrite_down(struct naive *s, int from, uint64_t address)
{
	int at = nbelow(s, from);
	struct nline *l;

	if (at < 0) {
		s->n.memory_writes++;
		return;
	}
	l = nfind(&s->cache[at], address / s->cache[at].d->line);
	if (!l) {
		nwrite_down(s, at, address);
		return;
	}
	l->dirty = true;
	l->sector[nsector(&s->cache[at], address)] = true;
}

static void nbring(struct naive *s, int at, uint64_t address, bool whole, bool dirty,
		   bool prefetched)
{
	struct ncache *c = &s->cache[at];
	uint64_t number = address / c->d->line, a;
	struct nline *l = nfind(c, number), old = { 0 };
	int up, next;

	s->n.cache[at].filled++;
	if (l)
		nuse(s, c, l);
	else
		old = nput(s, c, number);
	l = nfind(c, number);
	l->sector[nsector(c, address)] = true;
	if (whole)
		memset(l->sector, true, sizeof(l->sector));
	l->dirty |= dirty;
	l->prefetched |= prefetched;
	if (!old.there)
		return;
	s->n.cache[at].evicted++;
	address = old.number * c->d->line;
	for (up = 0; up < at && nis(s, at, CACHE_INCLUSIVE); up++) {
		if (!s->cache[up].d->ways)
			continue;
		for (a = address; a < address + c->d->line; a += s->cache[up].d->line) {
			l = nfind(&s->cache[up], a / s->cache[up].d->line);
			if (!l)
				continue;
			old.dirty |= l->dirty;
			memset(l, 0, sizeof(*l));
			s->n.cache[up].invalidated++;
		}
	}
	next = nbelow(s, at);
	if (next >= 0 && nis(s, next, CACHE_EXCLUSIVE)) {
		nbring(s, next, address, false, old.dirty, false);
	} else if (old.dirty) {
		s->n.cache[at].written_back++;
		nwrite_down(s, at, address);
	}
}

static void nlater(struct naive *s, int at, uint64_t address)
{
	if (s->n_pending < MACHINE_PENDING) {
		s->pending[s->n_pending].cache = at;
		s->pending[s->n_pending++].address = address;
	}
}

static void nwatch(struct naive *s, int at, uint64_t address, uint64_t ip)
{
	uint64_t line = s->cache[at].d->line;
	int i;

	if (!(s->parts & MACHINE_PREFETCH))
		return;
	for (i = 0; i < MACHINE_PREFETCHERS; i++) {
		const struct prefetch_desc *p = &s->m->prefetch[i];

		if (p->kind == PREFETCH_NONE || p->cache != at)
			continue;
		if (p->kind == PREFETCH_NEXT && address / 4096 == (address + line) / 4096)
			nlater(s, at, address + line);
		if (p->kind == PREFETCH_ADJACENT)
			nlater(s, at, address / line % 2 ? address - line : address + line);
		if (p->kind == PREFETCH_STRIDE && ip) {
			struct nstride *e = &s->strides[ip % p->table];

			if (e->ip != ip)
				*e = (struct nstride){ .ip = ip, .last = address };
			else if (address - e->last == e->stride && e->stride)
				e->repeated++;
			else
				*e = (struct nstride){ .ip = ip, .stride = address - e->last };
			e->last = address;
			if (e->repeated >= 2 && address / 4096 == (address + e->stride) / 4096)
				nlater(s, at, address + e->stride);
		}
	}
}

/* Asks the level below `from`. data: nobody above takes the line. Returns whether the line comes
 * dirty. */
static bool nask(struct naive *s, int from, uint64_t address, enum access_kind kind, bool data)
{
	int at = nbelow(s, from);
	struct ncache *c;
	struct nline *l;
	bool dirty = false, first = false, allocates;

	if (at < 0)
		return false;
	c = &s->cache[at];
	s->n.cache[at].asked[kind]++;
	l = nfind(c, address / c->d->line);
	if (l && !l->sector[nsector(c, address)])
		l = NULL;
	if (l) {
		first = l->prefetched && kind != ACCESS_PREFETCH;
		if (first) {
			l->prefetched = false;
			s->n.cache[at].prefetch_used++;
		}
		nuse(s, c, l);
	} else {
		s->n.cache[at].missed[kind]++;
	}
	if ((!l || first) && kind != ACCESS_PREFETCH && kind != ACCESS_WALK)
		nwatch(s, at, address, 0);
	if (l) {
		if (nis(s, at, CACHE_EXCLUSIVE) && !data) {
			dirty = l->dirty;
			memset(l, 0, sizeof(*l));
		}
		return dirty;
	}
	allocates = !nis(s, at, CACHE_EXCLUSIVE) &&
		    !(kind == ACCESS_WRITE && nis(s, at, CACHE_NO_WRITE_ALLOCATE));
	dirty = nask(s, at, address, kind, data && !allocates);
	if (!allocates)
		return dirty;
	nbring(s, at, address, kind != ACCESS_WRITE && nis(s, at, CACHE_READ_FILLS_LINE), dirty,
	       false);
	return false;
}

static bool nask_data(struct naive *s, int from, uint64_t address, enum access_kind kind, bool data)
{
	bool dirty = nask(s, from, address, kind, data);

	if (data && s->parts & MACHINE_DIRTY)
		nwrite_down(s, from, address);
	return dirty;
}

static void nprefetches(struct naive *s)
{
	int i;

	for (i = 0; i < s->n_pending; i++) {
		int at = s->pending[i].cache;
		uint64_t address = s->pending[i].address;
		struct ncache *c = &s->cache[at];
		struct nline *l = nfind(c, address / c->d->line);
		bool dirty;

		if (l && l->sector[nsector(c, address)])
			continue;
		s->n.cache[at].missed[ACCESS_PREFETCH]++;
		dirty = nask(s, at, address, ACCESS_PREFETCH, false);
		nbring(s, at, address, nis(s, at, CACHE_READ_FILLS_LINE), dirty, true);
	}
	s->n_pending = 0;
}

/* ---- The first caches ---- */

static bool ncombined(const struct naive *s, uint64_t number)
{
	int i;

	for (i = 0; i < s->n_combined; i++)
		if (s->combined[i] == number)
			return true;
	return false;
}

static void ncombine(struct naive *s, uint64_t number)
{
	int n = (int)s->m->cache[LEVEL_L1D].combine;

	if (!n)
		return;
	if (s->n_combined == n)
		memmove(s->combined, s->combined + 1, (size_t)--s->n_combined * 8);
	s->combined[s->n_combined++] = number;
}

static bool nfirst(struct naive *s, int at, uint64_t address, enum access_kind kind, bool stores,
		   uint64_t ip)
{
	struct ncache *c = &s->cache[at];
	uint64_t number = address / c->d->line;
	struct nline *l = nfind(c, number);
	bool through = nis(s, at, CACHE_WRITE_THROUGH), first = false, missed, dirty, absent;

	missed = !l || !l->sector[nsector(c, address)];
	absent = missed && kind == ACCESS_WRITE && nis(s, at, CACHE_NO_WRITE_ALLOCATE);
	if (!missed) {
		first = l->prefetched;
		l->prefetched = false;
		s->n.cache[at].prefetch_used += first;
		nuse(s, c, l);
	} else if (!absent) {
		dirty = nask(s, at, address, kind, false);
		nbring(s, at, address, kind != ACCESS_WRITE && nis(s, at, CACHE_READ_FILLS_LINE),
		       dirty, false);
		/* The line was fetched for the store, which joins it. */
		if (through && kind == ACCESS_WRITE && !ncombined(s, number))
			ncombine(s, number);
	}
	if (stores && through && !ncombined(s, number)) {
		ncombine(s, number);
		nask_data(s, at, number * c->d->line, ACCESS_WRITE, true);
	} else if (absent && !through) {
		nask_data(s, at, address, kind, true);
	} else if (stores && !through && !absent && s->parts & MACHINE_DIRTY) {
		nfind(c, number)->dirty = true;
	}
	if (missed || first)
		nwatch(s, at, address, ip);
	return missed;
}

static bool ntouch(struct naive *s, int at, uint64_t address, uint32_t size, bool stores)
{
	struct ncache *c = &s->cache[at];
	uint64_t number, last = (address + size - 1) / c->d->line;
	bool missed = false;

	for (number = address / c->d->line; number <= last; number++) {
		struct nline *l = nfind(c, number);

		if (l) {
			nuse(s, c, l);
		} else {
			missed = true;
			nbring(s, at, number * c->d->line, false, false, false);
		}
		if (stores && at == LEVEL_L1D && s->parts & MACHINE_DIRTY)
			nfind(c, number)->dirty = true;
	}
	return missed;
}

/* ---- TLBs ---- */

static void nread_entry(struct naive *s, uint64_t address)
{
	s->n.walk_reads++;
	if (s->m->walk.reads == WALK_UNSEEN || !(s->parts & MACHINE_DATA))
		return;
	if (s->m->walk.reads == WALK_L2 || !s->cache[LEVEL_L1D].d->ways) {
		nask(s, LEVEL_L1D, address, ACCESS_WALK, false);
		return;
	}
	s->n.cache[LEVEL_L1D].asked[ACCESS_WALK]++;
	if (nfirst(s, LEVEL_L1D, address, ACCESS_WALK, false, 0))
		s->n.cache[LEVEL_L1D].missed[ACCESS_WALK]++;
}

static bool nlook_up(struct naive *s, struct ncache *c, uint64_t page)
{
	struct nline *l = nfind(c, page);

	if (l)
		nuse(s, c, l);
	else
		nput(s, c, page);
	return l;
}

static void ntranslate(struct naive *s, uint64_t page, enum access_kind kind)
{
	int first = kind == ACCESS_FETCH ? TLB_I : TLB_D;
	int second = kind == ACCESS_FETCH ? TLB_I2 : TLB_D2;

	if (first == TLB_I && !s->tlb[TLB_I2].d->ways && s->tlb[TLB_D2].d->flags & CACHE_UNIFIED)
		second = TLB_D2;
	if (!s->tlb[first].d->ways || nlook_up(s, &s->tlb[first], page))
		return;
	s->n.tlb[first].missed[kind]++;
	if (s->tlb[second].d->ways) {
		s->n.tlb[second].asked[kind]++;
		if (nlook_up(s, &s->tlb[second], page))
			return;
		s->n.tlb[second].missed[kind]++;
	}
	s->n.walks[kind]++;
	if (!s->directory.d->ways || !nlook_up(s, &s->directory, page / 512))
		nread_entry(s, ((uint64_t)3 << 55) + page % ((uint64_t)1 << 45) / 512 * 8);
	nread_entry(s, ((uint64_t)1 << 56) + page % ((uint64_t)1 << 45) * 8);
}

/* ---- Accesses ---- */

static void naive_access(struct naive *s, uint64_t address, uint32_t size, enum access_kind kind,
			 bool stores, uint64_t ip)
{
	int at = kind == ACCESS_FETCH ? LEVEL_L1I : LEVEL_L1D, level;
	uint32_t line = s->m->cache[at].ways ? s->m->cache[at].line : 64;
	uint64_t a, first = address / line, last = (address + size - 1) / line;
	unsigned part = kind == ACCESS_FETCH ? MACHINE_FETCH : MACHINE_DATA;
	bool present = s->parts & part && s->m->cache[at].ways, missed = false;

	if (first != last && present && s->m->flags & MACHINE_CROSSING_WHOLE) {
		missed = ntouch(s, at, address, size, stores);
		for (level = nbelow(s, at); missed && level >= 0; level = nbelow(s, level)) {
			s->n.cache[level].asked[kind]++;
			if (!ntouch(s, level, address, size, stores))
				break;
			s->n.cache[level].missed[kind]++;
		}
	} else {
		for (a = first; a <= last; a++) {
			uint64_t start = a == first ? address : a * line;

			if (s->parts & MACHINE_TLB &&
			    (a == first || start / 4096 != (a - 1) * line / 4096))
				ntranslate(s, start / 4096, kind);
			if (present && nfirst(s, at, start, kind, stores, ip))
				missed = true;
		}
	}
	s->n.cache[at].missed[kind] += missed;
	nprefetches(s);
}

#endif

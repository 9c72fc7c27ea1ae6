/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/machine/: caches, TLBs and prefetchers against a second, naive simulator, for random
 * machines and streams: every count is equal, also when a filter lets accesses through; and an
 * access that a filter lets through changes nothing. The same for recorded accesses of gzip and
 * perl, with each policy and each machine of the table. Known answers of small caches, by hand.
 */
#include "core/machine/access.h"
#include "core/machine/describe/table.h"
#include "tests/tap.h"
#include "tests/unit/machine_random.h"
#include "tests/unit/naive_machine.h"

#define MACHINES 160
#define PLAIN	 480 /* plain ones */
#define ACCESSES 5000

struct model {
	struct machine_state s;
	void *memory;
	size_t bytes;
};

static struct model *model_make(const struct machine *m, unsigned parts)
{
	struct model *model = calloc(1, sizeof(*model));

	model->bytes = pmc_machine_bytes(m, parts);
	model->memory = aligned_alloc(64, model->bytes);
	memset(model->memory, 0xa5, model->bytes);
	pmc_machine_init(&model->s, m, parts, model->memory);
	return model;
}

static void model_free(struct model *model)
{
	free(model->memory);
	free(model);
}

static void model_access(struct machine_state *s, const struct random_access *a)
{
	switch (a->kind) {
	case 0:
		pmc_machine_fetch(s, a->address, a->size);
		break;
	case 1:
		pmc_machine_read(s, a->address, a->size, a->ip);
		break;
	case 2:
		pmc_machine_write(s, a->address, a->size, a->ip);
		break;
	default:
		pmc_machine_modify(s, a->address, a->size, a->ip);
		break;
	}
}

/* What a host of the models does: whether the filter lets the access through. It compares half an
 * entry for a fetch. */
static bool passes(const struct machine_state *s, const struct random_access *a)
{
	bool stores = a->kind > 1 && !s->stores_like_loads;
	const struct filter *f = a->kind == 0 ? &s->fetches : stores ? &s->stores : &s->loads;
	int bits = a->kind == 0 ? s->fetch_bits : s->load_bits;
	uint64_t first = a->address >> bits, last = (a->address + a->size - 1) >> bits;
	uint64_t line = (uint64_t)1 << bits, offset = f->entry[first & f->mask] + a->address;

	if (a->kind && (a->size > line || offset > 2 * line - 1 - a->size))
		return false;
	if (!a->kind &&
	    (first != last || first >> FILTER_SURE ||
	     (uint32_t)f->entry[first & f->mask] != (uint32_t)filter_turned(first, FILTER_BITS)))
		return false;
	if (f->times)
		f->times[first & f->mask] = ++*f->now;
	return true;
}

static void naive_step(struct naive *n, const struct random_access *a)
{
	naive_access(n, a->address, a->size,
		     a->kind == 0 ? ACCESS_FETCH :
		     a->kind == 2 ? ACCESS_WRITE :
				    ACCESS_READ,
		     a->kind > 1, a->ip);
}

/* The name of the first count that differs, or NULL. */
static const char *difference(const struct machine_counts *a, const struct machine_counts *b)
{
	const struct quantity *q;
	uint32_t i;

	for (i = 0; (q = pmc_quantity_row(i)); i++)
		if (machine_count(a, q) != machine_count(b, q))
			return q->name;
	return memcmp(a, b, sizeof(*a)) ? "a count without a name" : NULL;
}

/* Whether a cache holds the same lines in the same ways, equally dirty. */
static bool same_lines(const struct cache *c, const struct ncache *n)
{
	size_t i;

	for (i = 0; c->ways && i < (size_t)n->d->sets * n->d->ways; i++) {
		if (c->tag[i] != (n->lines[i].there ? n->lines[i].number : CACHE_EMPTY))
			return false;
		if (c->flagged && !(c->flags[i] & CACHE_DIRTY) == n->lines[i].dirty)
			return false;
	}
	return true;
}

static const char *other_lines(const struct machine_state *s, const struct naive *n)
{
	static const char *const names[] = { "L1I", "L1D", "L2", "LL" };
	int i;

	for (i = 0; i < CACHES; i++)
		if (!same_lines(&s->cache[i], &n->cache[i]))
			return names[i];
	for (i = 0; i < TLBS; i++)
		if (!same_lines(&s->tlb[i], &n->tlb[i]))
			return "a TLB";
	return NULL;
}

static void describe(const struct machine *m, unsigned parts)
{
	static const char *const names[] = { "L1I", "L1D", "L2", "LL" };
	int i;

	note("  parts %u, walk %u, crossing %u", parts, m->walk.reads, m->flags);
	for (i = 0; i < CACHES; i++)
		note("  %s: %u sets, %u ways, line %u, sector %u, %s, flags %u, combine %u",
		     names[i], m->cache[i].sets, m->cache[i].ways, m->cache[i].line,
		     m->cache[i].sector, policy_names[m->cache[i].policy], m->cache[i].flags,
		     m->cache[i].combine);
	for (i = 0; i < TLBS; i++)
		note("  TLB %d: %u sets, %u ways, %s", i, m->tlb[i].sets, m->tlb[i].ways,
		     policy_names[m->tlb[i].policy]);
	for (i = 0; i < MACHINE_PREFETCHERS; i++)
		note("  prefetcher %u of %u", m->prefetch[i].kind, m->prefetch[i].cache);
}

/* A recorded stream; NULL: the random one. */
static const struct random_access *recorded;

static void next_access(int i, struct random_access *a)
{
	if (recorded)
		*a = recorded[i];
	else
		random_access(a);
}

/* How many machines were those of quick_plain(), of light_access(), of light_second(), of
 * quick_timed(), of these with pages whose lines stay, of only_below, and of plain_below, and of
 * these with an exclusive last level. */
static int n_plain, n_light, n_second, n_timed, n_timed_pages, n_only, n_below, n_gives;

/* All over one stream; `later` is filtered, too, and its levels below L1 learn late. Returns how
 * many accesses passed the filter, or -1. */
static long compare(const struct machine *m, unsigned parts, int accesses)
{
	struct model *all = model_make(m, parts), *filtered = model_make(m, parts);
	struct model *later = model_make(m, parts | MACHINE_LEVELS | MACHINE_LAST);
	uint64_t requests[48];
	struct naive *naive = naive_make(m, parts);
	struct random_access a;
	const char *wrong = NULL;
	long passed = 0;
	int i;

	pmc_machine_defer(&later->s, requests, 48);
	n_plain += (later->s.plain[0] || !(parts & MACHINE_DATA)) &&
		   (later->s.plain[1] || !(parts & MACHINE_FETCH));
	n_light += later->s.light[0] || later->s.light[1];
	n_timed += later->s.timed[0] || later->s.timed[1];
	n_timed_pages += later->s.timed_pages[0] || later->s.timed_pages[1];
	n_only += later->s.only_below != CACHES;
	n_below += later->s.plain_below;
	n_gives += later->s.plain_below && m->cache[LEVEL_LL].ways &&
		   m->cache[LEVEL_LL].flags & CACHE_EXCLUSIVE;
	n_second += (later->s.light[0] && later->s.light_second[0] != TLBS) ||
		    (later->s.light[1] && later->s.light_second[1] != TLBS);
	for (i = 0; i < accesses && !wrong; i++) {
		next_access(i, &a);
		model_access(&all->s, &a);
		if (!passes(&later->s, &a))
			model_access(&later->s, &a);
		naive_step(naive, &a);
		if (passes(&filtered->s, &a))
			passed++;
		else
			model_access(&filtered->s, &a);
		if (i % 64 == 0 || i == accesses - 1)
			wrong = difference(&all->s.own_counts, &naive->n);
		if (wrong)
			note("access %d: %s differs from the naive simulator", i, wrong);
		else if ((wrong = difference(&all->s.own_counts, &filtered->s.own_counts)))
			note("access %d: %s differs with the filter", i, wrong);
	}
	pmc_machine_settle(&later->s);
	if (!wrong && (wrong = difference(&all->s.own_counts, &later->s.own_counts)))
		note("%s differs where levels learn late", wrong);
	if (!wrong &&
	    ((wrong = other_lines(&all->s, naive)) || (wrong = other_lines(&filtered->s, naive)) ||
	     (wrong = other_lines(&later->s, naive))))
		note("in the end %s holds other lines", wrong);
	model_free(later);
	model_free(all);
	model_free(filtered);
	naive_free(naive);
	return wrong ? -1 : passed;
}

static void against_naive(void)
{
	static const unsigned parts[] = {
		MACHINE_DATA,
		MACHINE_DATA | MACHINE_DIRTY,
		MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB,
		MACHINE_TLB,
		MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB | MACHINE_DIRTY | MACHINE_PREFETCH,
		MACHINE_DATA | MACHINE_FETCH | MACHINE_PREFETCH,
	};
	struct machine m;
	int i, failed = 0;
	long passed, total = 0;

	for (i = 0; i < MACHINES && failed < 3; i++) {
		any_state = (uint64_t)i * 77 + 1;
		random_machine(&m);
		passed = compare(&m, parts[i % 6], ACCESSES);
		total += passed;
		if (passed < 0) {
			failed++;
			note("machine %d:", i);
			describe(&m, parts[i % 6]);
		}
	}
	ok(!failed, "%d random machines count like the naive simulator, with a filter and without",
	   MACHINES);
	ok(total > MACHINES * ACCESSES / 10, "the filter let %ld of %d accesses through", total,
	   MACHINES * ACCESSES);
}

static struct cache_desc plain_cache(unsigned ways, unsigned sets, unsigned line)
{
	return (struct cache_desc){
		.ways = ways, .sets = sets, .line = line, .sector = line, .policy = POLICY_BIT_PLRU
	};
}

/* Machines of quick_plain(). */
static void plain_machines(void)
{
	static const unsigned parts[] = {
		MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB,
		MACHINE_DATA | MACHINE_TLB,
		MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB,
		MACHINE_FETCH | MACHINE_TLB,
	};
	struct machine m;
	int i, failed = 0, plain = n_plain, light = n_light, second = n_second;
	int plain_below = n_below, gives = n_gives;
	unsigned t;

	for (i = 0; i < PLAIN && failed < 3; i++) {
		any_state = (uint64_t)i * 91 + 5;
		do
			random_machine(&m);
		while (m.flags & MACHINE_CROSSING_WHOLE);
		m.cache[LEVEL_L1I] = plain_cache(8, 1u << below(4), 64);
		m.cache[LEVEL_L1D] = plain_cache(8, 1u << below(4), 64);
		m.cache[LEVEL_L2] = plain_cache(1 + below(20), 8u << below(4), 64u << below(2));
		m.cache[LEVEL_LL].flags &= (uint8_t)~CACHE_INCLUSIVE;
		if (one_in(3))
			m.cache[LEVEL_LL].flags = CACHE_EXCLUSIVE;
		if (m.cache[LEVEL_LL].flags & CACHE_EXCLUSIVE)
			m.cache[LEVEL_L2].line = m.cache[LEVEL_L2].sector = m.cache[LEVEL_LL].line =
				m.cache[LEVEL_LL].sector = 64;
		if (one_in(2))
			m.cache[LEVEL_LL].ways = 0;
		for (t = TLB_I; t <= TLB_D; t++)
			m.tlb[t] = plain_cache(i & 4 ? 4u << below(2) : 1 + below(9),
					       1u << below(3), MACHINE_PAGE);
		for (t = TLB_I2; t <= TLB_D2 && one_in(2); t++)
			m.tlb[t] = plain_cache(4 + 4 * below(3), 1u << below(4), MACHINE_PAGE);
		if (one_in(3)) {
			m.tlb[TLB_I2].ways = 0;
			m.tlb[TLB_D2].flags |= CACHE_UNIFIED;
		}
		if (compare(&m, parts[i % 4], ACCESSES) >= 0)
			continue;
		failed++;
		note("plain machine %d:", i);
		describe(&m, parts[i % 4]);
	}
	ok(!failed && n_plain - plain == PLAIN && n_light - light >= PLAIN / 3,
	   "the same for %d plain machines, %d of them light", n_plain - plain, n_light - light);
	ok(n_second - second >= PLAIN / 10, "%d of them have second TLBs that light accesses ask",
	   n_second - second);
	ok(n_below - plain_below >= PLAIN / 2 && n_gives - gives >= PLAIN / 10,
	   "the levels below of %d take many requests at a time, the last one of %d is exclusive",
	   n_below - plain_below, n_gives - gives);
}

static struct cache_desc lru_cache(unsigned ways, unsigned sets, unsigned line)
{
	struct cache_desc c = plain_cache(ways, sets, line);

	c.policy = POLICY_LRU;
	return c;
}

/* The same with either policy whose filter has times. */
static struct cache_desc timed_cache(unsigned ways, unsigned sets, unsigned line)
{
	struct cache_desc c = lru_cache(ways, sets, line);

	c.policy = one_in(2) ? POLICY_LRU : POLICY_TREE_PLRU;
	return c;
}

/* Machines of quick_timed(), and of quick_only(): one level, or two, below L1 with LRU. */
static void timed_machines(void)
{
	static const unsigned parts[] = {
		MACHINE_DATA | MACHINE_FETCH,
		MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB,
		MACHINE_DATA,
		MACHINE_FETCH | MACHINE_TLB,
	};
	struct machine m;
	int i, failed = 0, timed = n_timed, only = n_only, pages = n_timed_pages;
	unsigned line;

	for (i = 0; i < MACHINES && failed < 3; i++) {
		any_state = (uint64_t)i * 53 + 11;
		random_machine(&m);
		line = 16u << below(4);
		m.flags = one_in(3) ? MACHINE_CROSSING_WHOLE : 0;
		m.cache[LEVEL_L1I] = timed_cache(1 + below(12), 1 + below(40), line);
		m.cache[LEVEL_L1D] = timed_cache(1 + below(12), 1 + below(40), line);
		m.cache[LEVEL_L2] = lru_cache(1 + below(20), 8 + below(60), line << below(2));
		m.cache[LEVEL_LL] = lru_cache(1 + below(40), 20 + below(90), line << below(3));
		m.cache[i & 1 ? LEVEL_L2 : LEVEL_LL].ways = 0;
		if (one_in(4))
			m.cache[LEVEL_L2] = plain_cache(1 + below(20), 8, line);
		if (line == 64 && m.tlb[TLB_D].ways) {
			m.tlb[TLB_I] = plain_cache(1 + below(9), 1u << below(3), MACHINE_PAGE);
			m.tlb[TLB_D] = plain_cache(1 + below(9), 1u << below(3), MACHINE_PAGE);
		}
		if (compare(&m, parts[i % 4], ACCESSES) >= 0)
			continue;
		failed++;
		note("machine with times %d:", i);
		describe(&m, parts[i % 4]);
	}
	ok(!failed && n_timed - timed == MACHINES && n_only - only >= MACHINES / 2,
	   "the same for %d machines with times, %d of them with one level below", n_timed - timed,
	   n_only - only);
	ok(n_timed_pages - pages >= MACHINES / 10, "%d of them have pages whose lines stay",
	   n_timed_pages - pages);
}

/* Each policy, without anything around it: one cache, a power of two of ways and another number. */
static void each_policy(void)
{
	static const unsigned ways[] = { 1, 2, 3, 4, 8, 11, 12, 16, 24, 64, 72 };
	struct machine m;
	unsigned p, w, bad;

	for (p = 0; p < POLICIES; p++) {
		for (bad = 0, w = 0; w < sizeof(ways) / sizeof(ways[0]); w++) {
			memset(&m, 0, sizeof(m));
			m.cache[LEVEL_L1D] = (struct cache_desc){ .ways = ways[w],
								  .sets = 16,
								  .line = 64,
								  .sector = 64,
								  .policy = (u8)p,
								  .seed = 9 };
			any_state = 5 + p;
			bad += compare(&m, MACHINE_DATA, 20000) < 0;
		}
		ok(!bad, "%s with 1 to 72 ways", policy_names[p]);
	}
}

/* ---- Recorded streams (traces/record.py) ---- */

#define MOST 20000

static int read_trace(const char *path, struct random_access *list)
{
	u64 last[2] = { 0, 0 }, value;
	FILE *f = fopen(path, "rb");
	int n = 0, c, shift;

	while (f && n < MOST && (c = fgetc(f)) != EOF) {
		struct random_access *a = &list[n++];

		a->kind = c & 3;
		a->size = (c >> 2) + 1u;
		for (value = 0, shift = 0; (c = fgetc(f)) != EOF; shift += 7) {
			value |= (u64)(c & 127) << shift;
			if (c < 128)
				break;
		}
		last[a->kind == 0] += value & 1 ? ~(value >> 1) : value >> 1;
		a->address = last[a->kind == 0];
		a->ip = last[1];
	}
	if (f)
		fclose(f);
	return n;
}

static void on_trace(const char *name)
{
	static struct random_access list[MOST];
	const unsigned everything = ~(unsigned)MACHINE_BRANCH;
	const struct machine *row;
	struct machine m;
	char path[64];
	unsigned i;
	long passed;
	int n;

	snprintf(path, sizeof(path), "tests/unit/traces/%s.bin", name);
	n = read_trace(path, list);
	if (!ok(n == 20000, "%s: %d recorded accesses", name, n))
		return;
	recorded = list;
	for (i = 0; i < POLICIES; i++) {
		m = *pmc_machine_find("zen4", 4, NULL);
		m.cache[LEVEL_L1D].policy = m.cache[LEVEL_L1I].policy = (u8)i;
		m.cache[LEVEL_L2].policy = (u8)i;
		m.cache[LEVEL_L1D].sets = 8;
		m.cache[LEVEL_L2].sets = 96;
		passed = compare(&m, MACHINE_DATA | MACHINE_FETCH, n);
		ok(passed > 0, "%s with %s: as the naive simulator; %ld pass", name,
		   policy_names[i], passed);
	}
	for (i = 0; (row = pmc_machine_row(i)); i++) {
		passed = compare(row, everything, n);
		ok(passed > 0, "%s on %s, with all its parts: as the naive simulator; %ld pass",
		   name, row->name, passed);
	}
	for (i = 0; (row = pmc_machine_row(i)); i++) {
		passed = compare(row, MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB, n);
		ok(passed > 0, "%s on %s, without dirty lines: the same", name, row->name);
	}
	recorded = NULL;
}

/* Copies the times of lines that pass, which every access changes. */
static void copy_times(u8 *copy, const struct model *model, const u8 *from)
{
	const struct cache *c;
	int i;

	for (i = LEVEL_L1I; i <= LEVEL_L1D; i++) {
		c = &model->s.cache[i];
		if (c->passing)
			memcpy(copy + ((u8 *)c->uses - from), c->uses,
			       sizeof(u64) * c->ways * (c->slices << c->set_bits));
	}
}

/* An access that passes, told to the model all the same, leaves every byte of the state as it was,
 * but for what helps to keep the filters: their entries, and which pages were used last; and for
 * times of lines. */
static void passing_changes_nothing(void)
{
	struct machine m;
	struct random_access a;
	size_t filters = 5 * sizeof(u64) << FILTER_BITS, rest;
	int i, j, bad = 0;
	long passed = 0;

	for (i = 0; i < 60; i++) {
		unsigned parts = MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB |
				 (i & 1 ? MACHINE_DIRTY : 0) | (i & 2 ? MACHINE_PREFETCH : 0);
		struct machine_state before;
		struct model *model;
		u8 *copy;

		any_state = (uint64_t)i * 131 + 7;
		random_machine(&m);
		model = model_make(&m, parts);
		rest = model->bytes - filters;
		copy = malloc(rest);
		for (j = 0; j < 1500; j++) {
			bool pass;

			random_access(&a);
			pass = passes(&model->s, &a);
			if (pass) {
				before = model->s;
				memcpy(copy, (u8 *)model->memory + filters, rest);
			}
			model_access(&model->s, &a);
			if (!pass)
				continue;
			passed++;
			copy_times(copy, model, (u8 *)model->memory + filters);
			bad += memcmp(copy, (u8 *)model->memory + filters, rest) != 0;
			before.now = model->s.now;
			memcpy(before.page_at, model->s.page_at, sizeof(before.page_at));
			memcpy(before.page_last, model->s.page_last, sizeof(before.page_last));
			bad += memcmp(&before, &model->s, sizeof(before)) != 0;
		}
		free(copy);
		model_free(model);
	}
	ok(passed > 10000 && !bad, "%ld accesses that pass change nothing", passed);
}

static void by_hand(void)
{
	/* Two sets of two ways. */
	struct machine m = { .cache[LEVEL_L1D] = { .ways = 2,
						   .sets = 2,
						   .line = 64,
						   .sector = 64,
						   .policy = POLICY_LRU } };
	struct model *model = model_make(&m, MACHINE_DATA);
	struct cache_counts *c = &model->s.own_counts.cache[LEVEL_L1D];

	pmc_machine_read(&model->s, 0, 8, 0);	 /* set 0: miss */
	pmc_machine_read(&model->s, 128, 8, 0);	 /* set 0: miss */
	pmc_machine_read(&model->s, 60, 4, 0);	 /* hit */
	pmc_machine_write(&model->s, 256, 8, 0); /* set 0: miss; 128 makes room */
	pmc_machine_read(&model->s, 0, 1, 0);	 /* hit */
	pmc_machine_read(&model->s, 128, 1, 0);	 /* miss; 256 makes room */
	pmc_machine_read(&model->s, 60, 8, 0);	 /* crosses: set 1 misses */
	is_u64(c->missed[ACCESS_READ], 4, "reads that miss, by hand");
	is_u64(c->missed[ACCESS_WRITE], 1, "writes that miss, by hand");
	is_u64(c->filled, 5, "lines that came in, by hand");
	is_u64(c->evicted, 2, "lines that made room, by hand");
	model_free(model);
}

/* The matrix of the Pentium 4 text: `m[i][k]++` over 1024 x 1024 ints, by rows and by columns. */
static void matrix(void)
{
	struct machine m = {
		.cache[LEVEL_L1D] = { .ways = 4,
				      .sets = 32,
				      .line = 64,
				      .sector = 64,
				      .policy = POLICY_LRU,
				      .flags = CACHE_WRITE_THROUGH,
				      .combine = 6 },
		.cache[LEVEL_L2] = { .ways = 8,
				     .sets = 256,
				     .line = 128,
				     .sector = 64,
				     .policy = POLICY_LRU,
				     .flags = CACHE_READ_FILLS_LINE },
	};
	struct model *rows = model_make(&m, MACHINE_DATA);
	struct model *columns = model_make(&m, MACHINE_DATA);
	const struct cache_counts *r = &rows->s.own_counts.cache[LEVEL_L2];
	const struct cache_counts *c = &columns->s.own_counts.cache[LEVEL_L2];
	u64 i, k, at = 0x10000000;

	for (i = 0; i < 1024; i++)
		for (k = 0; k < 1024; k++) {
			pmc_machine_modify(&rows->s, at + (i * 1024 + k) * 4, 4, 0);
			pmc_machine_modify(&columns->s, at + (k * 1024 + i) * 4, 4, 0);
		}
	is_u64(r->missed[ACCESS_READ], 32768, "by rows: 4 MiB in lines of 128 bytes miss in L2");
	is_u64(r->asked[ACCESS_READ], 65536, "by rows: L1 reads 4 MiB in lines of 64 bytes");
	is_u64(r->asked[ACCESS_WRITE], 65536, "by rows: stores to a line leave together");
	is_u64(c->missed[ACCESS_READ], 1048576, "by columns: every read misses in L2");
	is_u64(c->asked[ACCESS_WRITE], 1048576, "by columns: every store goes to L2");
	model_free(rows);
	model_free(columns);
}

/* Two threads with one last level: what one brings, the other finds. */
static void sharing(void)
{
	struct machine m = {
		.cache[LEVEL_L1D] = { .ways = 2, .sets = 2, .line = 64, .sector = 64 },
		.cache[LEVEL_LL] = { .ways = 4, .sets = 16, .line = 64, .sector = 64 },
	};
	struct machine without = m;
	struct model *one = model_make(&m, MACHINE_DATA), *two;
	u64 at;

	without.cache[LEVEL_LL].ways = 0;
	two = model_make(&without, MACHINE_DATA);
	ok(two->bytes < one->bytes, "a thread without a last level of its own needs less memory");
	pmc_machine_share(&two->s, &one->s);
	for (at = 0; at < 4096; at += 64)
		pmc_machine_read(&one->s, at, 8, 0);
	for (at = 0; at < 4096; at += 64)
		pmc_machine_read(&two->s, at, 8, 0);
	is_u64(one->s.own_counts.cache[LEVEL_LL].missed[ACCESS_READ], 64, "one brings 64 lines");
	is_u64(two->s.own_counts.cache[LEVEL_L1D].missed[ACCESS_READ], 64,
	       "the other misses in L1D");
	is_u64(two->s.own_counts.cache[LEVEL_LL].asked[ACCESS_READ], 64, "asks the last level");
	is_u64(two->s.own_counts.cache[LEVEL_LL].missed[ACCESS_READ], 0, "and finds all there");
	model_free(two);
	model_free(one);
}

static void quantities(void)
{
	const struct quantity *q, *other;
	unsigned i, j, bad = 0;

	for (i = 0; (q = pmc_quantity_row(i)); i++) {
		bad += q->offset % 8 || q->offset >= sizeof(struct machine_counts);
		for (j = 0; j < i; j++) {
			other = pmc_quantity_row(j);
			bad += !strcmp(other->name, q->name) || other->offset == q->offset;
		}
	}
	ok(i > 50 && !bad, "%u quantities, each with a name and a place of its own", i);
}

int main(void)
{
	by_hand();
	matrix();
	each_policy();
	against_naive();
	timed_machines();
	plain_machines();
	on_trace("gzip");
	on_trace("perl");
	passing_changes_nothing();
	sharing();
	quantities();
	return done();
}

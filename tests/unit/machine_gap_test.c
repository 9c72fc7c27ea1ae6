/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * core/machine/gap.h: two machines see the same random stream, but one of them misses stretches of
 * it and is told so. With LRU, each access must then either do what it does in the machine that has
 * seen all, or be among those that are counted as unknown. For random caches, TLBs and return
 * stacks. With other policies that holds for sums. Without a gap nothing is unknown, whatever
 * the policies.
 */
#include "core/machine/gap.h"
#include "core/machine/access.h"
#include "core/machine/describe/table.h"
#include "tests/tap.h"
#include "tests/unit/machine_random.h"

#define MACHINES 300
#define ACCESSES 6000
#define PARTS	 (MACHINE_DATA | MACHINE_FETCH | MACHINE_TLB)

struct model {
	struct machine_state s;
	void *memory;
};

static struct model *make(const struct machine *m, u32 parts)
{
	struct model *model = calloc(1, sizeof(*model));

	model->memory = aligned_alloc(64, (pmc_machine_bytes(m, parts) + 63) & ~(size_t)63);
	pmc_machine_init(&model->s, m, parts, model->memory);
	return model;
}

static void destroy(struct model *model)
{
	free(model->memory);
	free(model);
}

/* What a host does: asks the filter first. */
static void tell(struct machine_state *s, const struct random_access *a, bool filters)
{
	bool code = a->kind == 0, stores = a->kind >= 2 && !s->stores_like_loads;
	const struct filter *f = code ? &s->fetches : stores ? &s->stores : &s->loads;
	u8 bits = code ? s->fetch_bits : s->load_bits;
	u64 line = a->address >> bits;

	if (filters && line == (a->address + a->size - 1) >> bits && filter_pass(f, line))
		return;
	if (code)
		pmc_machine_fetch(s, a->address, a->size);
	else if (a->kind == 1)
		pmc_machine_read(s, a->address, a->size, a->ip);
	else if (a->kind == 2)
		pmc_machine_write(s, a->address, a->size, a->ip);
	else
		pmc_machine_modify(s, a->address, a->size, a->ip);
}

/* ---- What is counted and what is unknown ---- */

struct seen {
	u64 missed[GAP_PARTS][3], least[GAP_PARTS][3], most[GAP_PARTS][3];
};

static void look(const struct machine_state *s, struct seen *seen)
{
	const struct machine_counts *c = &s->own_counts;
	const u64 *missed[GAP_PARTS] = {
		[GAP_L1I] = c->cache[LEVEL_L1I].missed,
		[GAP_L1D] = c->cache[LEVEL_L1D].missed,
		[GAP_TLB_I] = c->tlb[TLB_I].missed,
		[GAP_TLB_D] = c->tlb[TLB_D].missed,
	};
	int part, kind;

	for (part = 0; part < GAP_PARTS; part++)
		for (kind = 0; kind < 3; kind++) {
			u64 n = missed[part][kind];

			seen->missed[part][kind] = n;
			seen->least[part][kind] = n - s->own_unknown.missed[part][kind];
			seen->most[part][kind] = n + s->own_unknown.hit[part][kind];
		}
}

/* By part of the machine: accesses that missed in the machine that saw all, and were known. */
static long known[GAP_PARTS], unknown[GAP_PARTS];

static s64 grown(const u64 n[GAP_PARTS][3], const u64 from[GAP_PARTS][3], int part, int kind)
{
	return (s64)(n[part][kind] - from[part][kind]);
}

/* Compares one access: what both machines counted before it and after it. An access of several
 * lines counts once, but each of them may be unknown. */
static bool agree(const struct seen *some, const struct seen *all)
{
	int part, kind;

	for (part = 0; part < GAP_PARTS; part++)
		for (kind = 0; kind < 3; kind++) {
			s64 real = grown(all[1].missed, all[0].missed, part, kind);
			s64 least = grown(some[1].least, some[0].least, part, kind);
			s64 most = grown(some[1].most, some[0].most, part, kind);

			if (real < least || real > most) {
				note("part %d, kind %d: %lld is not from %lld to %lld", part, kind,
				     (long long)real, (long long)least, (long long)most);
				return false;
			}
			known[part] += real && least == most;
			unknown[part] += least != most;
		}
	return true;
}

/* ---- Caches and TLBs ---- */

static void settle_policies(struct machine *m)
{
	int i;

	for (i = 0; i < CACHES; i++) {
		m->cache[i].flags &= (u8) ~(CACHE_INCLUSIVE | CACHE_READ_FILLS_LINE);
		m->cache[i].sector = m->cache[i].line;
		if (i <= LEVEL_L1D)
			m->cache[i].policy = POLICY_LRU;
	}
	for (i = 0; i < TLBS; i++)
		m->tlb[i].policy = POLICY_LRU;
	m->walk.reads = WALK_UNSEEN;
	memset(m->prefetch, 0, sizeof(m->prefetch));
}

static bool with_gaps(const struct machine *m, u32 parts)
{
	struct model *all = make(m, parts & ~(u32)MACHINE_GAPS), *some = make(m, parts);
	struct seen in_some[2], in_all[2];
	struct random_access a;
	bool sees = true, right = true;
	int i;

	for (i = 0; i < ACCESSES && right; i++) {
		if (one_in(sees ? 600 : 200)) {
			sees = !sees;
			if (sees)
				pmc_machine_gap(&some->s, false);
		}
		random_access(&a);
		look(&all->s, &in_all[0]);
		tell(&all->s, &a, false);
		look(&all->s, &in_all[1]);
		if (!sees)
			continue;
		look(&some->s, &in_some[0]);
		tell(&some->s, &a, true);
		look(&some->s, &in_some[1]);
		right = agree(in_some, in_all);
	}
	destroy(all);
	destroy(some);
	return right;
}

static void caches(void)
{
	static const char *const names[] = { "L1I", "L1D", "TLB of code", "TLB of data" };
	u32 extra[] = { 0, MACHINE_DIRTY };
	int i, failed = 0;
	struct machine m;

	for (i = 0; i < MACHINES && !failed; i++) {
		any_state = 77 + (u64)i;
		random_machine(&m);
		settle_policies(&m);
		failed += !with_gaps(&m, PARTS | MACHINE_GAPS | extra[i & 1]);
		if (failed)
			note("machine %d", i);
	}
	ok(!failed, "%d random machines know, or say that they do not", MACHINES);
	for (i = 0; i < GAP_PARTS; i++)
		ok(known[i] > (i == GAP_TLB_I ? 100 : 1000) && unknown[i] > 1000,
		   "%s: %ld misses known, %ld unknown", names[i], known[i], unknown[i]);
}

/* What was missed in all, at least and at most. */
struct sums {
	u64 real, least, most;
};

static void add_sums(struct sums *sums, const struct seen *some, const struct seen *all)
{
	int part, kind;

	for (part = 0; part < GAP_PARTS; part++)
		for (kind = 0; kind < 3; kind++) {
			sums->real += all->missed[part][kind];
			sums->least += some->least[part][kind];
			sums->most += some->most[part][kind];
		}
}

static void take_sums(const struct machine *m, struct sums *sums)
{
	struct model *all = make(m, PARTS), *some = make(m, PARTS | MACHINE_GAPS);
	struct seen seen, real;
	struct machine_counts elsewhere;
	struct random_access a;
	int i;

	for (i = 0; i < 20 * ACCESSES; i++) {
		bool sees = i / 400 % 3 == 0;

		if (i % 1200 == 0)
			pmc_machine_gap(&some->s, false);
		all->s.counts = sees ? &all->s.own_counts : &elsewhere;
		random_access(&a);
		tell(&all->s, &a, true);
		if (sees)
			tell(&some->s, &a, true);
	}
	look(&some->s, &seen);
	look(&all->s, &real);
	add_sums(sums, &seen, &real);
	destroy(all);
	destroy(some);
}

static void policies(void)
{
	struct machine m = *pmc_machine_find("skylakex", 8, NULL);
	int policy, i;

	memset(m.prefetch, 0, sizeof(m.prefetch));
	m.walk.reads = WALK_UNSEEN;
	for (policy = 0; policy < POLICIES; policy++) {
		struct sums sums = { 0 };

		for (i = 0; i < 4; i++) {
			m.cache[LEVEL_L1D].policy = m.cache[LEVEL_L1I].policy = (u8)policy;
			m.tlb[TLB_D].policy = m.tlb[TLB_I].policy = (u8)policy;
			m.cache[LEVEL_L1D].sets = m.cache[LEVEL_L1I].sets = 8u << i;
			m.tlb[TLB_D].sets = m.tlb[TLB_I].sets = 1u << i;
			any_state = 40 + (u64)i;
			take_sums(&m, &sums);
		}
		ok(sums.least <= sums.real && sums.real <= sums.most,
		   "%s: %llu misses, from %llu to %llu", policy_names[policy],
		   (unsigned long long)sums.real, (unsigned long long)sums.least,
		   (unsigned long long)sums.most);
	}
}

static bool without_gaps(const struct machine *m)
{
	u32 parts = PARTS | MACHINE_DIRTY | MACHINE_PREFETCH;
	struct model *plain = make(m, parts), *ready = make(m, parts | MACHINE_GAPS);
	const struct machine_unknown none = { 0 };
	struct random_access a;
	bool same;
	int i;

	for (i = 0; i < ACCESSES; i++) {
		random_access(&a);
		tell(&plain->s, &a, true);
		tell(&ready->s, &a, true);
	}
	same = !memcmp(&plain->s.own_counts, &ready->s.own_counts, sizeof(plain->s.own_counts)) &&
	       !memcmp(&ready->s.own_unknown, &none, sizeof(none));
	destroy(plain);
	destroy(ready);
	return same;
}

static void no_gaps(void)
{
	int i, failed = 0;
	struct machine m;

	for (i = 0; i < MACHINES; i++) {
		any_state = 5 + (u64)i;
		random_machine(&m);
		failed += !without_gaps(&m);
	}
	ok(!failed, "%d random machines of all policies: without a gap nothing is unknown",
	   MACHINES);
}

/* ---- Branches ---- */

static u64 calls[4096];
static u32 n_calls;

/* A call, a return, or a return to where no call came from. */
static void call_or_return(struct machine_state *all, struct machine_state *some, u32 deep)
{
	u64 at = 0x1000 + 4 * (u64)below(1 << 20);

	if (!n_calls || (n_calls < deep && one_in(2))) {
		calls[n_calls++] = at;
		pmc_machine_call(all, at);
		if (some)
			pmc_machine_call(some, at);
		return;
	}
	if (!one_in(30))
		at = calls[--n_calls];
	pmc_machine_return(all, at);
	if (some)
		pmc_machine_return(some, at);
}

static void returns(void)
{
	const struct machine *m = pmc_machine_find("skylakex", 8, NULL);
	struct model *all = make(m, MACHINE_BRANCH), *some = make(m, MACHINE_BRANCH | MACHINE_GAPS);
	struct branch_counts *a = &all->s.own_counts.branch, *b = &some->s.own_counts.branch;
	long i, failed = 0, sure = 0, unsure = 0;
	bool sees = true;

	any_state = 3;
	for (i = 0; i < 200000; i++) {
		u64 real = a->returns_missed, said = b->returns_missed;
		u64 open = some->s.own_unknown.returns;

		if (one_in(sees ? 100 : 50)) {
			sees = !sees;
			if (sees)
				pmc_machine_gap(&some->s, false);
		}
		call_or_return(&all->s, sees ? &some->s : NULL, 8u << (i >> 10 & 3));
		if (!sees)
			continue;
		real = a->returns_missed - real;
		said = b->returns_missed - said;
		open = some->s.own_unknown.returns - open;
		failed += real < said || real > said + open;
		sure += real && !open;
		unsure += open != 0;
	}
	ok(!failed && sure > 100 && unsure > 100, "returns: %ld misses known, %ld returns unknown",
	   sure, unsure);
	destroy(all);
	destroy(some);
}

/* A loop of 13 turns, chance, and targets that take turns. */
static void branch(struct machine_state *s, int i)
{
	pmc_machine_conditional(s, 0x4000, i % 13);
	pmc_machine_conditional(s, 0x4010 + below(64), one_in(4));
	pmc_machine_indirect(s, 0x5000, 0x6000 + 16 * (u64)(i % 5));
}

static void second_predictor(void)
{
	const struct machine *m = pmc_machine_find("skylakex", 8, NULL);
	struct model *model = make(m, MACHINE_BRANCH | MACHINE_GAPS);
	struct machine_unknown *u = &model->s.own_unknown;
	u64 before;
	int i;

	any_state = 9;
	for (i = 0; i < 5000; i++)
		branch(&model->s, i);
	ok(u->first[0] > 100 && u->first[1] > 0 && u->first[0] == u->second[0] &&
		   u->first[1] == u->second[1],
	   "before the first gap both predictors have seen the same");
	is_u64(u->first[0], model->s.own_counts.branch.conditional_missed, "... which is all");
	pmc_machine_gap(&model->s, false);
	before = u->second[0];
	for (i = 0; i < 5000; i++)
		branch(&model->s, i);
	is_u64(u->second[0], before, "the second one does not learn where it is not told to");
	pmc_machine_gap(&model->s, true);
	for (i = 0; i < 5000; i++)
		branch(&model->s, i);
	ok(u->second[0] > before, "and does where it is");
	destroy(model);
}

/* A plain machine, which remembers what may pass by pages (quick.h), beside one that is not told to
 * be one: the same is counted, and the same is unknown. */
static void plain_machines(void)
{
	struct machine m;
	struct random_access a;
	uint64_t requests[32];
	int i, j, bad = 0;
	u64 unknowns = 0;

	for (i = 0; i < 60; i++) {
		struct model *plain, *other;

		any_state = (uint64_t)i * 13 + 3;
		m = *pmc_machine_find("skylakex", 8, NULL);
		m.cache[LEVEL_L1I].sets = 1u << below(4);
		m.cache[LEVEL_L1D].sets = 1u << below(4);
		m.cache[LEVEL_L2].sets = 8u << below(3);
		m.tlb[TLB_I].sets = 1u << below(3);
		m.tlb[TLB_D].sets = 1u << below(3);
		plain = make(&m, PARTS | MACHINE_GAPS | MACHINE_LEVELS | MACHINE_LAST);
		other = make(&m, PARTS | MACHINE_GAPS);
		pmc_machine_defer(&plain->s, requests, 32);
		bad += !plain->s.plain[0] || !plain->s.plain[1] || other->s.plain[0];
		for (j = 0; j < ACCESSES; j++) {
			random_access(&a);
			if (j % 500 == 250 || j % 500 == 0) {
				pmc_machine_gap(&plain->s, false);
				pmc_machine_gap(&other->s, false);
			}
			if (j % 500 >= 250)
				continue;
			tell(&plain->s, &a, true);
			tell(&other->s, &a, j & 1);
		}
		pmc_machine_settle(&plain->s);
		bad += memcmp(&plain->s.own_counts, &other->s.own_counts,
			      sizeof(other->s.own_counts)) != 0;
		bad += memcmp(&plain->s.own_unknown, &other->s.own_unknown,
			      sizeof(other->s.own_unknown)) != 0;
		unknowns += other->s.own_unknown.hit[GAP_L1D][ACCESS_READ];
		destroy(plain);
		destroy(other);
	}
	ok(!bad && unknowns > 1000, "60 plain machines with gaps count like others, %llu unknown",
	   (unsigned long long)unknowns);
}

int main(void)
{
	caches();
	policies();
	no_gaps();
	returns();
	second_predictor();
	plain_machines();
	return done();
}

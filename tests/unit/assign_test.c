/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the assignment of events to counters with an exhaustive search on 100,000 random sets
 * for each family. Both must agree whether a plan exists; every plan must follow the rules, and
 * every reported conflict must be minimal.
 *
 * The exhaustive search tries every option and every counter of every event in turn. The test keeps
 * sets on the Pentium 4 small enough for it.
 * tests/run: time=300
 */
#include "tests/tap.h"
#include "core/assign/assign.h"
#include "tests/unit/state_random.h"

/* Under sanitizers fewer sets suffice: they look for memory errors, not for wrong answers. */
#ifdef __SANITIZE_ADDRESS__
#define SETS 20000
#else
#define SETS 100000
#endif

static struct assign_work work;

/* ---- The rules, and the exhaustive search ---- */

/* SDM volume 3, "Cascading Counters" and "Extended Cascading", as a list. */
static bool may_start(unsigned a, unsigned b, unsigned cascade)
{
	static const u8 plain[][2] = {
		{0, 2}, {2, 0}, {1, 3}, {3, 1}, {4, 6}, {6, 4}, {5, 7}, {7, 5}, {8, 10},
		{10, 8}, {9, 11},
		{11, 9}, {12, 14}, {14, 12}, {13, 15}, {15, 13}, {14, 16}, {15, 17},
	}, more[][2] = {{16, 12}, {16, 13}, {17, 14}, {17, 15}};
	unsigned i;

	for (i = 0; cascade & 1 && i < sizeof(plain) / 2; i++)
		if (plain[i][0] == a && plain[i][1] == b)
			return true;
	for (i = 0; cascade & 2 && i < 4; i++)
		if (more[i][0] == a && more[i][1] == b)
			return true;
	return false;
}

/* Do both options give each register that they share the same value? */
static bool registers_agree(const struct assign_event *e, unsigned i, unsigned oi, unsigned k,
			    unsigned ok_)
{
	unsigned a, b;

	for (a = 0; a < ASSIGN_TAKES; a++)
		for (b = 0; b < ASSIGN_TAKES && e[i].option[oi].resource[a]; b++)
			if (e[i].option[oi].resource[a] == e[k].option[ok_].resource[b] &&
			    e[i].value[a] != e[k].value[b])
				return false;
	return true;
}

/* Are the counters two, and does the one start the other where it must? */
static bool counters_fit(const struct assign_event *e, unsigned i, unsigned ci, unsigned k,
			 unsigned ck)
{
	if (ci == ck)
		return false;
	if (e[i].after == k + 1 && !may_start(ck, ci, e[i].cascade))
		return false;
	if (e[k].after == i + 1 && !may_start(ci, ck, e[k].cascade))
		return false;
	return true;
}

/* Do the rules allow both events on their counters? */
static bool compatible(const struct assign_event *e, unsigned i, unsigned oi, unsigned ci,
		       unsigned k, unsigned ok_, unsigned ck)
{
	return registers_agree(e, i, oi, k, ok_) && counters_fit(e, i, ci, k, ck);
}

/* One event cannot give a register two values either. */
static bool possible(const struct assign_event *e, const struct assign_option *o)
{
	unsigned a, b;

	for (a = 0; a < ASSIGN_TAKES; a++)
		for (b = 0; b < a; b++)
			if (o->resource[a] && o->resource[a] == o->resource[b] &&
			    e->value[a] != e->value[b])
				return false;
	return true;
}

static bool exhaust(const struct assign_event *e, unsigned n, u64 which, u64 available, unsigned at,
		    u8 *option, u8 *counter)
{
	unsigned o, c, k;
	u64 left;

	while (at < n && !(which >> at & 1))
		at++;
	if (at == n)
		return true;
	for (o = 0; o < e[at].n_options; o++) {
		if (!possible(&e[at], &e[at].option[o]))
			continue;
		/* Registers do not depend on the counter. */
		for (k = 0; k < at; k++)
			if (which >> k & 1 && !registers_agree(e, at, o, k, option[k]))
				break;
		if (k < at)
			continue;
		for (left = e[at].option[o].counters & available; left; left &= left - 1) {
			c = (unsigned)__builtin_ctzll(left);
			for (k = 0; k < at; k++)
				if (which >> k & 1 && !counters_fit(e, at, c, k, counter[k]))
					break;
			if (k < at)
				continue;
			option[at] = (u8)o;
			counter[at] = (u8)c;
			if (exhaust(e, n, which, available, at + 1, option, counter))
				return true;
		}
	}
	return false;
}

static bool there_is_a_plan(const struct assign_event *e, unsigned n, u64 which, u64 available)
{
	u8 option[ASSIGN_EVENTS], counter[ASSIGN_EVENTS];

	return exhaust(e, n, which, available, 0, option, counter);
}

static bool plan_is_valid(const struct assign_event *e, unsigned n, u64 which, u64 available,
			  const struct assign_plan *p)
{
	unsigned i, k;

	for (i = 0; i < n; i++) {
		if (!(which >> i & 1))
			continue;
		if (p->option[i] >= e[i].n_options || p->counter[i] > 63 ||
		    !((e[i].option[p->option[i]].counters & available) >> p->counter[i] & 1))
			return false;
		for (k = 0; k < i; k++)
			if (which >> k & 1 && !compatible(e, i, p->option[i], p->counter[i], k,
							  p->option[k], p->counter[k]))
				return false;
	}
	return true;
}

/* ---- Random sets, one maker for each family ---- */

struct set {
	struct assign_event e[ASSIGN_EVENTS];
	unsigned n;
	u64 available;
};

static void one_option(struct assign_event *e, u64 counters)
{
	e->n_options = 1;
	e->option[0].counters = counters;
}

/*
 * 8 general and 4 fixed counters; events of any counter, of some, of a fixed one too, OFFCORE_RSP.
 */
static void make_arch(struct set *s)
{
	unsigned i;

	s->n = 1 + rng_below(8);
	s->available = 0xf000000ffull & ~(rng_one_in(3) ? 1ull << rng_below(36) : 0);
	for (i = 0; i < s->n; i++) {
		struct assign_event *e = &s->e[i];

		switch (rng_below(6)) {
		case 0:
			one_option(e, 0xff);
			break;
		case 1:
			one_option(e, 0xff | 1ull << (32 + rng_below(4)));
			break;
		case 2:
			one_option(e, 1ull << (32 + rng_below(4)));
			break;
		case 3:
			one_option(e, rng_one_in(2) ? 0xf : 0x3);
			break;
		case 4: /* OFFCORE_RSP0 or 1, whichever is free */
			e->n_options = 2;
			e->option[0].counters = e->option[1].counters = rng_one_in(3) ? 0xf : 0xff;
			e->option[0].resource[0] = 1;
			e->option[1].resource[0] = 2;
			e->value[0] = rng_below(4);
			break;
		default:
			one_option(e, 1ull << rng_below(8));
			break;
		}
	}
}

static void make_small(struct set *s, unsigned counters, unsigned max)
{
	unsigned i;

	s->n = 1 + rng_below(max);
	s->available = (1ull << counters) - 1;
	for (i = 0; i < s->n; i++)
		one_option(&s->e[i],
			   rng_one_in(2) ? s->available : 1 + rng_below((u32)s->available));
}

static void make_p5(struct set *s)
{
	make_small(s, 2, 4);
}

static void make_p6(struct set *s)
{
	make_small(s, 2, 3);
}

static void make_amd(struct set *s)
{
	make_small(s, rng_one_in(2) ? 4 : 6, 8);
}

/*
 * One of two ESCRs of the FIRM or RAT unit tags, with one or two tags: this doubles every option.
 */
static void add_upstream(struct assign_event *e)
{
	unsigned n = e->n_options, unit = rng_below(2), k, t, tag = rng_below(2);

	e->value[1] = e->value[2] = rng_below(3);
	e->value[3] = rng_one_in(3) ? rng_below(3) : e->value[1];
	for (k = 0; k < n; k++)
		e->option[n + k] = e->option[k];
	for (k = 0; k < 2 * n; k++) {
		e->option[k].resource[1] = (u8)(33 + 2 * unit + (k >= n));
		for (t = 0; t < (rng_one_in(4) ? 2u : 1u); t++)
			e->option[k].resource[2 + t] = (u8)(43 + (tag + t) % 2);
	}
	e->n_options = (u8)(2 * n);
}

/*
 * Pentium 4: four groups of counters, each with its ESCRs in pairs (SDM volume 3, "Performance
 * Counter MSRs and Associated CCCR and ESCR MSRs"): the even ESCR of a pair reaches the first half
 * of the group, the odd one the other.
 */
static void make_p4(struct set *s)
{
	static const struct {
		u32 even, odd;
		u8 pairs;
	} group[4] = {
		{ 0x3, 0xc, 8 }, { 0x30, 0xc0, 3 }, { 0x300, 0xc00, 5 }, { 0x13000, 0x2c000, 6 }
	};
	unsigned i, only = rng_below(8);

	s->n = 1 + rng_below(7);
	s->available = 0x3ffff & ~(rng_one_in(4) ? 1ull << rng_below(18) : 0);
	for (i = 0; i < s->n; i++) {
		struct assign_event *e = &s->e[i];
		unsigned g = only < 4 ? only : rng_below(4),
			 pair = rng_below(rng_one_in(2) ? 2 : group[g].pairs);
		unsigned escr = 1 + 16 * g + 2 * pair;

		if (!rng_one_in(4)) {
			e->option[e->n_options].counters = group[g].even;
			e->option[e->n_options++].resource[0] = (u8)escr;
		}
		if (!rng_one_in(4) || !e->n_options) {
			e->option[e->n_options].counters = group[g].odd;
			e->option[e->n_options++].resource[0] = (u8)(escr + 1);
		}
		e->value[0] = rng_below(3);
		if (rng_one_in(8)) { /* tagged elsewhere: one more ESCR, of another unit */
			e->option[0].resource[1] = (u8)(1 + rng_below(4));
			e->value[1] = rng_below(2);
		} else if (rng_one_in(4)) {
			add_upstream(e);
		}
		if (rng_one_in(6)) { /* replay tagging */
			for (g = 0; g < e->n_options; g++)
				e->option[g].resource[ASSIGN_TAKES - 1] = 63;
			e->value[ASSIGN_TAKES - 1] = rng_below(2);
		}
		if (i && rng_one_in(6)) {
			e->after = (u8)(1 + rng_below(i));
			e->cascade = (u8)(1 + rng_below(3));
		}
	}
}

static void family(const char *name, void (*make)(struct set *))
{
	unsigned plans = 0, conflicts = 0, wrong = 0, invalid = 0, not_minimal = 0, unexplained = 0,
		 gave_up = 0, i, k;

	for (i = 0; i < SETS; i++) {
		struct set s = { .n = 0 };
		struct assign_plan p;
		bool want;
		u64 all;
		int err;

		make(&s);
		all = (1ull << s.n) - 1;
		want = there_is_a_plan(s.e, s.n, all, s.available);
		err = pmc_assign(&work, s.e, s.n, s.available, &p);
		if ((err == 0) != want) {
			gave_up += err && p.why == ASSIGN_GAVE_UP;
			wrong++;
			continue;
		}
		if (!err) {
			plans++;
			invalid += !plan_is_valid(s.e, s.n, all, s.available, &p);
			continue;
		}
		conflicts++;
		if (!p.conflict || p.conflict & ~all ||
		    there_is_a_plan(s.e, s.n, p.conflict, s.available))
			not_minimal++;
		for (k = 0; k < s.n; k++)
			if (p.conflict >> k & 1 &&
			    !there_is_a_plan(s.e, s.n, p.conflict & ~(1ull << k), s.available))
				not_minimal++;
		unexplained += p.why == ASSIGN_FITS || p.why == ASSIGN_GAVE_UP ||
			       (p.why == ASSIGN_RESOURCE && !p.resources);
	}
	ok(!wrong, "%s: %d sets, %u with a plan and %u without, as exhaustive search says", name,
	   SETS, plans, conflicts);
	if (wrong)
		note("%u answers differ, %u given up", wrong, gave_up);
	is_int(invalid, 0, "%s: every plan keeps the rules", name);
	is_int(not_minimal, 0, "%s: every conflict is one, and minimal", name);
	is_int(unexplained, 0, "%s: every conflict has its reason", name);
	ok(plans > SETS / 20 && conflicts > SETS / 20, "%s: sets of both kinds", name);
}

/* ---- Rotation ---- */

static void rotation(void)
{
	unsigned i, k, s, missing = 0, invalid = 0, split = 0, unpinned = 0, refused = 0, wrong = 0,
			  many = 0;

	for (i = 0; i < SETS / 5; i++) {
		struct set t = { .n = 0 };
		struct assign_rotation r;
		struct assign_plan p;
		u64 seen = 0;
		int err;

		(rng_one_in(2) ? make_arch : make_p4)(&t);
		for (k = 0; k < t.n; k++) {
			t.e[k].pinned = rng_one_in(10);
			t.e[k].group = (u8)(rng_one_in(2) ? 0 : 1 + rng_below(3));
		}
		err = pmc_assign_rotate(&work, t.e, t.n, t.available, &r, &p);
		if (err) {
			refused++;
			wrong += there_is_a_plan(t.e, t.n, p.conflict, t.available);
			continue;
		}
		many += r.n > 1;
		for (s = 0; s < r.n; s++) {
			seen |= r.events[s];
			if (pmc_assign_some(&work, t.e, t.n, r.events[s], t.available, &p) ||
			    !plan_is_valid(t.e, t.n, r.events[s], t.available, &p))
				invalid++;
			for (k = 0; k < t.n; k++) {
				unsigned j;

				unpinned += t.e[k].pinned && !(r.events[s] >> k & 1);
				for (j = 0; j < k; j++)
					split += t.e[k].group && t.e[k].group == t.e[j].group &&
						 (r.events[s] >> k & 1) != (r.events[s] >> j & 1);
			}
		}
		missing += seen != (1ull << t.n) - 1;
	}
	ok(!missing, "rotation: every event is in a slice");
	ok(!invalid, "rotation: every slice has a plan");
	ok(!split, "rotation: groups stay together");
	ok(!unpinned, "rotation: pinned events are in each slice");
	ok(!wrong, "rotation: what is refused cannot be counted");
	ok(many > SETS / 100 && refused > SETS / 1000,
	   "rotation: %u sets in several slices, %u refused", many, refused);
}

/* ---- Single cases ---- */

static void cases(void)
{
	struct assign_event e[20];
	struct assign_plan p;
	unsigned i;

	memset(e, 0, sizeof(e));
	one_option(&e[0], 0x3);
	one_option(&e[1], 0x100000003);
	one_option(&e[2], 0x3);
	is_int(pmc_assign(&work, e, 3, 0x100000003, &p), 0,
	       "two general counters and a fixed one hold three events");
	is_int(p.counter[1], 32, "the fixed counter is taken by the event that can");
	is_int(pmc_assign(&work, e, 3, 0x3, &p), -PMC_CORE_ENOSPC,
	       "without the fixed one they do not");
	is_int(p.why, ASSIGN_COUNTERS, "since counters are missing");
	is_hex(p.conflict, 7, "all three");
	one_option(&e[1], 0x100000000);
	is_int(pmc_assign(&work, e, 3, 0x3, &p), -PMC_CORE_ENOSPC,
	       "an event with its counter taken away");
	is_int(p.why, ASSIGN_NO_COUNTER, "has none");
	is_hex(p.conflict, 2, "by itself");
	e[1].option[0].resource[1] = ASSIGN_RESOURCES;
	is_int(pmc_assign(&work, e, 3, 0x3, &p), -PMC_CORE_EINVAL, "a resource out of range");
	is_int(pmc_assign(&work, e, 65, 0x3, &p), -PMC_CORE_EINVAL, "too many events");
	is_int(pmc_assign(&work, e, 0, 0x3, &p), 0, "no event fits");

	/* Two events on one ESCR share it if they need equal values. */
	memset(e, 0, sizeof(e));
	for (i = 0; i < 2; i++) {
		one_option(&e[i], 0x3);
		e[i].option[0].resource[0] = 5;
		e[i].value[0] = 9;
	}
	is_int(pmc_assign(&work, e, 2, 0x3ffff, &p), 0, "one ESCR value on two counters");
	e[1].value[0] = 8;
	is_int(pmc_assign(&work, e, 2, 0x3ffff, &p), -PMC_CORE_ENOSPC,
	       "two ESCR values do not share an ESCR");
	is_int(p.why, ASSIGN_RESOURCE, "and that is the reason");
	is_hex(p.resources, 1 << 5, "which ESCR");

	/* A cascade needs both counters of a pair. */
	memset(e, 0, sizeof(e));
	one_option(&e[0], 0xf);
	one_option(&e[1], 0xf);
	e[1].after = 1;
	e[1].cascade = ASSIGN_BY_PAIR;
	one_option(&e[2], 0x1);
	one_option(&e[3], 0x2);
	is_int(pmc_assign(&work, e, 3, 0xf, &p), 0, "a cascade finds the pair that is free");
	is_int(p.counter[0] ^ p.counter[1], 2, "two counters that are two apart");
	is_int(pmc_assign(&work, e, 4, 0xf, &p), -PMC_CORE_ENOSPC, "no pair is free");
	is_int(p.why, ASSIGN_CASCADE, "the reason is the cascade");
	is_hex(p.conflict, 15, "with all that is in its way");

	/* 18 events on 18 counters, each with its own ESCR value */
	memset(e, 0, sizeof(e));
	for (i = 0; i < 20; i++)
		one_option(&e[i], 0x3ffff);
	is_int(pmc_assign(&work, e, 18, 0x3ffff, &p), 0, "18 events on 18 counters");
	is_int(pmc_assign(&work, e, 19, 0x3ffff, &p), -PMC_CORE_ENOSPC, "19 do not fit");
}

int main(void)
{
	cases();
	family("architectural", make_arch);
	family("P5", make_p5);
	family("P6", make_p6);
	family("AMD", make_amd);
	family("Pentium 4", make_p4);
	rotation();
	return done();
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the model of the Pentium 4's PMU with a naive one: random sequences with and without
 * Hyper-Threading, on early and late models. The manual's cascades are single cases.
 *
 * The naive PMU describes the wiring by rules instead of rows, and counts one occurrence at a time.
 */
#include "tests/tap.h"
#include "core/state/p4.h"
#include "tests/unit/state_random.h"

#define OPERATIONS 2000000

/* Events on ESCRs of three blocks, among them the IQ block with its extended cascades. */
/* clang-format off */
static const struct pmc_signal_row rows[] = {
	{P4_SELECT(P4_BSU_ESCR0, 12), 0x0100, true, 0},
	{P4_SELECT(P4_BSU_ESCR1, 12), 0x0100, true, 0},
	{P4_SELECT(P4_BSU_ESCR0, 12), 0x0007, true, 1},
	{P4_SELECT(P4_BSU_ESCR1, 12), 0x0007, true, 1},
	{P4_SELECT(P4_FSB_ESCR0, 19), 0x0001, true, 2},
	{P4_SELECT(P4_FSB_ESCR1, 19), 0x0001, true, 2},
	{P4_SELECT(P4_CRU_ESCR0, 2), 0x0003, true, 3},
	{P4_SELECT(P4_CRU_ESCR1, 2), 0x0003, true, 3},
	{P4_SELECT(P4_CRU_ESCR2, 6), 0x000f, true, 4},
	{P4_SELECT(P4_CRU_ESCR3, 6), 0x000f, true, 4},
	{P4_SELECT(P4_IQ_ESCR0, 1), 0x0001, true, 3},
	{P4_SELECT(P4_SSU_ESCR0, 1), 0x0001, true, 4},
};
/* clang-format on */
#define N_SIGNALS 5
static const struct pmc_signals signals = { rows, sizeof(rows) / sizeof(rows[0]), 1 << 2 };

struct naive {
	struct pmc_p4_config c;
	u64 ctr[18];
	u32 cccr[18], escr[0x42]; /* ESCRs by address from 3A0H on */
	bool was[18], due[18], pmi[2], happened;
};

/*
 * SDM volume 3, the table of counters, CCCRs and ESCRs: each block's ESCRs at select 0–7, low and
 * high.
 */
/* clang-format off */
static const u16 wiring[8][8] = {
	{0x3b2, 0x3b4, 0x3aa, 0x3b6, 0x3ac, 0x3c8, 0x3a2, 0x3a0}, /* counters 0, 1 */
	{0x3b3, 0x3b5, 0x3ab, 0x3b7, 0x3ad, 0x3c9, 0x3a3, 0x3a1}, /* 2, 3 */
	{0x3c0, 0x3c4, 0x3c2},                                     /* 4, 5 */
	{0x3c1, 0x3c5, 0x3c3},                                     /* 6, 7 */
	{0x3a6, 0x3a4, 0x3ae, 0x3b0, 0, 0x3a8},                    /* 8, 9 */
	{0x3a7, 0x3a5, 0x3af, 0x3b1, 0, 0x3a9},                    /* 10, 11 */
	{0x3ba, 0x3ca, 0x3bc, 0x3be, 0x3b8, 0x3cc, 0x3e0},         /* 12, 13, 16 */
	{0x3bb, 0x3cb, 0x3bd, 0, 0x3b9, 0x3cd, 0x3e1},             /* 14, 15, 17 */
};
/* clang-format on */

static struct {
	u64 overflows, pmis, cascades, found, withheld;
} seen;

static u32 wired(const struct naive *n, u32 i)
{
	u32 msr = wiring[i == 16 ? 6 : i == 17 ? 7 : i / 2][n->cccr[i] >> 13 & 7];

	return !n->c.iq_escr && (msr == 0x3ba || msr == 0x3bb) ? 0 : msr;
}

static bool is_escr(u32 msr)
{
	u32 i, k;

	for (i = 0; msr && i < 8; i++)
		for (k = 0; k < 8; k++)
			if (wiring[i][k] == msr)
				return true;
	return false;
}

static int naive_wrmsr(struct naive *n, unsigned cpl, u32 msr, u64 v)
{
	if (cpl)
		return PMC_ACCESS_GP;
	if (msr >= 0x300 && msr <= 0x311) {
		n->ctr[msr - 0x300] = v & 0xffffffffff;
		return PMC_ACCESS_DONE;
	}
	if (msr >= 0x360 && msr <= 0x371) {
		u32 i = msr - 0x360, fine = 0xc7fff000;

		if (!n->c.ht)
			fine &= ~(1u << 27);
		else
			fine |= 1u << 27;
		if (n->c.ext_cascade && i >= 12 && i <= 15)
			fine |= 1u << 11;
		if (v & ~(u64)fine)
			return PMC_ACCESS_GP;
		n->cccr[i] = (u32)v;
		n->was[i] = n->due[i] = false;
		return PMC_ACCESS_DONE;
	}
	if (!is_escr(msr))
		return PMC_ACCESS_ELSEWHERE;
	if ((msr == 0x3ba || msr == 0x3bb) && !n->c.iq_escr)
		return PMC_ACCESS_GP;
	if (v >> 31 || (!n->c.ht && v & 3))
		return PMC_ACCESS_GP;
	n->escr[msr - 0x3a0] = (u32)v;
	return PMC_ACCESS_DONE;
}

static int naive_rdmsr(const struct naive *n, unsigned cpl, u32 msr, u64 *v)
{
	if (cpl)
		return PMC_ACCESS_GP;
	if (msr >= 0x300 && msr <= 0x311)
		*v = n->ctr[msr - 0x300];
	else if (msr >= 0x360 && msr <= 0x371)
		*v = n->cccr[msr - 0x360];
	else if (!is_escr(msr))
		return PMC_ACCESS_ELSEWHERE;
	else if ((msr == 0x3ba || msr == 0x3bb) && !n->c.iq_escr)
		return PMC_ACCESS_GP;
	else
		*v = n->escr[msr - 0x3a0];
	return PMC_ACCESS_DONE;
}

/*
 * The counters that can start counter i by its cascade flag, and by bit 11, as the manual's text
 * says.
 */
static const s8 starter[18] = { 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 14, 15 };
static const s8 extended[18] = { -1, -1, -1, -1, -1, -1, -1, -1, -1,
				 -1, -1, -1, 16, 16, 17, 17, -1, -1 };

static void naive_pmi(struct naive *n, u32 i)
{
	bool any = n->cccr[i] >> 26 & 3;

	/*
	 * "performance counters do not generate PMI in cascade mode or extended cascade mode due to
	 * an erratum"
	 */
	if (n->c.no_cascade_pmi && (n->cccr[i] >> 30 & 1 || n->cccr[i] >> 11 & 1)) {
		seen.withheld += any;
		return;
	}
	n->pmi[0] |= n->cccr[i] >> 26 & 1;
	n->pmi[1] |= n->cccr[i] >> 27 & 1;
	n->happened |= any;
}

static void naive_cycle(struct naive *n, const struct pmc_run *run)
{
	const struct pmc_cycle *thread[2] = { NULL, NULL };
	struct naive before = *n;
	unsigned working;
	u32 i, k;

	thread[run->logical] = &run->self;
	thread[!run->logical] = run->other;
	working = (thread[0] && !thread[0]->halted) + (thread[1] && !thread[1]->halted);
	n->happened = false;
	for (i = 0; i < 18; i++) {
		u32 cccr = before.cccr[i], want = cccr >> 16 & 3, msr = wired(n, i), escr, count,
		    add;
		const struct pmc_cycle *a = thread[0], *b = thread[1];
		bool on = cccr >> 12 & 1, hit;

		on |= cccr >> 30 & 1 && before.cccr[starter[i]] >> 31;
		on |= cccr >> 11 & 1 && before.cccr[extended[i] < 0 ? 0 : extended[i]] >> 31;
		on = on && msr && (want == 3 ? working >= 1 : working == want);
		escr = msr ? n->escr[msr - 0x3a0] : 0;
		if (a && !(escr >> (a->cpl ? 2 : 3) & 1))
			a = NULL;
		if (b && !(escr >> (b->cpl ? 0 : 1) & 1))
			b = NULL;
		if (!on || (!a && !b)) {
			n->was[i] = false;
			continue;
		}
		count = naive_occurrences(&signals, P4_SELECT(pmc_p4_escr_at(msr), escr >> 25),
					  escr >> 9 & 0xffff, a, b);
		add = count;
		hit = count > 0;
		if (cccr >> 18 & 1) {
			u32 threshold = cccr >> 20 & 15;

			hit = cccr >> 19 & 1 ? count <= threshold : count > threshold;
			add = hit;
			if (cccr >> 24 & 1)
				add = hit && !n->was[i];
		}
		n->was[i] = hit;
		for (k = 0; k < add; k++) {
			if (n->due[i])
				naive_pmi(n, i);
			n->due[i] = false;
			n->ctr[i] = (n->ctr[i] + 1) & 0xffffffffff;
			if (n->ctr[i] == 0 || cccr >> 25 & 1) {
				n->cccr[i] |= 1u << 31;
				n->due[i] = true;
				n->happened = true;
			}
		}
	}
}

static bool same(const struct pmc_p4 *p, const struct naive *n)
{
	u32 i;

	for (i = 0; i < 18; i++)
		if (p->counter[i] != n->ctr[i] || p->cccr[i] != n->cccr[i] ||
		    (p->due >> i & 1) != n->due[i])
			return false;
	for (i = 0; i < P4_ESCRS; i++)
		if (p->escr[i] != n->escr[pmc_p4_escr[i].address - 0x3a0])
			return false;
	return p->pmi[0] == n->pmi[0] && p->pmi[1] == n->pmi[1];
}

static u32 random_msr(void)
{
	static const u16 used[] = { 0x3a0, 0x3a1, 0x3a2, 0x3a3, 0x3b8,
				    0x3b9, 0x3cc, 0x3cd, 0x3ba, 0x3be };

	switch (rng_below(8)) {
	case 0:
	case 1:
		return 0x300 + rng_below(4);
	case 2:
		return 0x30c + rng_below(6);
	case 3:
	case 4:
		return 0x360 + (rng_one_in(2) ? rng_below(4) : 12 + rng_below(6));
	case 5:
	case 6:
		return used[rng_below(10)];
	default:
		return 0x2f0 + rng_below(0x100);
	}
}

static u64 random_value(const struct naive *n, u32 msr)
{
	static const u8 events[] = { 12, 19, 2, 6, 1 };
	u64 v;

	if (rng_one_in(20))
		return any_bits();
	if (msr >= 0x360 && msr <= 0x371) {
		static const u8 selects[] = { 7, 6, 4, 5 };

		v = (u64)(msr < 0x36c ? 6 + rng_below(2) : selects[2 + rng_below(2)]) << 13;
		v |= rng_one_in(20) ? (u64)rng_below(8) << 13 : 0;
		v |= (u64)(rng_one_in(3) ? rng_below(4) : 3) << 16;
		v |= rng_one_in(3) ? 0 : 1 << 12;
		if (rng_one_in(2))
			v |= 1 << 18 | (u64)rng_below(5) << 20 | (any_bits() & (1 << 19 | 1 << 24));
		v |= rng_one_in(8) ? 1 << 25 : 0;
		v |= any_bits() & (n->c.ht ? 3 << 26 : 1 << 26);
		v |= rng_one_in(2) ? 1 << 30 : 0;
		v |= rng_one_in(8) ? 1ull << 31 : 0;
		if (n->c.ext_cascade && msr >= 0x36c && msr <= 0x36f)
			v |= rng_one_in(2) ? 1 << 11 : 0;
		return v;
	}
	if (msr >= 0x3a0) {
		u32 event = events[rng_below(5)];

		if (msr <= 0x3a1 || msr == 0x3a0)
			event = 12;
		else if (msr <= 0x3a3)
			event = 19;
		else if (msr == 0x3b8 || msr == 0x3b9)
			event = 2;
		else if (msr == 0x3cc || msr == 0x3cd)
			event = 6;
		v = (u64)event << 25 | (any_bits() & 0x1ffff) << 9 |
		    (any_bits() & (n->c.ht ? 15 : 12));
		return v;
	}
	return rng_one_in(4) ? rng_count(40) | any_bits() << 40 : rng_count(40);
}

static bool operation(struct pmc_p4 *p, struct naive *n)
{
	u64 a = 1, b = 1, v;
	u32 msr = random_msr(), i;
	unsigned cpl = rng_one_in(20) ? rng_below(4) : 0;
	struct pmc_run run = { .cycles = 0 };
	struct pmc_cycle other;
	struct naive probe;
	int ra, rb;

	switch (rng_below(8)) {
	case 0:
		ra = pmc_p4_rdmsr(p, cpl, msr, &a);
		return ra == naive_rdmsr(n, cpl, msr, &b) && a == b;
	case 1:
	case 2:
	case 3:
		v = random_value(n, msr);
		ra = pmc_p4_wrmsr(p, cpl, msr, v);
		rb = naive_wrmsr(n, cpl, msr, v);
		if (ra != rb)
			note("wrmsr %x %" PRIx64 ": %d, naive %d", msr, v, ra, rb);
		return ra == rb;
	case 4:
		i = rng_below(20) | (rng_one_in(3) ? 0x80000000 : 0) | (rng_one_in(20) ? 64 : 0);
		cpl = rng_below(4);
		ra = pmc_p4_rdpmc(p, cpl, any_state & 1, i, &a);
		if ((cpl && !(any_state & 1)) || (i & 0x7fffffff) > 17)
			return ra == PMC_ACCESS_GP && a == 1;
		return !ra && a == (i >> 31 ? n->ctr[i & 31] & 0xffffffff : n->ctr[i & 31]);
	case 5:
		i = rng_below(2);
		a = pmc_p4_take_pmi(p, i);
		b = n->pmi[i];
		n->pmi[i] = false;
		return a == b;
	default:
		break;
	}
	rng_cycle(&run.self, N_SIGNALS);
	rng_cycle(&other, N_SIGNALS);
	run.self.halted = rng_one_in(8);
	other.halted = rng_one_in(4);
	run.logical = n->c.ht && rng_one_in(2);
	run.other = n->c.ht && rng_one_in(2) ? &other : NULL;
	run.cycles = rng_below(rng_one_in(4) ? 100 : 10);
	if (rng_one_in(4)) {
		v = pmc_p4_next(p, &run);
		probe = *n;
		for (i = 1; i <= 60; i++) {
			naive_cycle(&probe, &run);
			if (probe.happened)
				break;
		}
		seen.found += i <= 60;
		if (i <= 60 ? v != i : v <= 60) {
			note("next %" PRIu64 ", naive %u", v, i);
			return false;
		}
	}
	a = n->pmi[0];
	pmc_p4_advance(p, &run);
	for (i = 0; i < run.cycles; i++) {
		u32 k;

		naive_cycle(n, &run);
		seen.overflows += n->happened;
		for (k = 0; k < 18; k++)
			seen.cascades += !(n->cccr[k] >> 12 & 1) && n->was[k];
	}
	seen.pmis += !a && n->pmi[0];
	if (!same(p, n))
		note("a run of %" PRIu64 " cycles counts otherwise", run.cycles);
	return same(p, n);
}

/*
 * Tries every address around the PMU's, each bit alone, on each kind of processor: both must answer
 * the same and have the same state.
 */
static void every_bit(void)
{
	u32 kind, msr, b, asked = 0, faults = 0, wrong = 0;
	struct naive n, fresh;
	struct pmc_p4 p, copy;

	for (kind = 0; kind < 8; kind++) {
		memset(&fresh, 0, sizeof(fresh));
		fresh.c.ht = kind & 1;
		fresh.c.iq_escr = kind & 2;
		fresh.c.ext_cascade = kind & 4;
		pmc_p4_init(&p, &fresh.c, &signals);
		for (msr = 0x2f0; msr < 0x400; msr++)
			for (b = 0; b < 64; b++) {
				int ra, rb;

				copy = p;
				n = fresh;
				ra = pmc_p4_wrmsr(&copy, b == 40, msr, 1ull << b);
				rb = naive_wrmsr(&n, b == 40, msr, 1ull << b);
				asked++;
				faults += ra == PMC_ACCESS_GP;
				if ((ra != rb || !same(&copy, &n)) && wrong++ < 5)
					note("kind %u: %x bit %u: %d, naive %d", kind, msr, b, ra,
					     rb);
			}
	}
	is_int(wrong, 0, "%u bits of every register, %u of them #GP: as the naive PMU has it",
	       asked, faults);
}

static void random_sequences(void)
{
	struct pmc_p4 p;
	struct naive n;
	u32 i, wrong = 0;

	for (i = 0; i < OPERATIONS && !wrong; i++) {
		if (i % 1000 == 0) {
			memset(&n, 0, sizeof(n));
			n.c.ht = rng_one_in(2);
			n.c.iq_escr = rng_one_in(2);
			n.c.ext_cascade = rng_one_in(2);
			n.c.no_cascade_pmi = rng_one_in(2);
			pmc_p4_init(&p, &n.c, &signals);
		}
		if (!operation(&p, &n) || (i % 16 == 0 && !same(&p, &n)))
			wrong++;
	}
	is_int(wrong, 0, "%d random operations: model and naive PMU agree", OPERATIONS);
	note("%" PRIu64 " cycles with an overflow or PMI, %" PRIu64 " PMIs, %" PRIu64
	     " cycles in cascade, %" PRIu64 " distances",
	     seen.overflows, seen.pmis, seen.cascades, seen.found);
	ok(seen.withheld > 1000, "%" PRIu64 " PMIs were withheld in a cascade", seen.withheld);
	ok(seen.overflows > 10000 && seen.pmis > 1000 && seen.cascades > 1000 && seen.found > 1000,
	   "the sequences reached overflows, PMIs, cascades and distances");
}

/* ---- The manual's sentences ---- */

static void write(struct pmc_p4 *p, u32 msr, u64 v)
{
	if (pmc_p4_wrmsr(p, 0, msr, v))
		ok(false, "wrmsr %x", msr);
}

static u64 read(const struct pmc_p4 *p, u32 msr)
{
	u64 v = 0xdead;

	if (pmc_p4_rdmsr(p, 0, msr, &v))
		ok(false, "rdmsr %x", msr);
	return v;
}

static void sentences(void)
{
	struct pmc_p4_config c = { .ht = true, .ext_cascade = true };
	struct pmc_run run = { .cycles = 1000 };
	struct pmc_p4 p;
	u64 v = 1;

	pmc_p4_init(&p, &c, &signals);
	is_int(pmc_p4_wrmsr(&p, 0, 0x3ba, 0), PMC_ACCESS_GP, "later models have no IQ_ESCR0");
	is_int(pmc_p4_wrmsr(&p, 0, 0x360, 1), PMC_ACCESS_GP, "bit 0 of a CCCR is reserved");
	is_int(pmc_p4_wrmsr(&p, 0, 0x360, 1 << 11), PMC_ACCESS_GP,
	       "extended cascading is the IQ block's");
	is_int(pmc_p4_rdpmc(&p, 3, true, 18, &v), PMC_ACCESS_GP, "there is no counter 18");
	write(&p, 0x300, 0xffffff1234567890);
	is_hex(read(&p, 0x300), 0x1234567890, "40 bits of a counter are written");
	is_int(pmc_p4_rdpmc(&p, 3, true, 0x80000000, &v), 0, "fast RDPMC");
	is_hex(v, 0x34567890, "reads 32 bits");

	/* Counting Events: X (counter 0) counts 200 of A, then Y (counter 2) 400 of B. */
	write(&p, 0x3a0, 12u << 25 | 0x100 << 9 | 0xc);
	write(&p, 0x3a3, 19u << 25 | 1 << 9 | 0xc);
	write(&p, 0x300, (u64)-200);
	write(&p, 0x302, (u64)-400);
	write(&p, 0x362, 1 << 30 | 1 << 26 | 3 << 16 | 6 << 13);
	write(&p, 0x360, 1 << 12 | 3 << 16 | 7 << 13);
	run.self.count[0] = 1;
	run.self.count[2] = 1;
	is_u64(pmc_p4_next(&p, &run), 200, "X overflows with its 200th count");
	run.cycles = 200;
	pmc_p4_advance(&p, &run);
	is_hex(read(&p, 0x302), 0x10000000000 - 400, "until then Y does not count");
	ok(read(&p, 0x360) >> 31, "X's OVF is set");
	run.cycles = 400;
	pmc_p4_advance(&p, &run);
	is_u64(read(&p, 0x302), 0, "then Y counts to its overflow");
	ok(!pmc_p4_take_pmi(&p, 0), "no PMI yet");
	run.cycles = 1;
	pmc_p4_advance(&p, &run);
	ok(pmc_p4_take_pmi(&p, 0), "the PMI comes with the next count");
	write(&p, 0x360, read(&p, 0x360) & ~(1u << 31));
	pmc_p4_advance(&p, &run);
	is_u64(read(&p, 0x302), 1, "clearing X's OVF halts Y");

	/* Extended Cascading: counter 16 starts counter 12. */
	pmc_p4_init(&p, &c, &signals);
	write(&p, 0x3b8, 0x04000603);
	write(&p, 0x36c, 0x04038800);
	write(&p, 0x310, 0xfffffff000);
	write(&p, 0x3cc, 6u << 25 | 0xf << 9 | 0xc);
	write(&p, 0x370, 1 << 12 | 3 << 16 | 5 << 13);
	memset(&run, 0, sizeof(run));
	run.cycles = 5000;
	run.self.cpl = 3;
	run.self.count[4] = 1;
	{
		struct pmc_cycle other = { .cpl = 3 };

		other.count[3] = 2;
		run.other = &other;
		pmc_p4_advance(&p, &run);
	}
	is_u64(read(&p, 0x30c), 2 * (5000 - 4096),
	       "after 4096 counts of 16, counter 12 counts logical processor 1");
}

int main(void)
{
	sentences();
	every_bit();
	random_sequences();
	return done();
}

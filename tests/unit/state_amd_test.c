/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the model of AMD's PMU with a naive one: random sequences on K7, K8, family 10h, core
 * extensions and PerfMonV2. Sentences of the manuals are single cases.
 */
#include "tests/tap.h"
#include "core/state/amd.h"
#include "tests/unit/state_random.h"

#define OPERATIONS 3000000

/* clang-format off */
static const struct pmc_signal_row rows[] = {
	{0x076, 0x00, false, 0},
	{0x0c0, 0x00, false, 1},
	{0x040, 0x01, true, 2},
	{0x040, 0x02, true, 3},
	{0x1c0, 0x00, false, 4},
};
/* clang-format on */
#define N_SIGNALS 5
static const struct pmc_signals signals = { rows, sizeof(rows) / sizeof(rows[0]), 0 };

struct naive {
	struct pmc_amd_config c;
	u64 sel[16], ctr[16], ctl, status;
	bool was[16], freeze, pmi, wrapped;
};

/* The register's kind: 's' select, 'c' counter, 'g' global, 'x' absent, 0 not a PMU register. */
static char where(const struct naive *n, u32 msr, u32 *i)
{
	*i = 0;
	if (msr >= 0xc0010000 && msr <= 0xc0010007) {
		*i = msr % 4;
		return *i >= n->c.counters ? 'x' : msr >= 0xc0010004 ? 'c' : 's';
	}
	if (msr >= 0xc0010200 && msr <= 0xc001021f) {
		*i = (msr - 0xc0010200) / 2;
		return !n->c.core_ext || *i >= n->c.counters ? 'x' : msr % 2 ? 'c' : 's';
	}
	if (msr >= 0xc0000300 && msr <= 0xc0000303) {
		*i = msr - 0xc0000300;
		return n->c.v2 ? 'g' : 'x';
	}
	return 0;
}

static u64 ones(unsigned n)
{
	return (1ull << n) - 1;
}

static int naive_access(struct naive *n, bool write, unsigned cpl, u32 msr, u64 *v)
{
	u32 i, b;
	char w = where(n, msr, &i);

	if (cpl)
		return PMC_ACCESS_GP;
	if (!w)
		return PMC_ACCESS_ELSEWHERE;
	if (w == 'x')
		return PMC_ACCESS_GP;
	if (!write) {
		*v = w == 's' ? n->sel[i] :
		     w == 'c' ? n->ctr[i] :
		     i == 0   ? n->status :
		     i == 1   ? n->ctl :
				0;
		return PMC_ACCESS_DONE;
	}
	if (w == 'c') {
		n->ctr[i] = *v & ones(n->c.width);
	} else if (w == 's') {
		n->sel[i] = 0;
		for (b = 0; b < 64; b++) {
			bool fine = b < 32 && b != 19 && b != 21;

			fine |= b == 19 && n->c.pin_control;
			fine |= b >= 32 && b <= 35 && n->c.event12;
			fine |= (b == 40 || b == 41) && n->c.guest_host;
			if (fine)
				n->sel[i] |= *v & 1ull << b;
		}
		n->was[i] = false;
	} else if (i == 1) {
		n->ctl = *v & ones(n->c.counters);
	} else if (i == 2) {
		n->status &= ~*v;
	} else if (i == 3) {
		n->status |= *v & (ones(n->c.counters) | (n->c.freeze ? 3ull << 58 : 0));
	}
	return PMC_ACCESS_DONE;
}

static void naive_cycle(struct naive *n, const struct pmc_cycle *c)
{
	bool interrupt = false;
	u64 wrapped = 0;
	u32 i, k;

	for (i = 0; i < n->c.counters; i++) {
		u64 sel = n->sel[i];
		u32 cmask = sel >> 24 & 0xff, count, add;
		bool hit, on = sel >> 22 & 1;

		on = on && (c->cpl ? sel >> 16 & 1 : sel >> 17 & 1);
		if (sel >> 40 & 3)
			on = on && ((c->side == PMC_SIDE_GUEST && sel >> 40 & 1) ||
				    (c->side == PMC_SIDE_HOST && sel >> 41 & 1));
		if (n->c.v2)
			on = on && n->ctl >> i & 1 && !(n->status >> 59 & 1);
		if (!on) {
			n->was[i] = false;
			continue;
		}
		count = naive_occurrences(&signals, (sel & 0xff) + (sel >> 32 & 15) * 256,
					  sel >> 8 & 0xff, c, NULL);
		hit = cmask ? (sel >> 23 & 1 ? count < cmask : count >= cmask) : count > 0;
		add = cmask ? hit : count;
		if (sel >> 18 & 1)
			add = hit && !n->was[i];
		n->was[i] = hit;
		for (k = 0; k < add; k++) {
			n->ctr[i] = (n->ctr[i] + 1) & ones(n->c.width);
			if (n->ctr[i])
				continue;
			wrapped |= 1ull << i;
			interrupt |= sel >> 20 & 1;
		}
	}
	n->wrapped = wrapped != 0;
	if (n->c.v2)
		n->status |= wrapped;
	n->pmi |= interrupt;
	if (interrupt && n->freeze)
		n->status |= 1ull << 59;
}

static bool same(const struct pmc_amd *p, const struct naive *n)
{
	return !memcmp(p->counter, n->ctr, sizeof(n->ctr)) &&
	       !memcmp(p->evtsel, n->sel, sizeof(n->sel)) && p->global_ctl == n->ctl &&
	       p->global_status == n->status && p->pmi == n->pmi;
}

static struct {
	u64 overflows, freezes, found;
} seen;

static u32 random_msr(void)
{
	switch (rng_below(6)) {
	case 0:
	case 1:
		return 0xc0010000 + rng_below(8);
	case 2:
	case 3:
		return 0xc0010200 + rng_below(14);
	case 4:
		return 0xc0000300 + rng_below(4);
	default:
		return rng_one_in(2) ? 0xc0010200 + rng_below(36) : 0xc0000000 + rng_below(0x20000);
	}
}

static u64 random_value(const struct naive *n, u32 msr)
{
	static const u16 selects[] = { 0x0076, 0x00c0, 0x0140, 0x0340, 0x0000 };
	u32 i;
	u64 v;

	if (rng_one_in(12))
		return any_bits();
	switch (where(n, msr, &i)) {
	case 's':
		v = selects[rng_below(5)] | (u64)rng_below(4) << 16 | 1 << 22 |
		    (any_bits() & (1 << 20 | 1 << 23));
		v |= rng_one_in(3) ? 1 << 18 : 0;
		v |= rng_one_in(2) ? (u64)rng_below(5) << 24 : 0;
		v |= rng_one_in(4) ? 1ull << 32 : 0;
		v |= rng_one_in(4) ? (u64)rng_below(4) << 40 : 0;
		return v;
	case 'g':
		return rng_one_in(2) ? ones(n->c.counters) | (i > 1 ? 1ull << 59 : 0) :
				       any_bits() & 0x0c0000000000ffff;
	default:
		return rng_count(48);
	}
}

static bool operation(struct pmc_amd *p, struct naive *n)
{
	u64 a = 1, b = 1, v;
	u32 msr = random_msr(), i;
	unsigned cpl = rng_one_in(20) ? rng_below(4) : 0;
	struct pmc_run run = { .cycles = 0 };
	struct naive probe;
	int ra;

	switch (rng_below(8)) {
	case 0:
		ra = pmc_amd_rdmsr(p, cpl, msr, &a);
		return ra == naive_access(n, false, cpl, msr, &b) && a == b;
	case 1:
	case 2:
	case 3:
		v = random_value(n, msr);
		ra = pmc_amd_wrmsr(p, cpl, msr, v);
		return ra == naive_access(n, true, cpl, msr, &v);
	case 4:
		i = rng_one_in(20) ? (u32)any_bits() : rng_below(10);
		cpl = rng_below(4);
		ra = pmc_amd_rdpmc(p, cpl, any_state & 1, i, &a);
		if ((cpl && !(any_state & 1)) || i >= n->c.counters)
			return ra == PMC_ACCESS_GP && a == 1;
		return ra == PMC_ACCESS_DONE && a == n->ctr[i];
	case 5:
		v = any_bits();
		pmc_amd_debugctl(p, v);
		n->freeze = n->c.freeze && v & 0x1000;
		a = pmc_amd_take_pmi(p);
		b = n->pmi;
		n->pmi = false;
		return a == b;
	default:
		break;
	}
	rng_cycle(&run.self, N_SIGNALS);
	run.cycles = rng_below(rng_one_in(4) ? 120 : 12);
	if (rng_one_in(4)) {
		v = pmc_amd_next(p, &run);
		probe = *n;
		for (i = 1; i <= 60; i++) {
			naive_cycle(&probe, &run.self);
			if (probe.wrapped)
				break;
		}
		seen.found += i <= 60;
		if (i <= 60 ? v != i : v <= 60)
			return false;
	}
	a = n->status >> 59 & 1;
	pmc_amd_advance(p, &run);
	for (i = 0; i < run.cycles; i++) {
		naive_cycle(n, &run.self);
		seen.overflows += n->wrapped;
	}
	seen.freezes += !a && n->status >> 59 & 1;
	return same(p, n);
}

/* clang-format off */
static const struct pmc_amd_config configs[] = {
	/* K7 */
	{.counters = 4, .width = 48, .pin_control = true},
	/* K8 */
	{.counters = 4, .width = 48, .pin_control = true, .event12 = true},
	/* family 10h */
	{.counters = 4, .width = 48, .event12 = true, .guest_host = true},
	/* 15h, Zen 1–3 */
	{.counters = 6, .width = 48, .event12 = true, .guest_host = true, .core_ext = true},
	{.counters = 6, .width = 48, .event12 = true, .guest_host = true, .core_ext = true,
	 .v2 = true, .freeze = true},
	{.counters = 16, .width = 48, .event12 = true, .guest_host = true, .core_ext = true,
	 .v2 = true},
};
/* clang-format on */

static void random_sequences(void)
{
	struct pmc_amd p;
	struct naive n;
	u32 i, wrong = 0;

	for (i = 0; i < OPERATIONS && !wrong; i++) {
		if (i % 500 == 0) {
			memset(&n, 0, sizeof(n));
			n.c = configs[rng_below(6)];
			n.ctl = n.c.v2 ? ones(n.c.counters) : 0;
			wrong += pmc_amd_init(&p, &n.c, &signals) != 0;
		}
		if (!operation(&p, &n) || (i % 16 == 0 && !same(&p, &n)))
			wrong++;
	}
	is_int(wrong, 0, "%d random operations: model and naive PMU agree", OPERATIONS);
	note("%" PRIu64 " cycles with an overflow, %" PRIu64 " freezes, %" PRIu64 " distances",
	     seen.overflows, seen.freezes, seen.found);
	ok(seen.overflows > 10000 && seen.freezes > 100 && seen.found > 1000,
	   "the sequences reached overflows, freezes and distances");
}

static u64 msr_of(const struct pmc_amd *p, u32 msr)
{
	u64 v = 0xdead;

	ok(!pmc_amd_rdmsr(p, 0, msr, &v), "rdmsr %x", msr);
	return v;
}

static void sentences(void)
{
	struct pmc_run run = { .cycles = 10 };
	struct pmc_amd_config none = { .counters = 6, .width = 48 };
	struct pmc_amd p;
	u64 v;

	is_int(pmc_amd_init(&p, &none, &signals), -PMC_CORE_EINVAL,
	       "six counters without core extensions: refused");
	is_int(pmc_amd_init(&p, &configs[0], &signals), 0, "K7");
	is_int(pmc_amd_rdmsr(&p, 0, 0xc0010200, &v), PMC_ACCESS_GP, "K7 has no PERF_CTL0");
	is_int(pmc_amd_rdpmc(&p, 0, false, 4, &v), PMC_ACCESS_GP, "nor a fifth counter");
	is_int(pmc_amd_wrmsr(&p, 0, 0xc0010000, 1ull << 40 | 1 << 21), 0,
	       "reserved bits can be written");
	is_hex(msr_of(&p, 0xc0010000), 0, "and are dropped");
	pmc_amd_wrmsr(&p, 0, 0xc0010004, 0xffffffff);
	is_hex(msr_of(&p, 0xc0010004), 0xffffffff, "a write to a counter is not sign-extended");

	is_int(pmc_amd_init(&p, &configs[3], &signals), 0, "core extensions");
	pmc_amd_wrmsr(&p, 0, 0xc0010202, 0x4300c0);
	is_hex(msr_of(&p, 0xc0010001), 0x4300c0, "C0010001H is PERF_CTL1");
	pmc_amd_wrmsr(&p, 0, 0xc0010200, 0x4300c0 | 1ull << 41);
	run.self.count[1] = 2;
	pmc_amd_advance(&p, &run);
	is_u64(msr_of(&p, 0xc0010203), 20, "PERF_CTR1 counts");
	is_u64(msr_of(&p, 0xc0010201), 0, "HostOnly without SVM counts nothing");
	run.self.side = PMC_SIDE_HOST;
	pmc_amd_advance(&p, &run);
	is_u64(msr_of(&p, 0xc0010201), 20, "HostOnly in the host counts");

	is_int(pmc_amd_init(&p, &configs[4], &signals), 0, "PerfMonV2");
	pmc_amd_debugctl(&p, 1 << 12);
	pmc_amd_wrmsr(&p, 0, 0xc0010200, 0x5300c0);
	pmc_amd_wrmsr(&p, 0, 0xc0010201, 0xfffffffffff0);
	is_u64(pmc_amd_next(&p, &run), 8, "16 to go at two in each cycle");
	run.cycles = 100;
	pmc_amd_advance(&p, &run);
	is_hex(msr_of(&p, 0xc0000300), 1ull << 59 | 1, "overflow: its bit, and the freeze");
	is_u64(msr_of(&p, 0xc0010201), 0, "which holds the counter");
	ok(pmc_amd_take_pmi(&p) && !pmc_amd_take_pmi(&p), "one PMI");
	pmc_amd_wrmsr(&p, 0, 0xc0000302, 1ull << 59 | 1);
	is_hex(msr_of(&p, 0xc0000300), 0, "STATUS_CLR clears both");
}

int main(void)
{
	sentences();
	random_sequences();
	return done();
}

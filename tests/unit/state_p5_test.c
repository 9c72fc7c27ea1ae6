/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the model of the Pentium's PMU with a naive one: random sequences on Pentium, Pentium
 * MMX, 6x86MX, WinChip and C3. Sentences of the manual are single cases.
 */
#include "tests/tap.h"
#include "core/state/p5.h"
#include "tests/unit/state_random.h"

#define OPERATIONS 2000000

/* clang-format off */
static const struct pmc_signal_row rows[] = {
	{0x00, 3, true, 0},
	{0x16, 3, true, 1},
	{0x17, 1, true, 2}, /* CTR0 alone */
	{0x18, 2, true, 2}, /* CTR1 alone */
	{0x56, 3, true, 3}, /* with bit 6 */
};
/* clang-format on */
#define N_SIGNALS 4
static const struct pmc_signals signals = { rows, sizeof(rows) / sizeof(rows[0]), 0 };

struct naive {
	struct pmc_p5_config c;
	u64 cesr, ctr[2];
	u8 pin;
	bool wrapped;
};

static int naive_wrmsr(struct naive *n, unsigned cpl, u32 msr, u64 v)
{
	static const u64 reserved[] = { 0xfffffffffc00fc00, 0xfffffffff800f800, 0xffffffffff00ff00,
					~0x1ffull };

	msr = n->c.layout != P5_LAYOUT_C3 ? msr : msr == 0x187 ? 0x11 : msr == 0xc2 ? 0x13 : 0;
	if (cpl)
		return PMC_ACCESS_GP;
	if (msr == 0x12 || msr == 0x13) {
		n->ctr[msr - 0x12] = v & ((1ull << n->c.width) - 1);
		return PMC_ACCESS_DONE;
	}
	if (msr != 0x11)
		return PMC_ACCESS_ELSEWHERE;
	if (v & reserved[n->c.layout])
		return PMC_ACCESS_GP;
	n->cesr = v;
	return PMC_ACCESS_DONE;
}

static void naive_cycle(struct naive *n, const struct pmc_cycle *c)
{
	u32 i, k;

	n->wrapped = false;
	for (i = 0; i < 2; i++) {
		u32 half = i ? n->cesr >> 16 : n->cesr & 0xffff, add, control = half >> 6 & 7;
		u32 number = half % 64 + (half >> 10 & 1) * 64, pin = half >> 9 & 1;
		bool user = c->cpl == 3;

		if (n->c.layout == P5_LAYOUT_C6 || n->c.layout == P5_LAYOUT_C3) {
			control = 3;
			pin = 0;
			number = half;
		}
		if (n->c.layout == P5_LAYOUT_C3) {
			if (i == 0)
				continue;
			number = (u32)n->cesr;
		}

		/* the manual's list of control codes */
		if (control == 0 || control == 4 || ((control == 1 || control == 5) && user) ||
		    ((control == 2 || control == 6) && !user))
			continue;
		add = naive_occurrences(&signals, number, 1u << i, c, NULL);
		if (control >= 4)
			add = add ? 1 : 0;
		for (k = 0; k < add; k++) {
			n->ctr[i] = (n->ctr[i] + 1) & ((1ull << n->c.width) - 1);
			n->wrapped |= !n->ctr[i];
			if (!pin || !n->ctr[i])
				n->pin |= (u8)(1 << i);
		}
	}
}

static bool same(const struct pmc_p5 *p, const struct naive *n)
{
	return p->cesr == (n->c.layout == P5_LAYOUT_C3 ? n->cesr << 16 : n->cesr) &&
	       p->counter[0] == n->ctr[0] && p->counter[1] == n->ctr[1] && p->pin == n->pin;
}

static u64 overflows, found;

static bool operation(struct pmc_p5 *p, struct naive *n)
{
	static const u8 events[] = { 0x00, 0x16, 0x17, 0x18, 0x16, 0x3f };
	bool c3 = n->c.layout == P5_LAYOUT_C3;
	u64 a = 1, v;
	u32 msr = rng_one_in(20) ? rng_below(64) :
		  c3		 ? (rng_one_in(2) ? 0x187 : 0xc2) :
				   0x11 + rng_below(3),
	    i;
	unsigned cpl = rng_one_in(20) ? rng_below(4) : 0;
	struct pmc_run run = { .cycles = 0 };
	struct naive probe;
	int ra;

	switch (rng_below(8)) {
	case 0:
		ra = pmc_p5_rdmsr(p, cpl, msr, &a);
		if (cpl)
			return ra == PMC_ACCESS_GP && a == 1;
		if (c3 ? msr != 0x187 && msr != 0xc2 : msr < 0x11 || msr > 0x13)
			return ra == PMC_ACCESS_ELSEWHERE && a == 1;
		return !ra &&
		       a == (msr == 0x11 || msr == 0x187 ? n->cesr :
							   n->ctr[msr == 0xc2 ? 1 : msr - 0x12]);
	case 1:
	case 2:
	case 3:
		v = rng_count(n->c.width);
		if (msr == 0x187 && !rng_one_in(10)) {
			v = events[rng_below(6)];
		} else if (msr == 0x11 && n->c.layout == P5_LAYOUT_C6 && !rng_one_in(10)) {
			v = events[rng_below(6)] | (u64)events[rng_below(6)] << 16;
		} else if (msr == 0x11 && !rng_one_in(10)) {
			v = 0;
			for (i = 0; i < 2; i++)
				v |= (u64)(events[rng_below(6)] | rng_below(8) << 6 |
					   rng_below(2) << 9 |
					   (n->c.layout == P5_LAYOUT_CYRIX && rng_one_in(2) ?
						    1u << 10 :
						    0))
				     << 16 * i;
		}
		return pmc_p5_wrmsr(p, cpl, msr, v) == naive_wrmsr(n, cpl, msr, v);
	case 4:
		cpl = rng_below(4);
		i = rng_below(3);
		ra = pmc_p5_rdpmc(p, cpl, any_state & 1, i, &a);
		if (!n->c.rdpmc)
			return ra == PMC_ACCESS_UD && a == 1;
		if ((cpl && !(any_state & 1)) || i == 2 || (c3 && !i))
			return ra == PMC_ACCESS_GP && a == 1;
		return !ra && a == n->ctr[i];
	case 5:
		i = n->pin;
		n->pin = 0;
		return pmc_p5_take_pins(p) == i;
	default:
		break;
	}
	rng_cycle(&run.self, N_SIGNALS);
	run.cycles = rng_below(rng_one_in(4) ? 120 : 12);
	if (rng_one_in(4)) {
		v = pmc_p5_next(p, &run);
		probe = *n;
		for (i = 1; i <= 60; i++) {
			naive_cycle(&probe, &run.self);
			if (probe.wrapped)
				break;
		}
		found += i <= 60;
		if (i <= 60 ? v != i : v <= 60)
			return false;
	}
	pmc_p5_advance(p, &run);
	for (i = 0; i < run.cycles; i++) {
		naive_cycle(n, &run.self);
		overflows += n->wrapped;
	}
	return same(p, n);
}

/* clang-format off */
static const struct pmc_p5_config configs[] = {
	{.width = 40},
	{.width = 40, .rdpmc = true},
	{.width = 48, .rdpmc = true, .layout = P5_LAYOUT_CYRIX},
	{.width = 40, .rdpmc = true, .layout = P5_LAYOUT_C6},
	{.width = 32, .rdpmc = true, .layout = P5_LAYOUT_C3},
};
/* clang-format on */

static void random_sequences(void)
{
	struct pmc_p5 p;
	struct naive n;
	u32 i, wrong = 0;

	for (i = 0; i < OPERATIONS && !wrong; i++) {
		if (i % 500 == 0) {
			memset(&n, 0, sizeof(n));
			n.c = configs[rng_below(5)];
			pmc_p5_init(&p, &n.c, &signals);
		}
		if (!operation(&p, &n) || (i % 16 == 0 && !same(&p, &n)))
			wrong++;
	}
	is_int(wrong, 0, "%d random operations: model and naive PMU agree", OPERATIONS);
	ok(overflows > 10000 && found > 1000,
	   "the sequences reached %" PRIu64 " overflows and %" PRIu64 " distances", overflows,
	   found);
}

static void sentences(void)
{
	struct pmc_run run = { .cycles = 10, .self = { .cpl = 1 } };
	struct pmc_p5 p;
	u64 v = 0;

	pmc_p5_init(&p, &configs[0], &signals);
	is_int(pmc_p5_rdpmc(&p, 0, true, 0, &v), PMC_ACCESS_UD, "the first Pentium has no RDPMC");
	is_int(pmc_p5_wrmsr(&p, 0, 0x11, 1 << 10), PMC_ACCESS_GP, "bit 10 of CESR is reserved");
	pmc_p5_wrmsr(&p, 0, 0x11, 0x16 | 1 << 6 | (0x16 | 7 << 6) << 16);
	run.self.count[1] = 3;
	pmc_p5_advance(&p, &run);
	pmc_p5_rdmsr(&p, 0, 0x12, &v);
	is_u64(v, 30, "control 001 counts events in rings 0 to 2");
	pmc_p5_rdmsr(&p, 0, 0x13, &v);
	is_u64(v, 10, "control 111 counts clocks");
	run.self.cpl = 3;
	pmc_p5_advance(&p, &run);
	pmc_p5_rdmsr(&p, 0, 0x12, &v);
	is_u64(v, 30, "and control 001 none in ring 3");
}

int main(void)
{
	sentences();
	random_sequences();
	return done();
}

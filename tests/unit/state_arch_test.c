/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares the models of the architectural PMU and of the P6's with a naive one: random sequences
 * of RDMSR, WRMSR, RDPMC and runs, on random configurations of all versions. Sentences of the
 * manual are single cases.
 *
 * The naive PMU keeps each register as a number under its address, counts one occurrence at a time,
 * and decides everything anew in each cycle.
 * tests/run: time=120
 */
#include "tests/tap.h"
#include "core/state/arch.h"
#include "tests/unit/state_random.h"

#define OPERATIONS 3000000

/* clang-format off */
static const struct pmc_signal_row rows[] = {
	{0x3c, 0x00, false, 0},
	{0x3c, 0x01, false, 1},
	{0xc0, 0x00, false, 2},
	{0x2e, 0x01, true, 3},
	{0x2e, 0x02, true, 4},
	{0x2e, 0x40, true, 5},
	{0xc4, 0x0100, false, 6}, /* UMASK2 */
	{ARCH_SELECT_FIXED(0), 0, false, 2},
	{ARCH_SELECT_FIXED(1), 0, false, 0},
	{ARCH_SELECT_FIXED(2), 0, false, 1},
	{ARCH_SELECT_FIXED(3), 0, false, 3},
	{ARCH_SELECT_FIXED(5), 0, false, 5},
};
/* clang-format on */
#define N_SIGNALS 7
static const struct pmc_signals signals = { rows, sizeof(rows) / sizeof(rows[0]), 1 };

/* ---- The naive PMU ---- */

struct naive {
	struct pmc_arch_config c;
	u64 r[0x2000]; /* by address; counters under their first one */
	bool was[ARCH_GENERAL_MAX];
	bool freeze, smm_freeze, pmi, wrapped, in_tx;
	u64 at_begin;
};

static u64 ones(unsigned n)
{
	return n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1;
}

static bool has_general(const struct naive *n, u32 i)
{
	return i < 10 && n->c.general & 1u << i;
}

static bool has_fixed(const struct naive *n, u32 i)
{
	return i < 16 && n->c.fixed & 1u << i;
}

/* Maps a version 6 alias to the address of its register; 0 if it is none. */
static u32 home(const struct naive *n, u32 msr)
{
	bool full = n->c.pdcm && n->c.capabilities & 0x2000;

	if (msr >= 0x1900 && msr < 0x1928 && msr % 4 == 0)
		return n->c.v6_msrs && has_general(n, (msr - 0x1900) / 4) ?
			       0xc1 + (msr - 0x1900) / 4 :
			       0;
	if (msr >= 0x1900 && msr < 0x1928 && msr % 4 == 1)
		return n->c.v6_msrs && has_general(n, (msr - 0x1900) / 4) ?
			       0x186 + (msr - 0x1900) / 4 :
			       0;
	if (msr >= 0x1980 && msr < 0x19c0 && msr % 4 == 0)
		return n->c.v6_msrs && has_fixed(n, (msr - 0x1980) / 4) ?
			       0x309 + (msr - 0x1980) / 4 :
			       0;
	if (msr >= 0x4c1 && msr <= 0x4ca)
		return full && has_general(n, msr - 0x4c1) ? msr - 0x400 : 0;
	if (msr >= 0xc1 && msr <= 0xca)
		return has_general(n, msr - 0xc1) ? msr : 0;
	if (msr >= 0x186 && msr <= 0x18f)
		return has_general(n, msr - 0x186) ? msr : 0;
	if (msr >= 0x309 && msr <= 0x318)
		return has_fixed(n, msr - 0x309) ? msr : 0;
	if (msr == 0x345)
		return n->c.pdcm ? msr : 0;
	if (msr >= 0x38d && msr <= 0x390)
		return n->c.version >= 2 ? msr : 0;
	if (msr == 0x391 || msr == 0x392)
		return n->c.version >= 4 ? msr : 0;
	return 0;
}

/* Is the address one of a PMU register, present or not? */
static bool ours(u32 msr)
{
	return (msr >= 0xc1 && msr <= 0xca) || (msr >= 0x186 && msr <= 0x18f) ||
	       (msr >= 0x309 && msr <= 0x318) || msr == 0x345 || (msr >= 0x38d && msr <= 0x392) ||
	       (msr >= 0x4c1 && msr <= 0x4ca) || (msr >= 0x1900 && msr < 0x1928 && msr % 4 < 2) ||
	       (msr >= 0x1980 && msr < 0x19c0 && msr % 4 == 0);
}

static void naive_init(struct naive *n, const struct pmc_arch_config *c)
{
	memset(n, 0, sizeof(*n));
	n->c = *c;
	n->r[0x345] = c->capabilities;
	if (c->version > 1)
		n->r[0x38f] = c->general;
}

static int naive_rdmsr(struct naive *n, unsigned cpl, u32 msr, u64 *value)
{
	u32 at = home(n, msr), i;

	if (cpl > 0)
		return PMC_ACCESS_GP;
	if (!ours(msr))
		return PMC_ACCESS_ELSEWHERE;
	if (!at)
		return PMC_ACCESS_GP;
	*value = at == 0x390 || at == 0x391 ? 0 : n->r[at];
	if (at != 0x392)
		return PMC_ACCESS_DONE;
	*value = 0;
	for (i = 0; i < 10; i++) {
		if (n->r[0x186 + i] % 256)
			*value |= 1ull << i;
		if (n->r[0x186 + i] & 1 << 20)
			*value |= 1ull << 63;
	}
	for (i = 0; i < 16; i++) {
		if ((n->r[0x38d] >> 4 * i) % 4)
			*value |= 1ull << (32 + i);
		if (n->r[0x38d] >> 4 * i & 8)
			*value |= 1ull << 63;
	}
	return PMC_ACCESS_DONE;
}

static int naive_wrmsr(struct naive *n, unsigned cpl, u32 msr, u64 v)
{
	u32 at = home(n, msr), i;
	u64 counters = n->c.general | (u64)n->c.fixed << 32 | (n->c.metrics ? 1ull << 48 : 0);

	if (cpl > 0)
		return PMC_ACCESS_GP;
	if (!ours(msr))
		return PMC_ACCESS_ELSEWHERE;
	if (!at || at == 0x345 || at == 0x38e || at == 0x392)
		return PMC_ACCESS_GP;
	if (at >= 0xc1 && at <= 0xca) {
		if (msr == at) {
			v &= 0xffffffff;
			if (v & 0x80000000)
				v |= 0xffffffff00000000;
			n->r[at] = v & ones(n->c.general_width);
			return PMC_ACCESS_DONE;
		}
		if (v > ones(n->c.general_width))
			return PMC_ACCESS_GP;
	} else if (at >= 0x309 && at <= 0x318) {
		if (v > ones(n->c.fixed_width))
			return PMC_ACCESS_GP;
	} else if (at >= 0x186 && at <= 0x18f) {
		for (i = 0; i < 64; i++) {
			bool fine = i < 32;

			if (i == 19)
				fine = n->c.pin_control;
			if (i == 21)
				fine = n->c.any_thread;
			if (i == 22 && n->c.version == 0)
				fine = at == 0x186;
			if (i == 32 || (i == 33 && at == 0x188))
				fine = n->c.tsx;
			if (i == 34)
				fine = n->c.adaptive;
			if (i == 36)
				fine = n->c.equal;
			if (i >= 40 && i <= 47)
				fine = n->c.umask2;
			if (v >> i & 1 && !fine)
				return PMC_ACCESS_GP;
		}
		n->was[at - 0x186] = false;
	} else if (at == 0x38d) {
		for (i = 0; i < 64; i++)
			if (v >> i & 1 &&
			    (!has_fixed(n, i / 4) || (i % 4 == 2 && !n->c.any_thread)))
				return PMC_ACCESS_GP;
	} else if (at == 0x38f) {
		if (v & ~counters)
			return PMC_ACCESS_GP;
	} else {
		for (i = 0; i < 64; i++) {
			bool fine = (counters | n->c.status_extra) >> i & 1;

			if (i == 58 || i == 59)
				fine = n->c.version >= 4;
			if (i == 61)
				fine = n->c.version >= 3;
			if (i == 62)
				fine = true;
			if (i == 63)
				fine = at == 0x390;
			if (v >> i & 1 && !fine)
				return PMC_ACCESS_GP;
		}
		n->r[0x38e] = at == 0x390 ? n->r[0x38e] & ~v : n->r[0x38e] | v;
		return PMC_ACCESS_DONE;
	}
	n->r[at] = v;
	return PMC_ACCESS_DONE;
}

static int naive_rdpmc(struct naive *n, unsigned cpl, bool pce, u32 ecx, u64 *value)
{
	if (cpl != 0 && !pce)
		return PMC_ACCESS_GP;
	if (ecx < 0x10000 && has_general(n, ecx))
		*value = n->r[0xc1 + ecx];
	else if (ecx >= 0x40000000 && has_fixed(n, ecx - 0x40000000))
		*value = n->r[0x309 + ecx - 0x40000000];
	else
		return PMC_ACCESS_GP;
	return PMC_ACCESS_DONE;
}

/* Increments a counter; returns true if it wrapped. */
static bool one_more(u64 *counter, unsigned width)
{
	*counter = (*counter + 1) & ones(width);
	return *counter == 0;
}

static void naive_cycle(struct naive *n, const struct pmc_cycle *self,
			const struct pmc_cycle *other)
{
	u64 wrapped = 0;
	bool interrupt = false;
	u32 i, k;

	for (i = 0; i < 48; i++) {
		bool is_fixed = i >= 32;
		u64 sel = is_fixed ? n->r[0x38d] >> 4 * (i - 32) : n->r[0x186 + (i < 10 ? i : 0)];
		bool os = is_fixed ? sel & 1 : sel & 1 << 17,
		     usr = is_fixed ? sel & 2 : sel & 1 << 16;
		bool any = is_fixed ? sel & 4 : sel & 1 << 21;
		const struct pmc_cycle *a = self, *b = any ? other : NULL;
		u32 count, add;
		bool hit = false, tx = !is_fixed && sel >> 32 & 1;

		if (is_fixed ? !has_fixed(n, i - 32) : !has_general(n, i))
			continue;
		if (n->c.version >= 2 && !(n->r[0x38f] >> i & 1))
			a = b = NULL;
		if (n->r[0x38e] & 1ull << 59)
			a = b = NULL;
		if (!is_fixed && !((n->c.version == 0 ? n->r[0x186] : sel) & 1 << 22))
			a = b = NULL;
		if (a && ((a->cpl == 0 && !os) || (a->cpl > 0 && !usr) ||
			  (a->smm && n->smm_freeze) || (tx && !a->in_tx)))
			a = NULL;
		if (b && ((b->cpl == 0 && !os) || (b->cpl > 0 && !usr) ||
			  (b->smm && n->smm_freeze) || (tx && !b->in_tx)))
			b = NULL;
		if (!a && !b) {
			if (!is_fixed)
				n->was[i] = false;
			continue;
		}
		if (is_fixed) {
			add = naive_occurrences(&signals, ARCH_SELECT_FIXED(i - 32), 0, a, b);
		} else {
			u32 cmask = sel >> 24 & 0xff;

			count = naive_occurrences(&signals, sel & 0xff,
						  (sel >> 8 & 0xff) + (sel >> 40 & 0xff) * 256, a,
						  b);
			if (cmask == 0) {
				hit = count != 0;
			} else {
				if (sel >> 36 & 1)
					hit = count == cmask;
				else
					hit = count >= cmask;
				if (sel & 1 << 23)
					hit = !hit;
			}
			add = cmask ? hit : count;
			if (sel & 1 << 18)
				add = hit && !n->was[i];
			n->was[i] = hit;
		}
		for (k = 0; k < add; k++)
			if (one_more(&n->r[is_fixed ? 0x309 + i - 32 : 0xc1 + i],
				     is_fixed ? n->c.fixed_width : n->c.general_width)) {
				wrapped |= 1ull << i;
				if (is_fixed ? sel & 8 : sel & 1 << 20)
					interrupt = true;
			}
	}
	n->wrapped = wrapped != 0;
	if (n->c.version >= 2)
		n->r[0x38e] |= wrapped;
	if (interrupt) {
		n->pmi = true;
		if (n->freeze && n->c.version >= 4)
			n->r[0x38e] |= 1ull << 59;
		else if (n->freeze && n->c.version >= 2)
			n->r[0x38f] = 0;
	}
}

/* ---- Random sequences ---- */

static void random_config(struct pmc_arch_config *c)
{
	static const u8 widths[] = { 32, 40, 48, 48, 63 };

	memset(c, 0, sizeof(*c));
	if (rng_one_in(6)) {
		*c = pmc_p6_config;
		return;
	}
	c->version = (u8)(1 + rng_below(6));
	c->general_width = widths[rng_below(5)];
	c->general = (u16)(rng_one_in(4) ? rng_below(1024) : (1u << (1 + rng_below(8))) - 1);
	if (c->version >= 2) {
		c->fixed_width = widths[rng_below(5)];
		c->fixed = (u16)(rng_one_in(4) ? rng_below(0x10000) : (1u << rng_below(6)) - 1);
	}
	c->any_thread = c->version >= 3 && rng_one_in(2);
	c->pin_control = rng_one_in(2);
	c->umask2 = c->version == 6 && rng_one_in(2);
	c->equal = c->version == 6 && rng_one_in(2);
	c->v6_msrs = c->version == 6 && rng_one_in(2);
	c->tsx = rng_one_in(3);
	c->adaptive = rng_one_in(3);
	c->metrics = c->version >= 2 && rng_one_in(3);
	c->pdcm = rng_one_in(2);
	c->capabilities = rng_one_in(2) ? 0x2000 : 0x1000 * rng_below(4);
	if (c->version >= 4 && rng_one_in(2))
		c->status_extra = 1ull << 55 | 1ull << 60;
}

static u32 random_msr(const struct pmc_arch_config *c)
{
	switch (rng_below(12)) {
	case 0:
	case 1:
		return 0xc1 + rng_below(8);
	case 2:
	case 3:
		return 0x186 + rng_below(8);
	case 4:
		return 0x309 + rng_below(5);
	case 5:
		return 0x4c1 + rng_below(9);
	case 6:
		return 0x38d;
	case 7:
		return 0x38f;
	case 8:
		return 0x38d + rng_below(7);
	case 9:
		return rng_one_in(2) ? 0x1900 + rng_below(0xc4) : 0x345;
	case 10:
		return 0x390 + rng_below(2);
	default:
		return rng_one_in(3) ? rng_below(0x2000) : 0x309 + rng_below(0x12);
	}
}

static u64 random_value(const struct pmc_arch_config *c, u32 msr)
{
	static const u16 selects[] = { 0x003c, 0x013c, 0x00c0, 0x012e,
				       0x032e, 0x412e, 0x00c4, 0x0000 };
	u64 v;

	if (rng_one_in(12))
		return any_bits();
	if ((msr >= 0x186 && msr <= 0x18f) || (msr >= 0x1900 && msr < 0x1928 && msr % 4 == 1)) {
		v = selects[rng_below(8)] | (u64)rng_below(4) << 16 | 1 << 22;
		if (c->version == 0 && msr == 0x187)
			v &= ~(1ull << 22);
		v |= any_bits() & (1 << 20 | 1 << 23);
		if (rng_one_in(3))
			v |= 1 << 18;
		if (c->any_thread && rng_one_in(3))
			v |= 1 << 21;
		if (rng_one_in(2))
			v |= (u64)rng_below(5) << 24;
		if (c->equal && rng_one_in(3))
			v |= 1ull << 36;
		if (c->tsx && rng_one_in(3))
			v |= 1ull << 32;
		if (c->tsx && rng_one_in(3))
			v |= 1ull << 33;
		if (c->umask2 && rng_one_in(3))
			v |= 1ull << 40;
		if (rng_one_in(6))
			v |= 1ull << rng_below(64);
		return v;
	}
	if (msr == 0x38d || msr == 0x38f || (msr >= 0x390 && msr <= 0x392)) {
		v = any_bits();
		if (msr == 0x38d) {
			u32 i;

			for (i = 0; i < 16; i++)
				if (!(c->fixed >> i & 1))
					v &= ~(15ull << 4 * i);
			if (!c->any_thread)
				v &= 0xbbbbbbbbbbbbbbbb;
		} else {
			v &= c->general | (u64)c->fixed << 32 |
			     (msr == 0x38f || rng_one_in(2) ? 0 : 3ull << 58);
			if (msr == 0x38f && rng_one_in(2))
				v = c->general | (u64)c->fixed << 32;
		}
		return v | (rng_one_in(16) ? 1ull << rng_below(64) : 0);
	}
	return rng_count(rng_one_in(2) ? c->general_width : 32);
}

static bool same(const struct pmc_arch *pmu, struct naive *n)
{
	u32 i;

	for (i = 0; i < 10; i++)
		if (pmu->general[i] != n->r[0xc1 + i] || pmu->evtsel[i] != n->r[0x186 + i])
			return false;
	for (i = 0; i < 16; i++)
		if (pmu->fixed[i] != n->r[0x309 + i])
			return false;
	return pmu->fixed_ctrl == n->r[0x38d] && pmu->global_status == n->r[0x38e] &&
	       pmu->global_ctrl == n->r[0x38f] && pmu->pmi == n->pmi;
}

static struct {
	u64 faults, runs, overflows, freezes, next_found, edges, undone;
} seen;

/* Does one random operation on both. If they differ, says how and returns false. */
static bool operation(struct pmc_arch *pmu, struct naive *n, struct naive *probe)
{
	u64 a = 1, b = 1, v;
	u32 msr, cycles, i;
	struct pmc_run run;
	struct pmc_cycle other;
	unsigned cpl = rng_one_in(20) ? rng_below(4) : 0;
	int ra, rb;

	switch (rng_below(8)) {
	case 0:
		msr = random_msr(&n->c);
		ra = pmc_arch_rdmsr(pmu, cpl, msr, &a);
		rb = naive_rdmsr(n, cpl, msr, &b);
		if (ra != rb || a != b)
			note("rdmsr %x: %d %" PRIx64 ", naive %d %" PRIx64, msr, ra, a, rb, b);
		return ra == rb && a == b;
	case 1:
	case 2:
	case 3:
		msr = random_msr(&n->c);
		v = random_value(&n->c, msr);
		ra = pmc_arch_wrmsr(pmu, cpl, msr, v);
		rb = naive_wrmsr(n, cpl, msr, v);
		seen.faults += ra == PMC_ACCESS_GP;
		if (ra != rb)
			note("version %d wrmsr %x %" PRIx64 ": %d, naive %d", n->c.version, msr, v,
			     ra, rb);
		return ra == rb;
	case 4:
		msr = (rng_one_in(2) ? 0x40000000 : 0) + rng_below(12) +
		      (rng_one_in(20) ? (u32)any_bits() : 0);
		cpl = rng_below(4);
		v = rng_below(2);
		ra = pmc_arch_rdpmc(pmu, cpl, v, msr, &a);
		rb = naive_rdpmc(n, cpl, v, msr, &b);
		return ra == rb && a == b;
	case 5:
		if (rng_one_in(4)) {
			v = any_bits();
			pmc_arch_debugctl(pmu, v);
			n->freeze = v & 0x1000;
			n->smm_freeze = v & 0x4000;
		}
		/*
		 * SDM volume 3, IN_TXCP: "the event counter will not include counts that occurred
		 * within an aborted transaction".
		 */
		if (rng_one_in(2)) {
			n->in_tx = true;
			n->at_begin = n->r[0xc3];
			pmc_arch_tx_begin(pmu);
		} else if (rng_one_in(4)) {
			n->in_tx = false;
			pmc_arch_tx_commit(pmu);
		} else {
			if (n->in_tx && n->r[0x188] >> 33 & 1) {
				seen.undone += n->r[0xc3] != n->at_begin;
				n->r[0xc3] = n->at_begin;
			}
			n->in_tx = false;
			pmc_arch_tx_abort(pmu);
		}
		if (rng_one_in(4)) {
			a = pmc_arch_take_pmi(pmu);
			b = n->pmi;
			n->pmi = false;
		}
		return a == b;
	default:
		break;
	}
	rng_cycle(&run.self, N_SIGNALS);
	rng_cycle(&other, N_SIGNALS);
	run.other = rng_one_in(2) ? &other : NULL;
	run.cycles = cycles = rng_below(rng_one_in(4) ? 120 : 12);
	seen.runs++;
	if (rng_one_in(4)) {
		v = pmc_arch_next(pmu, &run);
		*probe = *n;
		for (i = 1; i <= 60; i++) {
			naive_cycle(probe, &run.self, run.other);
			if (probe->wrapped)
				break;
		}
		seen.next_found += i <= 60;
		if (i <= 60 ? v != i : v <= 60) {
			note("next %" PRIu64 ", naive %u", v, i);
			return false;
		}
	}
	a = n->r[0x38e];
	pmc_arch_advance(pmu, &run);
	for (i = 0; i < cycles; i++) {
		naive_cycle(n, &run.self, run.other);
		seen.overflows += n->wrapped;
	}
	seen.freezes += !(a >> 59 & 1) && n->r[0x38e] >> 59 & 1;
	if (!same(pmu, n))
		note("version %d: a run of %u cycles counts otherwise", n->c.version, cycles);
	return same(pmu, n);
}

/* Makes a configuration of a version with all optional features, or with none. */
static void whole_config(struct pmc_arch_config *c, unsigned version, bool all)
{
	memset(c, 0, sizeof(*c));
	if (!version) {
		*c = pmc_p6_config;
		return;
	}
	c->version = (u8)version;
	c->general = all ? 0x3ff : 0x3;
	c->general_width = all ? 48 : 40;
	c->fixed = version < 2 ? 0 : all ? 0xffff : 0x5;
	c->fixed_width = c->fixed ? c->general_width : 0;
	c->pin_control = c->tsx = c->adaptive = c->pdcm = all;
	c->any_thread = all && version >= 3;
	c->metrics = all && version >= 2;
	c->umask2 = c->equal = c->v6_msrs = all && version == 6;
	c->capabilities = all ? 0x2000 : 0;
	c->status_extra = all && version >= 4 ? 1ull << 55 | 1ull << 60 : 0;
}

/*
 * Writes every bit of every register of any version, alone, in every ring: both must answer the
 * same and hold the same value afterwards. Also tries every bit of RDPMC's ECX. The bits include
 * those that only some versions reserve, such as IN_TXCP and OVF_UNCORE.
 */
static void every_bit(void)
{
	static struct naive n, fresh;
	struct pmc_arch_config c;
	struct pmc_arch pmu, copy;
	u32 version, msr, b, cpl, all, asked = 0, faults = 0, wrong = 0;
	u64 x, y;
	int ra, rb;

	for (version = 0; version <= 6; version++)
		for (all = 0; all < 2; all++) {
			whole_config(&c, version, all);
			wrong += pmc_arch_init(&pmu, &c, &signals) != 0;
			naive_init(&fresh, &c);
			for (msr = 0; msr < 0x2000; msr++) {
				if (!ours(msr))
					continue;
				for (b = 0; b < 64; b++) {
					cpl = b == 7 ? 1 + version % 3 : 0;
					copy = pmu;
					n = fresh;
					ra = pmc_arch_wrmsr(&copy, cpl, msr, 1ull << b);
					rb = naive_wrmsr(&n, cpl, msr, 1ull << b);
					x = y = 0xdead;
					asked++;
					faults += ra == PMC_ACCESS_GP;
					if (ra != rb ||
					    pmc_arch_rdmsr(&copy, 0, msr, &x) !=
						    naive_rdmsr(&n, 0, msr, &y) ||
					    x != y || !same(&copy, &n)) {
						if (wrong++ < 5)
							note("version %u: %x bit %u: %d %" PRIx64
							     ", naive %d %" PRIx64,
							     version, msr, b, ra, x, rb, y);
					}
				}
			}
			for (b = 0; b < 32; b++)
				for (msr = 0; msr < 20; msr++) {
					x = y = 0xdead;
					ra = pmc_arch_rdpmc(&pmu, b % 4, b & 1, 1u << b | msr, &x);
					rb = naive_rdpmc(&fresh, b % 4, b & 1, 1u << b | msr, &y);
					wrong += ra != rb || x != y;
				}
		}
	is_int(wrong, 0,
	       "%u bits of every register of versions 0 to 6, %u of them #GP: as the naive PMU has "
	       "it",
	       asked, faults);
	ok(faults > 10000 && asked - faults > 10000, "both kinds");
}

/* Writes, alone, each bit that only one version has. */
static void reserved_bits(void)
{
	struct pmc_arch_config c;
	struct pmc_arch pmu;
	struct pmc_run run = { .cycles = 10 };

	whole_config(&c, 4, true);
	pmc_arch_init(&pmu, &c, &signals);
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x187, 1ull << 33), PMC_ACCESS_GP,
	       "IN_TXCP is reserved in IA32_PERFEVTSEL1");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x188, 1ull << 33), 0, "and is a bit of IA32_PERFEVTSEL2");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x391, 1ull << 61), 0, "OVF_UNCORE can be set");
	is_hex(pmu.global_status, 1ull << 61, "and is seen");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x390, 1ull << 61), 0, "and cleared");
	is_hex(pmu.global_status, 0, "and is gone");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x391, 1ull << 63), PMC_ACCESS_GP, "CondChgd cannot be set");
	whole_config(&c, 2, true);
	pmc_arch_init(&pmu, &c, &signals);
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x390, 1ull << 61), PMC_ACCESS_GP,
	       "version 2 has no OVF_UNCORE");

	/* A transaction that aborts. */
	whole_config(&c, 4, true);
	pmc_arch_init(&pmu, &c, &signals);
	run.self.count[2] = 3;
	pmc_arch_wrmsr(&pmu, 0, 0x188, 0xc0 | 3 << 16 | 1 << 22 | 1ull << 33);
	pmc_arch_wrmsr(&pmu, 0, 0x186, 0xc0 | 3 << 16 | 1 << 22);
	pmc_arch_advance(&pmu, &run);
	pmc_arch_tx_begin(&pmu);
	pmc_arch_advance(&pmu, &run);
	pmc_arch_tx_abort(&pmu);
	is_u64(pmu.general[2], 30, "IN_TXCP: what an aborted transaction counted is taken back");
	is_u64(pmu.general[0], 60, "without it, it is counted");
	pmc_arch_tx_begin(&pmu);
	pmc_arch_advance(&pmu, &run);
	pmc_arch_tx_commit(&pmu);
	pmc_arch_tx_abort(&pmu);
	is_u64(pmu.general[2], 60, "what a transaction that commits counted stays");
}

static void random_sequences(void)
{
	static struct naive n, probe;
	struct pmc_arch pmu;
	struct pmc_arch_config c;
	u32 done_so_far, wrong = 0;

	for (done_so_far = 0; done_so_far < OPERATIONS && !wrong; done_so_far++) {
		if (done_so_far % 500 == 0) {
			random_config(&c);
			if (pmc_arch_init(&pmu, &c, &signals))
				wrong++;
			naive_init(&n, &c);
		}
		if (!operation(&pmu, &n, &probe))
			wrong++;
		/* Sometimes compares the registers after operations that change nothing, too. */
		if (done_so_far % 16 == 0 && !same(&pmu, &n))
			wrong++;
	}
	is_int(wrong, 0, "%d random operations: model and naive PMU agree", OPERATIONS);
	note("%" PRIu64 " faults, %" PRIu64 " runs, %" PRIu64 " cycles with an overflow, %" PRIu64
	     " freezes, %" PRIu64 " distances",
	     seen.faults, seen.runs, seen.overflows, seen.freezes, seen.next_found);
	ok(seen.undone > 100, "%" PRIu64 " aborts took something back", seen.undone);
	ok(seen.faults > 1000 && seen.overflows > 10000 && seen.freezes > 100 &&
		   seen.next_found > 1000,
	   "the sequences reached faults, overflows, freezes and distances");
}

/* ---- The manual's sentences ---- */

/* clang-format off */
static const struct pmc_arch_config v4 = {
	.version = 4, .general = 0xf, .fixed = 7, .general_width = 48, .fixed_width = 48,
	.pdcm = true,
	.capabilities = 0x2000,
};
/* clang-format on */

/* ECX, cycles, instructions: one run. */
static void run_for(struct pmc_arch *pmu, u64 cycles, unsigned cpl, unsigned instructions)
{
	struct pmc_run run = { .cycles = cycles, .self = { .cpl = (u8)cpl } };

	run.self.count[0] = 1;
	run.self.count[2] = (u8)instructions;
	pmc_arch_advance(pmu, &run);
}

static void write_all(struct pmc_arch *pmu, const u64 (*w)[2], unsigned n)
{
	for (; n; n--, w++)
		if (pmc_arch_wrmsr(pmu, 0, (u32)(*w)[0], (*w)[1]))
			ok(false, "wrmsr %" PRIx64 " %" PRIx64, (*w)[0], (*w)[1]);
}
#define WRITE(pmu, ...)                                 \
	write_all(pmu, (const u64[][2]){ __VA_ARGS__ }, \
		  sizeof((const u64[][2]){ __VA_ARGS__ }) / 16)

static u64 msr_of(const struct pmc_arch *pmu, u32 msr)
{
	u64 v = 0xdead;

	if (pmc_arch_rdmsr(pmu, 0, msr, &v))
		ok(false, "rdmsr %x", msr);
	return v;
}

static void sentences(void)
{
	struct pmc_arch pmu, old;
	struct pmc_arch_config c = v4;
	struct pmc_run run = { .cycles = 1 };
	u64 v = 7;

	is_int(pmc_arch_init(&pmu, &c, &signals), 0, "version 4");
	is_hex(msr_of(&pmu, 0x38f), 0xf,
	       "after a reset GLOBAL_CTRL enables the general counters alone");

	WRITE(&pmu, { 0xc1, 0x80000000 });
	is_hex(msr_of(&pmu, 0xc1), 0xffff80000000,
	       "a write to PMC0 is sign-extended from bit 31 to the width");
	WRITE(&pmu, { 0xc1, 0x123400000005 });
	is_hex(msr_of(&pmu, 0xc1), 5, "a write to PMC0 does not look at bits above 31");
	WRITE(&pmu, { 0x4c1, 0x123400000005 });
	is_hex(msr_of(&pmu, 0xc1), 0x123400000005, "a write to A_PMC0 is of full width");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x4c1, 1ull << 48), PMC_ACCESS_GP,
	       "bits above the width in A_PMC0: #GP");
	is_hex(msr_of(&pmu, 0xc1), 0x123400000005, "and nothing is changed");
	is_int(pmc_arch_rdpmc(&pmu, 3, false, 0, &v), PMC_ACCESS_GP,
	       "RDPMC in ring 3 without CR4.PCE: #GP");
	is_u64(v, 7, "and no result");
	is_int(pmc_arch_rdpmc(&pmu, 3, true, 4, &v), PMC_ACCESS_GP,
	       "RDPMC of a counter that is not there: #GP");
	is_int(pmc_arch_rdpmc(&pmu, 3, true, 0x40000002, &v), 0, "RDPMC of fixed counter 2");
	is_int(pmc_arch_rdmsr(&pmu, 0, 0x10, &v), PMC_ACCESS_ELSEWHERE,
	       "the TSC is no register of the PMU");

	/* 3 instructions in each of 10 cycles, in both rings */
	WRITE(&pmu, { 0xc1, 0 }, { 0x186, 0x4100c0 }, { 0x187, 0x4200c0 }, { 0xc2, 0 },
	      { 0x188, 0x034300c0 }, { 0x189, 0x048300c0 | 1 << 22 }, { 0x38d, 0x3 },
	      { 0x38f, 0x10000000f });
	run_for(&pmu, 10, 3, 3);
	run_for(&pmu, 4, 0, 3);
	run_for(&pmu, 2, 0, 5);
	is_u64(msr_of(&pmu, 0xc1), 30, "USR");
	is_u64(msr_of(&pmu, 0xc2), 22, "OS");
	is_u64(msr_of(&pmu, 0xc3), 16, "counter mask 3: cycles with 3 or more");
	is_u64(msr_of(&pmu, 0xc4), 14, "counter mask 4, inverted: cycles with fewer than 4");
	is_u64(msr_of(&pmu, 0x309), 52, "fixed counter 0");
	is_hex(msr_of(&pmu, 0x392), 0x10000000f, "INUSE: event selects and fields that are not 0");

	/* Overflow, PMI, streamlined freeze */
	pmc_arch_debugctl(&pmu, 1 << 12);
	WRITE(&pmu, { 0x186, 0x5300c0 }, { 0x4c1, 0xfffffffffff0 });
	run.self.count[2] = 3;
	is_u64(pmc_arch_next(&pmu, &run), 6, "16 instructions to go at 3 in each cycle: 6 cycles");
	run_for(&pmu, 100, 0, 3);
	is_hex(msr_of(&pmu, 0x38e), 1ull << 59 | 1, "overflow with INT: OVF_PMC0 and CTR_FRZ");
	is_u64(msr_of(&pmu, 0xc1), 2, "and no cycle more is counted");
	ok(pmc_arch_take_pmi(&pmu) && !pmc_arch_take_pmi(&pmu), "one PMI");
	WRITE(&pmu, { 0x390, 1ull << 59 | 1 });
	run_for(&pmu, 1, 0, 3);
	is_u64(msr_of(&pmu, 0xc1), 5, "STATUS_RESET of CTR_FRZ lets it count again");
	WRITE(&pmu, { 0x391, 1ull << 34 });
	is_hex(msr_of(&pmu, 0x38e), 1ull << 34, "STATUS_SET sets a bit");
	ok(!pmc_arch_take_pmi(&pmu), "without a PMI");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x391, 1ull << 63), PMC_ACCESS_GP,
	       "CondChgd can not be set");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x38e, 0), PMC_ACCESS_GP, "GLOBAL_STATUS is read-only");

	/* Legacy freeze */
	c.version = 2;
	is_int(pmc_arch_init(&old, &c, &signals), 0, "version 2");
	pmc_arch_debugctl(&old, 1 << 12);
	WRITE(&old, { 0x186, 0x5300c0 }, { 0xc1, 0xffffffff }, { 0x187, 0x43003c });
	run_for(&old, 100, 0, 1);
	is_hex(msr_of(&old, 0x38f), 0, "version 2: a PMI clears GLOBAL_CTRL");
	is_u64(msr_of(&old, 0xc2), 1, "and counters stop");
	is_int(pmc_arch_wrmsr(&old, 0, 0x186, 1 << 21), PMC_ACCESS_GP,
	       "version 2: bit 21 is reserved");
	is_int(pmc_arch_wrmsr(&old, 0, 0x391, 0), PMC_ACCESS_GP, "version 2 has no STATUS_SET");

	/* Version 1 */
	c = (struct pmc_arch_config){
		.version = 1, .general = 3, .general_width = 40, .pin_control = true
	};
	is_int(pmc_arch_init(&old, &c, &signals), 0, "version 1");
	is_int(pmc_arch_wrmsr(&old, 0, 0x38f, 3), PMC_ACCESS_GP, "version 1 has no GLOBAL_CTRL");
	WRITE(&old, { 0x186, 0x53003c }, { 0xc1, 0xffffffff });
	run_for(&old, 3, 0, 0);
	is_u64(msr_of(&old, 0xc1), 2, "version 1 counts by its enable bit alone");
	ok(pmc_arch_take_pmi(&old), "and requests PMIs");

	c.fixed = 1;
	is_int(pmc_arch_init(&old, &c, &signals), -PMC_CORE_EINVAL,
	       "version 1 with fixed counters is refused");
}

static void p6(void)
{
	struct pmc_arch pmu;

	is_int(pmc_arch_init(&pmu, &pmc_p6_config, &signals), 0, "P6");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x187, 1 << 22), PMC_ACCESS_GP, "PerfEvtSel1 has no EN");
	is_int(pmc_arch_wrmsr(&pmu, 0, 0x188, 0), PMC_ACCESS_GP, "there is no PerfEvtSel2");
	WRITE(&pmu, { 0xc1, 0xffffffff }, { 0x187, 0x1300c0 }, { 0xc2, 0xfffffffe });
	is_hex(msr_of(&pmu, 0xc1), 0xffffffffff, "40 bits, written as 32 with their sign");
	run_for(&pmu, 5, 0, 1);
	is_hex(msr_of(&pmu, 0xc2), 0xfffffffffe, "PerfEvtSel1 alone does not count");
	WRITE(&pmu, { 0x186, 0x430079 });
	run_for(&pmu, 5, 0, 1);
	is_hex(msr_of(&pmu, 0xc2), 3, "PerfEvtSel0's EN enables both counters");
	ok(pmc_arch_take_pmi(&pmu), "counter 1 requests its PMI");
	run_for(&pmu, 2, 0, 1);
	WRITE(&pmu, { 0x186, 0 });
	run_for(&pmu, 5, 0, 1);
	is_hex(msr_of(&pmu, 0xc2), 5, "and stops both");
}

/* AnyThread: occurrences of both threads, cycles of the core once. */
static void any_thread(void)
{
	struct pmc_arch_config c = v4;
	struct pmc_arch pmu;
	struct pmc_cycle other = { .cpl = 3 };
	struct pmc_run run = { .cycles = 10, .other = &other };

	c.any_thread = true;
	pmc_arch_init(&pmu, &c, &signals);
	WRITE(&pmu, { 0x186, 0x6300c0 }, { 0x187, 0x4300c0 }, { 0x188, 0x63003c },
	      { 0x189, 0x6200c0 }, { 0x38d, 0x73 }, { 0x38f, 0x70000000f });
	other.count[0] = run.self.count[0] = 1;
	run.self.count[2] = 2;
	other.count[2] = 3;
	pmc_arch_advance(&pmu, &run);
	is_u64(msr_of(&pmu, 0xc1), 50, "AnyThread: occurrences of both threads");
	is_u64(msr_of(&pmu, 0xc2), 20, "without it, of one");
	is_u64(msr_of(&pmu, 0xc3), 10, "AnyThread: a cycle of the core counts once");
	is_u64(msr_of(&pmu, 0xc4), 20, "AnyThread: each thread's own ring decides");
	is_u64(msr_of(&pmu, 0x30a), 10, "AnyThread of a fixed counter");
}

int main(void)
{
	reserved_bits();
	every_bit();
	sentences();
	any_thread();
	p6();
	random_sequences();
	return done();
}

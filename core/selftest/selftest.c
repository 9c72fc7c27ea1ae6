/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* All counters, one after the other, and what they have in common. */
#include "core/selftest/selftest.h"

#include "core/assign/pmu.h"
#include "core/pmu/regs.h"
#include "core/selftest/subject.h"

static int check_one(struct selftest *t, u32 counter)
{
	const struct selftest_host *host = t->bank.host;
	struct finding none = { .check = SELFTEST_NO_EVENT,
				.result = SELFTEST_SKIPPED,
				.counter = (u8)counter };
	int err;

	if (!pmc_subject_init(&t->a, &t->bank, counter, 0)) {
		host->found(host->data, &none);
		return 0;
	}
	err = pmc_subject_check(&t->a);
	if (!err)
		err = pmc_subject_check_overflow(&t->a);
	if (err || !host->overflow || !pmc_subject_init(&t->a, &t->bank, counter, ENCODE_PMI))
		return err;
	return pmc_subject_check_interrupt(&t->a);
}

/* ---- Two counters at once ---- */

static int select_both(struct subject *a, struct subject *b, bool on)
{
	int err = pmc_subject_select(a, on);

	return err ? err : pmc_subject_select(b, on);
}

/* What both count around a loop. */
static int around_both(struct subject *a, struct subject *b, u32 loops, u64 counted[2])
{
	const struct selftest_host *host = a->bank->host;
	u64 before[2], after[2];
	int err = host->get(host->data, a->address, &before[0]);

	if (!err)
		err = host->get(host->data, b->address, &before[1]);
	host->loop(loops);
	if (!err)
		err = host->get(host->data, a->address, &after[0]);
	if (!err)
		err = host->get(host->data, b->address, &after[1]);
	if (err)
		return err;
	counted[0] = (after[0] - before[0]) & a->mask;
	counted[1] = (after[1] - before[1]) & b->mask;
	return 0;
}

/*
 * What both count of the loop alone, until counted[0] is what is wanted of it; 0: what b counts
 * then.
 */
static int of_loop(struct subject *a, struct subject *b, u64 want, u64 counted[2])
{
	u64 without[2];
	int i, err = select_both(a, b, true);

	for (i = 0; i < SELFTEST_TRIES && !err; i++) {
		err = around_both(a, b, 1, without);
		if (!err)
			err = around_both(a, b, SELFTEST_LOOPS + 1, counted);
		if (err)
			break;
		counted[0] -= without[0];
		counted[1] -= without[1];
		if (counted[0] == (want ? want : counted[1]))
			break;
	}
	return err ? err : select_both(a, b, false);
}

/* Fixed counter 0 counts instructions, as a general one can. */
static int check_fixed(struct selftest *t)
{
	u64 counted[2] = { 0, 0 };
	int err;

	if (!pmc_subject_init(&t->a, &t->bank, FIXED_COUNTER(0), 0) ||
	    !pmc_subject_init(&t->b, &t->bank, 0, 0))
		return 0;
	err = of_loop(&t->a, &t->b, 0, counted);
	if (!err)
		pmc_subject_found(&t->a, SELFTEST_FIXED, counted[0] == counted[1], counted[0],
				  counted[1]);
	return err;
}

/* P6: one bit enables both counters, that of counter 0. */
static int check_shared(struct selftest *t)
{
	u64 counted;
	int err;

	if (t->bank.pmu->family != PMU_P6 || !pmc_subject_init(&t->a, &t->bank, 1, 0) ||
	    !pmc_subject_init(&t->b, &t->bank, 0, 0))
		return 0;
	err = select_both(&t->a, &t->b, true);
	if (!err)
		err = pmc_bank_change(&t->bank, MSR_PERFEVTSEL0, EVTSEL_EN, 0);
	if (!err)
		err = pmc_subject_around(&t->a, SELFTEST_LOOPS, &counted);
	if (err)
		return err;
	pmc_subject_found(&t->a, SELFTEST_SHARED, !counted, counted, 0);
	return select_both(&t->a, &t->b, false);
}

/* P5: one register has the events of both counters. A loop has one branch in two instructions. */
static int check_halves(struct selftest *t)
{
	const u64 want = 2 * SELFTEST_LOOPS;
	u64 counted[2] = { 0, 0 };
	struct pmu_reg_at cesr;
	int err;

	if (!pmc_pmu_reg_at(t->bank.pmu, MSR_P5_CESR, &cesr) ||
	    !pmc_subject_init_event(&t->a, &t->bank, 1, "instructions", 0) ||
	    !pmc_subject_init_event(&t->b, &t->bank, 0, "branches", 0))
		return 0;
	err = of_loop(&t->a, &t->b, want, counted);
	if (!err)
		pmc_subject_found(&t->a, SELFTEST_PAIR, counted[0] == want, counted[0], want);
	return err;
}

int pmc_selftest_run(struct selftest *t)
{
	u64 counters = pmc_assign_counters(t->bank.pmu);
	u32 counter;
	int err = 0;

	for (counter = 0; counter < 64 && !err; counter++)
		if (counters >> counter & 1)
			err = check_one(t, counter);
	if (!err)
		err = check_fixed(t);
	if (!err)
		err = check_shared(t);
	return err ? err : check_halves(t);
}

/* ---- RDPMC ---- */

/* What a counter holds meanwhile: each another value, which 32 bits can write. */
#define CONTENT_GAP 0x10001u
static u64 content_of(u32 counter)
{
	return 0x1010101u + counter * CONTENT_GAP;
}

static int fill(struct bank *bank, u64 counters)
{
	const struct selftest_host *host = bank->host;
	struct pmu_reg_at at;
	u32 i;
	int err = 0;

	for (i = 0; i < 64 && !err; i++)
		if (counters >> i & 1 && pmc_bank_counter(bank, i, &at))
			err = host->set(host->data, at.address, content_of(i));
	return err;
}

/* Who permits RDPMC may clear counters when another thread was on the CPU; then try again. */
static int check_rdpmc(struct subject *s)
{
	const struct selftest_host *host = s->bank->host;
	u64 moves = pmc_pmu_always_counts(s->bank->pmu) ? CONTENT_GAP / 2 : 0, got = 0, want = 0;
	int i, err = 0;

	for (i = 0; i < SELFTEST_TRIES && want != content_of(s->counter); i++) {
		err = host->set(host->data, s->address, content_of(s->counter));
		if (!err)
			err = host->read_pmc(host->data, pmc_rdpmc_index(s->counter), &got);
		if (err)
			break;
		err = host->get(host->data, s->address, &want);
		if (err)
			return err;
	}
	if (err && err != SELFTEST_REFUSED)
		return err;
	pmc_subject_found(s, SELFTEST_PERMITTED, !err, !err, 1);
	if (!err)
		pmc_subject_found(s, SELFTEST_RDPMC, want - got <= moves, got, want);
	return 0;
}

static int check_closed(struct subject *s)
{
	const struct selftest_host *host = s->bank->host;
	u64 got = 0;
	int err = host->read_pmc(host->data, pmc_rdpmc_index(s->counter), &got);

	if (err && err != SELFTEST_REFUSED)
		return err;
	pmc_subject_found(s, SELFTEST_CLOSED, err, got, 0);
	return 0;
}

int pmc_selftest_rdpmc(struct selftest *t, bool permitted)
{
	u64 counters = pmc_assign_counters(t->bank.pmu);
	u32 counter;
	int err;

	if (!t->bank.host->read_pmc)
		return 0;
	err = fill(&t->bank, counters);
	for (counter = 0; counter < 64 && !err; counter++)
		if (counters >> counter & 1 && pmc_subject_begin(&t->a, &t->bank, counter))
			err = permitted ? check_rdpmc(&t->a) : check_closed(&t->a);
	return err;
}

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only Pentium 4 has: CCCRs that select ESCRs, cascades, forced overflow, the active thread.
 * Intel SDM volume 3, "Performance Monitoring (Processors Based on Intel NetBurst
 * Microarchitecture)": "CCCR MSRs", "Cascading Counters", "Extended Cascading", "Generating an
 * Interrupt on Overflow".
 */
#include "tests/bare/bare.h"

#define LOOPS 100
#define TOTAL (LOOPS * 4 + PROGRAM_EXIT) /* instructions at CPL 3 */

static u32 arrived; /* PMIs */
static u32 arrived_at[8];

static void on_pmi(struct machine *m, const struct pmi *pmi)
{
	if (arrived < N_OF(arrived_at))
		arrived_at[arrived] = pmi->at;
	arrived++;
	m->set_lvtpc(m, LVT_NMI);
}

static void expect_pmi(struct machine *m)
{
	arrived = 0;
	m->on_pmi = on_pmi;
	m->set_lvtpc(m, LVT_NMI);
}

static void no_more_pmi(struct machine *m)
{
	m->set_lvtpc(m, LVT_MASKED | LVT_NMI);
	m->on_pmi = NULL;
}

/* Finds the CCCR of a counter among the registers of a setup. */
static u64 *cccr(struct setup *s, u32 counter)
{
	u32 i;

	for (i = 0; s->regs[i].address != MSR_P4_CCCR0 + counter; i++)
		;
	return &s->regs[i].value;
}

static void start_and_run(struct setup *s)
{
	setup_zero(s);
	setup_start(s);
	s->m->run(s->m, RUN_PLAIN, LOOPS, 3);
}

/* Counts with these bits of the CCCR set and cleared. */
static u64 count_with(struct machine *m, const char *event, u32 counter, u32 set, u32 clear)
{
	struct setup s;

	setup_begin(&s, m);
	if (!setup_add(&s, event, counter, 0))
		return NOWHERE64;
	*cccr(&s, counter) = (*cccr(&s, counter) & ~(u64)clear) | set;
	start_and_run(&s);
	setup_stop(&s);
	return setup_read(&s, 0);
}

/*
 * For most groups of counters, no event ever happens here. With the complement, each cycle without
 * the event counts, and so the count shows that the event does not happen.
 */
static void check_every_counter(struct machine *m)
{
	static const struct {
		u32 from, to;
		const char *event;
	} group[] = {
		{ P4_BPU_COUNTER0, P4_BPU_COUNTER3, "BPU_fetch_request:i" },
		{ P4_MS_COUNTER0, P4_MS_COUNTER3, "tc_ms_xfer:i" },
		{ P4_FLAME_COUNTER0, P4_FLAME_COUNTER3, "x87_FP_uop:i" },
		{ P4_IQ_COUNTER0, P4_IQ_COUNTER5, "mispred_branch_retired:i" },
	};
	u64 cycles = count_of(m, "cycles", first_counter(m, "cycles"), RUN_PLAIN, 0, LOOPS);
	unsigned wrong = 0, g;
	u32 c;

	for (g = 0; g < N_OF(group); g++)
		for (c = group[g].from; c <= group[g].to; c++) {
			u64 got = count_of(m, group[g].event, c, RUN_PLAIN, 0, LOOPS);

			if (got == cycles)
				continue;
			detail("counter %u: %llu, should be %llu", c, (unsigned long long)got,
			       (unsigned long long)cycles);
			wrong++;
		}
	is(wrong, 0, "each of the 18 counters counts the cycles in which an event does not happen");
}

static void check_fields(struct machine *m)
{
	u32 c = P4_IQ_COUNTER0, thread[4], i;
	unsigned wrong = 0;

	for (i = 0; i < 4; i++)
		thread[i] = (u32)count_with(m, "instructions:u", c, i << P4_CCCR_THREAD_SHIFT,
					    P4_CCCR_THREAD);
	detail("none %u, one %u, both %u, any %u", thread[0], thread[1], thread[2], thread[3]);
	ok(!thread[0] && thread[1] == TOTAL && !thread[2] && thread[3] == TOTAL,
	   "active thread: one or any is this one; none and both are not");
	is(count_with(m, "instructions:u", c, P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE,
		      0),
	   TOTAL, "without COMPARE, complement, threshold and edge do nothing");
	is(count_with(m, "instructions:u", c, P4_CCCR_COMPARE | 1u << P4_CCCR_THRESHOLD_SHIFT, 0),
	   0, "COMPARE: no cycle has more events than a threshold of 1");
	is(count_with(m, "instructions:u", c,
		      P4_CCCR_COMPARE | P4_CCCR_COMPLEMENT | 1u << P4_CCCR_THRESHOLD_SHIFT, 0),
	   TOTAL, "… and all have at most that many");
	is(count_with(m, "instructions:u", c, 0, P4_CCCR_ENABLE), 0,
	   "without ENABLE nothing is counted");
	/* Select no event at the other numbers of the counter's group. */
	for (i = 0; i < 8; i++)
		if (i != pmc_p4_escr[P4_CRU_ESCR0].select)
			wrong += count_with(m, "instructions:u", c, i << P4_CCCR_SELECT_SHIFT,
					    P4_CCCR_SELECT) != 0;
	is(wrong, 0, "a CCCR listens to the ESCR that it selects, and to no other");
}

/* One ESCR for several counters; and an ESCR that changes while they count */
static void check_escr(struct machine *m)
{
	static const char *const rings[] = { "instructions:u", "instructions:k", "instructions" };
	u32 escr = pmc_p4_escr[P4_CRU_ESCR0].address;
	struct setup s;
	u64 first;

	setup_begin(&s, m);
	ok(setup_assign(&s, rings, 2, 0), "two values for CRU_ESCR0 and 1 find their ESCRs");
	setup_begin(&s, m);
	ok(!setup_assign(&s, rings, 3, 0), "… and for a third one there is none");

	setup_begin(&s, m);
	setup_add(&s, "instructions:u", P4_IQ_COUNTER0, 0);
	setup_add(&s, "instructions:u", P4_IQ_COUNTER1, 0);
	setup_add(&s, "instructions:u", P4_IQ_COUNTER4, 0);
	start_and_run(&s);
	first = setup_read(&s, 0);
	ok(first == TOTAL && setup_read(&s, 1) == first && setup_read(&s, 2) == first,
	   "three counters listen to one ESCR");
	set_msr(m, escr, msr(m, escr) & ~(u64)P4_ESCR_T0_USR);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	ok(setup_read(&s, 0) == first && setup_read(&s, 1) == first && setup_read(&s, 2) == first,
	   "… and none of them counts when the ESCR is told no ring");
	set_msr(m, escr, (msr(m, escr) | P4_ESCR_T0_USR) & ~(u64)P4_ESCR_MASK);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	ok(setup_read(&s, 0) == first && setup_read(&s, 1) == first && setup_read(&s, 2) == first,
	   "… nor when it is told no sub-event");
	setup_stop(&s);
}

/* ---- Overflow ---- */

static void check_late_pmi(struct machine *m)
{
	u32 c = P4_IQ_COUNTER0;
	struct setup s;

	/* The last instruction at CPL 3 overflows, and nothing is counted after it. */
	expect_pmi(m);
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, ENCODE_PMI);
	write_counter(m, c, -(u64)TOTAL);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	is(read_counter(m, c), 0, "an overflow with the last count");
	ok(msr(m, MSR_P4_CCCR0 + c) & P4_CCCR_OVF, "… sets OVF of the CCCR");
	is(arrived, 0, "… and interrupts with the next count only, which has not come");
	set_msr(m, MSR_P4_CCCR0 + c, msr(m, MSR_P4_CCCR0 + c) & ~(u64)P4_CCCR_OVF);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	is(arrived, 0, "… and never when the CCCR was written before it");
	setup_stop(&s);
	no_more_pmi(m);
}

static void check_forced(struct machine *m)
{
	u32 c = P4_IQ_COUNTER0, i;
	unsigned wrong = 0;
	struct setup s;

	expect_pmi(m);
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, ENCODE_PMI);
	setup_also(&s, MSR_P4_CCCR0 + c, P4_CCCR_FORCE_OVF);
	start_and_run(&s);
	ok(msr(m, MSR_P4_CCCR0 + c) & P4_CCCR_OVF, "FORCE_OVF: every count sets OVF");
	is(setup_read(&s, 0), TOTAL, "… while the counter counts on");
	setup_stop(&s);
	is(arrived, TOTAL - 1, "… and every count but the first interrupts");
	for (i = 0; i < N_OF(arrived_at); i++)
		wrong += arrived_at[i] != i + 2;
	is(wrong, 0, "… at its instruction");
	no_more_pmi(m);
}

/* ---- Cascades ---- */

/* `first` overflows after 100, and starts `second`, which is not enabled. */
static unsigned wrong_cascade(struct machine *m, u32 first, u32 second, const char *event, u32 flag)
{
	u64 got[3];
	struct setup s;

	setup_begin(&s, m);
	if (!setup_add(&s, event, first, 0) || !setup_add(&s, event, second, 0))
		return 1;
	*cccr(&s, second) = (*cccr(&s, second) & ~(u64)P4_CCCR_ENABLE) | flag;
	setup_zero(&s);
	setup_start(&s);
	m->run(m, RUN_PLAIN, 10, 3);
	got[0] = setup_read(&s, 1);
	write_counter(m, first, -(u64)100);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	got[1] = setup_read(&s, 1);
	set_msr(m, MSR_P4_CCCR0 + first, msr(m, MSR_P4_CCCR0 + first) & ~(u64)P4_CCCR_OVF);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	got[2] = setup_read(&s, 1) - got[1];
	setup_stop(&s);
	if (!got[0] && got[1] == TOTAL - 100 && !got[2])
		return 0;
	detail("%u to %u: before the overflow %llu, after it %llu, with OVF cleared %llu", first,
	       second, (unsigned long long)got[0], (unsigned long long)got[1],
	       (unsigned long long)got[2]);
	return 1;
}

static void check_cascades(struct machine *m)
{
	/* "Cascading Counters", table of the pairs. */
	static const u8 pairs[][2] = {
		{ 0, 2 },   { 1, 3 },	{ 2, 0 },   { 3, 1 },	{ 12, 14 },
		{ 13, 15 }, { 14, 12 }, { 15, 13 }, { 14, 16 }, { 15, 17 },
	};
	static const u8 extended[][2] = { { 16, 12 }, { 16, 13 }, { 17, 14 }, { 17, 15 } };
	unsigned wrong = 0, i;

	for (i = 0; i < N_OF(pairs); i++)
		wrong += wrong_cascade(m, pairs[i][0], pairs[i][1],
				       pairs[i][0] < 12 ? "global_power_events:u" :
							  "instructions:u",
				       P4_CCCR_CASCADE);
	is(wrong, 0,
	   "a cascade: the second counter runs while OVF is set in the first one's CCCR (%u pairs)",
	   i);
	if (!(m->pmu.caps & PMU_EXT_CASCADE))
		return;
	for (i = 0, wrong = 0; i < N_OF(extended); i++)
		wrong += wrong_cascade(m, extended[i][0], extended[i][1], "instructions:u",
				       P4_CCCR_EXT_CASCADE);
	is(wrong, 0, "… also an extended one (%u pairs)", i);
}

/* ---- Hyper-Threading: the other logical processor does nothing here (check_threads.c) ---- */

static void check_one_thread(struct machine *m)
{
	u32 c = P4_IQ_COUNTER0;
	struct setup s;

	if (!(m->pmu.caps & PMU_HT))
		return;
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, ENCODE_SIBLING);
	start_and_run(&s);
	setup_stop(&s);
	is(setup_read(&s, 0), 0, "the T1 flags of an ESCR do not count logical processor 0");

	expect_pmi(m);
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", c, 0);
	setup_also(&s, MSR_P4_CCCR0 + c, P4_CCCR_OVF_PMI_T1);
	write_counter(m, c, -(u64)100);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	setup_stop(&s);
	is(arrived, 0, "OVF_PMI_T1 does not interrupt logical processor 0");
	no_more_pmi(m);
}

void check_p4(struct machine *m)
{
	check_every_counter(m);
	check_fields(m);
	check_escr(m);
	if (m->apic) {
		check_late_pmi(m);
		check_forced(m);
	}
	check_cascades(m);
	check_one_thread(m);
}

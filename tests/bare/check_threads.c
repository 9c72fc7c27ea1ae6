/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two logical processors of a Pentium 4 with Hyper-Threading share one PMU: an ESCR says whose
 * events count, a CCCR which processor the overflow interrupts. Intel SDM volume 3, "Performance
 * Monitoring and Intel Hyper-Threading Technology in Processors Based on Intel NetBurst
 * Microarchitecture".
 */
#include "tests/bare/bare.h"

#define LOOPS	100
#define TOTAL	(LOOPS * 4 + PROGRAM_EXIT) /* instructions at CPL 3 */
#define COUNTER P4_IQ_COUNTER0

static u64 seen;
static u32 arrived[2];

static void read_there(struct machine *m)
{
	seen = read_counter(m, COUNTER);
}

static void run_there(struct machine *m)
{
	m->run(m, RUN_PLAIN, LOOPS, 3);
}

static void on_pmi(struct machine *m, const struct pmi *pmi)
{
	arrived[m->flags == ENCODE_SIBLING]++;
}

static void wait_for_pmi_there(struct machine *m)
{
	m->on_pmi = on_pmi;
	m->set_lvtpc(m, LVT_NMI);
}

static void no_more_there(struct machine *m)
{
	m->set_lvtpc(m, LVT_NMI | LVT_MASKED);
	m->on_pmi = NULL;
}

static void there(struct machine *m, void (*work)(struct machine *m))
{
	m->start(m, m->sibling, work);
	m->wait(m, m->sibling);
}

/*
 * Counts instructions:u with these flags of the ESCR, while both logical processors run, one after
 * the other.
 */
static u64 count_with(struct machine *m, u32 flags)
{
	u32 escr = pmc_p4_escr[P4_CRU_ESCR0].address;
	struct setup s;
	u32 i;

	setup_begin(&s, m);
	setup_add(&s, "instructions:u", COUNTER, 0);
	for (i = 0; i < s.n_regs; i++)
		if (s.regs[i].address == escr)
			s.regs[i].value =
				(s.regs[i].value & ~(u64)(P4_ESCR_T0_USR | P4_ESCR_T1_USR)) | flags;
	setup_zero(&s);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	there(m, run_there);
	setup_stop(&s);
	return setup_read(&s, 0);
}

/*
 * Finds which logical processor a counter interrupts that counts logical processor 0. Both have
 * their LVT open.
 */
static void interrupt_with(struct machine *m, u32 flags)
{
	struct setup s;

	arrived[0] = arrived[1] = 0;
	wait_for_pmi_there(m);
	there(m, wait_for_pmi_there);
	setup_begin(&s, m);
	setup_add(&s, "instructions:u", COUNTER, 0);
	setup_also(&s, MSR_P4_CCCR0 + COUNTER, flags);
	write_counter(m, COUNTER, -(u64)100);
	setup_start(&s);
	m->run(m, RUN_PLAIN, LOOPS, 3);
	setup_stop(&s);
	there(m, no_more_there);
	no_more_there(m);
}

void check_threads(struct machine *m)
{
	write_counter(m, COUNTER, 12345);
	there(m, read_there);
	is(seen, 12345, "logical processors share the counters");

	is(count_with(m, P4_ESCR_T0_USR), TOTAL, "an ESCR's T0 flags count logical processor 0");
	is(count_with(m, P4_ESCR_T1_USR), TOTAL, "… T1 flags logical processor 1");
	is(count_with(m, P4_ESCR_T0_USR | P4_ESCR_T1_USR), 2 * TOTAL, "… both flags both");
	is(count_with(m, 0), 0, "… no flag nothing");

	if (!m->apic)
		return;
	interrupt_with(m, P4_CCCR_OVF_PMI_T0);
	ok(arrived[0] == 1 && !arrived[1], "OVF_PMI_T0 interrupts logical processor 0");
	interrupt_with(m, P4_CCCR_OVF_PMI_T1);
	ok(!arrived[0] && arrived[1] == 1,
	   "OVF_PMI_T1 interrupts logical processor 1, which did not count");
	interrupt_with(m, P4_CCCR_OVF_PMI_T0 | P4_CCCR_OVF_PMI_T1);
	ok(arrived[0] == 1 && arrived[1] == 1, "both bits interrupt both");
}

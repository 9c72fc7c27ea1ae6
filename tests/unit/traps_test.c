/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traps: places where manuals mislead, or where one model differs from the next. The test checks
 * the register values of each.
 *
 *   - SDM volume 3, printings before 245472-007: selects 2 and 3 of CCCR 12, 13 and 16 are swapped.
 *   - The same: the rows of b2b_cycles, bnr, snoop and response say select 3, the wiring says 6.
 *   - Pentium 4: ESCRs, events and flags that only some models have.
 *   - P6: one enable, in PerfEvtSel0, for both counters.
 */
#include "core/event/catalogue.h"
#include "core/encode/encode.h"
#include "core/state/pmu.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"
#include "core/models/cpuid.h"
#include "core/event/parse.h"
#include "tests/tap.h"

static struct diag diag;

static struct pmu model(const char *name)
{
	struct pmu pmu;

	pmc_pmu_of_model(pmc_model_find(name, strlen(name), NULL), &pmu);
	return pmu;
}

/* A Pentium 4 of family 15 with this CPUID signature. */
static struct pmu p4_of_cpuid(u32 number, bool ht)
{
	const struct cpuid_leaf leaves[] = {
		{ 0, 0, 2, 0x756e6547, 0x6c65746e, 0x49656e69 },
		{ 1, 0, 0xf00 | number << 4, 0, 0, 0xbfebfbff & ~(ht ? 0u : 1u << 28) },
	};
	struct pmu pmu;

	if (pmc_pmu_of_cpuid(leaves, 2, &pmu, NULL))
		ok(false, "CPUID of model %u", number);
	return pmu;
}

/* The event's registers on a counter. Returns their number, or 0 if it cannot be there. */
static u32 on(const struct pmu *pmu, const char *text, u32 counter, struct reg_value *regs)
{
	const struct catalogues cats = { &pmu->model->events, 1, NULL };
	struct encoding enc;
	struct event ev;
	u32 n = 1;

	memset(&diag, 0, sizeof(diag));
	if (pmc_event_parse(text, strlen(text), &cats, &ev, &n, &diag) ||
	    pmc_encode(pmu, text, &ev, 0, &enc, &diag) ||
	    pmc_encode_on(pmu, &enc, counter, regs, &n, &diag))
		return 0;
	return n;
}

static u64 value(const struct reg_value *regs, u32 n, u32 address)
{
	while (n--)
		if (regs[n].address == address)
			return regs[n].value;
	return ~0ull;
}

/* The ESCR select in the event's CCCR on a counter, or 8 if it cannot be there. */
static u32 select_on(const struct pmu *pmu, const char *text, u32 counter)
{
	struct reg_value regs[ENCODE_REGS];
	u32 n = on(pmu, text, counter, regs);

	return n ? value(regs, n, MSR_P4_CCCR0 + counter) >> 13 & 7 : 8;
}

static void selects(void)
{
	static const u8 low[] = { 12, 13, 16 }, high[] = { 14, 15, 17 };
	static const char *const fsb[] = { "b2b_cycles:BIT1", "bnr:BIT0", "snoop:BIT2",
					   "response:BIT1" };
	struct pmu pmu = model("pentium4");
	struct reg_value regs[ENCODE_REGS];
	u32 i, n;

	for (i = 0; i < 3; i++) {
		is_int(select_on(&pmu, "uop_type:TAGLOADS", low[i]), 2,
		       "counter %u: RAT_ESCR0 is 2", low[i]);
		is_int(select_on(&pmu, "cpu/escr=SSU,event=1/", low[i]), 3,
		       "counter %u: SSU_ESCR0 is 3", low[i]);
		is_int(select_on(&pmu, "uop_type:TAGLOADS", high[i]), 2,
		       "counter %u: RAT_ESCR1 is 2", high[i]);
		is_int(select_on(&pmu, "cpu/escr=SSU,event=1/", high[i]), 8,
		       "counter %u has no SSU ESCR", high[i]);
	}
	n = on(&pmu, "uop_type:TAGLOADS", 12, regs);
	ok(value(regs, n, 0x3bc) != ~0ull, "and the event is in RAT_ESCR0");
	for (i = 0; i < 4; i++) {
		is_int(select_on(&pmu, fsb[i], 0), 6, "%s on counter 0: FSB_ESCR0 is 6", fsb[i]);
		is_int(select_on(&pmu, fsb[i], 2), 6, "%s on counter 2: FSB_ESCR1 is 6", fsb[i]);
	}
}

static u32 escrs(const struct pmu *pmu)
{
	struct pmu_reg_at at;
	u32 i, n = 0;

	for (i = 0; pmc_pmu_reg(pmu, i, &at); i++)
		n += at.reg->kind == REG_ESCR;
	return n;
}

static void pentium4_models(void)
{
	struct reg_value regs[ENCODE_REGS];
	struct pmc_signals none = { NULL, 0, 0 };
	struct pmc_state state;
	struct pmu pmu;
	u32 m;

	for (m = 0; m <= 6; m++) {
		bool early = m < 3, extended = m >= 2;
		int want;

		if (m == 5)
			continue;
		pmu = p4_of_cpuid(m, m & 1);
		is_str(pmu.model->name, early ? "pentium4" : "pentium4-prescott", "model %u", m);
		is_int(escrs(&pmu), early ? 45 : 43, "model %u: its ESCRs", m);
		ok(!on(&pmu, "cpu/escr=IQ,event=1/", 12, regs) == !early,
		   "model %u: IQ_ESCR0 and 1", m);
		ok(!on(&pmu, "instr_completed:NBOGUS", 12, regs) == early,
		   "model %u: instr_completed", m);
		ok(!on(&pmu, "instr_retired:NBOGUSTAG:ext_cascade", 12, regs) == !extended,
		   "model %u: extended cascading", m);
		ok(!on(&pmu, "global_power_events:t1", 0, regs) == !(m & 1),
		   "model %u: the second logical processor", m);
		pmc_state_init(&state, &pmu, 0, &none);
		want = early ? PMC_ACCESS_DONE : PMC_ACCESS_GP;
		is_int(pmc_state_wrmsr(&state, 0, 0x3ba, 0), want, "model %u as hardware: IQ_ESCR0",
		       m);
		want = extended ? PMC_ACCESS_DONE : PMC_ACCESS_GP;
		is_int(pmc_state_wrmsr(&state, 0, 0x36c, 1 << 11), want,
		       "model %u as hardware: bit 11 of CCCR 12", m);
		is_int(pmc_state_wrmsr(&state, 0, 0x370, 1 << 11), PMC_ACCESS_GP,
		       "… and of CCCR 16, which none has");
		want = m & 1 ? PMC_ACCESS_DONE : PMC_ACCESS_GP;
		is_int(pmc_state_wrmsr(&state, 0, 0x3b8, 1), want, "model %u as hardware: T1_USR",
		       m);
	}
	/* Only one ESCR has the event, so the counters of the other half cannot count it. */
	pmu = model("pentium4");
	ok(on(&pmu, "BSQ_allocation:REQ_TYPE0", 1, regs) &&
		   !on(&pmu, "BSQ_allocation:REQ_TYPE0", 2, regs),
	   "BSQ_allocation has BSU_ESCR0 alone: counters 0 and 1");
	ok(on(&pmu, "BSQ_active_entries:REQ_TYPE0", 2, regs) &&
		   !on(&pmu, "BSQ_active_entries:REQ_TYPE0", 1, regs),
	   "BSQ_active_entries has BSU_ESCR1 alone: counters 2 and 3");
	ok(on(&pmu, "IOQ_active_entries:ALL_READ", 3, regs) &&
		   !on(&pmu, "IOQ_active_entries:ALL_READ", 0, regs),
	   "IOQ_active_entries has FSB_ESCR1 alone: counters 2 and 3");
}

/* The cycles that counter 1 counts with these select registers. */
static u64 counts(u64 sel0, u64 sel1)
{
	static const struct pmc_signal_row rows[] = { { 0x79, 0, false, 0 } };
	static const struct pmc_signals signals = { rows, 1, 0 };
	struct pmu pmu = model("pentium3");
	struct pmc_run run = { .cycles = 7 };
	struct pmc_state s;
	u64 v = ~0ull;

	run.self.count[0] = 1;
	pmc_state_init(&s, &pmu, 0, &signals);
	if (pmc_state_wrmsr(&s, 0, 0x186, sel0) || pmc_state_wrmsr(&s, 0, 0x187, sel1))
		return ~0ull;
	pmc_state_advance(&s, &run);
	return pmc_state_rdmsr(&s, 0, 0xc2, &v) ? ~0ull : v;
}

static void p6_enable(void)
{
	static const char *const models[] = { "pentiumpro", "pentium2", "pentium3", "pentium-m" };
	struct reg_value regs[ENCODE_REGS];
	struct event ev;
	u32 i, n;

	for (i = 0; i < 4; i++) {
		struct pmu pmu = model(models[i]);

		n = on(&pmu, "CPU_CLK_UNHALTED", 1, regs);
		is_int(n, 2, "%s: an event of counter 1 is two registers", models[i]);
		is_hex(value(regs, n, 0x187), 0x30079, "%s: PerfEvtSel1 without an enable",
		       models[i]);
		is_hex(value(regs, n, 0x186), 1 << 22, "%s: PerfEvtSel0's enable", models[i]);
		ok(n == 2 && regs[1].mask == 1 << 22 && regs[1].address == 0x186,
		   "%s: of which it is that bit alone, written last", models[i]);
		ok(n == 2 && pmc_decode(&pmu, regs, n, 1, &ev) && ev.kind == EVENT_MODEL,
		   "%s: and it is decoded so", models[i]);
		regs[1].value = 0;
		ok(!pmc_decode(&pmu, regs, n, 1, &ev), "%s: disabled by the other one", models[i]);
	}
	is_u64(counts(1 << 22, 0x30079), 7, "as hardware: PerfEvtSel0's enable runs counter 1");
	is_u64(counts(0, 0x30079), 0, "without it, it stands");
	is_hex(counts(1 << 22, 0x430079), ~0ull, "an enable in PerfEvtSel1 is reserved");
}

int main(void)
{
	selects();
	pentium4_models();
	p6_enable();
	return done();
}

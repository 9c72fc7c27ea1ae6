/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two logical processors share a Pentium 4's PMU, and each uses one half of it. Every event of the
 * manual, on every counter that it can have, uses registers of the first half only; the same event
 * of the sibling uses registers of the second half only. In the register model the two count
 * separately.
 */
#include "core/event/catalogue.h"
#include "core/encode/p4/siblings.h"
#include "core/state/pmu.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/pmu/p4.h"
#include "core/base/diag.h"
#include "core/event/event.h"
#include "core/encode/fields/encoding.h"
#include "core/encode/encode.h"
#include "core/event/parse.h"
#include "tests/tap.h"

static struct diag diag;

static bool encode(const struct pmu *pmu, const char *text, struct encoding *enc)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct event ev;
	u32 n = 1;

	memset(&diag, 0, sizeof(diag));
	return !pmc_event_parse(text, strlen(text), &cats, &ev, &n, &diag) &&
	       !pmc_encode(pmu, text, &ev, 0, enc, &diag);
}

static void pairs(void)
{
	u32 i, twin, bad = 0, alone = 0;

	for (i = 0; i < P4_COUNTERS; i++) {
		twin = pmc_p4_sibling_counter(i);
		bad += pmc_p4_sibling_counter(twin) != i ||
		       (P4_COUNTERS_LP0 >> i & 1) == (P4_COUNTERS_LP0 >> twin & 1);
	}
	is_int(bad, 0, "each counter has its twin in the other half");
	for (i = 0; i < P4_ESCRS; i++) {
		twin = pmc_p4_sibling_escr((u8)i);
		if (twin == P4_NO_ESCR)
			alone++;
		else
			bad += pmc_p4_sibling_escr((u8)twin) != i ||
			       pmc_p4_is_sibling(pmc_p4_escr[i].address) ==
				       pmc_p4_is_sibling(pmc_p4_escr[twin].address);
	}
	is_int(bad, 0, "and each ESCR");
	is_int(alone, 1, "but SSU_ESCR0");
	ok(!pmc_p4_is_sibling(MSR_P4_COUNTER0) && pmc_p4_is_sibling(MSR_P4_COUNTER0 + 17) &&
		   pmc_p4_is_sibling(MSR_P4_CCCR0 + 2) && !pmc_p4_is_sibling(MSR_P4_PEBS_ENABLE),
	   "addresses tell the half");
}

/* Registers of one half. */
static bool within(const struct reg_value *regs, u32 n, bool upper)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (pmc_p4_is_sibling(regs[i].address) != upper)
			return false;
	return true;
}

static u32 both, refused;

static void one(const struct pmu *pmu, const char *text, const struct model_event *row)
{
	struct reg_value regs[ENCODE_REGS], regs2[ENCODE_REGS];
	struct encoding enc, twin;
	struct event ev, ev2;
	u32 c, c2, n, n2, good = 0, tried = 0;

	if (!encode(pmu, text, &enc)) {
		ok(false, "%s is encoded: %s", text, diag.sentence);
		return;
	}
	if (!pmc_p4_confine(&enc)) {
		refused++;
		ok(row->escr[1] == P4_NO_ESCR || enc.n_escrs < 2 || enc.pebs_enable,
		   "%s: %s has one ESCR, or PEBS registers", pmu->model->name, text);
		return;
	}
	both++;
	pmc_p4_for_sibling(&enc, &twin);
	for (c = 0; c < P4_COUNTERS; c++) {
		if (!(enc.counters >> c & 1))
			continue;
		tried++;
		c2 = pmc_p4_sibling_counter(c);
		if (pmc_encode_on(pmu, &enc, c, regs, &n, &diag) ||
		    pmc_encode_on(pmu, &twin, c2, regs2, &n2, &diag))
			continue;
		good += n == n2 && within(regs, n, false) && within(regs2, n2, true) &&
			pmc_decode(pmu, regs, n, c, &ev) && pmc_decode(pmu, regs2, n2, c2, &ev2) &&
			ev.id == ev2.id && !(ev.mods & MOD_T1) && (ev.mods ^ ev2.mods) == MOD_T1;
	}
	ok(tried && good == tried, "%s: %s on %u counters of each half", pmu->model->name, text,
	   tried);
}

static void rows(const char *name)
{
	const struct model_event *row;
	char text[128];
	struct pmu pmu;
	u32 i;

	pmc_pmu_of_model(pmc_model_find(name, strlen(name), NULL), &pmu);
	both = refused = 0;
	for (i = 0; (row = pmc_list_row(pmu.model->events, i)); i++) {
		if (row->variants &&
		    !(row->variants & ((const struct event_list *)pmu.model->events)->variant))
			continue;
		/* The others need from=, or their unit masks can only be used together. */
		if (row->n_umasks && row->umask[0].name && row->umask[0].kind == 0)
			snprintf(text, sizeof(text), "%s:%s:u", row->name, row->umask[0].name);
		else
			snprintf(text, sizeof(text), "%s:u", row->name);
		one(&pmu, text, row);
	}
	ok(both > 25 && refused < both / 4, "%s: %u events for both, %u for none", name, both,
	   refused);
}

/* Programs both in one PMU as the driver does; each counts its own logical processor. */
static void apart(void)
{
	static const struct pmc_signal_row row[] = {
		{ .select = P4_SELECT(P4_CRU_ESCR0, 2), .unit = 1, .any = true, .signal = 0 },
		{ .select = P4_SELECT(P4_CRU_ESCR1, 2), .unit = 1, .any = true, .signal = 0 },
	};
	static const struct pmc_signals signals = { row, 2 };
	struct pmc_state state;
	struct reg_value regs[ENCODE_REGS];
	struct encoding enc, twin;
	struct pmc_run run;
	struct pmu pmu;
	u32 k, i, n;
	u64 v[2];

	pmc_pmu_of_model(pmc_model_find("pentium4", 8, NULL), &pmu);
	ok(encode(&pmu, "instr_retired:NBOGUSNTAG:u", &enc) && pmc_p4_confine(&enc),
	   "instr_retired is for both");
	pmc_p4_for_sibling(&enc, &twin);
	is_int(pmc_state_init(&state, &pmu, 0, &signals), 0, "a PMU");
	for (k = 0; k < 2; k++) {
		pmc_encode_on(&pmu, k ? &twin : &enc, k ? 14 : 12, regs, &n, &diag);
		for (i = 0; i < n; i++)
			pmc_state_wrmsr(&state, 0, regs[i].address, regs[i].value);
	}
	memset(&run, 0, sizeof(run));
	run.cycles = 100;
	run.self.cpl = 3;
	run.self.count[0] = 1;
	pmc_state_advance(&state, &run);
	run.logical = 1;
	run.cycles = 7;
	pmc_state_advance(&state, &run);
	for (k = 0; k < 2; k++)
		pmc_state_rdmsr(&state, 0, MSR_P4_COUNTER0 + (k ? 14 : 12), &v[k]);
	is_u64(v[0], 100, "the first counts its own");
	is_u64(v[1], 7, "the second its own");
}

static void wide(void)
{
	struct encoding enc;
	struct pmu pmu;

	pmc_pmu_of_model(pmc_model_find("pentium4", 8, NULL), &pmu);
	ok(encode(&pmu, "packed_SP_uop:ALL:u", &enc) && pmc_p4_counts_both(&enc),
	   "packed_SP_uop is of no thread");
	ok(encode(&pmu, "instr_retired:NBOGUSNTAG:u", &enc) && !pmc_p4_counts_both(&enc),
	   "instr_retired is");
	ok(encode(&pmu, "global_power_events:RUNNING:u", &enc) && !pmc_p4_counts_both(&enc),
	   "and global_power_events");
	ok(encode(&pmu, "execution_event:NBOGUS0:u:from=packed_SP_uop", &enc) &&
		   pmc_p4_counts_both(&enc),
	   "nor what is tagged by one that is not: %s", diag.sentence);
	ok(encode(&pmu, "instr_retired:NBOGUSNTAG:u:cascade", &enc) && !pmc_p4_confine(&enc),
	   "cascades stay whole");
}

int main(void)
{
	pairs();
	rows("pentium4");
	rows("pentium4-prescott");
	apart();
	wide();
	return done();
}

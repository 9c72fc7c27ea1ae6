/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From event names to counters. The test encodes random sets of every model's own catalogue,
 * assigns them to counters and makes register values of them; no register may get two values. It
 * also checks the sentences about sets that do not fit.
 * tests/run: time=300
 */
#include "tests/tap.h"
#include "core/assign/pmu.h"
#include "core/event/catalogue.h"
#include "core/pmu/regs.h"
#include "core/models/model.h"
#include "core/encode/encode.h"
#include "core/event/parse.h"
#include "tests/unit/state_random.h"

static struct assign_work work;

/* Encodes one event by its name; returns false if the model refuses it. */
static bool encode(const struct pmu *pmu, const char *text, struct encoding *enc)
{
	const struct catalogues cats = { &pmu->model->events, 1 };
	struct event ev[2];
	struct diag diag;
	u32 n = 1;

	return !pmc_event_parse(text, strlen(text), &cats, ev, &n, &diag) && n == 1 &&
	       !pmc_encode(pmu, text, ev, rng_one_in(2) ? ENCODE_PMI : 0, enc, &diag);
}

/* Picks a name of the catalogue, with or without a unit mask. */
static void random_name(const struct catalogue *c, u32 rows, char *buf, size_t size)
{
	const char *event, *umask;
	u32 row = rng_below(rows), umasks = 0;

	event = c->event(c, row);
	while (c->umask(c, row, umasks))
		umasks++;
	umask = umasks && !rng_one_in(4) ? c->umask(c, row, rng_below(umasks)) : NULL;
	snprintf(buf, size, "%s%s%s%s", event && *event ? event : "none",
		 umask && *umask ? ":" : "", umask && *umask ? umask : "",
		 rng_one_in(4) ? ":u" : "");
}

static unsigned conflicts(struct reg_value (*regs)[ENCODE_REGS], const u32 *n, u32 events)
{
	u32 i, j, a, b, found = 0;

	for (i = 0; i < events; i++)
		for (j = 0; j < i; j++)
			for (a = 0; a < n[i]; a++)
				for (b = 0; b < n[j]; b++)
					found += regs[i][a].address == regs[j][b].address &&
						 (regs[i][a].value ^ regs[j][b].value) &
							 regs[i][a].mask & regs[j][b].mask;
	return found;
}

/* Under sanitizers fewer sets suffice: they look for memory errors, not for wrong answers. */
#ifdef __SANITIZE_ADDRESS__
enum { TRIES = 600 };
#else
enum { TRIES = 3000 };
#endif

static void model_sets(const struct pmu_model *model)
{
	const struct catalogue *c = model->events;
	unsigned plans = 0, refused = 0, bad = 0, tries;
	struct pmu pmu;
	u32 rows = 0;

	pmc_pmu_of_model(model, &pmu);
	while (c && c->event(c, rows))
		rows++;
	if (!pmu.general || !rows)
		return;
	for (tries = 0; tries < TRIES; tries++) {
		struct assign_event events[8];
		struct encoding enc[8];
		struct reg_value regs[8][ENCODE_REGS];
		struct assign_plan plan;
		struct diag diag;
		u32 n = 0, want = 1 + rng_below(8), n_regs[8], i, attempts = 0;
		char name[160];

		while (n < want && attempts++ < 50) {
			random_name(c, rows, name, sizeof(name));
			if (encode(&pmu, name, &enc[n])) {
				pmc_assign_event(&pmu, &enc[n], NULL, &events[n]);
				n++;
			}
		}
		if (pmc_assign(&work, events, n, pmc_assign_counters(&pmu), &plan)) {
			refused++;
			bad += plan.why == ASSIGN_GAVE_UP;
			continue;
		}
		plans += n > 0;
		for (i = 0; i < n; i++)
			pmc_assign_taken(&pmu, &plan, i, &enc[i]);
		for (i = 0; i < n; i++)
			if (pmc_encode_on(&pmu, &enc[i], plan.counter[i], regs[i], &n_regs[i],
					  &diag)) {
				n_regs[i] = 0;
				bad++;
			}
		bad += conflicts(regs, n_regs, n);
	}
	ok(!bad && plans > TRIES / 30,
	   "%s: %u sets of its events assigned, %u refused, registers agree", model->name, plans,
	   refused);
}

/* Returns the sentence about a set that does not fit, or "fits". */
static const char *verdict(const char *model, const char *const *names, u32 n)
{
	static struct diag diag;
	struct assign_event events[20];
	struct assign_plan plan;
	struct encoding enc;
	struct pmu pmu;
	u32 i;

	pmc_pmu_of_model(pmc_model_find(model, strlen(model), NULL), &pmu);
	for (i = 0; i < n; i++) {
		if (!encode(&pmu, names[i], &enc))
			return names[i];
		pmc_assign_event(&pmu, &enc, NULL, &events[i]);
	}
	if (!pmc_assign(&work, events, n, pmc_assign_counters(&pmu), &plan))
		return "fits";
	pmc_assign_explain(&pmu, &plan, names, &diag);
	return diag.sentence;
}
#define VERDICT(model, ...)                                  \
	verdict(model, (const char *const[]){ __VA_ARGS__ }, \
		sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static void sentences(void)
{
	is_str(VERDICT("pentium3", "CPU_CLK_UNHALTED", "INST_RETIRED"), "fits", "two events on P6");
	is_str(VERDICT("pentium3", "CPU_CLK_UNHALTED", "INST_RETIRED", "FLOPS"),
	       "CPU_CLK_UNHALTED, INST_RETIRED and FLOPS cannot be counted together: they need 3 "
	       "counters, but "
	       "can use only counter 0 and counter 1",
	       "three events on P6");
	is_str(VERDICT("pentium4", "BSQ_cache_reference:RD_2ndL_MISS",
		       "BSQ_cache_reference:RD_2ndL_HITS"),
	       "fits", "two events of one unit: each has an ESCR");
	is_str(VERDICT("pentium4", "BSQ_cache_reference:RD_2ndL_MISS",
		       "BSQ_cache_reference:RD_2ndL_HITS", "BSQ_cache_reference:RD_3rdL_MISS"),
	       "BSQ_cache_reference:RD_2ndL_MISS, BSQ_cache_reference:RD_2ndL_HITS and "
	       "BSQ_cache_reference:RD_3rdL_MISS cannot be counted together: they need different "
	       "values in "
	       "MSR_BSU_ESCR0 and MSR_BSU_ESCR1",
	       "three: there are two ESCRs");
	is_str(VERDICT("pentium4", "BSQ_cache_reference:RD_2ndL_MISS",
		       "BSQ_cache_reference:RD_2ndL_MISS", "BSQ_cache_reference:RD_2ndL_MISS",
		       "BSQ_cache_reference:RD_2ndL_MISS"),
	       "fits", "one event four times: ESCRs are shared");
}

#define RSP(code, value) "cpu/event=0x" #code ",umask=1,offcore_rsp=0x" #value "/"

/* Constraints of single events; two registers for OFFCORE_RSP, of which any will do. */
static void cores(void)
{
	struct assign_event events[2];
	struct assign_plan plan;
	struct encoding enc[2];
	unsigned bad = 0;
	struct pmu pmu;
	u32 i;

	is_str(VERDICT("skylake", RSP(b7, 1), RSP(b7, 2)), "fits",
	       "two offcore events: each has a register");
	is_str(VERDICT("skylake", RSP(b7, 1), RSP(b7, 2), RSP(bb, 1), RSP(bb, 2)), "fits",
	       "four of two values: registers are shared");
	is_str(VERDICT("skylake", RSP(b7, 1), RSP(b7, 2), RSP(b7, 4)),
	       RSP(b7, 1) ", " RSP(b7, 2) " and " RSP(
		       b7, 4) " cannot be counted together: they need different "
			      "values in MSR_OFFCORE_RSP0 and MSR_OFFCORE_RSP1",
	       "three of three values");
	is_str(VERDICT("nehalem", RSP(b7, 1), RSP(b7, 2)),
	       RSP(b7, 1) " and " RSP(
		       b7, 2) " cannot be counted together: they need 2 counters, but can use only "
			      "counter 2",
	       "Nehalem has one such register, and counter 2 for it");
	is_str(VERDICT("haswell", "r148", "r8a3"),
	       "r148 and r8a3 cannot be counted together: they need 2 counters, but can use only "
	       "counter 2",
	       "two events of counter 2");
	is_str(VERDICT("haswell", "r148", "r1c0", "r1cd", "r2c0"), "fits",
	       "counters 2, 1 and 3, and what is left");
	is_str(VERDICT("haswell", "cpu/event=0xc4,in_tx,in_tx_cp/", "r148"),
	       "cpu/event=0xc4,in_tx,in_tx_cp/ and r148 cannot be counted together: they need 2 "
	       "counters, but "
	       "can use only counter 2",
	       "IN_TXCP is counter 2's");
	is_str(VERDICT("core2", "r12", "r13"),
	       "r12 and r13 cannot be counted together: they need 2 counters, but can use only "
	       "counter 1",
	       "MUL and DIV of Core 2");
	is_str(VERDICT("fam15h", "r76", "rc0", "r80", "r81", "r1", "rc1"), "fits",
	       "family 15h: the shared unit on 0 to 2");
	is_str(VERDICT("fam15h", "r76", "r60", "r80", "r81"),
	       "r76, r60, r80 and r81 cannot be counted together: they need 4 counters, but can "
	       "use only "
	       "counter 0, counter 1 and counter 2",
	       "four events of those three");

	/* The programmed registers are those that the plan took. */
	pmc_pmu_of_model(pmc_model_find("skylake", 7, NULL), &pmu);
	if (ok(encode(&pmu, RSP(b7, 1), &enc[0]) && encode(&pmu, RSP(b7, 2), &enc[1]),
	       "two are encoded")) {
		for (i = 0; i < 2; i++)
			pmc_assign_event(&pmu, &enc[i], NULL, &events[i]);
		is_int(pmc_assign(&work, events, 2, pmc_assign_counters(&pmu), &plan), 0,
		       "and assigned");
		for (i = 0; i < 2; i++)
			pmc_assign_taken(&pmu, &plan, i, &enc[i]);
		ok(enc[0].msr != enc[1].msr && (enc[0].select ^ enc[1].select) & EVTSEL_EVENT,
		   "one by each register, with its event select");
		/* Turns have plans of their own: each says which register, whatever was before. */
		for (i = 0; i < 8; i++) {
			plan.option[0] = i >> 1 & 1;
			pmc_assign_taken(&pmu, &plan, 0, &enc[0]);
			bad += enc[0].msr != (plan.option[0] ? MSR_OFFCORE_RSP1 : MSR_OFFCORE_RSP0);
			pmc_assign_event(&pmu, &enc[0], NULL, &events[0]);
			bad += events[0].option[0].resource[0] != 1 ||
			       events[0].option[1].resource[0] != 2;
		}
		ok(!bad, "… turn by turn");
	}
}

/* A list with groups and modifiers, as users type it, in slices. */
static void list_in_slices(void)
{
	static const char text[] = "CPU_CLK_UNHALTED:D,{INST_RETIRED,FLOPS},DIV,MUL";
	struct assign_event events[8];
	struct assign_rotation rotation;
	struct assign_plan plan;
	struct catalogues cats = { 0 };
	struct encoding enc;
	struct event ev[8];
	struct diag diag;
	struct pmu pmu;
	u32 n = 8, i;

	pmc_pmu_of_model(pmc_model_find("pentium3", 8, NULL), &pmu);
	cats.list = &pmu.model->events;
	cats.n = 1;
	is_int(pmc_event_parse(text, sizeof(text) - 1, &cats, ev, &n, &diag), 0, "%s", text);
	is_int(n, 5, "five events");
	for (i = 0; i < n; i++) {
		if (pmc_encode(&pmu, text, &ev[i], 0, &enc, &diag))
			ok(false, "event %u: %s", i, diag.sentence);
		pmc_assign_event(&pmu, &enc, &ev[i], &events[i]);
	}
	ok(events[0].pinned && !events[1].pinned, ":D is pinned");
	ok(events[1].group && events[1].group == events[2].group && !events[3].group,
	   "braces are a group");
	is_int(pmc_assign_rotate(&work, events, n, pmc_assign_counters(&pmu), &rotation, &plan),
	       -PMC_CORE_ENOSPC, "a pinned event and a group of two on two counters: refused");
	is_hex(plan.conflict, 7, "these three");
	events[0].pinned = false;
	is_int(pmc_assign_rotate(&work, events, n, pmc_assign_counters(&pmu), &rotation, &plan), 0,
	       "not pinned: fits");
	ok(rotation.n >= 3, "in %u slices", rotation.n);
}

int main(void)
{
	const struct pmu_model *model;
	u32 i;

	sentences();
	cores();
	list_in_slices();
	for (i = 0; (model = pmc_model_row(i)); i++)
		model_sets(model);
	return done();
}

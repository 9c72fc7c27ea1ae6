/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events between the ABI of /dev/pmc and core: encodings of random events of every model survive
 * the way to the ABI and back, and everything that a PMU does not have is refused.
 *
 * tests/run: parallel
 */
#include <errno.h>
#include <stddef.h>

#include "abi/event.h"
#include "core/assign/pmu.h"
#include "core/encode/encode.h"
#include "core/encode/p4/siblings.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "core/models/model.h"
#include "core/pmu/regs.h"
#include "tests/tap.h"
#include "tests/unit/event_random.h"

static const struct pmu_model *find(const char *name, struct pmu *pmu)
{
	const struct pmu_model *model = pmc_model_find(name, strlen(name), NULL);

	if (model)
		pmc_pmu_of_model(model, pmu);
	return model;
}

/* ---- There and back ---- */

/* The event of an encoding becomes an encoding with the same registers, and then stays as it is. */
static bool survives(const struct abi_limits *limits, const struct encoding *enc)
{
	struct encoding back, again;
	struct pmc_ioctl_event event;
	struct abi_scope scope;
	u32 c;

	if (pmc_abi_from_encoding(enc, &event) || pmc_abi_check(&event) ||
	    pmc_abi_to_encoding(limits, &event, &back, &scope))
		return false;
	if (back.counters != (enc->counters & pmc_assign_counters(limits->pmu)))
		return false;
	for (c = 0; c < 64; c++)
		if (back.counters >> c & 1 && !event_same_registers(limits->pmu, enc, &back, c))
			return false;
	if (back.other_msr != enc->other_msr || back.other_counters != enc->other_counters)
		return false;
	return !pmc_abi_from_encoding(&back, &event) &&
	       !pmc_abi_to_encoding(limits, &event, &again, &scope) &&
	       !memcmp(&back, &again, sizeof(back));
}

static void round_trips(const struct pmu_model *model)
{
	const struct catalogue *c = model->events;
	u32 rows = 0, tries, done = 0, bad = 0;
	struct abi_limits limits;
	struct encoding enc;
	struct pmu pmu;
	char text[300];

	pmc_pmu_of_model(model, &pmu);
	pmc_abi_limits_init(&limits, &pmu, false);
	while (pmc_list_row(c, rows))
		rows++;
	for (tries = 0; rows && tries < 700 && bad < 5; tries++) {
		event_random(c, rows, text, sizeof(text));
		if (!event_encode(&pmu, text, &enc) || enc.cascade)
			continue;
		done++;
		/* It is not taken: counting needs no records. */
		enc.pebs_enable &= ~P4_PEBS_ENABLE_MY_THR;
		if (!survives(&limits, &enc)) {
			note("%s", text);
			bad++;
		}
	}
	ok(!bad && (done > 50 || !rows), "%s: %u random events survive", model->name, done);
}

/* With siblings an event is confined to the counters of the first one, or refused. */
static void siblings(void)
{
	u32 rows = 0, tries, confined = 0, refused = 0, bad = 0;
	struct pmc_ioctl_event event;
	struct abi_limits limits;
	struct abi_scope scope;
	struct encoding enc, back;
	struct pmu pmu, half;
	char text[300];
	bool can;
	int err;

	if (!ok(find("pentium4", &pmu), "pentium4 is a model"))
		return;
	half = pmu;
	half.general = P4_COUNTERS_LP0;
	pmc_abi_limits_init(&limits, &half, true);
	while (pmc_list_row(pmu.model->events, rows))
		rows++;
	for (tries = 0; tries < 2000; tries++) {
		event_random(pmu.model->events, rows, text, sizeof(text));
		if (!event_encode(&pmu, text, &enc) || pmc_abi_from_encoding(&enc, &event))
			continue;
		err = pmc_abi_to_encoding(&limits, &event, &back, &scope);
		can = pmc_p4_confine(&enc);
		confined += !err;
		refused += err == -ERANGE;
		bad += can != !err || (!err && (back.counters & ~(u64)P4_COUNTERS_LP0 ||
						back.counters != enc.counters));
	}
	ok(!bad && confined > 50 && refused > 5,
	   "siblings: %u events fit one sibling, and %u that need both are refused", confined,
	   refused);
}

/* ---- Whom an event counts ---- */

static void scopes(void)
{
	/* clang-format off */
	static const struct {
		const char *model, *event;
		bool kernel, wide;
	} rows[] = {
		{ "skylake",  "instructions:u",             false, false },
		{ "skylake",  "instructions",               true,  false },
		{ "skylake",  "LLC_MISSES:u",          false, false },
		{ "skylake",  "LLC_MISSES:k",          true,  false },
		{ "skylake",  "LLC_MISSES:ut",      false, true  },
		{ "pentium3", "INST_RETIRED:u",             false, false },
		{ "k8",       "cycles:k",                   true,  false },
		{ "p5",       "instructions:u",             false, false },
		{ "p5",       "instructions",               true,  false },
		{ "winchip",  "instructions",               true,  false },
		{ "c3",       "instructions",               true,  false },
		{ "pentium4", "instructions:u",             false, false },
		{ "pentium4", "instructions",               true,  false },
		{ "pentium4", "replay_event:NBOGUS:SP_LD_RET:u", false, true },
	};
	/* clang-format on */
	struct pmc_ioctl_event event;
	struct abi_limits limits;
	struct abi_scope scope;
	struct encoding enc;
	struct pmu pmu;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!find(rows[i].model, &pmu) || !event_encode(&pmu, rows[i].event, &enc)) {
			ok(false, "%s: %s is an event", rows[i].model, rows[i].event);
			continue;
		}
		pmc_abi_limits_init(&limits, &pmu, false);
		ok(!pmc_abi_from_encoding(&enc, &event) &&
			   !pmc_abi_to_encoding(&limits, &event, &enc, &scope) &&
			   scope.kernel == rows[i].kernel && scope.wide == rows[i].wide,
		   "%s: %s counts %s", rows[i].model, rows[i].event,
		   rows[i].wide	  ? "its sibling, too" :
		   rows[i].kernel ? "kernel mode, too" :
				    "user mode alone");
	}
}

/* ---- Refusals ---- */

struct refusal {
	const char *model, *event;
	size_t at, size; /* the field that is changed … */
	u64 set, clear;	 /* … and how */
	int error;
	const char *what;
};

#define FIELD(f) offsetof(struct pmc_ioctl_event, f), sizeof(((struct pmc_ioctl_event *)0)->f)

static u64 get(const void *at, size_t size)
{
	u64 value = 0;

	memcpy(&value, at, size); /* little-endian, as all that this runs on */
	return value;
}

static void refuse(const struct refusal *r)
{
	struct pmc_ioctl_event event;
	struct abi_limits limits;
	struct abi_scope scope;
	struct encoding enc;
	struct pmu pmu;
	u64 value;
	int err;

	if (!find(r->model, &pmu) || !event_encode(&pmu, r->event, &enc) ||
	    pmc_abi_from_encoding(&enc, &event)) {
		ok(false, "%s: %s is an event", r->model, r->event);
		return;
	}
	pmc_abi_limits_init(&limits, &pmu, false);
	err = pmc_abi_check(&event);
	if (!err)
		err = pmc_abi_to_encoding(&limits, &event, &enc, &scope);
	if (err) {
		ok(false, "%s: %s is taken: %d", r->model, r->event, err);
		return;
	}
	value = (get((u8 *)&event + r->at, r->size) & ~r->clear) | r->set;
	memcpy((u8 *)&event + r->at, &value, r->size);
	err = pmc_abi_check(&event);
	if (!err)
		err = pmc_abi_to_encoding(&limits, &event, &enc, &scope);
	ok(err == -r->error, "%s: %s: %s: %s", r->model, r->event, r->what,
	   r->error == EINVAL ? "EINVAL" : "ERANGE");
	if (err != -r->error)
		note("got %d", err);
}

#define ALL (~0ull)
#define LLC "LLC_MISSES"
#define OFF "OFFCORE_RESPONSE.DEMAND_DATA_RD.ANY_RESPONSE"
#define NHM "OFFCORE_RESPONSE_0.DEMAND_DATA_RD.ANY_LOCATION"
#define REP "replay_event:NBOGUS:SP_LD_RET"

static void refusals(void)
{
	/* clang-format off */
	static const struct refusal rows[] = {
		/* what does not depend on the PMU */
		{ "skylake", LLC, FIELD(flags), 4, 0, EINVAL, "an unknown flag" },
		{ "skylake", LLC, FIELD(group), 256, 0, EINVAL, "a group above 255" },
		{ "skylake", LLC, FIELD(reserved), 1, 0, EINVAL, "the reserved field" },
		{ "skylake", LLC, FIELD(sample), 16, 0, EINVAL, "an unknown sample flag" },
		{ "skylake", LLC, FIELD(sample), PMC_SAMPLE_COUNTS, 0,
		  EINVAL, "a sample flag without a period" },
		{ "skylake", LLC, FIELD(stack), 8, 0, EINVAL, "a stack without a period" },
		{ "skylake", LLC, FIELD(precise), 1, 0, EINVAL, "precise without a period" },
		{ "skylake", LLC, FIELD(flags), PMC_EVENT_FREQUENCY, 0,
		  EINVAL, "a frequency without a number" },
		{ "skylake", LLC, FIELD(period), (1ull << 62) + 1, 0,
		  EINVAL, "a period above 2^62" },
		/* counters */
		{ "skylake", LLC, FIELD(counters), 0, ALL, ERANGE, "no counter" },
		{ "skylake", LLC, FIELD(counters), 1ull << 20, ALL,
		  ERANGE, "a counter that the PMU does not have" },
		{ "skylake", LLC, FIELD(counters), 1ull << 50, ALL,
		  ERANGE, "a fixed counter that the PMU does not have" },
		{ "nehalem", NHM, FIELD(counters), 1, ALL,
		  ERANGE, "a counter that cannot count the event" },
		/* PERFEVTSEL and FIXED_CTR_CTRL */
		{ "skylake", LLC, FIELD(select), 1ull << 63, 0,
		  ERANGE, "a reserved bit of PERFEVTSEL" },
		{ "skylake", LLC, FIELD(select), EVTSEL_INT, 0, ERANGE, "the interrupt bit" },
		{ "k8", "cycles", FIELD(select), 1ull << 41, 0,
		  ERANGE, "a reserved bit of PerfEvtSel" },
		{ "skylake", "instructions", FIELD(fixed), FIXED_CTRL_PMI, 0,
		  ERANGE, "the interrupt bit of a fixed counter" },
		{ "skylake", "instructions", FIELD(fixed), 0x10, 0, ERANGE, "more than four bits" },
		{ "arch-v2", "instructions", FIELD(fixed), FIXED_CTRL_ANY, 0,
		  ERANGE, "AnyThread before version 3" },
		/* CESR and its like */
		{ "p5", "instructions", FIELD(select), 1u << 16, 0,
		  ERANGE, "the other counter's half of CESR" },
		{ "p5", "instructions", FIELD(select), 1ull << 40, 0, ERANGE, "a bit above CESR" },
		{ "c3", "instructions", FIELD(select), 1u << 31, 0,
		  ERANGE, "a reserved bit of the C3" },
		/* registers that events share */
		{ "skylake", LLC, FIELD(msr), MSR_OFFCORE_RSP0, 0,
		  ERANGE, "a register that the event does not use" },
		{ "skylake", LLC, FIELD(msr_value), 1, 0, ERANGE, "a value without its register" },
		{ "sandybridge", OFF, FIELD(msr), MSR_GLOBAL_CTRL, ALL,
		  ERANGE, "another register" },
		{ "sandybridge", OFF, FIELD(msr_value), 1ull << 63, 0,
		  ERANGE, "a reserved bit of OFFCORE_RSP" },
		{ "sandybridge", OFF, FIELD(msr), 0, ALL,
		  ERANGE, "the other register without the first" },
		{ "sandybridge", OFF, FIELD(other_msr), MSR_GLOBAL_CTRL, ALL,
		  ERANGE, "a wrong other register" },
		{ "sandybridge", OFF, FIELD(other_msr), 0, ALL,
		  ERANGE, "another event without its register" },
		{ "sandybridge", OFF, FIELD(other_select), EVTSEL_EDGE, 0,
		  ERANGE, "another event that differs in edge" },
		{ "sandybridge", OFF, FIELD(other_counters), 0, ALL,
		  ERANGE, "another event without counters" },
		{ "skylake", LLC, FIELD(other_select), 1, 0,
		  ERANGE, "another event where there is none" },
		{ "skylake", LLC, FIELD(other_counters), 1, 0,
		  ERANGE, "counters of another event where there is none" },
		/* Pentium 4 */
		{ "pentium4", "instructions", FIELD(select), P4_CCCR_OVF_PMI_T0, 0,
		  ERANGE, "the interrupt bit of a CCCR" },
		{ "pentium4", "instructions", FIELD(select), 1, 0,
		  ERANGE, "a reserved bit of a CCCR" },
		{ "pentium4", "instructions", FIELD(select), P4_CCCR_CASCADE, 0,
		  ERANGE, "cascading" },
		{ "pentium4", "instructions", FIELD(escr), 1u << 31, 0,
		  ERANGE, "a reserved bit of an ESCR" },
		{ "pentium4", "instructions", FIELD(n_escrs), 0, ALL, ERANGE, "no ESCR" },
		{ "pentium4", "instructions", FIELD(n_escrs), 3, ALL, ERANGE, "three ESCRs" },
		{ "pentium4", "instructions", FIELD(escr_of[0]), P4_ESCRS, ALL,
		  ERANGE, "an ESCR that does not exist" },
		{ "pentium4", "instructions", FIELD(upstream), 1u << 25, 0,
		  ERANGE, "a value without an upstream ESCR" },
		{ "pentium4", "instructions", FIELD(tags), 1, 0,
		  ERANGE, "a tag without an upstream ESCR" },
		{ "pentium4", REP, FIELD(pebs_enable), 1u << 31, 0,
		  ERANGE, "a reserved bit of PEBS_ENABLE" },
		{ "pentium4", REP, FIELD(pebs_vert), 1u << 5, 0,
		  ERANGE, "a reserved bit of PEBS_MATRIX_VERT" },
		{ "pentium4", REP, FIELD(n_upstream), 3, ALL, ERANGE, "three upstream ESCRs" },
		{ "pentium4", REP, FIELD(upstream_of[0]), P4_ESCRS, ALL,
		  ERANGE, "an upstream ESCR that does not exist" },
		{ "pentium4", REP, FIELD(upstream), 1u << 31, 0,
		  ERANGE, "a reserved bit of the upstream ESCR" },
		{ "pentium4", REP, FIELD(tags), 1u << 5, 0, ERANGE, "a tag that does not exist" },
		{ "pentium4", REP, FIELD(tags), 0x1f, 0, ERANGE, "more than an option can take" },
	};
	/* clang-format on */
	struct encoding cascades = { .counters = 1, .cascade = CASCADE_PAIR };
	struct pmc_ioctl_event event = { .period = PMC_ABI_MAX_FREQUENCY,
					 .flags = PMC_EVENT_FREQUENCY };
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		refuse(&rows[i]);
	is_int(pmc_abi_from_encoding(&cascades, &event), -EOPNOTSUPP, "an event that cascades");
	event = (struct pmc_ioctl_event){ .flags = PMC_EVENT_FREQUENCY };
	event.period = PMC_ABI_MAX_FREQUENCY;
	ok(!pmc_abi_check(&event), "the highest frequency is taken");
	event.period++;
	ok(pmc_abi_check(&event) == -EINVAL, "one above it is refused");
	event = (struct pmc_ioctl_event){ .period = PMC_ABI_MAX_PERIOD,
					  .group = PMC_ABI_MAX_GROUP,
					  .sample = 15,
					  .stack = PMC_ABI_MAX_STACK,
					  .precise = 1 };
	ok(!pmc_abi_check(&event), "the longest period and the highest group are taken");
}

int main(void)
{
	const struct pmu_model *model;
	u32 i;

	for (i = 0; (model = pmc_model_row(i)); i++)
		if (model->family > PMU_TSC)
			round_trips(model);
	siblings();
	scopes();
	refusals();
	return done();
}

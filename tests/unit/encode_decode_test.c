/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any value of any select register of every model decodes to an event that encodes to the same
 * value again; so does the event's text. encode_p4_test does the same for the Pentium 4, whose
 * events need several registers. pmu_tables_test encodes and decodes every row of the tables.
 *
 * tests/run: parallel
 */
#include "core/event/catalogue.h"
#include "core/pmu/constraint.h"
#include "core/encode/encode.h"
#include "core/pmu/regs.h"
#include "core/pmu/registers.h"
#include "core/models/model.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "tests/tap.h"
#include "tests/unit/state_random.h"

static struct diag diag;

struct one {
	const struct pmu *pmu;
	u32 counter;
	u32 address;
	u64 value, own; /* the bits that are this counter's */
	u64 pmi;	/* its interrupt flag */
	struct reg_value regs[4];
	u32 n;
};

static u64 of(const struct reg_value *regs, u32 n, u32 address)
{
	while (n--)
		if (regs[n].address == address)
			return regs[n].value;
	return ~0ull;
}

/* Does the event encode to this value? */
static bool says(const struct one *o, const struct event *ev, const char *text)
{
	struct reg_value regs[ENCODE_REGS];
	struct encoding enc;
	u32 n = 0;

	memset(&diag, 0, sizeof(diag));
	/*
	 * A register may hold an event that this counter, or no counter, can count. The encoder
	 * refuses it with a sentence.
	 */
	if (o->counter < 32 && !(pmc_constraint_counters(o->pmu, o->value) >> o->counter & 1))
		return true;
	return !pmc_encode(o->pmu, text, ev, o->value & o->pmi ? ENCODE_PMI : 0, &enc, &diag) &&
	       !pmc_encode_on(o->pmu, &enc, o->counter, regs, &n, &diag) &&
	       (of(regs, n, o->address) & o->own) == (o->value & o->own);
}

static unsigned decoded, raws;

/* Returns false if the way there and back loses something. */
static bool back(const struct one *o)
{
	const struct catalogues cats = { &o->pmu->model->events, 1, NULL };
	struct event ev, parsed;
	char text[300], mods[200];
	u32 n = 1;

	if (!pmc_decode(o->pmu, o->regs, o->n, o->counter, &ev))
		return true;
	decoded++;
	raws += ev.kind == EVENT_RAW;
	pmc_event_name("", &ev, text, sizeof(text));
	if (pmc_event_modifiers(&ev, mods, sizeof(mods)))
		strcat(strcat(text, ":"), mods);
	if (!says(o, &ev, "")) {
		note("counter %u, %" PRIx64 ": %s; %s", o->counter, o->value, text, diag.sentence);
		return false;
	}
	if (pmc_event_parse(text, strlen(text), &cats, &parsed, &n, &diag) ||
	    !says(o, &parsed, text)) {
		note("counter %u, %" PRIx64 ": '%s' as text; %s", o->counter, o->value, text,
		     diag.sentence);
		return false;
	}
	return true;
}

/* Makes a value of these bits: any, or a row's event with a few bits more. */
static u64 random_value(const struct pmu *pmu, u64 bits)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	u32 i = 0, umask;
	u64 v;

	if (rng_one_in(3))
		return any_bits() & bits;
	while (pmc_list_row(c, i))
		i++;
	if (!i)
		return any_bits() & bits;
	row = pmc_list_row(c, rng_below(i));
	umask = row->n_umasks && rng_one_in(2) ? row->umask[rng_below(row->n_umasks)].bits :
						 row->plain;
	v = (row->code & 0xffu) | (u64)(row->code >> 8) << 32 | (u64)umask << 8 |
	    (any_bits() & (EVTSEL_USR | EVTSEL_OS | EVTSEL_INT)) | EVTSEL_EN;
	if (rng_one_in(2))
		v |= any_bits() & (EVTSEL_EDGE | EVTSEL_INV | EVTSEL_ANY | EVTSEL_IN_TX |
				   EVTSEL_IN_TXCP | 3 * EVTSEL_CMASK / 255);
	return v & bits;
}

static bool select_value(struct one *o, const struct pmu_reg_at *at)
{
	bool cesr = at->reg->kind == REG_CESR;
	u32 i, n_counters = cesr ? 2 : 1;

	o->address = at->address;
	o->value = random_value(o->pmu, pmc_pmu_reg_bits(o->pmu, at));
	if (cesr) {
		o->value |= rng_below(2) << 6 | rng_below(2) << 22;
		o->value &= pmc_pmu_reg_bits(o->pmu, at);
	}
	o->regs[0] = (struct reg_value){ at->address, o->value, ~0ull };
	o->n = 1;
	for (i = 0; i < n_counters; i++) {
		o->counter = cesr ? i : at->index;
		o->own = cesr ? 0xffffull << 16 * i : ~0ull;
		/*
		 * P6: PerfEvtSel0 enables both counters, so an event on counter 1 sets its EN
		 * there.
		 */
		o->pmi = cesr || o->pmu->family == PMU_C3 ? 0 : EVTSEL_INT;
		if (!back(o))
			return false;
	}
	return true;
}

static bool fixed_value(struct one *o, const struct pmu_reg_at *at)
{
	u32 i;

	o->address = at->address;
	o->value = any_bits() & pmc_pmu_reg_bits(o->pmu, at);
	o->regs[0] = (struct reg_value){ at->address, o->value, ~0ull };
	o->n = 1;
	for (i = 0; i < 16; i++) {
		if (!(o->pmu->fixed >> i & 1))
			continue;
		o->counter = FIXED_COUNTER(i);
		o->own = 0xfull << 4 * i;
		o->pmi = 8ull << 4 * i;
		if (!back(o))
			return false;
	}
	return true;
}

int main(void)
{
	const struct pmu_model *model;
	struct pmu_reg_at at;
	struct pmu pmu;
	struct one o = { &pmu, 0 };
	u32 i, k, tries, bad;

	for (i = 0; (model = pmc_model_row(i)); i++) {
		pmc_pmu_of_model(model, &pmu);
		if (pmu.family == PMU_P4 || pmu.family <= PMU_TSC)
			continue;
		decoded = raws = bad = 0;
		for (k = 0; pmc_pmu_reg(&pmu, k, &at); k++) {
			/*
			 * Version 6 has aliases of the registers; the encoder does not use those
			 * addresses.
			 */
			bool alias = at.address >= MSR_GP0_CTR && at.address < MSR_FX0_CTR + 64;

			for (tries = 0; tries < 1500 && bad < 5; tries++) {
				if ((at.reg->kind == REG_SELECT && !alias) ||
				    at.reg->kind == REG_CESR)
					bad += !select_value(&o, &at);
				else if (at.address == MSR_FIXED_CTR_CTRL && pmu.family == PMU_ARCH)
					bad += !fixed_value(&o, &at);
			}
		}
		ok(!bad && decoded > 100,
		   "%s: %u values are events, %u of them raw, and those events are the values "
		   "again",
		   model->name, decoded, raws);
	}
	return done();
}

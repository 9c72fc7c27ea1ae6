/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* PERFEVTSEL and FIXED_CTR_CTRL read back: what comes out encodes to the same values. */
#include "core/encode/evtsel/decode.h"
#include "core/encode/evtsel/select.h"
#include "core/encode/evtsel/wide.h"
#include "core/encode/fields/umasks.h"
#include "core/event/catalogue.h"
#include "core/event/event.h"
#include "core/pmu/constraint.h"
#include "core/pmu/pmu.h"
#include "core/event/generic.h"

static void decode_mods(const struct pmu *pmu, u64 select, struct event *event)
{
	u64 rings = select & (EVTSEL_USR | EVTSEL_OS);

	if (rings == EVTSEL_USR)
		event->mods |= MOD_USER;
	if (rings == EVTSEL_OS)
		event->mods |= MOD_KERNEL;
	if (select & EVTSEL_EDGE)
		event->mods |= MOD_EDGE;
	if (select & EVTSEL_INV)
		event->mods |= MOD_INVERT;
	select &= select_of_mods(pmu);
	if (pmu->caps & PMU_GUEST_HOST) {
		/* With both bits nothing counts without SVM, unlike with none; no modifiers mean
		 * that. */
		if ((select & AMD_BOTH_SIDES) != AMD_BOTH_SIDES)
			event->mods |= (select & AMD_EVTSEL_GUEST ? MOD_GUEST : 0) |
				       (select & AMD_EVTSEL_HOST ? MOD_HOST : 0);
	} else {
		event->mods |= (select & EVTSEL_ANY ? MOD_ANY_THREAD : 0) |
			       (select & EVTSEL_IN_TX ? MOD_IN_TX : 0) |
			       (select & EVTSEL_IN_TXCP ? MOD_IN_TXCP : 0);
	}
	event->cmask = (u8)(select >> EVTSEL_CMASK_SHIFT);
}

static bool decode_fixed(const struct pmu *pmu, u64 ctrl, u32 fixed, struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row, *best = NULL;
	u32 nibble, i;

	/* FIXED_CTR_CTRL has fields for 16 counters. */
	if (fixed >= 64 / FIXED_CTRL_BITS || !(pmu->fixed >> fixed & 1))
		return false;
	nibble = (u32)(ctrl >> (fixed * FIXED_CTRL_BITS)) & 0xf;
	if (!(nibble & (FIXED_CTRL_OS | FIXED_CTRL_USR)))
		return false;
	/* A row that sets AnyThread itself is preferred to one with the modifier. */
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		if (row->fixed != fixed + 1 || !c->event(c, i)[0] ||
		    (row->flags & ROW_ANY && !(nibble & FIXED_CTRL_ANY)))
			continue;
		if (!best || (row->flags & ROW_ANY && !(best->flags & ROW_ANY))) {
			best = row;
			event->id = i;
		}
	}
	if (!best ||
	    (nibble & FIXED_CTRL_ANY && !(best->flags & ROW_ANY) && !(pmu->caps & PMU_ANY_THREAD)))
		return false;
	if (nibble & FIXED_CTRL_ANY && !(best->flags & ROW_ANY))
		event->mods |= MOD_ANY_THREAD;
	event->kind = EVENT_MODEL;
	event->catalogue = c;
	if ((nibble & 3) == FIXED_CTRL_USR)
		event->mods |= MOD_USER;
	if ((nibble & 3) == FIXED_CTRL_OS)
		event->mods |= MOD_KERNEL;
	return true;
}

/* What is decoded, and from what. */
struct found {
	const struct pmu *pmu;
	const struct reg_value *regs;
	u32 n, counter;
	u64 select;
	u64 extra; /* bits that no modifier sets on this PMU, so a row must set them */
	/* OFFCORE_RSP0 and 1: the rule of the register that the event uses, and of the other
	 * one. */
	const struct extra_rule *seen, *other;
};

/*
 * The first row of this pass that makes this select value. In passes 2 and 3 rows set bits
 * themselves; in 1 and 3 they need another register. by_other: reads the value as if it were the
 * same event through the other register, which rows name.
 */
static bool find_row(const struct found *f, u32 pass, bool by_other, struct event *event)
{
	const struct catalogue *c = f->pmu->model->events;
	const struct extra_rule *by = by_other ? f->other : NULL;
	struct umask_value um = { 0, 0, -1 };
	const struct model_event *row;
	u64 select = f->select, value;
	u32 i;

	if (by)
		select = (select & ~(EVTSEL_EVENT | EVTSEL_UMASK)) | by->code | (u64)by->umask << 8;
	um.bits = (u32)(select >> 8 & 0xff);
	if (f->pmu->caps & PMU_UMASK2)
		um.bits |= (u32)(select >> 40 & 0xff) << 8;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		u64 own = select_row(row);

		if (!c->event(c, i)[0] || row->flags & ROW_FIXED || row->wide ||
		    row->code != select_code(f->pmu, select) ||
		    pass != ((own ? 2u : 0) | (row->msr ? 1u : 0)) ||
		    (own && (select & EVTSEL_OF_ROWS) != own) || (select & f->extra & ~own) ||
		    (row->counters && !(row->counters >> f->counter & 1)) ||
		    (by && row->msr != by->msr))
			continue;
		if (row->msr &&
		    (!reg_value_of(f->regs, f->n, by ? f->seen->msr : row->msr, &value) ||
		     value != row->msr_value))
			continue;
		if (!decode_umasks(c, i, &um, &event->umasks))
			continue;
		if (own) {
			event->mods &= ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD);
			event->cmask = 0;
		}
		event->id = i;
		return true;
	}
	return false;
}

/*
 * The rows of the catalogue, the most specific ones first: those that set bits which are modifiers
 * to other rows, or need another register. rest: the select value without what modifiers set.
 */
static bool find_event(const struct found *f, u64 rest, struct event *event)
{
	const struct catalogue *c = f->pmu->model->events;
	u32 pass;

	/* An event through OFFCORE_RSP1 may stand in the row that names OFFCORE_RSP0, and the
	 * reverse. */
	for (pass = 4; pass-- > 0;)
		if ((!f->other || pass & 1) && find_row(f, pass, false, event))
			return true;
	/* Wide rows that set such bits themselves, then those to which they are modifiers. */
	if (decode_wide(c, rest | (f->select & EVTSEL_OF_ROWS), f->regs, f->n, event)) {
		event->mods &= ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD);
		event->cmask = 0;
		return true;
	}
	if (decode_wide(c, rest, f->regs, f->n, event))
		return true;
	for (pass = 4; f->other && pass-- > 0;)
		if (pass & 1 && find_row(f, pass, true, event))
			return true;
	for (pass = 4; f->other && pass-- > 0;)
		if (!(pass & 1) && find_row(f, pass, false, event))
			return true;
	return false;
}

/* Whether a general counter counts with this select value. */
static bool is_on(const struct found *f)
{
	bool p6 = f->pmu->family == PMU_P6;
	u64 first;

	if (p6 && f->counter) {
		/* Number 1 without number 0 is decoded as if number 0 enabled it. */
		if (reg_value_of(f->regs, f->n, MSR_PERFEVTSEL0, &first) && !(first & EVTSEL_EN))
			return false;
	} else if (!(f->select & EVTSEL_EN)) {
		return false;
	}
	if (!(f->select & (EVTSEL_USR | EVTSEL_OS)))
		return false;
	/* Number 0 of a P6 may be in use for its enable bit alone. */
	return !p6 || f->select & (EVTSEL_EVENT | EVTSEL_UMASK);
}

bool decode_evtsel(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		   struct event *event)
{
	struct found f = { .pmu = pmu, .regs = regs, .n = n, .counter = counter };
	u64 ctrl, by_mods = select_of_mods(pmu);

	if (counter >= 32)
		return reg_value_of(regs, n, MSR_FIXED_CTR_CTRL, &ctrl) &&
		       decode_fixed(pmu, ctrl, counter - 32, event);
	if (!(pmu->general >> counter & 1) ||
	    !reg_value_of(regs, n, select_address(pmu, counter), &f.select) || !is_on(&f))
		return false;
	decode_mods(pmu, f.select, event);
	f.extra = EVTSEL_ANY | EVTSEL_PC;
	if (pmu->family == PMU_ARCH)
		f.extra |= EVTSEL_IN_TX | EVTSEL_IN_TXCP | EVTSEL_ADAPTIVE | EVTSEL_EQ;
	f.extra &= ~by_mods;
	if (pmu->caps & PMU_GUEST_HOST && (f.select & AMD_BOTH_SIDES) == AMD_BOTH_SIDES) {
		f.extra |= AMD_BOTH_SIDES;
		by_mods &= ~AMD_BOTH_SIDES;
	}
	f.seen = pmc_constraint_extra(pmu, f.select);
	f.other = f.seen ? pmc_constraint_other(pmu, f.seen->msr) : NULL;
	event->kind = EVENT_MODEL;
	event->catalogue = pmu->model->events;
	if (find_event(&f, f.select & ~by_mods, event))
		return true;
	event->kind = EVENT_RAW;
	event->catalogue = NULL;
	event->umasks = 0;
	event->raw = f.select & ~by_mods;
	return true;
}

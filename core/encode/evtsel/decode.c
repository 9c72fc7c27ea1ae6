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
		/* Both bits are not the same as none: without SVM nothing counts then. No modifiers say that. */
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

	/* FIXED_CTR_CTRL has room for 16. */
	if (fixed >= 64 / FIXED_CTRL_BITS || !(pmu->fixed >> fixed & 1))
		return false;
	nibble = (u32)(ctrl >> (fixed * FIXED_CTRL_BITS)) & 0xf;
	if (!(nibble & (FIXED_CTRL_OS | FIXED_CTRL_USR)))
		return false;
	/* A row that says AnyThread itself, before one with the modifier. */
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

/*
 * The first row of this pass that the select register's value is: 2 sets bits itself, 1 needs another
 * register. With `by`, the value is read as if that event stood in it, and its register is at `msr`.
 */
static bool find_row(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		     u64 select, u64 extra, u32 pass, const struct extra_rule *by, u32 msr,
		     struct event *event)
{
	const struct catalogue *c = pmu->model->events;
	const struct model_event *row;
	struct umask_value um = { 0, 0, -1 };
	u64 value;
	u32 i;

	if (by)
		select = (select & ~(EVTSEL_EVENT | EVTSEL_UMASK)) | by->code | (u64)by->umask << 8;
	um.bits = (u32)(select >> 8 & 0xff);
	if (pmu->caps & PMU_UMASK2)
		um.bits |= (u32)(select >> 40 & 0xff) << 8;
	for (i = 0; (row = pmc_list_row(c, i)); i++) {
		u64 own = select_row(row);

		if (!c->event(c, i)[0] || row->flags & ROW_FIXED || row->wide ||
		    row->code != select_code(pmu, select) ||
		    pass != ((own ? 2u : 0) | (row->msr ? 1u : 0)) ||
		    (own && (select & EVTSEL_OF_ROWS) != own) || (select & extra & ~own) ||
		    (row->counters && !(row->counters >> counter & 1)) ||
		    (by && row->msr != by->msr) ||
		    (row->msr && (!reg_value_of(regs, n, by ? msr : row->msr, &value) ||
				  value != row->msr_value)) ||
		    !decode_umasks(c, i, &um, &event->umasks))
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

bool decode_evtsel(const struct pmu *pmu, const struct reg_value *regs, u32 n, u32 counter,
		   struct event *event)
{
	const struct extra_rule *seen, *other;
	u64 select, ctrl, first, extra, by, rest;
	u32 pass;

	if (counter >= 32)
		return reg_value_of(regs, n, MSR_FIXED_CTR_CTRL, &ctrl) &&
		       decode_fixed(pmu, ctrl, counter - 32, event);
	if (!(pmu->general >> counter & 1) ||
	    !reg_value_of(regs, n, select_address(pmu, counter), &select))
		return false;
	if (pmu->family == PMU_P6 && counter) {
		/* Given alone, number 1 is told as if the other enabled it. */
		if (reg_value_of(regs, n, MSR_PERFEVTSEL0, &first) && !(first & EVTSEL_EN))
			return false;
	} else if (!(select & EVTSEL_EN)) {
		return false;
	}
	if (!(select & (EVTSEL_USR | EVTSEL_OS)))
		return false;
	/* Number 0 of a P6 may hold the enable alone. */
	if (!(select & (EVTSEL_EVENT | EVTSEL_UMASK)) && pmu->family == PMU_P6)
		return false;
	decode_mods(pmu, select, event);
	extra = (EVTSEL_ANY | EVTSEL_PC |
		 (pmu->family == PMU_ARCH ?
			  EVTSEL_IN_TX | EVTSEL_IN_TXCP | EVTSEL_ADAPTIVE | EVTSEL_EQ :
			  0)) &
		~select_of_mods(pmu);
	by = select_of_mods(pmu);
	if (pmu->caps & PMU_GUEST_HOST && (select & AMD_BOTH_SIDES) == AMD_BOTH_SIDES) {
		extra |= AMD_BOTH_SIDES;
		by &= ~AMD_BOTH_SIDES;
	}
	event->catalogue = pmu->model->events;
	event->kind = EVENT_MODEL;
	/* An event by OFFCORE_RSP1 is that of the row that names OFFCORE_RSP0, and the reverse. */
	seen = pmc_constraint_extra(pmu, select);
	other = seen ? pmc_constraint_other(pmu, seen->msr) : NULL;
	/* First the rows that say most: that set such bits themselves (to others they are modifiers), or
	 * need another register too. */
	for (pass = 4; pass-- > 0;)
		if ((!other || pass & 1) &&
		    find_row(pmu, regs, n, counter, select, extra, pass, NULL, 0, event))
			return true;
	/* What a row sets itself is no modifier; else it is one. */
	rest = select & ~by;
	if (decode_wide(event->catalogue, rest | (select & EVTSEL_OF_ROWS), regs, n, event)) {
		event->mods &= ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD);
		event->cmask = 0;
		return true;
	}
	if (decode_wide(event->catalogue, rest, regs, n, event))
		return true;
	for (pass = 4; other && pass-- > 0;)
		if (pass & 1 &&
		    find_row(pmu, regs, n, counter, select, extra, pass, other, seen->msr, event))
			return true;
	for (pass = 4; other && pass-- > 0;)
		if (!(pass & 1) &&
		    find_row(pmu, regs, n, counter, select, extra, pass, NULL, 0, event))
			return true;
	event->kind = EVENT_RAW;
	event->catalogue = NULL;
	event->umasks = 0;
	event->raw = rest;
	return true;
}

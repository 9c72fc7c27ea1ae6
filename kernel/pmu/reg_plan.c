// SPDX-License-Identifier: GPL-2.0
/* Makes the registers of a set from the encodings of its events. */
#include <linux/minmax.h>
#include <linux/string.h>

#include "kernel/pmu/probe.h"
#include "kernel/pmu/reg_plan.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/sibling.h"

const struct reg_plan no_plan = { .special = true };

static void add_reg(struct reg_plan *plan, u8 slot, u64 value, u64 mask)
{
	u32 i;

	for (i = 0; i < plan->n_regs; i++)
		if (plan->reg[i].slot == slot)
			break;
	if (i == plan->n_regs) {
		plan->reg[i] = (struct planned_reg){ .slot = slot };
		plan->n_regs++;
	}
	plan->reg[i].value |= value & mask;
	plan->reg[i].mask |= mask;
}

static void add_counter(struct reg_plan *plan, u32 counter, u32 event)
{
	struct planned_counter *c = &plan->counter[plan->n_counters++];
	bool fixed = counter >= FIXED_COUNTER(0);
	u32 width = fixed ? hw_pmu.fixed_width : hw_pmu.general_width;

	c->mask = width >= 64 ? ~0ull : (1ull << width) - 1;
	c->top = c->mask ^ c->mask >> 1;
	/*
	 * Without full-width writes a counter takes 32 bits and extends their sign; the highest bit
	 * must be set.
	 */
	c->most = min_t(u64, 0x7fffffff, c->mask >> 1);
	c->rdpmc = pmc_rdpmc_index(counter);
	c->msr = hw_counter_msr[counter];
	c->event = (u8)event;
	c->counter = (u8)counter;
	plan->counters |= 1ull << counter;
}

static int add_event(struct reg_plan *plan, const struct encoding *enc, u32 counter, u32 event)
{
	struct reg_value regs[ENCODE_REGS];
	u32 i, n_regs;
	int slot;

	if (counter >= 64 || !(enc->counters >> counter & 1) || !hw_counter_msr[counter])
		return -ERANGE;
	/* It writes to its diagnostic only if the event cannot be on the counter. */
	if (pmc_encode_on(&hw_pmu, enc, counter, regs, &n_regs, NULL))
		return -ERANGE;
	for (i = 0; i < n_regs; i++) {
		slot = regs_slot(regs[i].address);
		if (slot < 0)
			return -ERANGE;
		add_reg(plan, (u8)slot, regs[i].value, regs[i].mask);
	}
	add_counter(plan, counter, event);
	return 0;
}

static int make_one(const struct encoding *enc, const u8 *counter, u64 which, struct reg_plan *plan,
		    bool of_sibling)
{
	struct encoding sibling;
	u32 i;
	int err;

	plan->n_regs = plan->n_counters = 0;
	plan->counters = 0;
	plan->special = false;
	for (i = 0; which >> i; i++) {
		if (!(which >> i & 1))
			continue;
		if (of_sibling) {
			pmc_p4_for_sibling(&enc[i], &sibling);
			err = add_event(plan, &sibling, pmc_p4_sibling_counter(counter[i]), i);
		} else {
			err = add_event(plan, &enc[i], counter[i], i);
		}
		if (err)
			return err;
	}
	return 0;
}

int reg_plan_make(const struct encoding *enc, const u8 *counter, u64 which, struct reg_plan *plan,
		  struct reg_plan *sibling)
{
	int err = make_one(enc, counter, which, plan, false);

	if (err || !static_branch_unlikely(&hw_has_siblings))
		return err;
	return make_one(enc, counter, which, sibling, true);
}

bool reg_plan_conflicts(const struct reg_plan *a, const struct reg_plan *b)
{
	u32 i, k;

	if (a->counters & b->counters)
		return true;
	for (i = 0; i < a->n_regs; i++)
		for (k = 0; k < b->n_regs; k++)
			if (a->reg[i].slot == b->reg[k].slot &&
			    (a->reg[i].value ^ b->reg[k].value) & a->reg[i].mask & b->reg[k].mask)
				return true;
	return false;
}

/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of a set: what it writes, and which counters it reads. */
#ifndef PMC_KERNEL_REG_PLAN_H
#define PMC_KERNEL_REG_PLAN_H

#include <linux/types.h>

#include "kernel/base/types.h"
#include "kernel/pmu/sibling.h"
#include "pmc/pmc_ioctl.h"

#define HW_SLOTS 72 /* registers that the module writes: at most Pentium 4's 18 + 45 + 2 */

struct planned_reg {
	u64 value, mask;
	u8 slot;
};
struct planned_counter {
	u64 mask;      /* of its width */
	u64 top, most; /* sampling: its highest bit; how far from overflowing it can be set */
	u32 rdpmc;     /* RDPMC's argument … */
	u32 msr;       /* … or its address, for processors without RDPMC */
	u8 counter;
	u8 event; /* of the set */
};
/* What one rotation of a set writes and reads. */
struct reg_plan {
	u32 n_regs, n_counters;
	u64 counters; /* one bit each */
	bool special; /* coming to a CPU takes more than loading it: the set rotates, or shares */
	struct planned_reg reg[HW_SLOTS];
	struct planned_counter counter[PMC_ABI_EVENTS];
};

/* That of a context that waits. */
extern const struct reg_plan no_plan;

/*
 * Makes the plan of the events in `which`, each on its counter. sibling: the same for the other
 * sibling, if there is one. -ERANGE: an event needs a register that this PMU does not have.
 */
int reg_plan_make(const struct encoding *enc, const u8 *counter, u64 which, struct reg_plan *plan,
		  struct reg_plan *sibling);
/* Would the two disturb each other on one CPU? */
bool reg_plan_conflicts(const struct reg_plan *a, const struct reg_plan *b);

/* The plan by which a set counts on this CPU in one of its rotations. While the PMU is held. */
static inline const struct reg_plan *reg_plan_in(const struct set *set, u32 rotation)
{
	return &set->plan[rotation + (hw_is_sibling() ? set->rotations : 0)];
}

/* The plan of the context's rotation. */
static inline const struct reg_plan *reg_plan_of(const struct context *context)
{
	return reg_plan_in(context->set, context->rotation);
}

#endif

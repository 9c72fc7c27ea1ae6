// SPDX-License-Identifier: GPL-2.0
/* Reserves the counters in the kernel's own list, as perf does before its first hardware event. */
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <linux/smp.h>
#include <asm/msr.h>
#include <asm/nmi.h>

#include "kernel/pmu/probe.h"
#include "kernel/pmu/regs.h"
#include "kernel/pmu/reserve.h"

#define RESERVED 32 /* fixed counters come without a reservation */

/* The kernel has neither a list nor a driver for the registers of other families. */
static bool has_list(void)
{
	switch (hw_pmu.family) {
	case PMU_P6:
	case PMU_AMD:
	case PMU_P4:
	case PMU_ARCH:
		return true;
	default:
		return false;
	}
}

static void unreserve(u32 n)
{
	while (n--) {
		if (!hw_counter_msr[n] || !hw_select_msr[n])
			continue;
		release_evntsel_nmi(hw_select_msr[n]);
		release_perfctr_nmi(hw_counter_msr[n]);
	}
}

/* In perf's order. */
static int reserve(void)
{
	u32 i;

	for (i = 0; i < RESERVED; i++) {
		if (!hw_counter_msr[i] || !hw_select_msr[i])
			continue;
		if (!reserve_perfctr_nmi(hw_counter_msr[i]))
			goto busy;
		if (!reserve_evntsel_nmi(hw_select_msr[i])) {
			release_perfctr_nmi(hw_counter_msr[i]);
			goto busy;
		}
	}
	return 0;

busy:
	unreserve(i);
	return -EBUSY;
}

/* Does a counter hold what is written to it? On the CPU that runs. */
static void try_counter(void *answers)
{
	u64 old, got = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(hw_counter_msr) && !hw_counter_msr[i]; i++)
		;
	*(bool *)answers = i < ARRAY_SIZE(hw_counter_msr) &&
			   !rdmsrl_safe(hw_counter_msr[i], &old) &&
			   !wrmsrl_safe(hw_counter_msr[i], 0x12345) &&
			   !rdmsrl_safe(hw_counter_msr[i], &got) && (got & 0xfffff) == 0x12345 &&
			   !wrmsrl_safe(hw_counter_msr[i], old);
}

int reserve_get(void)
{
	bool answers = false;
	int err = has_list() ? reserve() : 0;

	if (err)
		return err;
	smp_call_function_single(cpumask_first(cpu_online_mask), try_counter, &answers, 1);
	if (answers)
		return 0;
	reserve_put();
	return -ENODEV;
}

void reserve_put(void)
{
	if (has_list())
		unreserve(RESERVED);
}

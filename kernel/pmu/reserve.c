// SPDX-License-Identifier: GPL-2.0
/* Reserves the counters in the kernel's own list, as perf does before its first hardware event. */
#include <linux/errno.h>
#include <asm/nmi.h>

#include "kernel/base/msr.h"
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

/* ---- Do the counters work? ---- */

/* The register that starts a counter. 0: none that is known. */
static u32 select_of(u32 counter)
{
	if (counter >= FIXED_COUNTER(0))
		return MSR_FIXED_CTR_CTRL;
	return hw_pmu.family == PMU_P5 ? MSR_P5_CESR : hw_select_msr[counter];
}

static bool keeps_value(u32 address)
{
	u64 old, got = 0;

	return !rdmsrl_safe(address, &old) && !wrmsrl_safe(address, 0x12345) &&
	       !rdmsrl_safe(address, &got) && (got & 0xfffff) == 0x12345 &&
	       !wrmsrl_safe(address, old);
}

/* Firmware, or an earlier user, may have left the counter running: it is stopped meanwhile. */
static bool counter_works(u32 counter)
{
	u32 select = select_of(counter);
	u64 was = 0;
	bool works;

	if (!select)
		return keeps_value(hw_counter_msr[counter]);
	if (rdmsrl_safe(select, &was) || wrmsrl_safe(select, 0))
		return false;
	works = keeps_value(hw_counter_msr[counter]);
	wrmsrl_safe(select, was);
	return works;
}

/* Do the first counters of this CPU hold what is written to them, at most so many? */
static bool counters_work(u32 most)
{
	u32 i, tried = 0;
	unsigned long flags;
	bool work = true;

	local_irq_save(flags);
	for (i = 0; i < ARRAY_SIZE(hw_counter_msr) && tried < most; i++) {
		if (!hw_counter_msr[i])
			continue;
		tried++;
		work &= counter_works(i);
	}
	local_irq_restore(flags);
	return tried && work;
}

bool reserve_try(void)
{
	bool work;

	/* Whoever holds them counts with them. */
	if (reserve_take())
		return true;
	work = counters_work(ARRAY_SIZE(hw_counter_msr));
	reserve_put();
	return work;
}

int reserve_take(void)
{
	return has_list() ? reserve() : 0;
}

int reserve_get(void)
{
	int err = reserve_take();

	if (err)
		return err;
	if (counters_work(1))
		return 0;
	reserve_put();
	return -ENODEV;
}

void reserve_put(void)
{
	if (has_list())
		unreserve(RESERVED);
}

// SPDX-License-Identifier: GPL-2.0
/* Whether this machine has siblings that share a PMU, and which CPU is which. */
#include <linux/printk.h>

#include "kernel/base/msr.h"
#include "kernel/pmu/probe.h"
#include "kernel/pmu/sibling.h"

DEFINE_STATIC_KEY_FALSE(hw_has_siblings);
DEFINE_PER_CPU(bool, hw_sibling);

static u32 cpuid_4_eax(void)
{
	u32 a, b, c, d;

	cpuid_count(4, 0, &a, &b, &c, &d);
	return a;
}

/*
 * Compares how many logical processors and cores a package can have, whether they are online or
 * not.
 */
static bool is_hyperthreaded(void)
{
	u32 logical = cpuid_ebx(1) >> 16 & 0xff, cores = 1;

	if (!(hw_pmu.caps & PMU_HT))
		return false;
	if (cpuid_eax(0) >= 4)
		cores += cpuid_4_eax() >> 26;
	return logical > cores;
}

void sibling_init(void)
{
	if (hw_pmu.family != PMU_P4 || !hw_pmu.general || !is_hyperthreaded())
		return;
	hw_pmu.general = P4_COUNTERS_LP0;
	static_branch_enable(&hw_has_siblings);
	pr_info("pmc: two logical processors share this PMU: each has half of the counters\n");
}

/* The lowest bit of the initial APIC ID tells siblings apart; the flags T0 and T1 go by it. */
void sibling_begin(void)
{
	this_cpu_write(hw_sibling, cpuid_ebx(1) >> 24 & 1);
}

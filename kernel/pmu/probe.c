// SPDX-License-Identifier: GPL-2.0
/*
 * Finds out which PMU the machine has: by CPUID, and where hypervisors do not announce an older
 * PMU, by reading its registers. A hypervisor may let every register be read and keep nothing that
 * is written.
 */
#include <linux/printk.h>
#include <linux/smp.h>
#include <asm/cpufeature.h>

#include "kernel/base/msr.h"
#include "kernel/pmu/probe.h"

struct pmu hw_pmu;
bool hw_probed, hw_has_rdpmc;

bool probe_is_refused(u32 address)
{
	u64 value;

	return rdmsrl_safe(address, &value);
}

/* Does this processor lack the leaf? n leaves were read already; they begin with 0 and 1. */
static bool lacks_leaf(u32 number, const struct cpuid_leaf *leaf)
{
	u32 max_ext = cpuid_eax(0x80000000);

	if (number == 0x40000000) /* only a hypervisor has it */
		return !(leaf[1].c >> 31);
	if (number >= 0x80000000)
		return number > max_ext || max_ext < 0x80000000;
	return number > cpuid_eax(0);
}

/* Reads every leaf that core/models/model.c asks for, on the CPU that runs. */
static void identify(struct pmu *pmu)
{
	/* clang-format off */
	static const u32 wanted[][2] = {
		{ 0, 0 }, { 1, 0 }, { 7, 0 }, { 7, 1 }, { 0xa, 0 }, { 0x1a, 0 }, { 0x23, 0 },
		{ 0x23, 1 }, { 0x23, 3 }, { 0x40000000, 0 }, { 0x80000001, 0 }, { 0x80000022, 0 },
	};
	/* clang-format on */
	struct cpuid_leaf leaf[ARRAY_SIZE(wanted)], *l;
	u32 n = 0, i;

	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		if (lacks_leaf(wanted[i][0], leaf))
			continue;
		l = &leaf[n++];
		l->leaf = wanted[i][0];
		l->subleaf = wanted[i][1];
		cpuid_count(l->leaf, l->subleaf, &l->a, &l->b, &l->c, &l->d);
	}
	pmc_pmu_of_cpuid(leaf, n, pmu, NULL);
}

static struct pmu announced; /* by CPUID, whatever the module makes of it */

static void compare(void *differs)
{
	struct pmu here;

	identify(&here);
	if (here.model != announced.model || here.general != announced.general ||
	    here.fixed != announced.fixed || here.general_width != announced.general_width ||
	    here.fixed_width != announced.fixed_width)
		*(bool *)differs = true;
}

bool probe_fits(void)
{
	bool differs = false;

	/* A PMU that CPUID does not announce, or none: there is nothing to compare. */
	if (!hw_probed && (hw_pmu.general || hw_pmu.fixed))
		compare(&differs);
	return !differs;
}

/*
 * Hypervisors never announce an older PMU, whether they provide it or not. So read its registers,
 * and believe in the PMU if all of them answer, until the counters were tried (reserve_try).
 */
static void probe_unannounced(void)
{
	struct pmu typical;
	struct pmu_reg_at at;
	u32 i;

	if (hw_pmu.general || hw_pmu.fixed || hw_pmu.family == PMU_ARCH || hw_pmu.family <= PMU_TSC)
		return;
	pmc_pmu_of_model(hw_pmu.model, &typical);
	for (i = 0; pmc_pmu_reg(&typical, i, &at); i++)
		if ((at.reg->kind == REG_SELECT || at.reg->kind == REG_COUNTER) &&
		    probe_is_refused(at.address))
			return;
	typical.caps &= hw_pmu.caps | ~(u32)(PMU_HT | PMU_EXT_CASCADE);
	typical.caps |= PMU_HYPERVISOR;
	hw_pmu = typical;
	hw_probed = true;
}

/* Why the module must not use the PMU, or NULL. */
static const char *find_obstacle(bool differs)
{
	u64 misc;

	if (differs)
		return "the CPUs have different PMUs";
	if (!hw_pmu.general && !hw_pmu.fixed)
		return "the processor announces no PMU";
	if (hw_pmu.family == PMU_P4 &&
	    (rdmsrl_safe(MSR_P4_MISC_ENABLE, &misc) || !(misc & P4_MISC_PERFMON)))
		return "IA32_MISC_ENABLE says that performance monitoring is unavailable";
	return NULL;
}

void probe_disbelieve(const char *why)
{
	pr_info("pmc: %s: the module can count time only\n", why);
	hw_pmu.general = hw_pmu.fixed = 0;
	hw_probed = false;
}

int probe_init(void)
{
	bool differs = false;
	const char *why;

	if (!boot_cpu_has(X86_FEATURE_TSC) || !boot_cpu_has(X86_FEATURE_MSR))
		return -ENODEV;
	identify(&announced);
	hw_pmu = announced;
	on_each_cpu(compare, &differs, 1);
	probe_unannounced();
	why = find_obstacle(differs);
	if (why)
		probe_disbelieve(why);
	/* Xen PV wants to be asked for registers and does not emulate RDPMC. */
	hw_has_rdpmc = hw_pmu.family >= PMU_P6 && !boot_cpu_has(X86_FEATURE_XENPV);
	return 0;
}

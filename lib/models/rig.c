/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks the rig's PMU which events it counts. */
#include "lib/models/rig.h"

#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

#include "core/encode/fields/encoding.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "core/state/arch.h"
#include "core/state/p4.h"
#include "core/state/rig.h"

bool rig_is_here(void)
{
	const char *which = getenv("PMC_RIG_EVENTS");
	u32 a, b, c, d, name[3];

	if (which && !strcmp(which, "all"))
		return false;
	/* Other processors answer with another leaf's values, or with zeros. */
	__cpuid(RIG_LEAF, a, b, c, d);
	memcpy(name, RIG_SIGNATURE, sizeof(name));
	return a >= RIG_LEAF_COUNTS && b == name[0] && c == name[1] && d == name[2];
}

static bool counts(u32 select, u32 unit)
{
	u32 a, b, c, d;

	__cpuid_count(RIG_LEAF_COUNTS, RIG_EVENT(select, unit), a, b, c, d);
	return a | b;
}

/* PERFEVTSEL, as core/state/arch.c and amd.c read it. */
static bool evtsel_counts(const struct pmu *pmu, u64 value)
{
	u32 select = value & EVTSEL_EVENT, unit = value >> 8 & 0xff;

	if (pmu->family == PMU_AMD)
		select |= (u32)((value & AMD_EVTSEL_EVENT_HI) >> 24);
	else
		unit |= (u32)((value & EVTSEL_UMASK2) >> 32);
	return counts(select, unit);
}

static bool fixed_counts(u64 counters)
{
	u32 i;

	for (i = 0; i < 32; i++)
		if (counters >> FIXED_COUNTER(i) & 1 && counts(ARCH_SELECT_FIXED(i), 0))
			return true;
	return false;
}

static bool escr_counts(const struct encoding *enc)
{
	u32 event = (enc->escr & P4_ESCR_EVENT) >> P4_ESCR_EVENT_SHIFT;
	u32 mask = (enc->escr & P4_ESCR_MASK) >> P4_ESCR_MASK_SHIFT, i;

	for (i = 0; i < enc->n_escrs; i++)
		if (!counts(P4_SELECT(enc->escr_of[i], event), mask))
			return false;
	return true;
}

/* One select register for both counters, each of which has events of its own: core/state/p5.c. */
static bool cesr_counts(const struct pmu *pmu, const struct encoding *enc)
{
	u32 event = (u32)enc->select, i;

	if (pmu->family == PMU_P5 || pmu->family == PMU_CYRIX)
		event = (event & P5_CESR_ES) | (event & CYRIX_CESR_ES6) >> 4;
	for (i = 0; i < 2; i++)
		if (enc->counters >> i & 1 && !counts(event, 1u << i))
			return false;
	return true;
}

bool rig_counts(const struct pmu *pmu, const struct encoding *enc)
{
	switch (pmu->family) {
	case PMU_ARCH:
	case PMU_P6:
	case PMU_AMD:
		if (enc->counters & 0xffffffff)
			return evtsel_counts(pmu, enc->select);
		return fixed_counts(enc->counters);
	case PMU_P4:
		return escr_counts(enc);
	default:
		return cesr_counts(pmu, enc);
	}
}

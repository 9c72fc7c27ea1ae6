/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See manual.h. Sections and tables have titles here and no numbers, which change from one revision
 * of a manual to the next; Intel's titles are those of the SDM, and of its revisions since 2006.
 */
#include "lib/models/manual.h"

#include <stddef.h>
#include <string.h>

#include "core/event/catalogue.h"
#include "core/pmu/pmu.h"
#include "core/tables/rows.h"
#include "lib/base/array.h"

#define SDM	"Intel SDM, volume 3, "
#define CYRIX	"Cyrix 6x86MX data book, section 2.8, performance monitoring"
#define WINCHIP "IDT WinChip C6 data sheet, appendix A"
#define C3	"VIA C3 (Samuel) data sheet, appendix A"

const char *manual_of(const struct pmu *pmu)
{
	static const char *const manuals[PMU_FAMILIES] = {
		[PMU_NONE] = "",
		[PMU_TSC] = SDM "\"Time-Stamp Counter\"",
		[PMU_P5] = SDM "\"Performance Monitoring (Pentium Processors)\"",
		[PMU_CYRIX] = CYRIX,
		[PMU_C6] = WINCHIP,
		[PMU_C3] = C3,
		[PMU_P6] = SDM "\"Performance Monitoring (P6 Family Processor)\"",
		[PMU_AMD] = "AMD APM, volume 2, \"Performance Monitoring Counters\"",
		[PMU_P4] = SDM "\"Performance Monitoring (Processors Based on Intel NetBurst "
			       "Microarchitecture)\"",
		[PMU_ARCH] = SDM "\"Architectural Performance Monitoring\"",
	};

	return manuals[pmu->family];
}

static const char *netburst_table(const char *event)
{
	static const char *const at_retirement[] = {
		"front_end_event", "execution_event", "replay_event",	"instr_retired",
		"uops_retired",	   "uop_type",	      "branch_retired", "mispred_branch_retired",
		"x87_assist",	   "machine_clear",
	};
	size_t i;

	if (!strcmp(event, "instr_completed"))
		return SDM "table \"Intel NetBurst Microarchitecture Model-Specific Performance "
			   "Monitoring Events\"";
	for (i = 0; i < ARRAY_SIZE(at_retirement); i++)
		if (!strcmp(event, at_retirement[i]))
			return SDM "table \"Performance Monitoring Events For Intel NetBurst "
				   "Microarchitecture for At-Retirement Counting\"";
	return SDM "table \"Performance Monitoring Events Supported by Intel NetBurst "
		   "Microarchitecture for Non-Retirement Counting\"";
}

/* Each family has a document of its own; numbers are those of AMD's publications. */
static const char *amd_list(const char *model)
{
	static const struct {
		const char *model, *manual;
	} lists[] = {
		{ "k7", "AMD 22007, Athlon code optimization guide, appendix D" },
		{ "k8", "AMD 26094 and 32559, BKDGs of the K8, \"Performance Monitoring\"" },
		{ "fam10h", "AMD 31116, BKDG of family 10h, \"Performance Counter Events\"" },
		{ "fam11h", "AMD 41256, BKDG of family 11h, \"Performance Counter Events\"" },
		{ "fam12h", "AMD 41131, BKDG of family 12h, \"Performance Counter Events\"" },
		{ "fam14h", "AMD 43170, BKDG of family 14h, \"Performance Counter Events\"" },
		{ "fam15h", "AMD 42301, BKDG of family 15h, \"Core Performance Counter Events\"" },
		{ "fam16h", "AMD 48751, BKDG of family 16h, \"Core Performance Counter Events\"" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		if (!strcmp(model, lists[i].model))
			return lists[i].manual;
	return "AMD's PPR of the family and model, \"Core Performance Monitor Counters\"";
}

const char *manual_of_event(const struct pmu *pmu, const struct model_event *row)
{
	switch (pmu->family) {
	case PMU_P5:
		return SDM "table \"Events That Can Be Counted with Pentium Processor "
			   "Performance-Monitoring Counters\"";
	case PMU_CYRIX:
		return CYRIX ", table of counter event types";
	case PMU_P6:
		return row->variants == P6_PM ?
			       SDM "table \"Performance Monitoring Events on Intel Pentium M "
				   "Processors\"" :
			       SDM "table \"Events That Can Be Counted with the P6 Family "
				   "Performance-Monitoring Counters\"";
	case PMU_AMD:
		return amd_list(pmu->model->name);
	case PMU_P4:
		return netburst_table(row->name);
	case PMU_ARCH:
		return row->arch || row->flags & ROW_FIXED ?
			       SDM "\"Architectural Performance Monitoring\", table of "
				   "pre-defined events" :
			       SDM "\"Performance Monitoring Events\", table of this core";
	default:
		return manual_of(pmu);
	}
}

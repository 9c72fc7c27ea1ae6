/* SPDX-License-Identifier: BSD-2-Clause */
/* Describes a model: its family and rules, its registers, and its generic events. */
#include <errno.h>
#include <string.h>

#include "core/encode/encode.h"
#include "core/event/event.h"
#include "core/event/generic.h"
#include "core/pmu/registers.h"
#include "core/event/catalogue.h"
#include "lib/models/info.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

static const struct {
	const char *family, *rules;
} families[PMU_FAMILIES] = {
	[PMU_NONE] = { "none", "" },
	[PMU_TSC] = { "time stamp counter", "" },
	[PMU_P5] = { "P5",
		     "each counter has half of CESR; some events can be on one counter only" },
	[PMU_CYRIX] = { "Cyrix", "each counter has half of CESR" },
	[PMU_C6] = { "WinChip", "each counter has half of CESR; there are no rings" },
	[PMU_C3] = { "VIA C3", "one counter" },
	[PMU_P6] = { "P6",
		     "PerfEvtSel0 enables both counters; some events can be on one counter only" },
	[PMU_AMD] = { "AMD",
		      "an event can be on any counter, unless the manual restricts it to some" },
	[PMU_P4] = { "Pentium 4",
		     "an event needs one of its ESCRs (at most two), which feeds two or three "
		     "counters; two events that need "
		     "different values in one ESCR or in the replay registers exclude each other" },
	[PMU_ARCH] = { "architectural",
		       "an event can be on any general counter, unless the manual restricts it to "
		       "some; each fixed counter has "
		       "one event; events that use OFFCORE_RSP, load latency or FRONTEND share one "
		       "register each" },
};

const char *model_family(const struct pmu *pmu)
{
	return families[pmu->family].family;
}

const char *model_rules(const struct pmu *pmu)
{
	return families[pmu->family].rules;
}

int pmc_model_register_at(const struct pmc_model *model, size_t index,
			  struct pmc_model_register *reg)
{
	static const char *const kinds[] = {
		[REG_SELECT] = "select",   [REG_CESR] = "select",   [REG_ESCR] = "escr",
		[REG_COUNTER] = "counter", [REG_ALIAS] = "alias",   [REG_FIXED] = "fixed",
		[REG_CONTROL] = "control", [REG_STATUS] = "status", [REG_CLEAR] = "clear",
	};
	struct pmu_reg_at at;

	if (index >= 0xffffffffu || !pmc_pmu_reg(&model->pmu, (u32)index, &at))
		return -ENOENT;
	pmc_pmu_reg_name(&at, reg->name);
	reg->address = at.address;
	reg->bits = pmc_pmu_reg_bits(&model->pmu, &at);
	reg->kind = kinds[at.reg->kind];
	return 0;
}

static bool is_pmus(const struct event_row *row)
{
	return row->kind == EVENT_HARDWARE || row->kind == EVENT_CACHE;
}

int pmc_model_generic_at(const struct pmc_model *model, size_t index,
			 struct pmc_model_generic *generic)
{
	const struct generic_map *map = model->pmu.model->generic;
	const struct event_row *row;
	struct encoding enc;
	struct event ev;
	u32 i;

	for (i = 0; (row = pmc_generic_row(i)); i++)
		if (is_pmus(row) && !index--)
			break;
	if (!row)
		return -ENOENT;
	generic->name = row->name;
	generic->event = NULL;
	for (; map->event; map++)
		if (map->kind == row->kind && map->id == row->id)
			break;
	/*
	 * A mapped event may still be missing, such as an architectural event that CPUID says is
	 * unavailable.
	 */
	memset(&ev, 0, sizeof(ev));
	ev.kind = (enum event_kind)row->kind;
	ev.id = row->id;
	ev.row = row;
	if (map->event && !pmc_encode(&model->pmu, row->name, &ev, 0, &enc, NULL))
		generic->event = map->event;
	return 0;
}

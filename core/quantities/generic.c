/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * perf's generic events, and PAPI's presets. Misses of a TLB are those of all its levels, which
 * cost a page walk, as perf has them on Intel's and AMD's processors.
 */
#include "core/quantities/generic.h"
#include "core/quantities/terms.h"

struct row {
	u8 kind;
	u32 id;
	struct machine_formula formula;
};

/* clang-format off */
#define HARDWARE_ROW(name, ...) { EVENT_HARDWARE, HW_##name, { { __VA_ARGS__ } } }
#define CACHE_ROW(c, op, result, ...) \
	{ EVENT_CACHE, CACHE_CONFIG(CACHE_##c, CACHE_OP_##op, CACHE_##result), { { __VA_ARGS__ } } }
#define LAST_ROWS(level) \
	HARDWARE_ROW(CACHE_REFERENCES, ALL_ASKED(level)), \
	HARDWARE_ROW(CACHE_MISSES, ALL_MISSED(level)), \
	CACHE_ROW(LLC, READ, ACCESS, COUNT(ASKED(level, READ))), \
	CACHE_ROW(LLC, READ, MISS, COUNT(MISSED(level, READ))), \
	CACHE_ROW(LLC, WRITE, ACCESS, COUNT(ASKED(level, WRITE))), \
	CACHE_ROW(LLC, WRITE, MISS, COUNT(MISSED(level, WRITE)))

#define PRESET_ROW(name, ...) { EVENT_PRESET, PRESET_##name, { { __VA_ARGS__ } } }
/* Data that a level is asked for: by loads, by stores, and by the page walker. */
#define DATA_ASKED(level) \
	COUNT(ASKED(level, READ)), COUNT(ASKED(level, WRITE)), COUNT(ASKED(level, WALK))
#define DATA_MISSED(level) \
	COUNT(MISSED(level, READ)), COUNT(MISSED(level, WRITE)), COUNT(MISSED(level, WALK))
#define DATA_HIT(level) \
	DATA_ASKED(level), LESS(MISSED(level, READ)), LESS(MISSED(level, WRITE)), \
	LESS(MISSED(level, WALK))
/* What PAPI has of a level behind the first. */
#define PRESET_ROWS(name, level) \
	PRESET_ROW(name##_DCM, DATA_MISSED(level)), \
	PRESET_ROW(name##_ICM, COUNT(MISSED(level, FETCH))), \
	PRESET_ROW(name##_TCM, ALL_MISSED(level)), \
	PRESET_ROW(name##_LDM, COUNT(MISSED(level, READ))), \
	PRESET_ROW(name##_STM, COUNT(MISSED(level, WRITE))), \
	PRESET_ROW(name##_DCA, DATA_ASKED(level)), \
	PRESET_ROW(name##_DCH, DATA_HIT(level)), \
	PRESET_ROW(name##_DCR, LOADS_ASKED(level)), \
	PRESET_ROW(name##_DCW, COUNT(ASKED(level, WRITE))), \
	PRESET_ROW(name##_ICA, COUNT(ASKED(level, FETCH))), \
	PRESET_ROW(name##_ICH, HIT(level, FETCH)), \
	PRESET_ROW(name##_TCA, ALL_ASKED(level)), \
	PRESET_ROW(name##_TCH, ALL_HIT(level))

/* By the descriptions of PAPI_presets(3). */
static const struct row presets[] = {
	PRESET_ROW(TOT_INS, HARDWARE(INSTRUCTIONS)),
	PRESET_ROW(BR_INS, HARDWARE(BRANCHES)),
	PRESET_ROW(BR_CN, STREAM(BRANCHES_CONDITIONAL)),
	PRESET_ROW(BR_UCN, STREAM(BRANCHES_UNCONDITIONAL)),
	PRESET_ROW(BR_TKN, STREAM(BRANCHES_CONDITIONAL_TAKEN)),
	PRESET_ROW(BR_NTK, STREAM(BRANCHES_NOT_TAKEN)),
	PRESET_ROW(BR_MSP, COUNT(branch.conditional_missed)),
	PRESET_ROW(BR_PRC, STREAM(BRANCHES_CONDITIONAL), LESS(branch.conditional_missed)),
	PRESET_ROW(LD_INS, STREAM(LOADS)),
	PRESET_ROW(SR_INS, STREAM(STORES)),
	PRESET_ROW(LST_INS, STREAM(LOADS), STREAM(STORES)),
	PRESET_ROW(L1_DCM, DATA_MISSED(L1D)),
	PRESET_ROW(L1_ICM, COUNT(MISSED(L1I, FETCH))),
	PRESET_ROW(L1_TCM, DATA_MISSED(L1D), COUNT(MISSED(L1I, FETCH))),
	PRESET_ROW(L1_LDM, COUNT(MISSED(L1D, READ))),
	PRESET_ROW(L1_STM, COUNT(MISSED(L1D, WRITE))),
	PRESET_ROW(L1_DCA, STREAM(LOADS), STREAM(STORES)),
	PRESET_ROW(L1_DCR, STREAM(LOADS)),
	PRESET_ROW(L1_DCW, STREAM(STORES)),
	PRESET_ROWS(L2, L2),
	PRESET_ROWS(L3, LL),
	PRESET_ROW(TLB_DM, COUNT(WALKS(READ)), COUNT(WALKS(WRITE))),
	PRESET_ROW(TLB_IM, COUNT(WALKS(FETCH))),
	PRESET_ROW(TLB_TL, ALL_WALKS),
};
static const struct row rows[] = {
	HARDWARE_ROW(BRANCH_MISSES, MISPREDICTED),
	CACHE_ROW(L1D, READ, ACCESS, STREAM(LOADS)),
	CACHE_ROW(L1D, READ, MISS, COUNT(MISSED(L1D, READ))),
	CACHE_ROW(L1D, WRITE, ACCESS, STREAM(STORES)),
	CACHE_ROW(L1D, WRITE, MISS, COUNT(MISSED(L1D, WRITE))),
	CACHE_ROW(L1I, READ, MISS, COUNT(MISSED(L1I, FETCH))),
	CACHE_ROW(DTLB, READ, ACCESS, STREAM(LOADS)),
	CACHE_ROW(DTLB, READ, MISS, COUNT(WALKS(READ))),
	CACHE_ROW(DTLB, WRITE, ACCESS, STREAM(STORES)),
	CACHE_ROW(DTLB, WRITE, MISS, COUNT(WALKS(WRITE))),
	CACHE_ROW(ITLB, READ, MISS, COUNT(WALKS(FETCH))),
	CACHE_ROW(BPU, READ, ACCESS, HARDWARE(BRANCHES)),
	CACHE_ROW(BPU, READ, MISS, MISPREDICTED),
};
static const struct row last_l2[] = { LAST_ROWS(L2) };
static const struct row last_ll[] = { LAST_ROWS(LL) };
/* clang-format on */

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const struct machine_formula *find(const struct row *row, u32 n, enum event_kind kind,
					  u32 id)
{
	u32 i;

	for (i = 0; i < n; i++)
		if (row[i].kind == kind && row[i].id == id)
			return &row[i].formula;
	return NULL;
}

const struct machine_formula *pmc_machine_generic_row(u32 last, enum event_kind kind, u32 id)
{
	const struct machine_formula *found = kind == EVENT_PRESET ?
						      find(presets, N(presets), kind, id) :
						      find(rows, N(rows), kind, id);

	if (found)
		return found;
	return last == LEVEL_LL ? find(last_ll, N(last_ll), kind, id) :
				  find(last_l2, N(last_l2), kind, id);
}

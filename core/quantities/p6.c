/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium III's events. The states of lines (M, E, S) are not modelled, so the unit mask of
 * L2's requests is either I, a miss, or the three others together, a hit.
 */
#include "core/quantities/p6.h"
#include "core/quantities/terms.h"

/* clang-format off */
static const struct machine_event rows[] = {
	ROW("DCU_LINES_IN", "lines that came into L1D", COUNT(FILLED(L1D))),
	ROW("DCU_M_LINES_OUT", "dirty lines that left L1D", COUNT(WRITTEN_BACK(L1D))),
	ROW("IFU_IFETCH_MISS", "fetches that missed L1I", COUNT(MISSED(L1I, FETCH))),
	ROW("ITLB_MISS", "fetches that missed the ITLB", COUNT(TLB_MISSED(I, FETCH))),
	ROW("L2_IFETCH:I", "fetches that missed L2", COUNT(MISSED(L2, FETCH))),
	ROW("L2_IFETCH:M:E:S", "fetches that hit L2", HIT(L2, FETCH)),
	ROW("L2_IFETCH:M:E:S:I", "fetches that asked L2", COUNT(ASKED(L2, FETCH))),
	ROW("L2_LD:I", "reads and page walks that missed L2", LOADS_MISSED(L2)),
	ROW("L2_LD:M:E:S", "reads and page walks that hit L2", LOADS_HIT(L2)),
	ROW("L2_LD:M:E:S:I", "reads and page walks that asked L2", LOADS_ASKED(L2)),
	ROW("L2_ST:I", "stores that missed L2", COUNT(MISSED(L2, WRITE))),
	ROW("L2_ST:M:E:S", "stores that hit L2", HIT(L2, WRITE)),
	ROW("L2_ST:M:E:S:I", "stores that asked L2", COUNT(ASKED(L2, WRITE))),
	ROW("L2_RQSTS:I", "requests that missed L2", ALL_MISSED(L2)),
	ROW("L2_RQSTS:M:E:S", "requests that hit L2", ALL_HIT(L2)),
	ROW("L2_RQSTS:M:E:S:I", "requests that asked L2", ALL_ASKED(L2)),
	ROW("L2_LINES_IN", "lines that came into L2", COUNT(FILLED(L2))),
	ROW("L2_LINES_OUT", "lines that made room in L2", COUNT(EVICTED(L2))),
	ROW("L2_M_LINES_OUTM", "dirty lines that left L2", COUNT(WRITTEN_BACK(L2))),
	ROW("INST_RETIRED", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("BR_INST_RETIRED", "branches", HARDWARE(BRANCHES)),
	ROW("BR_TAKEN_RETIRED", "branches that were taken", STREAM(BRANCHES_TAKEN)),
	ROW("BR_MISS_PRED_RETIRED", "mispredicted branches", MISPREDICTED),
};
/* clang-format on */

const struct machine_events pmc_machine_events_p6 = {
	.pmus = "pentium3",
	.manual = "SDM vol. 3, Performance Monitoring Events for P6 Family Processors",
	.row = rows,
	.n = sizeof(rows) / sizeof(rows[0]),
};

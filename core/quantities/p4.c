/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The Pentium 4's events. Its reads of L2 are loads, fetches, page walks, and lines that stores ask
 * for. The states of lines are not modelled, so hits are those of all three states together.
 */
#include "core/quantities/p4.h"
#include "core/quantities/terms.h"

#define BSQ "BSQ_cache_reference:"

/* clang-format off */
static const struct machine_event rows[] = {
	ROW(BSQ "RD_2ndL_MISS", "requests that missed L2", ALL_MISSED(L2)),
	ROW(BSQ "RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM", "requests that hit L2", ALL_HIT(L2)),
	ROW(BSQ "RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM:RD_2ndL_MISS", "requests that asked L2",
	    ALL_ASKED(L2)),
	ROW("page_walk_type:DTMISS", "page walks for data",
	    COUNT(WALKS(READ)), COUNT(WALKS(WRITE))),
	ROW("page_walk_type:ITMISS", "page walks for instructions", COUNT(WALKS(FETCH))),
	ROW("page_walk_type:DTMISS:ITMISS", "page walks", ALL_WALKS),
	ROW("ITLB_reference:MISS", "fetches that missed the ITLB", COUNT(TLB_MISSED(I, FETCH))),
	ROW("replay_event:NBOGUS:L1_LD_MISS", "loads that missed L1D", COUNT(MISSED(L1D, READ))),
	ROW("replay_event:NBOGUS:L2_LD_MISS", "reads that missed L2", COUNT(MISSED(L2, READ))),
	ROW("replay_event:NBOGUS:DTLB_LD_MISS", "loads that missed the DTLB",
	    COUNT(TLB_MISSED(D, READ))),
	ROW("replay_event:NBOGUS:DTLB_ST_MISS", "stores that missed the DTLB",
	    COUNT(TLB_MISSED(D, WRITE))),
	ROW("replay_event:NBOGUS:DTLB_ALL_MISS", "accesses that missed the DTLB",
	    COUNT(TLB_MISSED(D, READ)), COUNT(TLB_MISSED(D, WRITE))),
	ROW("instr_retired:NBOGUSNTAG", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("instr_retired:NBOGUSNTAG:NBOGUSTAG", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("branch_retired:MMNP:MMNM:MMTP:MMTM", "branches", HARDWARE(BRANCHES)),
	ROW("branch_retired:MMTP:MMTM", "branches that were taken", STREAM(BRANCHES_TAKEN)),
	ROW("branch_retired:MMNP:MMNM", "branches that were not taken",
	    STREAM(BRANCHES_NOT_TAKEN)),
	ROW("branch_retired:MMNM:MMTM", "mispredicted branches", MISPREDICTED),
	ROW("mispred_branch_retired:NBOGUS", "mispredicted branches", MISPREDICTED),
	ROW("retired_branch_type:CONDITIONAL", "conditional branches",
	    STREAM(BRANCHES_CONDITIONAL)),
	ROW("retired_branch_type:CALL", "calls", STREAM(CALLS)),
	ROW("retired_branch_type:RETURN", "returns", STREAM(RETURNS)),
	ROW("retired_branch_type:INDIRECT", "returns, indirect calls and jumps",
	    STREAM(RETURNS), STREAM(BRANCHES_INDIRECT)),
};
/* clang-format on */

const struct machine_events pmc_machine_events_p4 = {
	.pmus = "pentium4 pentium4-prescott",
	.manual = "SDM vol. 3, Performance Monitoring Events for Intel Pentium 4 and Intel Xeon "
		  "Processors",
	.row = rows,
	.n = sizeof(rows) / sizeof(rows[0]),
};

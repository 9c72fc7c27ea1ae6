/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of AMD's Zen 2 and 4. The result of a request to L2 says hit or miss of fetches, but
 * of data only the miss.
 */
#include "lib/quantities/zen.h"
#include "lib/quantities/terms.h"

#define ZEN2	  1u
#define ZEN4	  2u
#define L2_STATUS "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:"

/* clang-format off */
static const struct machine_event rows[] = {
	ROW_OF(ZEN2, "32_BYTE_INSTRUCTION_CACHE_MISSES", "fetches that missed L1I",
	       COUNT(MISSED(L1I, FETCH))),
	ROW_OF(ZEN4, "IC_TAG_HIT_MISS:IC_MISS", "fetches that missed L1I",
	       COUNT(MISSED(L1I, FETCH))),
	ROW("INSTRUCTION_CACHE_REFILLS_FROM_L2", "fetches that hit L2", HIT(L2, FETCH)),
	ROW("INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM", "fetches that missed L2",
	    COUNT(MISSED(L2, FETCH))),
	ROW("REQUESTS_TO_L2_GROUP1:RD_BLK_L", "reads that asked L2", COUNT(ASKED(L2, READ))),
	ROW("REQUESTS_TO_L2_GROUP1:RD_BLK_X", "stores that asked L2", COUNT(ASKED(L2, WRITE))),
	ROW("REQUESTS_TO_L2_GROUP1:CACHEABLE_IC_READ", "fetches that asked L2",
	    COUNT(ASKED(L2, FETCH))),
	ROW(L2_STATUS "LS_RD_BLK_C", "reads and stores that missed L2",
	    COUNT(MISSED(L2, READ)), COUNT(MISSED(L2, WRITE))),
	ROW(L2_STATUS "IC_FILL_MISS", "fetches that missed L2", COUNT(MISSED(L2, FETCH))),
	ROW(L2_STATUS "IC_FILL_HIT_S:IC_FILL_HIT_X", "fetches that hit L2", HIT(L2, FETCH)),
	ROW("L1_DTLB_MISS:TLB_RELOAD_4K_L2_MISS", "page walks for data",
	    COUNT(WALKS(READ)), COUNT(WALKS(WRITE))),
	ROW("L1_DTLB_MISS:TLB_RELOAD_4K_L2_HIT", "data that missed the first DTLB alone",
	    COUNT(TLB_MISSED(D, READ)), COUNT(TLB_MISSED(D, WRITE)), LESS(WALKS(READ)),
	    LESS(WALKS(WRITE))),
	ROW("L1_ITLB_MISS_L2_ITLB_HIT", "fetches that missed the first ITLB alone",
	    COUNT(TLB_MISSED(I, FETCH)), LESS(WALKS(FETCH))),
	ROW("L1_ITLB_MISS_L2_ITLB_MISS:IF4K", "page walks for fetches", COUNT(WALKS(FETCH))),
	ROW("RETIRED_INSTRUCTIONS", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("RETIRED_BRANCH_INSTRUCTIONS", "branches", HARDWARE(BRANCHES)),
	ROW("RETIRED_TAKEN_BRANCH_INSTRUCTIONS", "branches that were taken",
	    STREAM(BRANCHES_TAKEN)),
	ROW("RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "conditional branches",
	    STREAM(BRANCHES_CONDITIONAL)),
	ROW("RETIRED_NEAR_RETURNS", "returns", STREAM(RETURNS)),
	ROW("RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS", "mispredicted branches", MISPREDICTED),
	ROW("RETIRED_NEAR_RETURNS_MISPREDICTED", "mispredicted returns",
	    COUNT(branch.returns_missed)),
};
/* clang-format on */

const struct machine_events pmc_machine_events_zen = {
	.pmus = "zen2 zen4",
	.manual = "AMD's Processor Programming References 54945 and 57019, Performance Monitor "
		  "Counters",
	.row = rows,
	.n = sizeof(rows) / sizeof(rows[0]),
};

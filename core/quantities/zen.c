/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The events of AMD's Zen 2 and 4. The result of a request to L2 says hit or miss of fetches, but
 * of data only the miss.
 */
#include "core/quantities/zen.h"
#include "core/quantities/terms.h"

#define ZEN2	  1u
#define ZEN4	  2u
#define L2_STATUS "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:"

/* clang-format off */
static const struct machine_event rows[] = {
	CODED_OF(ZEN2, 0x0081, "32_BYTE_INSTRUCTION_CACHE_MISSES", "fetches that missed L1I",
	       COUNT(MISSED(L1I, FETCH))),
	CODED_OF(ZEN4, 0x10000188e, "IC_TAG_HIT_MISS:IC_MISS", "fetches that missed L1I",
	       COUNT(MISSED(L1I, FETCH))),
	CODED(0x0082, "INSTRUCTION_CACHE_REFILLS_FROM_L2", "fetches that hit L2", HIT(L2, FETCH)),
	CODED(0x0083, "INSTRUCTION_CACHE_REFILLS_FROM_SYSTEM", "fetches that missed L2",
	    COUNT(MISSED(L2, FETCH))),
	CODED(0x8060, "REQUESTS_TO_L2_GROUP1:RD_BLK_L", "reads that asked L2",
	    COUNT(ASKED(L2, READ))),
	CODED(0x4060, "REQUESTS_TO_L2_GROUP1:RD_BLK_X", "stores that asked L2",
	    COUNT(ASKED(L2, WRITE))),
	CODED(0x1060, "REQUESTS_TO_L2_GROUP1:CACHEABLE_IC_READ", "fetches that asked L2",
	    COUNT(ASKED(L2, FETCH))),
	CODED(0x0864, L2_STATUS "LS_RD_BLK_C", "reads and stores that missed L2",
	    COUNT(MISSED(L2, READ)), COUNT(MISSED(L2, WRITE))),
	CODED(0x0164, L2_STATUS "IC_FILL_MISS", "fetches that missed L2", COUNT(MISSED(L2, FETCH))),
	CODED(0x0664, L2_STATUS "IC_FILL_HIT_S:IC_FILL_HIT_X", "fetches that hit L2",
	    HIT(L2, FETCH)),
	CODED(0x1045, "L1_DTLB_MISS:TLB_RELOAD_4K_L2_MISS", "page walks for data",
	    COUNT(WALKS(READ)), COUNT(WALKS(WRITE))),
	CODED(0x0145, "L1_DTLB_MISS:TLB_RELOAD_4K_L2_HIT", "data that missed the first DTLB alone",
	    COUNT(TLB_MISSED(D, READ)), COUNT(TLB_MISSED(D, WRITE)), LESS(WALKS(READ)),
	    LESS(WALKS(WRITE))),
	CODED(0x0084, "L1_ITLB_MISS_L2_ITLB_HIT", "fetches that missed the first ITLB alone",
	    COUNT(TLB_MISSED(I, FETCH)), LESS(WALKS(FETCH))),
	CODED(0x0185, "L1_ITLB_MISS_L2_ITLB_MISS:IF4K", "page walks for fetches",
	    COUNT(WALKS(FETCH))),
	ROW("RETIRED_INSTRUCTIONS", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("RETIRED_BRANCH_INSTRUCTIONS", "branches", HARDWARE(BRANCHES)),
	ROW("RETIRED_TAKEN_BRANCH_INSTRUCTIONS", "branches that were taken",
	    STREAM(BRANCHES_TAKEN)),
	ROW("RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS", "conditional branches",
	    STREAM(BRANCHES_CONDITIONAL)),
	ROW("RETIRED_NEAR_RETURNS", "returns", STREAM(RETURNS)),
	CODED(0x00c3, "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS", "mispredicted branches",
	    MISPREDICTED),
	CODED(0x00c9, "RETIRED_NEAR_RETURNS_MISPREDICTED", "mispredicted returns",
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

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The events of Intel's Core 2. */
#include "core/quantities/core2.h"
#include "core/quantities/terms.h"

/* clang-format off */
static const struct machine_event rows[] = {
	ROW("L1D_REPL", "lines that came into L1D", COUNT(FILLED(L1D))),
	ROW("L1D_M_EVICT", "dirty lines that left L1D", COUNT(WRITTEN_BACK(L1D))),
	ROW("L1D_CACHE_LD.I_STATE", "loads that missed L1D", COUNT(MISSED(L1D, READ))),
	ROW("L1D_CACHE_ST.I_STATE", "stores that missed L1D", COUNT(MISSED(L1D, WRITE))),
	ROW("L1I_MISSES", "fetches that missed L1I", COUNT(MISSED(L1I, FETCH))),
	CODED(0x7024, "L2_LINES_IN:SELF:ANY", "lines that came into L2", COUNT(FILLED(L2))),
	CODED(0x7026, "L2_LINES_OUT:SELF:ANY", "lines that made room in L2", COUNT(EVICTED(L2))),
	CODED(0x7027, "L2_M_LINES_OUT:SELF:ANY", "dirty lines that left L2",
	    COUNT(WRITTEN_BACK(L2))),
	ROW("L2_LD.SELF.DEMAND.MESI", "reads and page walks that asked L2", LOADS_ASKED(L2)),
	ROW("L2_LD.SELF.DEMAND.I_STATE", "reads and page walks that missed L2", LOADS_MISSED(L2)),
	ROW("L2_ST.SELF.MESI", "stores that asked L2", COUNT(ASKED(L2, WRITE))),
	ROW("L2_ST.SELF.I_STATE", "stores that missed L2", COUNT(MISSED(L2, WRITE))),
	CODED(0x4f28, "L2_IFETCH:SELF:MESI", "fetches that asked L2", COUNT(ASKED(L2, FETCH))),
	CODED(0x4128, "L2_IFETCH:SELF:I_STATE", "fetches that missed L2", COUNT(MISSED(L2, FETCH))),
	ROW("LLC_REFERENCES", "requests that asked L2", ALL_ASKED(L2)),
	ROW("LLC_MISSES", "requests that missed L2", ALL_MISSED(L2)),
	CODED(0x01cb, "MEM_LOAD_RETIRED:L1D_MISS", "loads that missed L1D",
	    COUNT(MISSED(L1D, READ))),
	CODED(0x04cb, "MEM_LOAD_RETIRED:L2_MISS", "reads that missed L2", COUNT(MISSED(L2, READ))),
	CODED(0x10cb, "MEM_LOAD_RETIRED:DTLB_MISS", "loads that missed the DTLB",
	    COUNT(TLB_MISSED(D, READ))),
	ROW("DTLB_MISSES.MISS_LD", "loads that missed the DTLB", COUNT(TLB_MISSED(D, READ))),
	ROW("DTLB_MISSES.MISS_ST", "stores that missed the DTLB", COUNT(TLB_MISSED(D, WRITE))),
	CODED(0x0108, "DTLB_MISSES:ANY", "accesses that missed the DTLB",
	    COUNT(TLB_MISSED(D, READ)), COUNT(TLB_MISSED(D, WRITE))),
	ROW("ITLB.MISSES", "fetches that missed the ITLB", COUNT(TLB_MISSED(I, FETCH))),
	CODED(0x010c, "PAGE_WALKS:COUNT", "page walks", ALL_WALKS),
	ROW("INSTRUCTION_RETIRED", "instructions", HARDWARE(INSTRUCTIONS)),
	ROW("INST_RETIRED:LOADS", "loads", STREAM(LOADS)),
	ROW("INST_RETIRED:STORES", "stores", STREAM(STORES)),
	ROW("BRANCH_INSTRUCTIONS_RETIRED", "branches", HARDWARE(BRANCHES)),
	ROW("BR_INST_RETIRED:TAKEN", "branches that were taken", STREAM(BRANCHES_TAKEN)),
	ROW("MISPREDICTED_BRANCH_RETIRED", "mispredicted branches", MISPREDICTED),
};
/* clang-format on */

const struct machine_events pmc_machine_events_core2 = {
	.pmus = "core2",
	.manual = "SDM vol. 3, Performance Monitoring Events for Intel Core 2 Duo Processors",
	.row = rows,
	.n = sizeof(rows) / sizeof(rows[0]),
};

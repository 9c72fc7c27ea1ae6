/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics of the Pentium 4. It has a trace cache instead of an L1 instruction cache. Loads that
 * missed the L1 data cache or the L2 are counted at retirement, by replay tagging.
 */
#include "lib/metrics/tables/rows.h"

#define CYC "global_power_events"
#define INS "instr_retired:NBOGUSNTAG:NBOGUSTAG"
#define BRA "branch_retired:MMNP:MMNM:MMTP:MMTM"
#define L2_MISS "BSQ_cache_reference:RD_2ndL_MISS"
#define BUS_CLOCK "the bus is counted in bus clocks, the processor in its own"

/* clang-format off */
static const struct metric_row rows[] = {
	RATIO(CPI, CYC, INS),
	RATIO(IPC, INS, CYC),
	RATIO(UPI, "uops_retired:NBOGUS", INS),
	RATIO(KERNEL_INS, INS ":k", INS),
	RATIO(KERNEL_CYC, CYC ":k", CYC),
	NO_RATIO(STALL, "resource_stall knows one resource, the store buffers"),
	NO_RATIO(BUS, BUS_CLOCK),
	RATIO(L1I_PKI, "BPU_fetch_request:TCMISS", INS),
	RATIO(L1D_PKI, "replay_event:NBOGUS:L1_LD_MISS", INS),
	RATIO(L2, L2_MISS, L2_MISS ":RD_2ndL_HITS:RD_2ndL_HITE:RD_2ndL_HITM"),
	RATIO(L2_PKI, "replay_event:NBOGUS:L2_LD_MISS", INS),
	RATIO(ITLB, "ITLB_reference:MISS", "ITLB_reference:HIT:MISS:HIT_UC"),
	RATIO(ITLB_PKI, "page_walk_type:ITMISS", INS),
	RATIO(DTLB_PKI, "page_walk_type:DTMISS", INS),
	RATIO(BRANCHES, BRA, INS),
	RATIO(TAKEN, "branch_retired:MMTP:MMTM", BRA),
	RATIO(CONDITIONAL, "retired_branch_type:CONDITIONAL", BRA),
	RATIO(MISPREDICTED, "mispred_branch_retired", BRA),
	RATIO(MISPREDICTED_PKI, "mispred_branch_retired", INS),
	RATIO(CALLS, "retired_branch_type:CALL", INS),
	RATIO(RETURNS, "retired_branch_type:RETURN", INS),
	RATIO(FLOPS, "x87_FP_uop", INS),
};
/* clang-format on */
const struct metric_table metrics_p4 = METRIC_TABLE(
	rows,
	"SDM volume 3, tables \"Performance Monitoring Events Supported by Intel NetBurst "
	"Microarchitecture\" and \"List of Metrics Available for Replay Tagging\"",
	"the Pentium 4 has no event for it");

/* SPDX-License-Identifier: BSD-2-Clause */
/* Metrics of the P6 family. It has two counters, so no formula has more than two events. */
#include "lib/metrics/tables/rows.h"

#define CYC "CPU_CLK_UNHALTED"
#define INS "INST_RETIRED"
#define BRA "BR_INST_RETIRED"

/* clang-format off */
static const struct metric_row rows[] = {
	RATIO(CPI, CYC, INS),
	RATIO(IPC, INS, CYC),
	RATIO(UPI, "UOPS_RETIRED", INS),
	RATIO(KERNEL_INS, INS ":k", INS),
	RATIO(KERNEL_CYC, CYC ":k", CYC),
	RATIO(STALL, "RESOURCE_STALLS", CYC),
	RATIO(FETCH_STALL, "IFU_MEM_STALL", CYC),
	/* With agent ANY the event counts processor clocks, with SELF bus clocks. */
	RATIO(BUS, "BUS_DRDY_CLOCKS:ANY", CYC),
	RATIO(BUS_PKI, "BUS_TRAN_ANY:SELF", INS),
	RATIO(REFS, "DATA_MEM_REFS", INS),
	RATIO(MISALIGNED, "MISALIGN_MEM_REF", "DATA_MEM_REFS"),
	RATIO(L1I, "IFU_IFETCH_MISS", "IFU_IFETCH"),
	RATIO(L1I_PKI, "IFU_IFETCH_MISS", INS),
	RATIO(L1D, "DCU_LINES_IN", "DATA_MEM_REFS"),
	RATIO(L1D_PKI, "DCU_LINES_IN", INS),
	RATIO(L2, "L2_LINES_IN", "L2_RQSTS"),
	RATIO(L2_PKI, "L2_LINES_IN", INS),
	RATIO(ITLB, "ITLB_MISS", "IFU_IFETCH"),
	RATIO(ITLB_PKI, "ITLB_MISS", INS),
	NO_RATIO(LLC, "the L2 is the last level"),
	NO_RATIO(LLC_PKI, "the L2 is the last level"),
	RATIO(BRANCHES, BRA, INS),
	RATIO(TAKEN, "BR_TAKEN_RETIRED", BRA),
	RATIO(MISPREDICTED, "BR_MISS_PRED_RETIRED", BRA),
	RATIO(MISPREDICTED_PKI, "BR_MISS_PRED_RETIRED", INS),
	RATIO(BTB, "BTB_MISSES", "BR_INST_DECODED"),
	RATIO(FLOPS, "FLOPS", INS),
	RATIO(INTERRUPTS, "HW_INT_RX", INS),
};
/* clang-format on */
const struct metric_table metrics_p6 = METRIC_TABLE(
	rows,
	"SDM volume 3, table \"Events That Can Be Counted with the P6 Family "
	"Performance-Monitoring Counters\"",
	"the P6 family has no event for it");

/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics of the Pentium and Pentium MMX, the Cyrix 6x86MX, M II and III, and of the WinChips and
 * the C3.
 */
#include "lib/metrics/tables/rows.h"

#define CYC "NUMBER_OF_CYCLES_NOT_IN_HALT_STATE"
#define INS "INSTRUCTIONS_EXECUTED"
#define NO_CLOCK "the time stamp counter has the clocks of this processor, and no event; "\
	"on a Pentium MMX there is one"

/* clang-format off */
static const struct metric_row rows[] = {
	RATIO(CPI, CYC, INS), NO_RATIO(CPI, NO_CLOCK),
	RATIO(IPC, INS, CYC), NO_RATIO(IPC, NO_CLOCK),
	RATIO(KERNEL_INS, INS ":k", INS),
	NO_RATIO(KERNEL_CYC, "only one counter can count clocks, and the share needs two"),
	RATIO(READ_STALL, "WAITING_FOR_DATA_MEMORY_READ_STALL_DURATION", CYC),
	NO_RATIO(READ_STALL, NO_CLOCK),
	RATIO(WRITE_STALL, "WRITE_BUFFER_FULL_STALL_DURATION", CYC),
	NO_RATIO(WRITE_STALL, NO_CLOCK),
	RATIO(BUS, "BUS_CYCLE_DURATION", CYC), NO_RATIO(BUS, NO_CLOCK),
	RATIO(REFS, "DATA_READ_OR_WRITE", INS),
	RATIO(LOADS, "DATA_READ", INS),
	RATIO(STORES, "DATA_WRITE", INS),
	RATIO(MISALIGNED, "MISALIGNED_DATA_MEMORY_OR_IO_REFERENCES", "DATA_READ_OR_WRITE"),
	RATIO(L1I, "CODE_CACHE_MISS", "CODE_READ"),
	RATIO(L1I_PKI, "CODE_CACHE_MISS", INS),
	RATIO(L1D, "DATA_READ_MISS_OR_WRITE_MISS", "DATA_READ_OR_WRITE"),
	RATIO(L1D_PKI, "DATA_READ_MISS_OR_WRITE_MISS", INS),
	RATIO(ITLB, "CODE_TLB_MISS", "CODE_READ"),
	RATIO(ITLB_PKI, "CODE_TLB_MISS", INS),
	RATIO(DTLB, "DATA_TLB_MISS", "DATA_READ_OR_WRITE"),
	RATIO(DTLB_PKI, "DATA_TLB_MISS", INS),
	RATIO(BRANCHES, "BRANCHES", INS),
	RATIO(TAKEN, "TAKEN_BRANCHES", "BRANCHES"),
	RATIO(MISPREDICTED, "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS", "BRANCHES"),
	RATIO(MISPREDICTED_PKI, "PIPELINE_FLUSHES_DUE_TO_WRONG_BRANCH_PREDICTIONS", INS),
	RATIO(RETURNS, "RETURNS", INS),
	RATIO(FLOPS, "FLOPS", INS),
	RATIO(INTERRUPTS, "HARDWARE_INTERRUPTS", INS),
};
/* WinChip C6, 2 and 3. */
#define TWO "reads and writes are two events, which with the instructions need three counters"
static const struct metric_row winchip[] = {
	RATIO(CPI, "INTERNAL_CLOCKS", "X86_INSTRUCTIONS"), RATIO(CPI, "INTERNAL_CLOCKS", INS),
	RATIO(IPC, "X86_INSTRUCTIONS", "INTERNAL_CLOCKS"), RATIO(IPC, INS, "INTERNAL_CLOCKS"),
	RATIO(BUS, "BUS_UTILIZATION", "INTERNAL_CLOCKS"),
	RATIO(REFS, "DATA_READ_OR_DATA_WRITE", INS),
	RATIO(LOADS, "DATA_READ", INS),
	RATIO(STORES, "DATA_WRITE", INS),
	RATIO(MISALIGNED, "MISALIGNED_DATA_MEMORY_NOT_IO", "DATA_READ_OR_DATA_WRITE"),
	RATIO(L1I, "INSTRUCTION_FETCH_CACHE_MISS", "CODE_READ"),
	RATIO(L1I_PKI, "INSTRUCTION_FETCH_CACHE_MISS", INS),
	RATIO(L1I_PKI, "INSTRUCTION_FETCH_CACHE_MISSES", "X86_INSTRUCTIONS"),
	NO_RATIO(L1D, TWO), NO_RATIO(L1D_PKI, TWO),
	RATIO(ITLB, "CODE_TLB_MISS", "CODE_READ"),
	RATIO(ITLB_PKI, "CODE_TLB_MISS", INS),
	RATIO(DTLB, "DATA_TLB_MISS", "DATA_READ_OR_DATA_WRITE"),
	RATIO(DTLB_PKI, "DATA_TLB_MISS", INS),
};
static const struct metric_row c3[] = {
	NO_RATIO(CPI, "there is one counter, and a quotient needs two"),
	NO_RATIO(IPC, "there is one counter, and a quotient needs two"),
};
/* clang-format on */
const struct metric_table metrics_p5 = METRIC_TABLE(
	rows,
	"SDM volume 3, table \"Events That Can Be Counted with Pentium Processor "
	"Performance-Monitoring Counters\"; Cyrix 6x86MX data book, table of counter event types",
	"the Pentium has no event for it");
const struct metric_table metrics_winchip = METRIC_TABLE(
	winchip,
	"WinChip C6 data sheet; WinChip 2A and 3 data sheets, appendix A",
	"the WinChip has no event for it");
const struct metric_table metrics_c3 = METRIC_TABLE(
	c3,
	"VIA C3 Samuel 2 data sheet, appendix A",
	"the C3 counts clocks and instructions only");

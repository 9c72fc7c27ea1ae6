/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The formulas of the classic metrics: one table per family of PMUs, with a row for each metric and
 * each way to count it.
 *
 * A row is a quotient of two sums of events, with the family's own event names. A metric may have
 * several rows; a model uses the first row whose events it can count all at once. So a row for some
 * models needs no list of them, and a better row stands before a worse one. Each table or row names
 * the manual. A metric without a formula has a reason, its own or the table's.
 */
#ifndef PMC_LIB_METRIC_ROWS_H
#define PMC_LIB_METRIC_ROWS_H

#include "lib/base/array.h"
#include "pmc/pmc.h"

/* clang-format off */
/* X(ID, name, title, unit, scale): all metrics, in the order in which they are shown. */
#define METRIC_LIST(X) \
	X(CPI, "cpi", "cycles per instruction", "", 1) \
	X(IPC, "ipc", "instructions per cycle", "", 1) \
	X(UPI, "uops", "micro-operations per instruction", "", 1) \
	X(KERNEL_INS, "kernel-instructions", "instructions in kernel mode", "%", 100) \
	X(KERNEL_CYC, "kernel-cycles", "cycles in kernel mode", "%", 100) \
	X(STALL, "stalls", "cycles stalled for a resource", "%", 100) \
	X(FETCH_STALL, "fetch-stalls", "cycles stalled for instructions", "%", 100) \
	X(READ_STALL, "read-stalls", "cycles stalled for a data read", "%", 100) \
	X(WRITE_STALL, "write-stalls", "cycles stalled for full write buffers", "%", 100) \
	X(BUS, "bus", "cycles in which the bus is busy", "%", 100) \
	X(BUS_PKI, "bus-pki", "bus transactions", "per 1000 instr", 1000) \
	X(REFS, "refs", "memory references per instruction", "", 1) \
	X(LOADS, "loads", "loads per instruction", "", 1) \
	X(STORES, "stores", "stores per instruction", "", 1) \
	X(MISALIGNED, "misaligned", "references not aligned", "%", 100) \
	X(L1I, "l1i-misses", "L1 instruction cache miss rate", "%", 100) \
	X(L1I_PKI, "l1i-mpki", "L1 instruction cache misses", "per 1000 instr", 1000) \
	X(L1D, "l1d-misses", "L1 data cache miss rate", "%", 100) \
	X(L1D_PKI, "l1d-mpki", "L1 data cache misses", "per 1000 instr", 1000) \
	X(L2, "l2-misses", "L2 cache miss rate", "%", 100) \
	X(L2_PKI, "l2-mpki", "L2 cache misses", "per 1000 instr", 1000) \
	X(LLC, "llc-misses", "last level cache miss rate", "%", 100) \
	X(LLC_PKI, "llc-mpki", "last level cache misses", "per 1000 instr", 1000) \
	X(ITLB, "itlb-misses", "instruction TLB miss rate", "%", 100) \
	X(ITLB_PKI, "itlb-mpki", "instruction TLB misses", "per 1000 instr", 1000) \
	X(DTLB, "dtlb-misses", "data TLB miss rate", "%", 100) \
	X(DTLB_PKI, "dtlb-mpki", "data TLB misses", "per 1000 instr", 1000) \
	X(BRANCHES, "branches", "branches of all instructions", "%", 100) \
	X(TAKEN, "taken", "taken branches of all branches", "%", 100) \
	X(CONDITIONAL, "conditional", "conditional branches of all branches", "%", 100) \
	X(COND_TAKEN, "conditional-taken", "taken ones of conditional branches", "%", 100) \
	X(INDIRECT, "indirect", "indirect jumps and calls of all branches", "%", 100) \
	X(MISPREDICTED, "mispredicted", "branch misprediction rate", "%", 100) \
	X(MISPREDICTED_PKI, "mispredicted-pki", "branch mispredictions", "per 1000 instr", 1000) \
	X(BTB, "btb-misses", "branches that the BTB does not know", "%", 100) \
	X(CALLS, "calls", "calls", "per 1000 instr", 1000) \
	X(RETURNS, "returns", "returns", "per 1000 instr", 1000) \
	X(FLOPS, "flops", "floating-point operations", "per 1000 instr", 1000) \
	X(SYSCALLS, "syscalls", "system calls", "per 1e6 instr", 1e6) \
	X(INTERRUPTS, "interrupts", "hardware interrupts", "per 1e6 instr", 1e6)
/* clang-format on */

#define X(id, ...) METRIC_##id,
enum metric { METRIC_LIST(X) METRICS };
#undef X

struct metric_row {
	enum metric metric;
	const char *above[PMC_METRIC_TERMS], *below[PMC_METRIC_TERMS];
	const char *source;  /* the manual; NULL: the table's */
	const char *missing; /* why there is no formula; then above and below are empty */
};

struct metric_table {
	const struct metric_row *row;
	unsigned n;
	const char *source;
	const char *missing; /* why a metric without a row has no formula, as a clause */
};
extern const struct metric_table metrics_p5, metrics_winchip, metrics_c3, metrics_p6, metrics_p4,
	metrics_amd, metrics_zen, metrics_intel, metrics_emulated, metrics_modelled;

#define METRIC_TABLE(rows, src, why)                                              \
	{                                                                         \
		.row = rows, .n = ARRAY_SIZE(rows), .source = src, .missing = why \
	}
#define RATIO(id, a, b)                                               \
	{                                                             \
		.metric = METRIC_##id, .above = { a }, .below = { b } \
	}
/* A part of another generic event, which share_whole() tells. */
#define SHARE(id, a)                                  \
	{                                             \
		.metric = METRIC_##id, .above = { a } \
	}
#define RATIO2(id, a, a2, b)                                              \
	{                                                                 \
		.metric = METRIC_##id, .above = { a, a2 }, .below = { b } \
	}
#define NO_RATIO(id, why)                             \
	{                                             \
		.metric = METRIC_##id, .missing = why \
	}

#endif

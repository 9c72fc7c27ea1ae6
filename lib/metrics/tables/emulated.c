/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics of the emulated backend: those of the instruction stream, with its generic events, which
 * are exact; and those that the models of a machine feed, once the user has chosen one. Nothing is
 * modelled unasked: it takes tens of times as long, and the numbers are of a machine that
 * somebody must have named.
 */
#include "lib/metrics/tables/rows.h"

#define INS "instructions"

/* clang-format off */
#define STREAM_ROWS \
	RATIO2(REFS, "loads", "stores", INS), \
	SHARE(LOADS, "loads"), \
	SHARE(STORES, "stores"), \
	RATIO(BRANCHES, "branches", INS), \
	SHARE(TAKEN, "branches-taken"), \
	SHARE(CONDITIONAL, "branches-conditional"), \
	SHARE(COND_TAKEN, "branches-conditional-taken"), \
	SHARE(INDIRECT, "branches-indirect"), \
	RATIO(CALLS, "calls", INS), \
	RATIO(RETURNS, "returns", INS), \
	RATIO(SYSCALLS, "syscalls", INS)

#define ASK \
	"the instruction stream has no caches, TLBs or predictors; --machine skylakex models that " \
	"machine's, which takes tens of times as long as the command alone"

static const struct metric_row stream[] = {
	STREAM_ROWS,
	NO_RATIO(L1I_PKI, ASK), NO_RATIO(L1D, ASK), NO_RATIO(L1D_PKI, ASK), NO_RATIO(L2, ASK),
	NO_RATIO(L2_PKI, ASK), NO_RATIO(LLC, ASK), NO_RATIO(LLC_PKI, ASK), NO_RATIO(ITLB_PKI, ASK),
	NO_RATIO(DTLB, ASK), NO_RATIO(DTLB_PKI, ASK), NO_RATIO(MISPREDICTED, ASK),
	NO_RATIO(MISPREDICTED_PKI, ASK),
};

/* An instruction that loads and stores makes one access and stands in both sums below the line. */
static const struct metric_row modelled[] = {
	STREAM_ROWS,
	NO_RATIO(L1I, "the models do not count how often code is fetched"),
	RATIO(L1I_PKI, "L1-icache-load-misses", INS),
	{ .metric = METRIC_L1D, .above = { "L1-dcache-load-misses", "L1-dcache-store-misses" },
	  .below = { "loads", "stores" } },
	RATIO2(L1D_PKI, "L1-dcache-load-misses", "L1-dcache-store-misses", INS),
	{ .metric = METRIC_L2,
	  .above = { "l2-fetch-misses", "l2-read-misses", "l2-write-misses", "l2-walk-read-misses" },
	  .below = { "l2-fetches", "l2-reads", "l2-writes", "l2-walk-reads" } },
	{ .metric = METRIC_L2_PKI,
	  .above = { "l2-fetch-misses", "l2-read-misses", "l2-write-misses", "l2-walk-read-misses" },
	  .below = { INS } },
	SHARE(LLC, "cache-misses"),
	RATIO(LLC_PKI, "cache-misses", INS),
	NO_RATIO(ITLB, "the models do not count how often code is fetched"),
	RATIO(ITLB_PKI, "iTLB-load-misses", INS),
	{ .metric = METRIC_DTLB, .above = { "dTLB-load-misses", "dTLB-store-misses" },
	  .below = { "loads", "stores" } },
	RATIO2(DTLB_PKI, "dTLB-load-misses", "dTLB-store-misses", INS),
	SHARE(MISPREDICTED, "branch-misses"),
	RATIO(MISPREDICTED_PKI, "branch-misses", INS),
	NO_RATIO(BTB, "the models know the targets of all direct branches"),
};
/* clang-format on */
const struct metric_table metrics_emulated = METRIC_TABLE(
	stream,
	"pmc's instruction stream: \"pmc list stream\"",
	"the emulated backend counts the instruction stream of user mode, which has no cycles or "
	"kernel; hardware counters have them");
const struct metric_table metrics_modelled = METRIC_TABLE(
	modelled,
	"pmc's instruction stream and modelled machines: docs/machines.md",
	"the models count misses and have no time, and the emulated backend counts user mode, so "
	"there are no cycles, stalls, buses or kernel; hardware counters have them");

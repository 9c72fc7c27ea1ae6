/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics of the instruction stream, with the generic events that the emulated backend counts. All
 * are exact.
 */
#include "lib/metrics/tables/rows.h"

#define INS "instructions"

/* clang-format off */
static const struct metric_row rows[] = {
	RATIO2(REFS, "loads", "stores", INS),
	SHARE(LOADS, "loads"),
	SHARE(STORES, "stores"),
	RATIO(BRANCHES, "branches", INS),
	SHARE(TAKEN, "branches-taken"),
	SHARE(CONDITIONAL, "branches-conditional"),
	SHARE(COND_TAKEN, "branches-conditional-taken"),
	SHARE(INDIRECT, "branches-indirect"),
	RATIO(CALLS, "calls", INS),
	RATIO(RETURNS, "returns", INS),
	RATIO(SYSCALLS, "syscalls", INS),
};
/* clang-format on */
const struct metric_table metrics_emulated = METRIC_TABLE(
	rows,
	"pmc's instruction stream: \"pmc list stream\"",
	"the emulated backend counts the instruction stream of user mode, which has no cycles, "
	"caches, predictions or kernel; hardware counters have them");

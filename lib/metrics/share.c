/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists generic events that are parts of another event. Reports relate each of them to that event.
 * The metrics
 * of the instruction stream are made from the same rows.
 */
#include "lib/metrics/share.h"

#include <stddef.h>
#include <string.h>

#include "lib/base/array.h"

/* clang-format off */
static const struct {
	const char *part, *whole;
} shares[] = {
	{ "branch-misses", "branches" },
	{ "cache-misses", "cache-references" },
	{ "L1-dcache-load-misses", "L1-dcache-loads" },
	{ "L1-icache-load-misses", "L1-icache-loads" },
	{ "LLC-load-misses", "LLC-loads" },
	{ "dTLB-load-misses", "dTLB-loads" },
	{ "iTLB-load-misses", "iTLB-loads" },
	{ "stalled-cycles-frontend", "cycles" },
	{ "stalled-cycles-backend", "cycles" },
	{ "branches-taken", "branches" },
	{ "branches-not-taken", "branches" },
	{ "branches-conditional", "branches" },
	{ "branches-conditional-taken", "branches-conditional" },
	{ "branches-unconditional", "branches" },
	{ "branches-indirect", "branches" },
	{ "jumps", "branches" },
	{ "jumps-direct", "branches" },
	{ "jumps-indirect", "branches" },
	{ "calls", "branches" },
	{ "calls-direct", "calls" },
	{ "calls-indirect", "calls" },
	{ "returns", "branches" },
	{ "loads", "instructions" },
	{ "stores", "instructions" },
};
/* clang-format on */

const char *share_whole(const char *event)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(shares); i++)
		if (!strcmp(shares[i].part, event))
			return shares[i].whole;
	return NULL;
}

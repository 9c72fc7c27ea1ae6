/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * See rules.h. Sources: OPT is Intel's 64 and IA-32 Architectures Optimization Reference Manual;
 * Drepper, "What Every Programmer Should Know About Memory" (2007).
 */
#include "cli/report/rules.h"

#define OPT	"Intel, Optimization Reference Manual"
#define DREPPER "Drepper, What Every Programmer Should Know About Memory"

const struct rule rules[] = {
	{
		.title = "mispredicted branches",
		.event = "branch-misses",
		.per = { "branches-conditional", "branches" },
		.limit = 5,
		.cost = 17,
		.why = "at 17 cycles each, about a cycle for each branch",
		.look = "does the condition depend on data without a pattern? A conditional move, "
			"arithmetic or sorted input avoids the branch. Predictable branches "
			"are best left as they are",
		.source = OPT ", Assembly/Compiler Coding Rule 2: SETCC and CMOV",
	},
	{
		.title = "reads that miss the L1 data cache",
		.event = "L1-dcache-load-misses",
		.per = { "loads", "L1-dcache-loads" },
		.limit = 10,
		.cost = 10,
		.why = "at 10 cycles each, a cycle for each load",
		.look = "in which order is memory walked, and how much of each line of 64 bytes is "
			"used? Exchange loops, work in blocks that fit the cache, put fields that "
			"are used together beside each other",
		.source = DREPPER ", 6.2.1: Optimizing Level 1 Data Cache Access",
	},
	{
		.title = "reads that miss the last level of cache",
		.event = "LLC-load-misses",
		.per = { "loads", "L1-dcache-loads", "LLC-loads" },
		.limit = 0.5,
		.cost = 197,
		.why = "at 197 cycles each, a cycle for each load",
		.look = "how large is the data that is walked again and again, and does each "
			"address depend on the load before, as in lists? Smaller data, blocks, "
			"arrays instead of lists, prefetches",
		.source = DREPPER ", 6.2.3 and 6.3: higher caches, and prefetching",
	},
	{
		.title = "reads that miss the data TLB",
		.event = "dTLB-load-misses",
		.per = { "loads", "L1-dcache-loads", "dTLB-loads" },
		.limit = 8,
		.cost = 13,
		.why = "each is a page walk; at 13 cycles or more (9 in the second TLB, 4 for a "
		       "read of the page table), a cycle for each load",
		.look = "over how many pages are the accesses spread? Keep what is used together "
			"in few pages, or ask for huge ones: madvise(MADV_HUGEPAGE)",
		.source = DREPPER ", 6.2.4: Optimizing TLB Usage; madvise(2)",
	},
	{
		.title = "code that misses the L1 instruction cache",
		.event = "L1-icache-load-misses",
		.per = { "instructions" },
		.limit = 1,
		.cost = 10,
		.why = "at 10 cycles each, a tenth of a cycle for each instruction",
		.look = "is the code larger than it need be? Inline and unroll less, move what is "
			"seldom executed away (-freorder-blocks-and-partition with a profile)",
		.source = DREPPER ", 6.2.2: Optimizing Level 1 Instruction Cache Access",
	},
};
const unsigned n_rules = sizeof(rules) / sizeof(rules[0]);

/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The machines that have a name. Where a manual says only "pseudo-LRU", or nothing, the policy is
 * bit-PLRU, whose misses are close to those of LRU and of tree-PLRU (docs/machines.md).
 *
 * Manuals: SDM is Intel's "64 and IA-32 Architectures Software Developer's Manual"; OPT is Intel's
 * "64 and IA-32 Architectures Optimization Reference Manual" (248966); SOG is AMD's "Software
 * Optimization Guide" for the family, with its number. Descriptors like 66H are those of CPUID
 * leaf 2, SDM volume 2, CPUID.
 */
#include "core/machine/describe/table.h"
#include "core/base/nearest.h"
#include "core/base/text.h"
#include "core/machine/describe/costs.h"

/* clang-format off */

#define KIB(n) ((u32)(n) << 10)
#define MIB(n) ((u32)(n) << 20)

/* size, ways, bytes of a line */
#define CACHE(size, w, l, f, from) \
	{ .ways = (w), .sets = (size) / ((w) * (l)), .line = (l), .sector = (l), \
	  .policy = POLICY_BIT_PLRU, .flags = (f), .source = from }
#define LRU_CACHE(size, w, l, from) \
	{ .ways = (w), .sets = (size) / ((w) * (l)), .line = (l), .sector = (l), \
	  .policy = POLICY_LRU, .source = from }
/* entries, ways */
#define TLB(entries, w, f, from) \
	{ .ways = (w), .sets = (entries) / (w), .line = MACHINE_PAGE, .sector = MACHINE_PAGE, \
	  .policy = POLICY_BIT_PLRU, .flags = (f), .source = from }

/* A read brings both 64-byte halves of a line, a write one. */
#define P4_L2(size, from) \
	{ .ways = 8, .sets = (size) / (8 * 128), .line = 128, .sector = 64, \
	  .policy = POLICY_BIT_PLRU, .flags = CACHE_READ_FILLS_LINE, .source = from }
#define P4_L1D(size, w, buffers, from) \
	{ .ways = (w), .sets = (size) / ((w) * 64), .line = 64, .sector = 64, \
	  .policy = POLICY_BIT_PLRU, .flags = CACHE_WRITE_THROUGH, .combine = (buffers), \
	  .source = from }
#define P4_TRACE_CACHE \
	CACHE(KIB(16), 8, 64, 0, "70H: 12K uops, 8 ways; about as good as 8 to 16 KiB " \
	      "(Hinton et al., Intel Technology Journal Q1 2001)")

#define TAGE(target_size, return_size, from) \
	{ .direction = DIRECTION_TAGE, .bits = 13, .tables = 6, .table_bits = 10, .tag_bits = 11, \
	  .lengths = { 5, 9, 18, 35, 67, 130 }, .target = TARGET_HISTORY, \
	  .target_bits = (target_size), .returns = (return_size), .source = from }
#define INTEL_PREFETCHERS(from) \
	{ { PREFETCH_NEXT, LEVEL_L1D, 0, from ": DCU prefetcher" }, \
	  { PREFETCH_STRIDE, LEVEL_L1D, 256, from ": IP prefetcher, 256 entries" }, \
	  { PREFETCH_ADJACENT, LEVEL_L2, 0, from ": spatial prefetcher, pairs of lines" } }

static const struct machine machines[] = {
	{
		.name = "pentium3",
		.title = "Pentium III with 256 KiB of L2 (Coppermine)",
		.costs = pmc_costs_pentium3,
		.pmu = "pentium3",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(16), 4, 32, 0, "SDM vol. 2, 08H"),
			[LEVEL_L1D] = CACHE(KIB(16), 4, 32, 0, "SDM vol. 2, 0CH"),
			[LEVEL_L2] = CACHE(KIB(256), 8, 32, 0, "SDM vol. 2, 82H"),
		},
		.tlb = {
			[TLB_I] = TLB(32, 4, 0, "SDM vol. 2, 01H"),
			[TLB_D] = TLB(64, 4, 0, "SDM vol. 2, 03H"),
		},
		.walk = { WALK_L1D, 0, "assumed: the walker reads as loads do" },
		.branch = { .direction = DIRECTION_GSHARE, .bits = 12, .history = 4,
			    .target = TARGET_LAST, .target_bits = 9, .returns = 16,
			    .source = "512 targets and 4 bits of history: OPT (1999), P6 branch "
				      "prediction; gshare stands for Yeh's algorithm" },
	},
	{
		.name = "pentium4",
		.title = "Pentium 4 with 256 KiB of L2 (Willamette)",
		.costs = pmc_costs_pentium4,
		.pmu = "pentium4",
		.cache = {
			[LEVEL_L1I] = P4_TRACE_CACHE,
			[LEVEL_L1D] = P4_L1D(KIB(8), 4, 6, "SDM vol. 2, 66H; write-through: OPT "
					     "(2003), table 1-1; 6 write buffers: OPT, 'Write "
					     "Combining'"),
			[LEVEL_L2] = P4_L2(KIB(256), "SDM vol. 2, 7AH; lines and sectors: OPT "
					   "(2003), table 1-1"),
		},
		.tlb = {
			[TLB_I] = TLB(64, 4, 0, "SDM vol. 2, 50H; 4 ways: SDM vol. 3, table 11-1"),
			[TLB_D] = TLB(64, 64, 0, "SDM vol. 2, 5BH; full: SDM vol. 3, table 11-1"),
		},
		.walk = { WALK_L2, 0, "assumed: the walker asks L2" },
		.prefetch = { { PREFETCH_NEXT, LEVEL_L2, 0,
				"OPT (2003), 'Hardware Data Prefetch'; the next line stands for "
				"streams" } },
		.branch = { .direction = DIRECTION_GSHARE, .bits = 12, .history = 12,
			    .target = TARGET_LAST, .target_bits = 12, .returns = 16,
			    .source = "4,096 targets: Hinton et al., Intel Technology Journal Q1 "
				      "2001; gshare stands for an unpublished predictor" },
	},
	{
		.name = "pentium4-prescott",
		.title = "Pentium 4 with 1 MiB of L2 (Prescott)",
		.costs = pmc_costs_prescott,
		.pmu = "pentium4-prescott",
		.cache = {
			[LEVEL_L1I] = P4_TRACE_CACHE,
			[LEVEL_L1D] = P4_L1D(KIB(16), 8, 8, "SDM vol. 2, 60H; write-through: OPT "
					     "(2003), table 1-1; 8 write buffers: OPT, 'Write "
					     "Combining'"),
			[LEVEL_L2] = P4_L2(MIB(1), "SDM vol. 2, 7CH; lines and sectors: OPT "
					   "(2003), table 1-1"),
		},
		.tlb = {
			[TLB_I] = TLB(128, 4, 0, "SDM vol. 2, 51H; 4 ways: SDM vol. 3, table 11-1"),
			[TLB_D] = TLB(64, 64, 0, "SDM vol. 2, 5BH; full: SDM vol. 3, table 11-1"),
		},
		.walk = { WALK_L2, 0, "assumed: the walker asks L2" },
		.prefetch = { { PREFETCH_NEXT, LEVEL_L2, 0,
				"OPT (2003), 'Hardware Data Prefetch'; the next line stands for "
				"streams" } },
		.branch = { .direction = DIRECTION_GSHARE, .bits = 12, .history = 12,
			    .target = TARGET_HISTORY, .target_bits = 12, .returns = 16,
			    .source = "4,096 targets, indirect ones by history: OPT (2003); "
				      "gshare stands for an unpublished predictor" },
	},
	{
		.name = "core2",
		.title = "Core 2 Duo with 4 MiB of L2 (Conroe)",
		.costs = pmc_costs_core2,
		.pmu = "core2",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(32), 8, 64, 0, "SDM vol. 2, 30H"),
			[LEVEL_L1D] = CACHE(KIB(32), 8, 64, 0,
					    "OPT, 'Intel Advanced Memory Access'"),
			[LEVEL_L2] = CACHE(MIB(4), 16, 64, 0,
					   "SDM vol. 2, 49H; not inclusive: OPT, 'Intel Advanced "
					   "Memory Access'"),
		},
		.tlb = {
			[TLB_I] = TLB(128, 4, 0, "SDM vol. 2, B0H"),
			[TLB_D] = TLB(16, 4, 0, "DTLB0: OPT, 'Intel Advanced Memory Access'"),
			[TLB_D2] = TLB(256, 4, 0, "DTLB1: OPT, 'Intel Advanced Memory Access'"),
		},
		.walk = { WALK_L1D, 0, "assumed: the walker reads as loads do" },
		.prefetch = INTEL_PREFETCHERS("OPT, Core microarchitecture"),
		.branch = TAGE(10, 16,
			   "16 returns: OPT, 'Branch Prediction Unit'; TAGE stands for an "
			       "unpublished predictor"),
	},
	{
		.name = "skylake",
		.title = "Skylake client, four cores with 8 MiB of L3",
		.costs = pmc_costs_skylake,
		.pmu = "skylake",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(32), 8, 64, 0, "OPT, Skylake, 'Cache parameters'"),
			[LEVEL_L1D] = CACHE(KIB(32), 8, 64, 0, "OPT, Skylake, 'Cache parameters'"),
			[LEVEL_L2] = CACHE(KIB(256), 4, 64, 0, "OPT, Skylake, 'Cache parameters'"),
			[LEVEL_LL] = CACHE(MIB(8), 16, 64, CACHE_INCLUSIVE,
					   "OPT, Skylake, 'Cache parameters': 2 MiB per core, "
					   "16 ways, inclusive"),
		},
		.tlb = {
			[TLB_I] = TLB(128, 8, 0, "OPT, Skylake, 'TLB parameters'"),
			[TLB_D] = TLB(64, 4, 0, "OPT, Skylake, 'TLB parameters'"),
			[TLB_D2] = TLB(1536, 12, CACHE_UNIFIED, "OPT, Skylake, 'TLB parameters'"),
		},
		.walk = { WALK_L1D, 32, "from L1D: SDM vol. 3, events PAGE_WALKER_LOADS; 32 "
			  "directory entries are assumed" },
		.prefetch = INTEL_PREFETCHERS("OPT, Sandy Bridge, 'Data Prefetching'"),
		.branch = TAGE(11, 16, "16 returns: OPT, 'Branch Prediction'; TAGE stands for an "
			       "unpublished predictor"),
	},
	{
		.name = "skylakex",
		.title = "Skylake server, 16 cores with 22 MiB of L3",
		.costs = pmc_costs_skylakex,
		.pmu = "skylakex",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(32), 8, 64, 0,
					    "OPT, Skylake Server, 'Cache parameters'"),
			[LEVEL_L1D] = CACHE(KIB(32), 8, 64, 0,
					    "OPT, Skylake Server, 'Cache parameters'"),
			[LEVEL_L2] = CACHE(MIB(1), 16, 64, 0,
					    "OPT, Skylake Server, 'Cache parameters'"),
			[LEVEL_LL] = CACHE(MIB(22), 11, 64, CACHE_EXCLUSIVE,
					   "OPT, Skylake Server, 'Non-inclusive last level cache': "
					   "1.375 MiB per core, 11 ways, filled by what L2 evicts"),
		},
		.tlb = {
			[TLB_I] = TLB(128, 8, 0, "OPT, Skylake, 'TLB parameters'"),
			[TLB_D] = TLB(64, 4, 0, "OPT, Skylake, 'TLB parameters'"),
			[TLB_D2] = TLB(1536, 12, CACHE_UNIFIED, "OPT, Skylake, 'TLB parameters'"),
		},
		.walk = { WALK_L1D, 32, "from L1D: SDM vol. 3, events PAGE_WALKER_LOADS; 32 "
			  "directory entries are assumed" },
		.prefetch = INTEL_PREFETCHERS("OPT, Sandy Bridge, 'Data Prefetching'"),
		.branch = TAGE(11, 16, "16 returns: OPT, 'Branch Prediction'; TAGE stands for an "
			       "unpublished predictor"),
	},
	{
		.name = "zen2",
		.title = "Zen 2, a complex of four cores with 16 MiB of L3",
		.costs = pmc_costs_zen2,
		.pmu = "zen2",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(32), 8, 64, 0, "SOG 56305 on caches"),
			[LEVEL_L1D] = CACHE(KIB(32), 8, 64, 0, "SOG 56305 on caches"),
			[LEVEL_L2] = CACHE(KIB(512), 8, 64, CACHE_INCLUSIVE, "SOG 56305 on caches"),
			[LEVEL_LL] = CACHE(MIB(16), 16, 64, CACHE_EXCLUSIVE,
					   "SOG 56305 on caches: filled by what L2 evicts"),
		},
		.tlb = {
			[TLB_I] = TLB(64, 64, 0, "SOG 56305 on TLBs"),
			[TLB_D] = TLB(64, 64, 0, "SOG 56305 on TLBs"),
			[TLB_I2] = TLB(512, 8, 0, "SOG 56305 on TLBs"),
			[TLB_D2] = TLB(2048, 16, 0, "SOG 56305 on TLBs"),
		},
		.walk = { WALK_L2, 32, "assumed: the walker asks L2; 32 directory entries" },
		.prefetch = { { PREFETCH_NEXT, LEVEL_L1D, 0, "SOG 56305 on caches" },
			      { PREFETCH_STRIDE, LEVEL_L1D, 64, "SOG 56305 on caches; 64 "
				"entries are assumed" },
			      { PREFETCH_ADJACENT, LEVEL_L2, 0, "SOG 56305 on caches" } },
		.branch = TAGE(10, 32,
			   "SOG 56305 on branches: TAGE, 1,024 indirect targets, 32 returns; sizes "
			       "of tables are assumed"),
	},
	{
		.name = "zen4",
		.title = "Zen 4, a complex of eight cores with 32 MiB of L3",
		.costs = pmc_costs_zen4,
		.pmu = "zen4",
		.cache = {
			[LEVEL_L1I] = CACHE(KIB(32), 8, 64, 0, "SOG 57647; CPUID 8000001DH"),
			[LEVEL_L1D] = CACHE(KIB(32), 8, 64, 0, "SOG 57647; CPUID 8000001DH"),
			[LEVEL_L2] = CACHE(MIB(1), 8, 64, CACHE_INCLUSIVE,
					   "SOG 57647; CPUID 8000001DH"),
			[LEVEL_LL] = CACHE(MIB(32), 16, 64, CACHE_EXCLUSIVE,
					   "SOG 57647 on caches: filled by what L2 evicts; CPUID "
					"8000001DH"),
		},
		.tlb = {
			[TLB_I] = TLB(64, 64, 0, "SOG 57647 on TLBs; CPUID 80000005H"),
			[TLB_D] = TLB(72, 72, 0, "SOG 57647 on TLBs; CPUID 80000005H"),
			[TLB_I2] = TLB(512, 4, 0, "CPUID 80000006H"),
			[TLB_D2] = TLB(3072, 24, 0, "SOG 57647 on TLBs"),
		},
		.walk = { WALK_L2, 32, "assumed: the walker asks L2; 32 directory entries" },
		.prefetch = { { PREFETCH_NEXT, LEVEL_L1D, 0, "SOG 57647 on caches" },
			      { PREFETCH_STRIDE, LEVEL_L1D, 64, "SOG 57647 on caches; 64 "
				"entries are assumed" },
			      { PREFETCH_ADJACENT, LEVEL_L2, 0, "SOG 57647 on caches" } },
		.branch = TAGE(11, 32,
			   "SOG 57647 on branches: 32 returns; TAGE as in Zen 2; sizes of tables "
			       "are assumed"),
	},
	{
		.name = "cachegrind",
		.title = "what cachegrind simulates, with the caches that iai gives it",
		.costs = pmc_costs_iai,
		.flags = MACHINE_CROSSING_WHOLE,
		.cache = {
			[LEVEL_L1I] = LRU_CACHE(KIB(32), 8, 64, "iai: --I1=32768,8,64"),
			[LEVEL_L1D] = LRU_CACHE(KIB(32), 8, 64, "iai: --D1=32768,8,64"),
			[LEVEL_LL] = LRU_CACHE(MIB(8), 16, 64, "iai: --LL=8388608,16,64"),
		},
		.branch = { .direction = DIRECTION_CACHEGRIND, .target = TARGET_LAST,
			    .target_bits = 9, .source = "Valgrind's manual, 'Branch prediction "
			    "simulation': 16,384 counters, 512 targets, no returns" },
	},
};

/* clang-format on */

const struct machine *pmc_machine_row(u32 i)
{
	return i < sizeof(machines) / sizeof(machines[0]) ? &machines[i] : NULL;
}

const struct machine *pmc_machine_find(const char *name, size_t len, struct diag *diag)
{
	const struct machine *machine;
	struct nearest near;
	u32 i;

	for (i = 0; (machine = pmc_machine_row(i)); i++)
		if (text_equal_nocase(machine->name, name, len))
			return machine;
	pmc_diag_none(diag);
	if (!diag || text_equal_nocase(MACHINE_HOST, name, len))
		return NULL;
	pmc_nearest_init(&near, name, len);
	for (i = 0; (machine = pmc_machine_row(i)); i++)
		pmc_nearest_offer(&near, machine->name);
	pmc_nearest_offer(&near, MACHINE_HOST);
	pmc_diag_at(diag, 0, name, len);
	pmc_diag_add(diag, "no machine is named ");
	pmc_diag_add_quoted(diag, name, len);
	pmc_nearest_add(&near, diag, "; the machines are ");
	for (i = 0; !near.n && (machine = pmc_machine_row(i)); i++) {
		pmc_diag_add(diag, machine->name);
		pmc_diag_add(diag, ", ");
	}
	if (!near.n)
		pmc_diag_add(diag, MACHINE_HOST);
	return NULL;
}

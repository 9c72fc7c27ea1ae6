/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's Atoms and efficient cores, Bonnell to Darkmont, and Knights Landing: the architectural
 * events, and those of each core's own events that generic names need. Sources as in intel.c.
 */
#include "core/pmu/regs.h"
#include "core/tables/intel/arch.h"

/* With a request to OFFCORE_RSP0 or 1. */
#define OFFCORE(value) .plain = 0x01, .msr = MSR_OFFCORE_RSP0, .msr_value = value
#define RSP "OFFCORE_RESPONSE."
#define READS  "demand reads of data that left the core"
#define MISSES "… that missed the last level of cache"
#define WRITES "demand reads for ownership that left the core"

#define GOLD (GLM | GLP)
#define FROM_CMT (CMT | SKT | SKT_ARL | DKT)
#define FROM_GRT (GRT | FROM_CMT)
#define FROM_TNT (TNT | FROM_GRT)
static const struct model_event rows[] = {
	ARCH_ROWS,
	{ .name = "ICACHE.ACCESSES", .code = 0x80, .plain = 0x03,
	  .about = "fetches of instructions" },
	{ .name = "ICACHE.MISSES", .code = 0x80, .plain = 0x02,
	  .about = "… that missed the instruction cache" },
	/* Bonnell */
	{ .name = "L1D_CACHE.LD", .code = 0x40, .plain = 0xa1, .variants = BNL,
	  .about = "loads from the data cache" },
	{ .name = "L1D_CACHE.ST", .code = 0x40, .plain = 0xa2, .variants = BNL,
	  .about = "stores into the data cache" },
	{ .name = "L1D_CACHE.REPL", .code = 0x40, .plain = 0x08, .variants = BNL,
	  .about = "lines brought into the data cache" },
	{ .name = "L2_LD.SELF.DEMAND.MESI", .code = 0x29, .plain = 0x4f, .variants = BNL,
	  .about = "reads of the L2 on demand" },
	{ .name = "L2_LD.SELF.DEMAND.I_STATE", .code = 0x29, .plain = 0x41, .variants = BNL,
	  .about = "… that missed" },
	{ .name = "L2_ST.SELF.MESI", .code = 0x2a, .plain = 0x4f, .variants = BNL,
	  .about = "writes to the L2" },
	{ .name = "L2_ST.SELF.I_STATE", .code = 0x2a, .plain = 0x41, .variants = BNL,
	  .about = "… that missed" },
	{ .name = "DATA_TLB_MISSES.DTLB_MISS_LD", .code = 0x08, .plain = 0x05, .variants = BNL,
	  .about = "data TLB misses of loads" },
	{ .name = "DATA_TLB_MISSES.DTLB_MISS_ST", .code = 0x08, .plain = 0x06, .variants = BNL,
	  .about = "data TLB misses of stores" },
	{ .name = "ITLB.MISSES", .code = 0x82, .plain = 0x02, .variants = BNL,
	  .about = "instruction TLB misses" },
	/* Silvermont, Knights Landing */
	{ .name = "MEM_UOPS_RETIRED.ALL_LOADS", .code = 0x04, .plain = 0x40, .variants = SLM | KNL,
	  .about = "load micro-ops retired" },
	{ .name = "MEM_UOPS_RETIRED.ALL_STORES", .code = 0x04, .plain = 0x80, .variants = SLM | KNL,
	  .about = "store micro-ops retired" },
	{ .name = "MEM_UOPS_RETIRED.L1_MISS_LOADS", .code = 0x04, .plain = 0x01,
	  .variants = SLM | KNL, .about = "… loads that missed the data cache" },
	{ .name = "MEM_UOPS_RETIRED.DTLB_MISS_LOADS", .code = 0x04, .plain = 0x08,
	  .variants = SLM | KNL, .about = "… loads that missed the data TLB" },
	{ .name = "PAGE_WALKS.I_SIDE_WALKS", .code = 0x05, .plain = 0x02, .flags = ROW_EDGE,
	  .variants = SLM | KNL, .about = "walks for instructions" },
	{ .name = RSP "DEMAND_DATA_RD.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10001),
	  .variants = SLM | KNL | GOLD, .about = READS },
	{ .name = RSP "DEMAND_RFO.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10002),
	  .variants = SLM | KNL | GOLD, .about = WRITES },
	{ .name = RSP "DEMAND_DATA_RD.L2_MISS.ANY", .code = 0xb7, OFFCORE(0x1680000001),
	  .variants = SLM, .about = MISSES },
	{ .name = RSP "DEMAND_RFO.L2_MISS.ANY", .code = 0xb7, OFFCORE(0x1680000002),
	  .variants = SLM, .about = MISSES },
	/* Goldmont and later */
	{ .name = "MEM_UOPS_RETIRED.ALL_LOADS", .code = 0xd0, .plain = 0x81,
	  .variants = GOLD | FROM_TNT, .about = "load micro-ops retired" },
	{ .name = "MEM_UOPS_RETIRED.ALL_STORES", .code = 0xd0, .plain = 0x82,
	  .variants = GOLD | FROM_TNT, .about = "store micro-ops retired" },
	{ .name = "MEM_LOAD_UOPS_RETIRED.L1_MISS", .code = 0xd1, .plain = 0x08,
	  .variants = GOLD | TNT | GRT, .about = "… loads that missed the data cache" },
	{ .name = "MEM_LOAD_UOPS_RETIRED.L1_MISS", .code = 0xd1, .plain = 0x40,
	  .variants = FROM_CMT, .about = "… loads that missed the data cache" },
	{ .name = "MEM_UOPS_RETIRED.DTLB_MISS_LOADS", .code = 0xd0, .plain = 0x11, .variants = GOLD,
	  .about = "… loads that missed the data TLB" },
	{ .name = "MEM_UOPS_RETIRED.DTLB_MISS_STORES", .code = 0xd0, .plain = 0x12,
	  .variants = GOLD, .about = "… stores that missed the data TLB" },
	{ .name = "ITLB.MISS", .code = 0x81, .plain = 0x04, .variants = GOLD,
	  .about = "instruction TLB misses" },
	{ .name = RSP "DEMAND_DATA_RD.L2_MISS.ANY", .code = 0xb7, OFFCORE(0x3600000001),
	  .variants = GOLD, .about = MISSES },
	{ .name = RSP "DEMAND_RFO.L2_MISS.ANY", .code = 0xb7, OFFCORE(0x3600000002),
	  .variants = GOLD, .about = MISSES },
	/* Tremont and later */
	{ .name = "DTLB_LOAD_MISSES.WALK_COMPLETED", .code = 0x08, .plain = 0x0e,
	  .variants = FROM_TNT, .about = "walks for loads" },
	{ .name = "DTLB_STORE_MISSES.WALK_COMPLETED", .code = 0x49, .plain = 0x0e,
	  .variants = FROM_TNT, .about = "walks for stores" },
	{ .name = "ITLB_MISSES.WALK_COMPLETED", .code = 0x85, .plain = 0x0e, .variants = FROM_TNT,
	  .about = "walks for instructions" },
	{ .name = "OCR.DEMAND_DATA_RD.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10001),
	  .variants = FROM_TNT, .about = READS },
	{ .name = "OCR.DEMAND_RFO.ANY_RESPONSE", .code = 0xb7, OFFCORE(0x10002),
	  .variants = FROM_TNT, .about = WRITES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x2184000001),
	  .variants = TNT, .about = MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x2184000002), .variants = TNT,
	  .about = MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x3f84400001),
	  .variants = GRT, .about = MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x3f84400002), .variants = GRT,
	  .about = MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x3fbfc00001),
	  .variants = CMT, .about = MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x3fbfc00002), .variants = CMT,
	  .about = MISSES },
	{ .name = "OCR.DEMAND_DATA_RD.L3_MISS", .code = 0xb7, OFFCORE(0x13fbfc00001),
	  .variants = SKT | DKT, .about = MISSES },
	{ .name = "OCR.DEMAND_RFO.L3_MISS", .code = 0xb7, OFFCORE(0x13fbfc00002),
	  .variants = SKT | DKT, .about = MISSES },
};
const struct rows pmc_rows_atom = { rows, ROWS(rows) };

/* ---- Generic names ---- */
#define L1(loads, stores)                                                                          \
	MAP_CACHE(L1I, READ, ACCESS, "ICACHE.ACCESSES"), \
	MAP_CACHE(L1I, READ, MISS, "ICACHE.MISSES"), \
	MAP_CACHE(L1D, READ, ACCESS, loads), MAP_CACHE(L1D, WRITE, ACCESS, stores),                \
	MAP_CACHE(DTLB, READ, ACCESS, loads), MAP_CACHE(DTLB, WRITE, ACCESS, stores)
#define MEM_UOPS L1("MEM_UOPS_RETIRED.ALL_LOADS", "MEM_UOPS_RETIRED.ALL_STORES")
#define FETCHED_BY_INSTRUCTIONS MAP_CACHE(ITLB, READ, ACCESS, "INSTRUCTION_RETIRED")
const struct generic_map pmc_generic_bnl[] = {
	ARCH_MAP, L1("L1D_CACHE.LD", "L1D_CACHE.ST"), FETCHED_BY_INSTRUCTIONS,
	MAP_CACHE(L1D, READ, MISS, "L1D_CACHE.REPL"),
	MAP_CACHE(LLC, READ, ACCESS, "L2_LD.SELF.DEMAND.MESI"),
	MAP_CACHE(LLC, READ, MISS, "L2_LD.SELF.DEMAND.I_STATE"),
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_ST.SELF.MESI"),
	MAP_CACHE(LLC, WRITE, MISS, "L2_ST.SELF.I_STATE"),
	MAP_CACHE(DTLB, READ, MISS, "DATA_TLB_MISSES.DTLB_MISS_LD"),
	MAP_CACHE(DTLB, WRITE, MISS, "DATA_TLB_MISSES.DTLB_MISS_ST"),
	MAP_CACHE(ITLB, READ, MISS, "ITLB.MISSES"), MAP_END,
};
#define SLM_MAP                                                                                    \
	ARCH_MAP, MEM_UOPS, FETCHED_BY_INSTRUCTIONS,                                               \
	MAP_CACHE(L1D, READ, MISS, "MEM_UOPS_RETIRED.L1_MISS_LOADS"),                              \
	MAP_CACHE(DTLB, READ, MISS, "MEM_UOPS_RETIRED.DTLB_MISS_LOADS"),                           \
	MAP_CACHE(ITLB, READ, MISS, "PAGE_WALKS.I_SIDE_WALKS"),                                    \
	MAP_CACHE(LLC, READ, ACCESS, RSP "DEMAND_DATA_RD.ANY_RESPONSE"),                           \
	MAP_CACHE(LLC, WRITE, ACCESS, RSP "DEMAND_RFO.ANY_RESPONSE")
#define L2_MISSES                                                                                  \
	MAP_CACHE(LLC, READ, MISS, RSP "DEMAND_DATA_RD.L2_MISS.ANY"),                              \
	MAP_CACHE(LLC, WRITE, MISS, RSP "DEMAND_RFO.L2_MISS.ANY")
const struct generic_map pmc_generic_slm[] = { SLM_MAP, L2_MISSES, MAP_END };
/* There are two kinds of memory behind the L2, and no event for both. */
const struct generic_map pmc_generic_knl[] = { SLM_MAP, MAP_END };
const struct generic_map pmc_generic_glm[] = {
	ARCH_MAP, MEM_UOPS, FETCHED_BY_INSTRUCTIONS, L2_MISSES,
	MAP_CACHE(L1D, READ, MISS, "MEM_LOAD_UOPS_RETIRED.L1_MISS"),
	MAP_CACHE(DTLB, READ, MISS, "MEM_UOPS_RETIRED.DTLB_MISS_LOADS"),
	MAP_CACHE(DTLB, WRITE, MISS, "MEM_UOPS_RETIRED.DTLB_MISS_STORES"),
	MAP_CACHE(ITLB, READ, MISS, "ITLB.MISS"),
	MAP_CACHE(LLC, READ, ACCESS, RSP "DEMAND_DATA_RD.ANY_RESPONSE"),
	MAP_CACHE(LLC, WRITE, ACCESS, RSP "DEMAND_RFO.ANY_RESPONSE"), MAP_END,
};
#define TNT_MAP                                                                                    \
	ARCH_MAP, MEM_UOPS, MAP_CACHE(L1D, READ, MISS, "MEM_LOAD_UOPS_RETIRED.L1_MISS"),           \
	MAP_CACHE(DTLB, READ, MISS, "DTLB_LOAD_MISSES.WALK_COMPLETED"),                            \
	MAP_CACHE(DTLB, WRITE, MISS, "DTLB_STORE_MISSES.WALK_COMPLETED"),                          \
	MAP_CACHE(ITLB, READ, MISS, "ITLB_MISSES.WALK_COMPLETED"),                                 \
	MAP_CACHE(LLC, READ, ACCESS, "OCR.DEMAND_DATA_RD.ANY_RESPONSE"),                           \
	MAP_CACHE(LLC, WRITE, ACCESS, "OCR.DEMAND_RFO.ANY_RESPONSE")
const struct generic_map pmc_generic_tnt[] = {
	TNT_MAP, MAP_CACHE(LLC, READ, MISS, "OCR.DEMAND_DATA_RD.L3_MISS"),
	MAP_CACHE(LLC, WRITE, MISS, "OCR.DEMAND_RFO.L3_MISS"), MAP_END,
};
/* Intel's file for Arrow Lake has no event for misses. */
const struct generic_map pmc_generic_skt_arl[] = { TNT_MAP, MAP_END };

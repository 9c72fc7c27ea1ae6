/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Intel's Atoms and efficient cores, Bonnell to Darkmont, and Knights Landing: the architectural events, and of
 * each core's own those that the generic names stand for. Sources as in intel.c.
 */
#include "core/pmu/regs.h"
#include "core/tables/intel/arch.h"

/* clang-format off */
#define EVV(nam, cod, uma, var, abo)                                                               \
	{ .name = nam, .code = cod, .plain = uma, .variants = var, .about = abo }
#define OCR(nam, val, var, abo)                                                                    \
	{ .name = nam, .code = 0xb7, .plain = 0x01, .variants = var, .about = abo,                 \
	  .msr = MSR_OFFCORE_RSP0, .msr_value = val }
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
	EVV("ICACHE.ACCESSES", 0x80, 0x03, 0, "fetches of instructions"),
	EVV("ICACHE.MISSES", 0x80, 0x02, 0, "… that missed the instruction cache"),
	/* Bonnell */
	EVV("L1D_CACHE.LD", 0x40, 0xa1, BNL, "loads from the data cache"),
	EVV("L1D_CACHE.ST", 0x40, 0xa2, BNL, "stores into the data cache"),
	EVV("L1D_CACHE.REPL", 0x40, 0x08, BNL, "lines brought into the data cache"),
	EVV("L2_LD.SELF.DEMAND.MESI", 0x29, 0x4f, BNL, "reads of the L2 on demand"),
	EVV("L2_LD.SELF.DEMAND.I_STATE", 0x29, 0x41, BNL, "… that missed"),
	EVV("L2_ST.SELF.MESI", 0x2a, 0x4f, BNL, "writes to the L2"),
	EVV("L2_ST.SELF.I_STATE", 0x2a, 0x41, BNL, "… that missed"),
	EVV("DATA_TLB_MISSES.DTLB_MISS_LD", 0x08, 0x05, BNL, "data TLB misses of loads"),
	EVV("DATA_TLB_MISSES.DTLB_MISS_ST", 0x08, 0x06, BNL, "data TLB misses of stores"),
	EVV("ITLB.MISSES", 0x82, 0x02, BNL, "instruction TLB misses"),
	/* Silvermont, Knights Landing */
	EVV("MEM_UOPS_RETIRED.ALL_LOADS", 0x04, 0x40, SLM | KNL, "load micro-ops retired"),
	EVV("MEM_UOPS_RETIRED.ALL_STORES", 0x04, 0x80, SLM | KNL, "store micro-ops retired"),
	EVV("MEM_UOPS_RETIRED.L1_MISS_LOADS", 0x04, 0x01, SLM | KNL, "… loads that missed the data cache"),
	EVV("MEM_UOPS_RETIRED.DTLB_MISS_LOADS", 0x04, 0x08, SLM | KNL, "… loads that missed the data TLB"),
	{ .name = "PAGE_WALKS.I_SIDE_WALKS", .code = 0x05, .plain = 0x02, .flags = ROW_EDGE,
	  .variants = SLM | KNL, .about = "walks for instructions" },
	OCR(RSP "DEMAND_DATA_RD.ANY_RESPONSE", 0x10001, SLM | KNL | GOLD, READS),
	OCR(RSP "DEMAND_RFO.ANY_RESPONSE", 0x10002, SLM | KNL | GOLD, WRITES),
	OCR(RSP "DEMAND_DATA_RD.L2_MISS.ANY", 0x1680000001, SLM, MISSES),
	OCR(RSP "DEMAND_RFO.L2_MISS.ANY", 0x1680000002, SLM, MISSES),
	/* Goldmont and later */
	EVV("MEM_UOPS_RETIRED.ALL_LOADS", 0xd0, 0x81, GOLD | FROM_TNT, "load micro-ops retired"),
	EVV("MEM_UOPS_RETIRED.ALL_STORES", 0xd0, 0x82, GOLD | FROM_TNT, "store micro-ops retired"),
	EVV("MEM_LOAD_UOPS_RETIRED.L1_MISS", 0xd1, 0x08, GOLD | TNT | GRT, "… loads that missed the data cache"),
	EVV("MEM_LOAD_UOPS_RETIRED.L1_MISS", 0xd1, 0x40, FROM_CMT, "… loads that missed the data cache"),
	EVV("MEM_UOPS_RETIRED.DTLB_MISS_LOADS", 0xd0, 0x11, GOLD, "… loads that missed the data TLB"),
	EVV("MEM_UOPS_RETIRED.DTLB_MISS_STORES", 0xd0, 0x12, GOLD, "… stores that missed the data TLB"),
	EVV("ITLB.MISS", 0x81, 0x04, GOLD, "instruction TLB misses"),
	OCR(RSP "DEMAND_DATA_RD.L2_MISS.ANY", 0x3600000001, GOLD, MISSES),
	OCR(RSP "DEMAND_RFO.L2_MISS.ANY", 0x3600000002, GOLD, MISSES),
	/* Tremont and later */
	EVV("DTLB_LOAD_MISSES.WALK_COMPLETED", 0x08, 0x0e, FROM_TNT, "walks for loads"),
	EVV("DTLB_STORE_MISSES.WALK_COMPLETED", 0x49, 0x0e, FROM_TNT, "walks for stores"),
	EVV("ITLB_MISSES.WALK_COMPLETED", 0x85, 0x0e, FROM_TNT, "walks for instructions"),
	OCR("OCR.DEMAND_DATA_RD.ANY_RESPONSE", 0x10001, FROM_TNT, READS),
	OCR("OCR.DEMAND_RFO.ANY_RESPONSE", 0x10002, FROM_TNT, WRITES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x2184000001, TNT, MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x2184000002, TNT, MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x3f84400001, GRT, MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x3f84400002, GRT, MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x3fbfc00001, CMT, MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x3fbfc00002, CMT, MISSES),
	OCR("OCR.DEMAND_DATA_RD.L3_MISS", 0x13fbfc00001, SKT | DKT, MISSES),
	OCR("OCR.DEMAND_RFO.L3_MISS", 0x13fbfc00002, SKT | DKT, MISSES),
};
const struct rows pmc_rows_atom = { rows, ROWS(rows) };

/* ---- Generic names ---- */
#define L1(loads, stores)                                                                          \
	MAP_CACHE(L1I, READ, ACCESS, "ICACHE.ACCESSES"), MAP_CACHE(L1I, READ, MISS, "ICACHE.MISSES"), \
	MAP_CACHE(L1D, READ, ACCESS, loads), MAP_CACHE(L1D, WRITE, ACCESS, stores),                \
	MAP_CACHE(DTLB, READ, ACCESS, loads), MAP_CACHE(DTLB, WRITE, ACCESS, stores)
#define MEM_UOPS L1("MEM_UOPS_RETIRED.ALL_LOADS", "MEM_UOPS_RETIRED.ALL_STORES")
#define FETCHED_BY_INSTRUCTIONS MAP_CACHE(ITLB, READ, ACCESS, "INSTRUCTION_RETIRED")
const struct generic_map pmc_generic_bnl[] = {
	ARCH_MAP, L1("L1D_CACHE.LD", "L1D_CACHE.ST"), FETCHED_BY_INSTRUCTIONS,
	MAP_CACHE(L1D, READ, MISS, "L1D_CACHE.REPL"),
	MAP_CACHE(LLC, READ, ACCESS, "L2_LD.SELF.DEMAND.MESI"),
	MAP_CACHE(LLC, READ, MISS, "L2_LD.SELF.DEMAND.I_STATE"),
	MAP_CACHE(LLC, WRITE, ACCESS, "L2_ST.SELF.MESI"), MAP_CACHE(LLC, WRITE, MISS, "L2_ST.SELF.I_STATE"),
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
/* Beyond the L2 are memories of two kinds, and no name for both. */
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
/* Intel's file for Arrow Lake names no miss. */
const struct generic_map pmc_generic_skt_arl[] = { TNT_MAP, MAP_END };
/* clang-format on */
